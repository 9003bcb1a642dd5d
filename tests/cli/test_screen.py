"""Every question fits a terminal of 80 columns and 40 lines, and nothing is out of reach."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import dvergar
from dvergar import bots
from dvergar.cli import console, records
from dvergar.cli.console import rich_text, use_language
from dvergar.cli.play import SCREEN_COLUMNS, SCREEN_LINES, columns, compose, entries, further
from dvergar.core.bot import ask
from dvergar.core.chance import derive
from dvergar.core.game import State
from dvergar.core.languages import LANGUAGES
from dvergar.core.record import Record
from dvergar.core.registry import info
from dvergar.core.sentences import log_sentences

GAMES = [
    (slug, players)
    for slug in ("caverna", "cave_vs_cave", "my_gold_mine")
    for players in range(info(slug).players[0], info(slug).players[1] + 1)
]
LONG = "Wilhelmina von der Zwergen"  # longer than a page would let anybody be called


def fits(
    state: State, changed: dict[str, list[str]], names: list[str], langs: tuple[str, ...]
) -> None:
    for lang in langs:
        prompt = state.prompt(lang, names)
        screen = state.game.screen(state, state.seat, lang, names)
        page = compose(screen, prompt, changed[lang], lang, names, can_undo=True)
        texts = [line.text for line in page.lines]
        assert len(texts) <= SCREEN_LINES, "\n".join(texts)
        assert max(map(len, texts)) <= SCREEN_COLUMNS, max(texts, key=len)
        if not page.more:
            continue
        seen, more = page.more, page.more
        while more:
            lines, more = further(screen, prompt, more, lang)
            assert len(lines) <= SCREEN_LINES
            assert max(map(len, lines)) <= SCREEN_COLUMNS
            seen = max(seen, more)
        assert seen < len(prompt.choices), "the last page has the rest"


@pytest.mark.whole_games
@pytest.mark.fast_engine
@pytest.mark.parametrize("bot", ["random", "greedy:breadth=4"])
@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_every_question_of_whole_games_fits(slug: str, players: int, bot: str) -> None:
    game = dvergar.game(slug, players=players)
    names = [f"{LONG[: 24 - 2]} {seat}" for seat in range(players)]
    state = game.start(seed=players)
    mover = bots.make(bot, seed=1, game=slug)
    changed: dict[str, list[str]] = {lang: [] for lang in LANGUAGES}
    asked = 0
    while not state.over:
        one = LANGUAGES[asked % len(LANGUAGES)]
        fits(state, changed, names, LANGUAGES if bot == "random" else (one,))
        state.play(ask(mover, state, derive(players, asked)))
        asked += 1
        for lang in LANGUAGES:
            told = log_sentences(game, state.events(), lang, names)
            changed[lang] += [rich_text(sentence.html).plain for sentence in told]
            changed[lang] = changed[lang][-20:]  # as much as others may do before one is asked


def test_the_goods_of_a_space_stand_beside_its_choice() -> None:
    state = dvergar.game("caverna", players=2).start(seed=1)
    screen = state.game.screen(state, state.seat, "en", ["Ann", "Bo"])
    listed = entries(screen, state.prompt("en").choices)
    assert "  4  Logging: 3 wood" in listed
    assert list(screen.parts) == ["spaces", "board 1", "board 2", "tiles"]


def test_what_has_no_room_comes_on_the_next_page() -> None:
    texts = [f"{number:>3}  a rather long choice, number {number}" for number in range(1, 100)]
    lines, more = columns(texts, 10)
    assert len(lines) < 10
    assert 0 < more < 99
    assert columns(texts[:6], 10) == (texts[:6], 0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_score_tables_cut_no_name(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.load("tests/records/caverna-7.json")
    written = io.StringIO()
    monkeypatch.setattr(console, "OUT", Console(file=written, width=80))
    use_language(lang)
    try:
        names = [f"Wilhelmina {seat}" for seat in range(7)]
        records.show_result(record.replay(), names)
    finally:
        use_language("en")
    said = written.getvalue()
    assert "…" not in said
    assert max(map(len, said.splitlines())) <= 80
    letters = "".join(said.split())
    for _, line in [("", one) for one, _ in record.replay().scores()[0].lines]:
        word = record.make_game().info.words(lang)(f"score.{line}")
        assert word.split()[0] in letters
