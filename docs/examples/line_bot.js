// A bot in JavaScript: lines of JSON in, lines of JSON out.
//
// dvergar simulate my_gold_mine --bots "run:node docs/examples/line_bot.js,careful" --games 20

const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const told = JSON.parse(line);
  if (told.type !== "ask") return; // a game begins: told.game, told.options, told.seat
  const real = told.moves.filter((name) => !told.free.includes(name));
  console.log(JSON.stringify({ move: real[0] }));
});
