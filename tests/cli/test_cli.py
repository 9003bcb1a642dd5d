"""The command line as a person uses it: what is typed, what is said, and how it ends."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dvergar
from dvergar.cli import play, run, serve
from dvergar.cli.console import OUT, CommandError, chosen_language, use_language
from dvergar.cli.play import letter
from dvergar.cli.typed import translated_command
from dvergar.core.info import GameInfo
from dvergar.core.languages import LANGUAGES
from dvergar.core.record import Record
from dvergar.core.words import words
from tests.spaces import plain

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "records" / "my_gold_mine-3.json"
COLOUR = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
COMMAND = "from dvergar.cli import main; main()"
AT_A_TERMINAL = f"""
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
{COMMAND}
"""
GAMES = "cave_vs_cave, caverna, my_gold_mine"


class LocalizedText:
    """How a command ended and what it said."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


Dvergar = Callable[..., LocalizedText]


@pytest.fixture
def type_in(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Dvergar:
    """Types words after `dvergar`, and then the given lines."""
    monkeypatch.setenv("DVERGAR_LANG", "en")
    monkeypatch.setattr(OUT, "width", 100)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def typed(*words: object, lines: str = "") -> LocalizedText:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        code = run([str(word) for word in words])
        out, err = capsys.readouterr()
        return LocalizedText(code, plain(COLOUR.sub("", out)), plain(COLOUR.sub("", err)))

    return typed


def start(*words: object, code: str = COMMAND, **options: Any) -> subprocess.Popen[str]:
    """Starts the command as a process of its own."""
    inherited = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    path = os.pathsep.join(filter(None, sys.path))
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        env=inherited | {"PYTHONPATH": path, "DVERGAR_LANG": "en"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


# What is said about the command itself.


@pytest.mark.parametrize(
    ("lang", "compiled", "engine", "bots"),
    [
        ("en", False, "engine in plain Python", "an engine in plain Python"),
        ("en", True, "engine compiled", "a compiled engine"),
        ("fr", False, "moteur en Python pur", "un moteur en Python pur"),
        ("fr", True, "moteur compilé", "un moteur compilé"),
    ],
)
def test_the_version(
    type_in: Dvergar,
    monkeypatch: pytest.MonkeyPatch,
    lang: str,
    compiled: bool,
    engine: str,
    bots: str,
) -> None:
    monkeypatch.setattr(dvergar, "compiled", compiled)
    monkeypatch.setattr("dvergar.compiled_engine.engine_folder", lambda: None)
    said = type_in("--version", "--lang", lang)
    first, second = said.out.splitlines()
    assert (said.code, first) == (0, f"Dvergar {dvergar.__version__}, {engine}")
    assert bots in second


def test_the_version_names_the_engine_that_was_built_for_the_bots(
    type_in: Dvergar, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(dvergar, "compiled", False)
    monkeypatch.setattr("dvergar.compiled_engine.engine_folder", lambda: tmp_path)
    first, second = type_in("--version", "--lang", "en").out.splitlines()
    assert "plain Python" in first
    assert "compiled engine" in second


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_explains_itself_in_both_languages(type_in: Dvergar, lang: str) -> None:
    use_language(lang)
    commands = list(translated_command().commands)
    assert len(commands) == 25
    for command in ["", *commands]:
        said = type_in(*command.split(), "--help", "--lang", lang)
        assert said.code == 0
        assert said.err == ""
        assert "--lang" in said.out
        assert "help." not in said.out, "a text that was not translated"
        assert ("Show this text" in said.out) == (lang == "en")


def test_help_has_a_short_name_and_the_shell_can_complete_commands(type_in: Dvergar) -> None:
    assert type_in("games", "-h").out == type_in("games", "--help").out
    asked = {"_DVERGAR_COMPLETE": "complete_bash", "COMP_WORDS": "dvergar ser", "COMP_CWORD": "1"}
    script = Path(sysconfig.get_path("scripts")) / "dvergar"
    said = subprocess.run([script], env=os.environ | asked, capture_output=True, check=True)
    assert said.stdout.split() == [b"serve"]


def test_the_frames_of_the_help_are_translated(type_in: Dvergar) -> None:
    assert "Commandes" in type_in("--help", "--lang=fr").out
    assert "[obligatoire]" in type_in("play", "--help", "--lang=fr").out
    assert "Commands" in type_in("--help").out


@pytest.mark.parametrize(
    ("typed", "environment", "lang"),
    [
        ([], {}, "en"),
        (["games"], {"LANG": "fr_FR.UTF-8"}, "fr"),
        (["games"], {"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        (["games"], {"LANG": "en_GB", "LC_ALL": "", "LC_MESSAGES": "fr_CA"}, "fr"),
        (["games"], {"LANG": "de_DE.UTF-8"}, "de"),
        (["games"], {"LANG": "xx_XX.UTF-8"}, "en"),
        (["games"], {"LANG": "fr_FR.UTF-8", "DVERGAR_LANG": "en"}, "en"),
        (["games", "--lang", "fr"], {"DVERGAR_LANG": "en"}, "fr"),
        (["--lang=fr", "games"], {}, "fr"),
        (["games", "--lang"], {}, "en"),
    ],
)
def test_the_language_is_the_one_asked_for_or_that_of_the_system(
    typed: list[str], environment: dict[str, str], lang: str
) -> None:
    assert chosen_language(typed, environment) == lang


# What is typed wrongly.


WRONG: list[tuple[str, str]] = [
    ("fly", "There is no command “fly”; the commands are: serve, games, play"),
    ("--fly", "There is no option --fly here; dvergar --help lists all options."),
    ("play", "GAME is missing; see dvergar play --help."),
    (
        "play chess",
        f"There is no game called “chess”; the games are: {GAMES}",
    ),
    ("play my_gold_mine --fly", "There is no option --fly here; dvergar play --help"),
    ("play my_gold_mine --players", "The option --players needs a value"),
    ("play my_gold_mine --players many", "--players cannot have this value"),
    ("play my_gold_mine --players 9", "My Gold Mine is for 2 to 6 players, not for 9"),
    ("play my_gold_mine --option open_gold", "“open_gold” is not an option with its value"),
    ("play my_gold_mine --option colour=red", "no option called “colour”"),
    ("play my_gold_mine --option open_gold=maybe", "“maybe” is not a value of the option"),
    ("play my_gold_mine --bots clever", "There is no bot called “clever”"),
    ("play my_gold_mine --players 2 --bots bold,bold,bold", "3 bots are too many for 2 seats"),
    ("play my_gold_mine --seed -1", "“-1” is not a seed"),
    ("play my_gold_mine --save no/such/folder.json", "cannot be written: No such file"),
    ("rules", "GAME is missing; see dvergar rules --help."),
    ("rules chess", "There is no game called “chess”"),
    ("rules my_gold_mine more", "There are too many words in this command"),
    ("games --lang xx", "Dvergar does not speak “xx”; choose one of: en, de, fr."),
    ("simulate my_gold_mine", "--bots is missing; see dvergar simulate --help."),
    ("solve caverna", "--out is missing; see dvergar solve --help."),
    ("solve my_gold_mine --out best.json", "has no solo game"),
    ("solve caverna --out pyproject.toml", "This record is damaged"),
    ("simulate my_gold_mine --bots ,", "A simulation needs bots"),
    ("simulate my_gold_mine --bots bold --games 0", "--games cannot have this value"),
    ("simulate my_gold_mine --bots bold --seed 99999999999999999999", "is not a seed"),
    ("simulate my_gold_mine --bots bold --save pyproject.toml", "cannot be written: File exists"),
    ("replay no.json", "no.json cannot be read: No such file or directory."),
    ("replay pyproject.toml", "This record is damaged"),
    (f"replay {RECORD} --at 999", "There is no position 999 in this record"),
    (f"replay {RECORD} --at -1", "There is no position −1 in this record"),
    ("verify", "FILE... is missing"),
    ("verify no.json", "no.json cannot be read"),
    ("verify package.json", "package.json: This file is not the record of a Dvergar game."),
    ("serve --port 99999", "--port cannot have this value"),
    ("serve --data pyproject.toml", "pyproject.toml cannot be written"),
    ("serve --host 192.0.2.1", "The server cannot listen on 192.0.2.1, port 8000"),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG, ids=[words for words, _ in WRONG])
def test_what_is_wrong_gets_one_sentence_and_exit_code_2(
    type_in: Dvergar, monkeypatch: pytest.MonkeyPatch, words: str, sentence: str
) -> None:
    monkeypatch.chdir(ROOT)
    said = type_in(*words.split())
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert said.err.endswith(".\n")
    if "--lang" not in words:
        monkeypatch.setenv("DVERGAR_LANG", "fr")
        french = type_in(*words.split())
        assert french.code == 2
        assert french.err != said.err
        assert french.err.count("\n") == 1


def test_a_process_ends_with_the_sentence_and_no_traceback() -> None:
    process = start("play", "chess")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert out == ""
    assert err == f"There is no game called “chess”; the games are: {GAMES}.\n"


def test_a_quick_answer_does_not_load_the_server() -> None:
    code = (
        "import sys; from dvergar.cli import run; run(['games']); run(['--version']);"
        "heavy = {'fastapi', 'sqlalchemy', 'uvicorn', 'jinja2', 'dvergar.web'};"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    process = start(code=code)
    assert process.communicate(timeout=60)[1] == ""
    assert process.returncode == 0


# Games and rules.


def test_the_games_with_their_bots_and_options(type_in: Dvergar) -> None:
    said = type_in("games")
    assert "My Gold Mine (my_gold_mine)" in said.out
    assert "Players: 2–6. Minutes: 25." in said.out
    assert "Bots: easy, normal, hard, expert, careful, bold, " in said.out
    assert "two_player_variant=true|false" in said.out
    assert "Jeux" not in said.out
    assert "Joueurs : 2–6" in type_in("games", "--lang", "fr").out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_whole_rule_book_is_printed(type_in: Dvergar, lang: str) -> None:
    said = type_in("rules", "my_gold_mine", "--lang", lang)
    book = dvergar.game("my_gold_mine").info.rulebook()
    for rule in book:
        assert plain(rule.text(lang)) in said.out
        assert rule.id in said.out


@pytest.mark.parametrize("slug", GAMES.split(", "))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_below_a_rule_stands_what_its_rulings_are_about(
    type_in: Dvergar, lang: str, slug: str
) -> None:
    said = type_in("rules", slug, "--lang", lang).out
    game = dvergar.game(slug).info
    asked = {ruling.id: ruling.question(lang) for ruling in game.rulings()}
    for rule in game.rulebook():
        cited = [f"{id}: {asked[id]}" for id in rule.rulings]
        shown = [rule.text(lang), f"{rule.id} · {rule.source_in(lang)}", *cited]
        assert "  • " + plain("\n    ".join(shown)) + "\n" in said


@pytest.mark.parametrize("slug", GAMES.split(", "))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_behind_the_rule_book_stand_all_rulings_with_their_answers(
    type_in: Dvergar, lang: str, slug: str
) -> None:
    rulings = dvergar.game(slug).info.rulings()
    title = words("dvergar.cli", lang)("rules.rulings")
    behind = type_in("rules", slug, "--lang", lang).out.split(f"\n{title}\n")[1]
    for chapter in rulings.chapters:
        assert f"\n{plain(chapter.title(lang))}\n" in behind
    for ruling in rulings:
        shown = [
            f"{ruling.id}: {ruling.question(lang)}",
            ruling.answer(lang),
            ruling.source_in(lang),
        ]
        after = behind.split("  • " + plain("\n    ".join(shown)))[1].partition("\n")[0]
        assert ruling.option in after
        assert bool(ruling.option) == bool(after)


def test_a_game_without_rulings_has_no_such_chapter(type_in: Dvergar, stones: GameInfo) -> None:
    assert "Rulings" not in type_in("rules", stones.slug).out


# Playing.


def answers(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


def test_a_whole_game_is_played_by_number_letter_and_name(type_in: Dvergar, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    lines = answers(*["1", "d", "Dig", "dig", "draw exit", "E", "2", "9", "", "fly"] * 60)
    said = type_in("play", "my_gold_mine", "--seed", 4, "--save", file, lines=lines)
    assert said.code == 0
    assert said.err == ""
    assert "Seat 1, your turn: dig, or run?" in said.out
    assert "“fly” is not one of the choices" in said.out
    assert re.search(r"(wins the game|share the victory)!", said.out)
    assert "Big nuggets" in said.out
    assert f"The record is in {file}." in said.out
    record = Record.load(file)
    assert record.seats == ["Seat 1", "easy", "easy"]
    assert record.verify().over


def test_a_game_in_french_against_chosen_bots(type_in: Dvergar) -> None:
    words = ("play", "my_gold_mine", "--seed", 4, "--bots", "bold,random", "--lang", "fr")
    said = type_in(*words, lines=answers(*["2", "1"] * 200))
    assert said.code == 0
    assert "Place 1, à vous : creuser ou fuir ?" in said.out
    assert "téméraire" in said.out
    assert "aléatoire" in said.out
    assert "Grosses pépites" in said.out


def test_bots_alone_can_be_watched(type_in: Dvergar) -> None:
    said = type_in("play", "my_gold_mine", "--players", 2, "--bots", "bold,random", "--seed", 1)
    assert said.code == 0
    assert "The game is over." in said.out
    assert "> " not in said.out


def test_options_reach_the_game(type_in: Dvergar, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    options = ["two_player_variant=FALSE", "first_seat=1", "red_door_at_dragon=burn"]
    words = [word for option in options for word in ("--option", option)]
    table = ("--players", 2, "--seed", 4)
    type_in("play", "my_gold_mine", *table, *words, "--save", file, lines="q\n")
    asked = Record.load(file).options
    assert asked["two_player_variant"] is False
    assert asked["first_seat"] == 1
    assert asked["red_door_at_dragon"] == "burn"


def test_a_move_is_taken_back_until_something_is_revealed(
    type_in: Dvergar, stones: GameInfo, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    lines = answers("u", "pick", "pick", "drop", "u", "u", "peek", "u", "end turn", "u", "q")
    said = type_in("play", stones.slug, "--bots", "", "--seed", 1, "--save", file, lines=lines)
    assert said.out.count("There is nothing to undo") == 3
    assert "Undone: drop." in said.out
    assert "Undone: pick." in said.out
    assert Record.load(file).moves == ["pick", "peek", "end turn"]
    assert "u undo" in said.out


def test_a_question_mark_says_what_is_blocked_and_why(
    type_in: Dvergar, stones: GameInfo, tmp_path: Path
) -> None:
    lines = answers("?", "pick", "pick", "pick", "?", "q")
    file = tmp_path / "game.json"
    said = type_in("play", stones.slug, "--bots", "", "--seed", 1, "--save", file, lines=lines)
    assert "Everything you could expect here is possible." in said.out
    assert "Pick a stone: Three stones are enough for one turn." in said.out
    assert "All rules: dvergar rules stones" in said.out


def test_the_rule_behind_a_blocked_move_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    game: Any = dvergar.game("my_gold_mine", red_door_at_dragon="forbid")
    state = game.position(dwarfs=[4, 4, 4], dragon=5, extraction=["red"])
    play.show_reasons(state, state.prompt("en"))
    said = capsys.readouterr().out
    assert "You may not take a red door next to the dragon" in said
    assert game.info.rulebook()["my_gold_mine.option.red_door.forbid"].text("en") in said


def test_a_move_that_is_not_possible_is_refused_with_its_rule(
    type_in: Dvergar, stones: GameInfo, tmp_path: Path
) -> None:
    lines = answers("pick", "pick", "pick", "pick", "Pick a stone", "q")
    file = tmp_path / "game.json"
    said = type_in("play", stones.slug, "--bots", "", "--seed", 1, "--save", file, lines=lines)
    sentence = "“Pick a stone” is not possible now. Three stones are enough for one turn."
    assert said.out.count(sentence) == 2
    assert stones.rulebook()["stones.turn.pick"].text("en") in " ".join(said.out.split())


def test_a_game_that_was_left_goes_on(type_in: Dvergar, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    words = ("play", "my_gold_mine", "--seed", 4, "--save", file)
    said = type_in(*words, lines=answers("1", "q"))
    assert f"To continue: dvergar play my_gold_mine --save {file}" in said.out
    begun = Record.load(file)
    assert begun.moves[0] == "dig"
    assert begun.scores is None
    assert type_in("play", "my_gold_mine", "--save", file, lines="2\n").code == 0
    more = Record.load(file)
    assert more.moves[: len(begun.moves)] == begun.moves
    assert len(more.moves) > len(begun.moves)
    assert (more.seed, more.seats) == (4, begun.seats)


def test_a_finished_game_does_not_go_on(type_in: Dvergar, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(RECORD.read_text())
    said = type_in("play", "my_gold_mine", "--save", file)
    assert said.code == 2
    assert "does not hold an unfinished game of my_gold_mine" in said.err
    assert file.read_text() == RECORD.read_text()


def test_leaving_without_a_file_makes_one(
    type_in: Dvergar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert type_in("play", "my_gold_mine", "--seed", 4, "--option", "first_seat=0").code == 0
    assert list(tmp_path.iterdir()) == [], "nothing was played"
    type_in("play", "my_gold_mine", "--seed", 4, lines="1\n")
    assert Record.load(tmp_path / "my_gold_mine-4.json").moves


def test_a_letter_that_means_something_else_is_not_offered() -> None:
    from dvergar.core.prompt import Choice

    choices = [Choice(number, name, name, shortcut=name[0]) for number, name in enumerate("qu?7x")]
    assert [letter(choice) for choice in choices] == ["", "", "", "", "x"]
    assert play.find_choice(choices, "2") is choices[1]
    assert play.find_choice(choices, "X") is choices[4]
    assert play.find_choice(choices, "0") is play.find_choice(choices, "6") is None
    assert play.find_choice(choices, "") is None


# Simulations.


def test_a_simulation_shows_who_won_and_can_be_repeated(type_in: Dvergar, tmp_path: Path) -> None:
    table = ("my_gold_mine", "--bots", "careful,random", "--jobs", 1)
    words = ("simulate", *table, "--games", 6, "--seed", 1)
    said = type_in(*words, "--save", tmp_path / "games")
    assert said.code == 0
    assert re.search(r"careful\s*│\s*6 │", said.out)
    assert "6 games with seed 1 in" in said.out
    files = list((tmp_path / "games").iterdir())
    assert len(files) == 6
    assert type_in("verify", *files).code == 0
    again = type_in(*words)
    assert again.out.splitlines()[:-1] == said.out.splitlines()[:-1]
    assert "parties avec la graine 1" in type_in(*words, "--lang", "fr").out


def test_bots_may_sit_in_more_seats_than_there_are_of_them(type_in: Dvergar) -> None:
    words = ("simulate", "my_gold_mine", "--bots", "random", "--games", 2, "--jobs", 1)
    assert re.search(r"random\s*│\s*6 │", type_in(*words).out), "three seats are the default"
    assert re.search(r"random\s*│\s*10 │", type_in(*words, "--players", 5).out)
    option = ("--players", 2, "--option", "two_player_variant=false")
    assert re.search(r"random\s*│\s*4 │", type_in(*words, *option).out)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal to send")
def test_ctrl_c_leaves_quietly(tmp_path: Path) -> None:
    words = ("--bots", "random", "--games", 100_000, "--save", tmp_path, "--jobs", 2)
    simulation = ("simulate", "my_gold_mine", *words)
    process = start(*simulation, code=AT_A_TERMINAL, start_new_session=True)
    deadline = time.monotonic() + 60
    while not any(tmp_path.iterdir()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal to send")
def test_nobody_goes_on_with_a_simulation_that_was_killed(tmp_path: Path) -> None:
    words = ("--bots", "random", "--games", 100_000, "--save", tmp_path, "--jobs", 2)
    process = start("simulate", "my_gold_mine", *words)
    deadline = time.monotonic() + 60
    while not any(tmp_path.iterdir()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.kill()
    process.communicate(timeout=60)  # until nobody is left who could still write there


# Records.


def test_a_replay_tells_the_whole_game(type_in: Dvergar) -> None:
    said = type_in("replay", RECORD)
    record = Record.load(RECORD)
    assert said.out.startswith("   0  Round 1 begins.")
    assert f"\n{len(record.moves):>4}  " in said.out
    assert "The game is over." in said.out
    assert "Total" in said.out
    assert "La partie est finie." in type_in("replay", RECORD, "--lang", "fr").out


def test_a_replay_shows_a_position(type_in: Dvergar) -> None:
    moves = len(Record.load(RECORD).moves)
    first, last = type_in("replay", RECORD, "--at", 0), type_in("replay", RECORD, "--at", moves)
    assert first.out.startswith(f"Position 0 of {moves}\n")
    assert "your turn: dig, or run?" in first.out
    assert f"Position {moves} of {moves}" in last.out
    assert "Rank" in last.out


def test_records_are_verified_one_by_one(type_in: Dvergar, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(json.loads(RECORD.read_text()) | {"scores": [9, 9, 9]}))
    left = tmp_path / "left.json"
    entries = json.loads(RECORD.read_text())
    left.write_text(json.dumps(entries | {"scores": None, "moves": entries["moves"][:1]}))
    said = type_in("verify", RECORD, wrong, left)
    assert said.code == 2
    assert re.search(r"my_gold_mine-3\.json: my_gold_mine, \d+ moves, final scores", said.out)
    assert "left.json: my_gold_mine, 1 move, unfinished: correct." in said.out
    assert said.err == f"{wrong}: The result in the record does not match its moves.\n"


# The server.


def test_a_taken_port_is_passed_over_aloud(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    use_language("en")
    with serve.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve, "DEFAULT_PORT", port)
        with serve.listen("127.0.0.1", None) as listener:
            other = listener.getsockname()[1]
    assert other > port
    assert capsys.readouterr().err == f"Port {port} is in use; using {other} instead.\n"


def test_there_is_an_end_to_trying_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "MAX_PORTS_TRIED", 1)
    with serve.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve, "DEFAULT_PORT", port)
        with pytest.raises(CommandError, match=f"All ports from {port} to {port} are in use"):
            serve.listen("127.0.0.1", None)


def test_a_taken_port_that_was_asked_for_is_an_error() -> None:
    with serve.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} is in use; choose another"):
            serve.listen("127.0.0.1", port)


def test_without_a_command_the_page_is_served_and_opened(
    type_in: Dvergar, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(serve, "serve", lambda *words: asked.append(words))
    type_in()
    type_in("serve", "--host", "0.0.0.0", "--port", 81, "--data", tmp_path, "--no-open")
    type_in("serve", "--workers-for-bots", 2, "--no-compile")
    type_in("serve", "--set", "moves-per-minute=9")
    monkeypatch.setenv("DVERGAR_HOST", "0.0.0.0")
    monkeypatch.setenv("DVERGAR_PORT", "82")
    type_in("serve", "--base-path", "/dvergar")
    compiled = {"compile_bots": True, "warm": True}
    assert asked == [
        (serve.ServeAddress(), compiled, True),
        (serve.ServeAddress("0.0.0.0", 81, tmp_path), compiled, False),
        (serve.ServeAddress(), {"compile_bots": False, "warm": True, "bot_workers": 2}, True),
        (serve.ServeAddress(), compiled | {"moves_per_minute": "9"}, True),
        (serve.ServeAddress("0.0.0.0", 82), compiled | {"base_path": "/dvergar"}, True),
    ]
    monkeypatch.setenv("DVERGAR_PORT", "eighty")
    assert "eighty" in type_in("serve").err


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal to send")
def test_the_server_says_where_it_is_answers_and_stops_by_ctrl_c(tmp_path: Path) -> None:
    words = ("--no-open", "--no-compile", "--port", 0, "--data", tmp_path / "new" / "folder")
    process = start("serve", *words, code=AT_A_TERMINAL)
    assert process.stdout is not None
    said = process.stdout.readline()
    address = said.removeprefix("Dvergar is at ").strip()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
    with urllib.request.urlopen(address, timeout=30) as page:
        assert page.status == 200
        assert b"My Gold Mine" in page.read()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert err == ""
    assert list((tmp_path / "new" / "folder").iterdir())


def test_the_texts_a_language_lacks_are_listed(type_in: Dvergar) -> None:
    said = type_in("translations")
    assert said.code == 0
    assert [line.split()[0] for line in said.out.splitlines()] == list(LANGUAGES)
    complete, unknown = type_in("translations", "fr"), type_in("translations", "xx")
    assert (complete.code, unknown.code) == (0, 1)
    assert "locales/xx/rulebook.toml" in unknown.out
    assert "caverna.aim.players" in unknown.out
