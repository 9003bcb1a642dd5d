"""Every reason that a player reads is true: compared with what lies on the table.

Each space, each item of loot and each tile is either offered or explained, by the reason of its own
that the table shows and by the rule that says so; so is what one could do at any time.
`reasons` finds them out by itself.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from dvergar.core.errors import PositionError
from dvergar.core.languages import LANGUAGES
from dvergar.core.prompt import Blocked, Prompt
from dvergar.games.caverna.facts.tiles import PRICE_NAMES
from dvergar.games.caverna.rules.questions import offers_free
from dvergar.games.caverna.rules.reasons import REASONS
from dvergar.testing import play, rule
from tests.games.caverna import generated, reasons
from tests.games.caverna.campaign import Player
from tests.games.caverna.reasons import (
    Look,
    Reason,
    cannot_pay,
    why_not_furnish,
    why_not_loot,
    why_not_place,
)
from tests.games.caverna.referee.home import cell
from tests.games.caverna.referee.printed import ALL_SPACES, LOOT
from tests.games.caverna.referee.shapes import FARM_ANIMALS, Goods, Pair
from tests.games.caverna.tables import caverna, table

PRICE_ORDER: list[str] = list(PRICE_NAMES)
Shown = Counter[str]


class Watcher:
    """Follows a table by its events, as far as the view does not tell it."""

    def __init__(self, pastures: dict[int, list[Pair]] | None = None) -> None:
        self.pastures = pastures or {}
        self.weapon = 0  # what counts for the loot
        self.dwarf = -1  # who came back from an expedition
        self.taken: set[str] = set()
        self.by = ""  # the space or the item that lets one furnish
        self.jumped = 0  # the weapon of the dwarf that a ruby has sent first

    def follow(self, state: Any) -> None:
        """Reads what the last move caused."""
        for event in state.events():
            if event.kind in ("jump", "place", "pass"):
                self.jumped = int(event["strength"]) if event.kind == "jump" else 0
            if event.kind in ("place", "imitate", "loot"):
                self.by = str(event["item" if event.kind == "loot" else "space"])
            if event.kind == "fence" and event["a"] != event["b"]:
                pair = (cell(str(event["a"])), cell(str(event["b"])))
                self.pastures.setdefault(event.seat, []).append(pair)
            elif event.kind == "place":
                self._begin(int(event["weapon"]))
            elif event.kind in ("forge", "expedition"):
                self._begin(int(event["strength"]))
            elif event.kind == "loot":
                self.taken.add(str(event["item"]))
            elif event.kind == "strengthen" and self.dwarf in (-1, event["dwarf"]):
                self._begin(int(event["strength"]))
                self.dwarf = int(event["dwarf"])

    def _begin(self, weapon: int) -> None:
        self.weapon, self.dwarf, self.taken = weapon, -1, set()

    def check(self, state: Any, lang: str = "en") -> Shown:
        """Looks at everything that is blocked now; the reasons shown, by their words."""
        view, prompt = state.view(None), state.prompt(lang)
        expected: dict[str, list[Reason]] = {}
        if view["acting"]:
            look = Look(view, state.seat, view["acting"]["weapon"])
            for entry in view["spaces"]:
                expected[f"space:{entry['space']}"] = why_not_place(look, entry)
        if any(choice.anchor.startswith("loot:") for choice in prompt.choices):
            look = Look(view, state.seat, self.weapon)
            pastures = self.pastures.get(state.seat, [])
            for item in LOOT:
                expected[f"loot:{item}"] = why_not_loot(look, item, self.taken, pastures)
        look = Look(view, state.seat, view["acting"]["weapon"] if view["acting"] else 0)
        check_prices(state, look, lang, may_jump=look.weapon != self.jumped or not self.jumped)
        shown = [one for one in prompt.blocked if one.anchor]
        if any(one.anchor.startswith("tile:") for one in [*prompt.choices, *shown]):
            for tile in view["tiles"]:
                lacks = why_not_furnish(look, tile, self.by)
                expected[f"tile:{tile}"] = [reason for reason, _ in lacks]
                for one in prompt.blocked_at(f"tile:{tile}"):
                    why, missing = next(each for each in lacks if each[0].word == one.word)
                    in_order: Goods = {
                        good: missing[good] for good in PRICE_ORDER if good in missing
                    }
                    assert one.reason == in_words(state, why, in_order, lang)
        return compare(state, prompt, expected, lang)


def check_prices(state: Any, look: Look, lang: str, may_jump: bool) -> None:
    """What cannot be paid at any time is told wherever it could be done, and nothing else."""
    told = [one for one in state.prompt(lang).blocked if not one.anchor]
    if not offers_free(state):
        assert not told
        return
    expected = cannot_pay(look, may_jump=may_jump and look.view["acting"] is not None)
    assert Counter((one.word, one.rule, one.reason) for one in told) == Counter(
        (*reason, in_words(state, reason, missing, lang)) for reason, missing in expected
    )
    assert all(one.label for one in told)


def in_words(state: Any, reason: Reason, missing: Goods, lang: str) -> str:
    """A reason as it is told, with the goods that are missing."""
    speak = state.game.info.words(lang)
    goods = [speak(f"count.{good}", n=n) for good, n in missing.items()]
    said: str = speak(f"blocked.{reason.word}", what=", ".join(goods))
    return said


def compare(state: Any, prompt: Prompt, expected: dict[str, list[Reason]], lang: str) -> Shown:
    """What is open is offered, what is not is explained, once and in the words of its reason."""
    offered = {choice.anchor for choice in prompt.choices}
    on_table = [one for one in prompt.blocked if one.anchor]
    blocked = {one.anchor: one for one in on_table}
    assert len(blocked) == len(on_table)
    assert set(blocked) == {anchor for anchor, lacks in expected.items() if lacks}
    assert not offered & set(blocked)
    assert offered >= {anchor for anchor, lacks in expected.items() if not lacks}
    for anchor, one in blocked.items():
        assert Reason(one.word, one.rule) in expected[anchor], (anchor, one, expected[anchor])
        check_words(state, one, lang)
    return Counter(one.word for one in prompt.blocked)


def check_words(state: Any, blocked: Blocked, lang: str) -> None:
    """Label and sentence are those of the thing and of the reason."""
    speak = state.game.info.words(lang)
    assert blocked.label == speak(blocked.anchor.replace(":", "."))
    if blocked.word != "short_of":  # what is missing is compared where it is reckoned
        assert blocked.reason == speak(f"blocked.{blocked.word}")


# Prepared positions: every reason once, and where it stands.

FULL_FOREST = {f"r{row}c{col}": "field" for row in range(4) for col in range(3)}
FULL_MOUNTAIN = {f"r{row}c{col}": "tunnel" for row in (0, 1) for col in (3, 4, 5)}
FULL_MOUNTAIN |= {"r2c4": "ore_mine", "r2c5": "deep_tunnel", "r3c4": "ruby_mine", "r3c5": "cavern"}
BIG_FAMILY = {
    "weapons": [0] * 5,
    "board": {"r2c3": "couple_dwelling", "r2c4": "dwelling", "r3c4": "dwelling"},
}
LATE: dict[str, Any] = {"round": 12}


def armed(weapon: int = 14, **seat: Any) -> dict[str, Any]:
    """A player whose dwarfs are armed."""
    return {"weapons": [weapon, weapon], **seat}


EXAMPLES: list[tuple[Reason, str, dict[str, Any], dict[str, Any], list[str]]] = [
    (reasons.OCCUPIED, "space:housework", {}, {"occupied": {"housework": 1}}, []),
    (reasons.OCCUPIED, "space:supplies", {}, {"occupied": {"supplies": 0}}, []),
    (reasons.NOTHING_THERE, "space:wood_gathering", {}, {}, []),
    (reasons.NOTHING_THERE, "space:ore_mining", {}, {}, []),
    (reasons.NOTHING_THERE, "space:ruby_delivery", {}, LATE, []),
    (reasons.NO_ROOM_FOR_MEADOW_FIELD, "space:clearing", {"board": FULL_FOREST}, {}, []),
    (
        reasons.NO_EMPTY_FIELD,
        "space:slash_and_burn",
        {"stables": ["r3c2", "r2c2", "r3c1"]},
        {},
        [],
    ),
    (reasons.NO_ROOM_FOR_CAVERN_TWIN, "space:excavation", {"board": FULL_MOUNTAIN}, {}, []),
    (reasons.NO_TUNNELS_FOR_MINE, "space:ore_mine_construction", {}, LATE, []),
    (reasons.NO_TUNNEL_FOR_RUBY_MINE, "space:ruby_mine_construction", {}, LATE, []),
    (reasons.NO_BED, "space:family_life", {}, LATE, []),
    (reasons.NO_DWELLING_AFFORDABLE, "space:wish_for_children", {}, {"round": 4}, []),
    (
        reasons.NO_CAVERN,
        "space:wish_for_children",
        {"board": {"r2c3": "miner"}, "goods": {"wood": 9, "stone": 9}},
        {"round": 4},
        [],
    ),
    (
        reasons.NO_SEED,
        "space:slash_and_burn",
        {"board": FULL_FOREST},
        {},
        [],
    ),
    (reasons.NO_EMPTY_FIELD, "space:family_life", BIG_FAMILY, LATE, []),
    (reasons.NO_ORE_TO_FORGE, "space:blacksmithing", {}, LATE, []),
    (reasons.NO_ORE_TO_FORGE, "space:adventure", {}, LATE, []),
    (reasons.NOT_ARMED, "space:logging", {"goods": {"ore": 9}}, {}, []),
    (reasons.NOT_ARMED, "space:hardware_rental", {}, {"players": 5}, []),
    (reasons.NO_MEADOW, "space:sheep_farming", {"goods": {"wood": 9}}, LATE, []),
    (reasons.NO_WOOD_FOR_SMALL, "space:fence_building", {}, {"players": 5}, []),
    (reasons.NO_WOOD_FOR_SMALL, "space:donkey_farming", {"board": {"r3c2": "meadow"}}, LATE, []),
    (reasons.NO_ORE_TO_SELL, "space:ore_trading", {"goods": {"ore": 1}}, LATE, []),
    (
        reasons.NO_FOOD_TO_IMITATE,
        "space:imitation_4",
        {"goods": {"food": 3}},
        {"players": 3, "occupied": {"supplies": 1}},
        [],
    ),
    (
        reasons.NOBODY_TO_IMITATE,
        "space:imitation_4",
        {"goods": {"food": 4}},
        {"players": 3, "occupied": {"supplies": 0}},
        [],
    ),
    (
        reasons.ONLY_STARTING_PLAYER,
        "space:imitation_4",
        {"goods": {"food": 4}},
        {"players": 3, "occupied": {"starting_player": 1}},
        [],
    ),
    (
        reasons.ONLY_IMITATION,
        "space:imitation_4",
        {"goods": {"food": 4}},
        {"players": 5, "occupied": {"imitation_2": 1}},
        [],
    ),
    (
        reasons.NOTHING_TO_IMITATE,
        "space:imitation_4",
        {"goods": {"food": 4}},
        {"players": 3, "occupied": {"wood_gathering": 1}},
        [],
    ),
    (reasons.LOOT_TOO_STRONG, "loot:sheep", armed(1), {}, ["place logging"]),
    (reasons.LOOT_TAKEN, "loot:dog", armed(1), LATE, ["place blacksmithing", "loot dog"]),
    (
        reasons.NO_CAVERN,
        "loot:furnish_cavern",
        armed(board={"r2c3": "miner"}, goods={"wood": 1}),
        {},
        ["place logging"],
    ),
    (
        reasons.NO_LOOT_DWELLING_AFFORDABLE,
        "loot:ordinary_dwelling",
        armed(goods={"wood": 2, "stone": 1}),
        {},
        ["place logging"],
    ),
    (
        reasons.NO_TILE_AFFORDABLE,
        "loot:furnish_cavern",
        armed(),
        {"tiles_gone": ["dog_school"]},
        ["place logging"],
    ),
    (reasons.NO_EMPTY_FIELD, "loot:sow", armed(goods={"grain": 1}), {}, ["place logging"]),
    (reasons.NO_SEED, "loot:sow", armed(board={"r3c2": "field"}), {}, ["place logging"]),
    (reasons.NO_MEADOW, "loot:small_pasture", armed(goods={"wood": 1}), {}, ["place logging"]),
    (
        reasons.NO_WOOD_FOR_SMALL_LOOT,
        "loot:small_pasture",
        armed(board={"r3c2": "meadow"}),
        {},
        ["place logging"],
    ),
    (
        reasons.NO_TWO_MEADOWS,
        "loot:large_pasture",
        armed(board={"r3c2": "meadow"}, goods={"wood": 2}),
        {},
        ["place logging"],
    ),
    (
        reasons.NO_WOOD_FOR_LARGE_LOOT,
        "loot:large_pasture",
        armed(board={"r3c2": "meadow", "r2c2": "meadow"}, goods={"wood": 1}),
        {},
        ["place logging"],
    ),
    (
        reasons.NO_STABLE_LEFT,
        "loot:stable",
        armed(stables=["r0c0", "r0c1", "r0c2"]),
        {},
        ["place logging"],
    ),
    (reasons.NO_PLACE_FOR_STABLE, "loot:stable", armed(board=FULL_FOREST), {}, ["place logging"]),
    (reasons.NO_ROOM_FOR_SINGLE, "loot:field", armed(board=FULL_FOREST), {}, ["place logging"]),
    (reasons.NO_ROOM_FOR_SINGLE, "loot:cavern", armed(board=FULL_MOUNTAIN), {}, ["place logging"]),
    (reasons.NO_PAIR_TO_BREED, "loot:breed_2", armed(goods={"sheep": 1}), {}, ["place logging"]),
    (reasons.NO_ROOM_TO_BREED, "loot:breed_2", armed(goods={"sheep": 2}), {}, ["place logging"]),
    (
        reasons.TILE_TOO_DEAR,
        "tile:couple_dwelling",
        {"goods": {"wood": 1}},
        {},
        ["place housework"],
    ),
    (
        reasons.NO_CAVERN,
        "tile:carpenter",
        {"board": {"r2c3": "miner"}, "goods": {"stone": 1, "ruby": 2}},
        {},
        ["place housework"],
    ),
    (
        reasons.NO_DWELLING,
        "tile:carpenter",
        {"goods": {"wood": 4, "stone": 3}},
        {"round": 4},
        ["place wish_for_children"],
    ),
    (reasons.NO_RUBY_FOR_GOOD, "", {}, {}, []),
    (reasons.NO_FOOD_FOR_CATTLE, "", {"goods": {"food": 0, "ruby": 2}}, {}, []),
    (reasons.NO_RUBIES_FOR_CAVERN, "", {"goods": {"food": 1, "ruby": 1}}, {}, []),
    (reasons.NO_RUBY_TO_JUMP, "", {"weapons": [0, 3]}, {}, []),
    (reasons.NO_GOLD_FOR_FOOD, "", {"goods": {"gold": 1}}, {}, []),
    *(
        (Reason("short_of", f"caverna.tile.{tile}"), "", {"board": {"r2c3": tile}}, {}, [])
        for tile in sorted({tile for tile, _ in reasons.TRADES})
    ),
]
# Reasons that nobody reads, because something else on the same card comes first.
NEVER_SHOWN = [
    reasons.ALREADY_ARMED,  # an armed dwarf goes on the expedition of that space
    reasons.FAMILY_FULL,  # a dwelling can be furnished or a field sown there
    reasons.NO_STONE_FOR_STABLE,  # what the pasture lacks is said first, and loot costs no stone
    reasons.NO_WOOD_FOR_LARGE,  # so it is with the small pasture
    reasons.NO_GOLD_FOR_MARKET,  # the market hands out gold
    reasons.TILE_TOO_DEAR_AS_LOOT,  # the one tile of that loot need not be asked for
    reasons.NOT_THE_ORDINARY_DWELLING,
    reasons.NO_RUBY_FOR_MEADOW_OR_FIELD,  # without a ruby, goods stand for all that one buys
    reasons.NO_RUBY_FOR_TUNNEL,
]


@rule("caverna.table.goods_in_hand", "caverna.placing.something_to_do")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("reason", "anchor", "seat", "position", "moves"),
    [pytest.param(*one, id=f"{one[0].word}-{one[1]}") for one in EXAMPLES],
)
def test_the_reason_says_what_is_missing_and_which_rule_says_so(
    reason: Reason,
    anchor: str,
    seat: dict[str, Any],
    position: dict[str, Any],
    moves: list[str],
    lang: str,
) -> None:
    state, watcher = table(seat, **position), Watcher()
    for move in moves:
        watcher.follow(play(state, move))
    blocked = [Reason(one.word, one.rule) for one in state.prompt(lang).blocked_at(anchor)]
    assert blocked == [reason] if anchor else reason in blocked
    watcher.check(state, lang)


@rule("caverna.table.goods_in_hand")
def test_every_reason_of_the_game_is_shown_somewhere() -> None:
    known = {Reason(one.word, one.rule) for one in REASONS if one.word}
    shown = {reason for reason, *_ in EXAMPLES}
    assert known == shown | set(NEVER_SHOWN)


@rule("caverna.table.words")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_are_words_for_every_reason_and_no_others(lang: str) -> None:
    speak = caverna().info.words(lang)
    keys = speak.keys()
    words = {key.removeprefix("blocked.") for key in keys if key.startswith("blocked.")}
    assert words == {one.word for one in REASONS if one.word}
    assert len({speak(f"blocked.{word}", what="") for word in words}) == len(words)


def test_every_reason_cites_a_rule_of_the_book() -> None:
    ids = caverna().info.rulebook().ids()
    assert all(one.rule in ids for one in REASONS if one.word)


# Made-up and random positions.


@rule("caverna.table.goods_in_hand", "caverna.placing.something_to_do")
@pytest.mark.parametrize("name", sorted({one.name for one in ALL_SPACES}))
def test_reasons_are_true_on_made_up_boards(name: str) -> None:
    seen = 0
    for number in range(12):
        position = generated.around(name, random.Random(f"reasons {name} {number}"))
        try:
            state = table(*position.pop("seats"), **position)
        except PositionError:  # a herd without room
            continue
        Watcher().check(state, LANGUAGES[number % 2])
        seen += 1
    assert seen > 3


# What is named is what is missing: who gets it, one thing after the other, can go there.

CAVES = ("r2c3", "r1c3", "r2c4", "r3c4", "r1c4", "r0c3", "r0c4", "r2c5", "r3c5")


def more(**amounts: int) -> Callable[[dict[str, Any]], None]:
    """More goods in the hand of the player."""

    def get(position: dict[str, Any]) -> None:
        hand = position["seats"][0]["goods"]
        for good, amount in amounts.items():
            hand[good] = hand.get(good, 0) + amount

    return get


def dig(*kinds: str) -> Callable[[dict[str, Any]], None]:
    """New tiles in the mountain, side by side where there are two."""

    def get(position: dict[str, Any]) -> None:
        board = position["seats"][0]["board"]
        room = [("r0c4", "r0c5"), ("r1c4", "r1c5"), ("r2c5", "r3c5"), ("r2c4", "r3c4")]
        pair = next(both for both in room if not any(one in board for one in both))
        board.update(zip(pair, (*kinds, "tunnel"), strict=False))
        for one in ("r1c3", "r0c3", "r1c4", "r2c4"):
            board.setdefault(one, "tunnel")

    return get


def clear(kind: str, number: int) -> Callable[[dict[str, Any]], None]:
    """The whole forest as it was but for its first tiles, which are of a kind."""

    def get(position: dict[str, Any]) -> None:
        seat = position["seats"][0]
        cells = [("r3c2", "r2c2"), ("r3c2", "r3c1")]
        pair = next((both for both in cells if not {*both} & {*seat["stables"]}), cells[0])
        seat["stables"] = [one for one in seat["stables"] if one not in pair]
        seat["board"].update(dict.fromkeys(pair[:number], kind))
        seat["board"].setdefault("r3c2", kind)

    return get


def arm(position: dict[str, Any]) -> None:
    """A weapon for the dwarf at home."""
    position["seats"][0]["weapons"][1] = 1


def room_for_a_dwarf(position: dict[str, Any]) -> None:
    """A dwelling."""
    board = position["seats"][0]["board"]
    board[next(one for one in CAVES if board.get(one) in (None, "cavern"))] = "dwelling"
    for one in ("r1c3", "r2c4", "r1c4", "r3c4"):
        board.setdefault(one, "tunnel")


def company(position: dict[str, Any]) -> None:
    """An opponent on a space on which there is always something to do."""
    position["occupied"] = {**position["occupied"], "housework": 1}


REMEDIES: dict[Reason, Callable[[dict[str, Any]], None]] = {
    reasons.NO_TUNNELS_FOR_MINE: dig("tunnel", "tunnel"),
    reasons.NO_TUNNEL_FOR_RUBY_MINE: dig("tunnel"),
    reasons.NO_CAVERN: dig("cavern"),
    reasons.NO_TILE_AFFORDABLE: more(wood=9, stone=9),
    reasons.NO_DWELLING_AFFORDABLE: more(wood=9, stone=9),
    reasons.NO_EMPTY_FIELD: clear("field", 1),
    reasons.NO_SEED: more(grain=1),
    reasons.NO_BED: room_for_a_dwarf,
    reasons.NO_ORE_TO_FORGE: more(ore=1),
    reasons.NOT_ARMED: arm,
    reasons.NO_MEADOW: clear("meadow", 1),
    reasons.NO_WOOD_FOR_SMALL: more(wood=2),
    reasons.NO_STONE_FOR_STABLE: more(stone=1),
    reasons.NO_ORE_TO_SELL: more(ore=2),
    reasons.NO_FOOD_TO_IMITATE: more(food=9),
    reasons.NOBODY_TO_IMITATE: company,
    reasons.ONLY_STARTING_PLAYER: company,
    reasons.ONLY_IMITATION: company,
    reasons.NOTHING_TO_IMITATE: company,
}


@rule("caverna.table.goods_in_hand", "caverna.placing.something_to_do")
@pytest.mark.parametrize("name", sorted({one.name for one in ALL_SPACES}))
def test_who_gets_what_is_named_can_go_there(name: str) -> None:
    """No reason comes back once its remedy is there, and at last the space is open."""
    for number in range(25):
        position = generated.around(name, random.Random(f"remedies {name} {number}"))
        position["seats"][0]["goods"] |= dict.fromkeys(FARM_ANIMALS, 0)  # all have room
        told: list[Reason] = []
        while reason := named_reason(position, name):
            if reason not in REMEDIES:  # a dead end, or goods that only time brings
                assert reason in (*reasons.DEAD_ENDS, reasons.NOTHING_THERE), reason
                break
            assert reason not in told, "what was named is there by now"
            told.append(reason)
            REMEDIES[reason](position)


def named_reason(position: dict[str, Any], name: str) -> Reason | None:
    """Why a space is closed in a position; None if it is open."""
    state = table(*position["seats"], **{k: v for k, v in position.items() if k != "seats"})
    blocked = state.prompt("en").blocked_at(f"space:{name}")
    return Reason(blocked[0].word, blocked[0].rule) if blocked else None


@pytest.mark.whole_games
@pytest.mark.fast_engine
@rule("caverna.table.goods_in_hand", "caverna.placing.something_to_do", "caverna.expedition.doable")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6, 7])
def test_reasons_are_true_in_random_games(players: int) -> None:
    """Which reasons come up hangs on chance: that each does is what the examples above are for."""
    shown: Shown = Counter()
    for seed in (players, 100 + players):
        player, watcher = Player(seed, free=True), Watcher()
        state = caverna(players).start(seed)
        while not state.over:
            shown += watcher.check(state, LANGUAGES[seed % 2])
            state.play(player.choose(state))
            watcher.follow(state)
    assert shown["occupied"], "from the second dwarf on a space is taken"
