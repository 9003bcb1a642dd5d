// A program that plays at all its tables at once, with one token and one stream. For Node 18 and later.
//
// node stream_bot.js http://127.0.0.1:8000            opens two tables against bots
// node stream_bot.js http://127.0.0.1:8000 TOKEN      plays wherever this token has a seat

let [site, token] = process.argv.slice(2);

async function call(path, body) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  const method = body ? "POST" : "GET";
  const answer = await fetch(site + path, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok && answer.status !== 409) throw new Error((await answer.json()).error);
  return answer.ok ? answer.json() : null; // null: the move came too late
}

// Answers while it is our turn; the version up to which we know the table.
async function play(id) {
  let table = await call(`/api/tables/${id}`);
  while (table.my_turn) {
    const choice = table.choices[Math.floor(Math.random() * table.choices.length)];
    const move = { move: choice.move, at: table.version };
    table = (await call(`/api/tables/${id}/moves`, move)) ?? (await call(`/api/tables/${id}`));
  }
  return table.version;
}

async function* lines() {
  const answer = await fetch(`${site}/api/stream`, { headers: { Authorization: `Bearer ${token}` } });
  let text = "";
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    const whole = (text + part).split("\n");
    text = whole.pop();
    yield* whole.filter((line) => line); // an empty one says that the server is still there
  }
}

async function main() {
  const mine = { kind: "me", name: "Stream bot", bot: "Random" };
  const seats = [mine, { kind: "bot", bot: "careful" }];
  for (let opened = token ? 2 : 0; opened < 2; opened++) {
    token = (await call("/api/tables", { game: "my_gold_mine", seats })).token;
  }
  const known = new Map();
  const running = new Set();
  for await (const line of lines()) {
    const news = JSON.parse(line);
    if (news.version <= (known.get(news.id) ?? -1)) continue; // told before we looked ourselves
    known.set(news.id, news.version);
    running.add(news.id);
    if (news.phase === "over" || news.phase === "stopped") {
      console.log(`${news.id} is over`);
      running.delete(news.id);
      if (!running.size) process.exit();
    } else if (news.my_turn) {
      // At the end of a game we are told so by a line: it must not look old.
      known.set(news.id, (await play(news.id)) - 1);
    }
  }
}

main();
