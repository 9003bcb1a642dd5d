"""A referee who follows a game of Caverna, move by move.

The referee knows the rules in its own simple way. It sees what everybody at the table sees: the
moves, the events and the view. From the events it keeps boards, goods, dwarfs, piles and tiles of
its own and compares them with what the engine shows; it works out the whole score, the spaces that
can be used, the loot that can be taken and the young that can come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from dvergar.core.events import Event
from dvergar.core.game import Game, State
from dvergar.core.score import Score
from tests.games.caverna.referee.deeds import broods, can_loot, can_use, litters, named_young
from tests.games.caverna.referee.herds import is_housed
from tests.games.caverna.referee.home import cell, named, rooms
from tests.games.caverna.referee.points import score_lines
from tests.games.caverna.referee.prices import own_tiles
from tests.games.caverna.referee.printed import (
    COVERED_IN_SOLO,
    LOOT,
    SUPPLIERS,
    TAKEN_LAST,
    TILES,
    space,
    spaces_of,
)
from tests.games.caverna.referee.shapes import FARM_ANIMALS, GOODS, Facts, Goods, Pair, View

STAGES: dict[int, tuple[set[int], set[str]]] = {
    1: ({1, 2, 3}, {"blacksmithing", "sheep_farming", "ore_mine_construction"}),
    2: ({4}, {"wish_for_children"}),
    3: ({5, 6}, {"donkey_farming", "ruby_mine_construction"}),
    4: ({7, 8, 9}, {"family_life", "exploration", "ore_delivery"}),
    5: ({10, 11, 12}, {"adventure", "ore_trading", "ruby_delivery"}),
}
SOLO_CARDS = (
    *("blacksmithing", "sheep_farming", "ore_mine_construction", "wish_for_children"),
    *("donkey_farming", "ruby_mine_construction", "ore_delivery", "family_life"),
    *("ore_trading", "adventure", "ruby_delivery"),
)
UNKNOWN = -1
START_FOOD = [1, 1, 2, 3, 3, 3, 3]


class Household:
    """One seat's board and dwarfs, kept from the events alone."""

    def __init__(self) -> None:
        self.land: dict[str, str] = {"r2c3": "cavern", "r3c3": "furnished"}
        self.tiles: dict[str, str] = {"r3c3": "entry_level_dwelling"}
        self.covered: list[str] = []
        self.stables: set[str] = set()
        self.crops: dict[str, tuple[str, int]] = {}
        self.pastures: list[Pair] = []
        self.weapons = Counter({0: 2})
        self.begging = 0
        self.supplies: dict[str, int] = {}

    def board(self) -> dict[str, dict[str, Any]]:
        """The board as the view shows it."""
        return {
            name: {
                "land": self.land.get(name, "bare"),
                "tile": self.tiles.get(name),
                "other_half": self.other_half(name),
                "stable": name in self.stables,
                "grain": self.crop(name, "grain"),
                "vegetable": self.crop(name, "vegetable"),
            }
            for name in {*self.land, *self.stables}
        }

    def other_half(self, name: str) -> str | None:
        """The second cell of a large pasture."""
        here = cell(name)
        pair = next((pair for pair in self.pastures if here in pair), None)
        return named(pair[1] if pair[0] == here else pair[0]) if pair else None

    def crop(self, name: str, kind: str) -> int:
        """How many tokens of a kind lie on a field."""
        here = self.crops.get(name, ("", 0))
        return here[1] if here[0] == kind else 0

    def lay(self, kind: str, name: str) -> None:
        """A new tile on bare ground; only a meadow slides under a stable."""
        assert name not in self.land
        assert name not in self.stables or kind == "meadow"
        self.land[name] = kind

    def turn(self, name: str, before: tuple[str, ...], after: str) -> None:
        """A tile laid over another."""
        assert self.land[name] in before
        self.land[name] = after

    def furnish(self, tile: str, name: str) -> None:
        """A furnishing tile in its cavern, or over the one it excludes."""
        if name in self.tiles:
            assert {tile, self.tiles[name]} == {"trader", "spare_part_storage"}
            self.covered.append(self.tiles[name])
        else:
            tunnels = ("tunnel", "deep_tunnel") if "work_room" in self.tiles.values() else ()
            self.turn(name, ("cavern", *tunnels), "furnished")
        self.tiles[name] = tile
        if tile in SUPPLIERS:
            self.supplies[tile] = SUPPLIERS[tile][1]

    def happen(self, event: Event) -> None:
        """Takes over what an event says."""
        happened = HAPPENED.get(event.kind)
        if happened:
            happened(self, event.facts)
        elif event.kind in ("forge", "disarm"):
            self.arm(event)

    def lay_twin(self, facts: Facts) -> None:
        """A tile of two halves, on bare land or over tunnels."""
        for kind, name in ((facts["first"], facts["a"]), (facts["second"], facts["b"])):
            if kind in ("ore_mine", "deep_tunnel"):
                self.turn(str(name), ("tunnel",), str(kind))
            else:
                self.lay(str(kind), str(name))

    def lay_single(self, facts: Facts) -> None:
        """A tile of one cell."""
        self.lay(str(facts["land"]), str(facts["cell"]))

    def fence(self, facts: Facts) -> None:
        """One or two meadows become a pasture."""
        one, other = str(facts["a"]), str(facts["b"])
        size = "small_pasture" if one == other else "large_pasture"
        for name in {one, other}:
            self.turn(name, ("meadow",), size)
        if one != other:
            self.pastures.append((cell(one), cell(other)))

    def build_stable(self, facts: Facts) -> None:
        """A stable in the forest, on a meadow or in a pasture."""
        name = str(facts["cell"])
        assert name not in self.stables
        assert self.land.get(name, "meadow") in ("meadow", "small_pasture", "large_pasture")
        self.stables.add(name)

    def mine_rubies(self, facts: Facts) -> None:
        """A ruby mine over a tunnel."""
        self.turn(str(facts["cell"]), ("tunnel", "deep_tunnel"), "ruby_mine")

    def furnish_by(self, facts: Facts) -> None:
        """A furnishing tile where the event says."""
        self.furnish(str(facts["tile"]), str(facts["cell"]))

    def sow(self, facts: Facts) -> None:
        """Grain or a vegetable on an empty field."""
        name, good = str(facts["cell"]), str(facts["good"])
        assert self.land[name] == "field"
        assert name not in self.crops
        self.crops[name] = (good, 3 if good == "grain" else 2)

    def beg(self, facts: Facts) -> None:
        """Markers for food that is missing."""
        self.begging += int(facts["markers"])

    def grow(self, facts: Facts) -> None:
        """A child, without a weapon."""
        self.weapons[0] += 1
        assert self.weapons.total() == facts["dwarfs"]

    def arm(self, event: Event) -> None:
        """A weapon forged or given up."""
        strength = int(event["strength"])
        before, after = (0, strength) if event.kind == "forge" else (strength, 0)
        assert self.weapons[before] > 0
        assert event.kind == "disarm" or strength <= 8
        self.weapons -= Counter([before])
        self.weapons += Counter([after])

    def reap(self, facts: Facts) -> None:
        """One token from every field."""
        kinds = Counter(kind for kind, _ in self.crops.values())
        assert (kinds["grain"], kinds["vegetable"]) == (facts["grain"], facts["vegetables"])
        self.crops = {
            name: (kind, number - 1) for name, (kind, number) in self.crops.items() if number > 1
        }


HAPPENED: Final[dict[str, Callable[[Household, Facts], None]]] = {
    "twin": Household.lay_twin,
    "single": Household.lay_single,
    "fence": Household.fence,
    "stable": Household.build_stable,
    "ruby_mine": Household.mine_rubies,
    "furnish": Household.furnish_by,
    "sow": Household.sow,
    "reap": Household.reap,
    "beg": Household.beg,
    "grow": Household.grow,
}
"""What becomes of a board by an event."""


class Referee:
    """Follows one game, move by move."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.players = game.players
        self.options = game.options
        full = game.options["tiles"] == "full"
        self.offered = {name for name, tile in TILES.items() if full or tile.introductory}
        self.state = state
        self._view: View | None = None
        self.homes = [Household() for _ in range(self.players)]
        self.goods: list[Goods] = [dict.fromkeys(GOODS, 0) for _ in range(self.players)]
        self.stronger: list[dict[int, int]] = [{} for _ in range(self.players)]
        self.checked: list[View] = [{} for _ in range(self.players)]
        self.piles: dict[str, Goods] = {}
        self.spaces: list[str] = []
        self.occupied: dict[str, int] = {}
        self.round = 0
        self.cards: dict[int, str] = {}
        self.reds = 0
        self.starter = self.next_starter = int(self.view["starter"])
        self.taken: list[str] = []
        self.weapon = UNKNOWN
        self.jumped = 0
        self.due, self.gained = Counter[str](), Counter[str]()
        self.waiting = False
        self.set_up()
        self.read(state)
        self.check(state)

    def set_up(self) -> None:
        """The table before the first card."""
        for place in range(self.players):
            seat = (self.starter + place) % self.players
            self.goods[seat]["food"] = START_FOOD[place] if self.players > 1 else 2
        for name in spaces_of(self.players):
            here = space(name, self.players)
            assert here is not None
            if here.stage == 0 and (self.players > 1 or name not in COVERED_IN_SOLO):
                self.spaces.append(name)
                self.piles[name] = {}

    # --- events ---

    def read(self, state: State) -> None:
        """Takes over everything that the last move caused."""
        self.state, self._view = state, None
        self.due, self.gained = Counter[str](), Counter[str]()
        for event in state.events():
            if event.seat is not None:
                self.homes[event.seat].happen(event)
            getattr(self, f"on_{event.kind}", ignore)(event)
        for seat, stronger in enumerate(self.stronger):
            if stronger:
                self.sharpen(self.view["players"][seat], self.homes[seat], stronger)
                stronger.clear()
        last = [name for name in TAKEN_LAST if name in self.occupied and self.piles[name]]
        for entry in self.view["spaces"] if last else []:
            if entry["space"] in last and not entry["goods"]:
                self.take(entry["space"])
        assert self.due <= self.gained, "a pile is gained whole, in the move that empties it"
        if self.waiting and "go on" not in {self.game.name(move) for move in state.moves()}:
            self.replenish()

    @property
    def view(self) -> View:
        """The table as it is seen now; drawn up when somebody looks, for that takes time."""
        if self._view is None:
            self._view = self.state.view(None)
        return self._view

    def sharpen(self, player: View, home: Household, stronger: dict[int, int]) -> None:
        """After an expedition: some weapons are one or two stronger, none is new or lost."""
        after = weapons_of(player)
        assert all(player["dwarfs"][one]["weapon"] == now for one, now in stronger.items())
        assert after[0] == home.weapons[0]
        old, new = sorted((+home.weapons).elements()), sorted(after.elements())
        assert all(now - before in (0, 1, 2) for before, now in zip(old, new, strict=True))
        home.weapons = after

    def on_gain(self, event: Event) -> None:
        assert event.seat is not None
        assert int(event["amount"]) > 0
        self.goods[event.seat][str(event["good"])] += int(event["amount"])
        self.gained[str(event["good"])] += int(event["amount"])

    def on_pay(self, event: Event) -> None:
        assert event.seat is not None
        assert int(event["amount"]) > 0
        self.goods[event.seat][str(event["good"])] -= int(event["amount"])
        assert self.goods[event.seat][str(event["good"])] >= 0

    def on_place(self, event: Event) -> None:
        assert event.seat is not None
        name = str(event["space"])
        assert name not in self.occupied
        self.occupied[name] = event.seat
        self.weapon = int(event["weapon"])
        self.taken = []
        self.jumped = 0
        if name not in TAKEN_LAST:
            self.take(name)

    def on_starting_player(self, event: Event) -> None:
        assert event.seat is not None
        self.next_starter = event.seat

    def on_strengthen(self, event: Event) -> None:
        assert event.seat is not None
        self.stronger[event.seat][int(event["dwarf"])] = int(event["strength"])
        if self.taken:  # the end of an expedition
            self.weapon = min(14, self.weapon + 1 + ("all_weapons_plus_1" in self.taken))
            self.taken = []

    def on_forge(self, event: Event) -> None:
        self.weapon = int(event["strength"])

    def on_disarm(self, event: Event) -> None:
        assert event.seat is not None
        if self.taken:  # an expedition is under way, and the weapon with it
            assert self.weapon == UNKNOWN or self.homes[event.seat].weapons[self.weapon]
        elif event["strength"] == self.weapon:
            self.weapon = UNKNOWN
        if event["strength"] == self.jumped:
            self.jumped = UNKNOWN

    def on_pass(self, _event: Event) -> None:
        self.jumped = 0

    def on_jump(self, event: Event) -> None:
        self.jumped = int(event["strength"])

    def on_expedition(self, event: Event) -> None:
        assert self.weapon in (event["strength"], UNKNOWN)

    def on_loot(self, event: Event) -> None:
        assert str(event["item"]) not in self.taken
        self.taken.append(str(event["item"]))

    def on_round(self, event: Event) -> None:
        number = int(event["round"])
        skip = self.players < 3 and number == 10
        assert number == self.round + (2 if skip else 1)
        self.round = number
        self.starter = self.next_starter
        assert event["starter"] == self.starter
        self.waiting = True

    def on_card(self, event: Event) -> None:
        name = str(event["space"])
        assert name not in self.cards.values()
        self.cards[self.round] = name
        rounds, names = next(stage for stage in STAGES.values() if self.round in stage[0])
        assert name in names, (self.round, rounds)
        if self.players == 1:
            assert name == SOLO_CARDS[self.round - 1 - (self.round > 9)]
        self.spaces.append(name)
        self.piles[name] = {}
        if name == "family_life":
            place = self.spaces.index("wish_for_children")
            self.spaces[place] = "urgent_wish_for_children"
            self.piles["urgent_wish_for_children"] = self.piles.pop("wish_for_children")

    def on_marker(self, event: Event) -> None:
        assert self.players > 1
        assert self.round >= 6
        red = event["marker"] == "red"
        self.reds += red
        told = ("none", "pay_one", "skip_one")[self.reds - 1] if red else "full"
        assert event["harvest"] == told

    def on_harvest(self, event: Event) -> None:
        """All dwarfs are home again."""
        assert event["round"] == self.round
        for name in TAKEN_LAST:
            if name in self.occupied:
                self.take(name)
        self.occupied = {}
        early = {1: "none", 2: "none", 3: "full", 4: "pay_one", 5: "full"}
        if self.round <= 5:
            assert event["harvest"] == early[self.round]
        elif self.players == 1:
            assert event["harvest"] == "full"

    def on_purge(self, event: Event) -> None:
        assert self.players == 1
        assert self.options["solo_purge"] != "excess"
        assert self.is_full(str(event["space"]))
        self.piles[str(event["space"])] = {}

    def on_trim(self, event: Event) -> None:
        """By the French book six goods stay: of several kinds, as many of each as can be."""
        name = str(event["space"])
        assert self.options["solo_purge"] == "excess"
        assert self.is_full(name)
        pile = self.piles[name]
        assert sum(pile.values()) - int(event["goods"]) == 6
        for _ in range(int(event["goods"])):
            most = max(pile.values())
            pile[[good for good in pile if pile[good] == most][-1]] -= 1

    def on_save(self, event: Event) -> None:
        assert self.is_full(str(event["space"]))

    def is_full(self, name: str) -> bool:
        """Whether the solo purge empties a space."""
        return sum(self.piles[name].values()) > (5 if self.options["solo_purge"] == "six" else 6)

    def replenish(self) -> None:
        """Goods on every space, after the purge."""
        self.waiting = False
        for name in self.spaces:
            here = space(name, self.players)
            assert here is not None
            if name == "ruby_mining" and self.players == 2 and self.round < 3:
                continue
            pile = self.piles[name]
            more = here.more if pile else here.empty
            self.piles[name] = {good: pile.get(good, 0) + more.get(good, 0) for good in pile | more}
        for home in self.homes:
            home.supplies = {tile: left - 1 for tile, left in home.supplies.items() if left > 1}

    def take(self, name: str) -> None:
        """The whole pile of a space is taken; it must be gained in the same move."""
        self.due.update(self.piles[name])
        self.piles[name] = {}

    # --- what must hold ---

    def check(self, state: State) -> None:
        """Compares the table with what the referee knows."""
        view = self.view
        names = {self.game.name(move) for move in state.moves(free=False)}
        assert view["round"] == self.round
        assert view["starter"] == self.starter
        assert state.over == view["over"]
        scores = state.scores()
        butchering = any(name.startswith("butcher") for name in names)
        self.check_spaces(view)
        self.check_tiles(view)
        for seat, player in enumerate(view["players"]):
            assert player["goods"] == self.goods[seat], "goods change only by gains and payments"
            asked = butchering and seat == state.seat
            if player != self.checked[seat] or state.over or butchering:
                self.check_player(player, self.homes[seat], self.goods[seat])
                self.check_dwarfs(player, seat)
                self.check_score(scores[seat], player, seat, asked)
                self.checked[seat] = player
        totals = [score.total for score in scores]
        assert view["scores"] == (totals if state.over else None)
        if state.over:
            assert state.ranking() == [1 + sum(more > one for more in totals) for one in totals]
        if not state.over:
            self.check_question(state, names)

    def check_spaces(self, view: View) -> None:
        shown = {entry["space"]: entry for entry in view["spaces"]}
        assert len(shown) == len(view["spaces"])
        assert set(shown) == set(self.spaces)
        for name, entry in shown.items():
            assert entry["goods"] == self.piles[name], name
            assert all(amount > 0 for amount in entry["goods"].values())
            assert entry["occupant"] == self.occupied.get(name), name

    def check_tiles(self, view: View) -> None:
        built = [tile for home in self.homes for tile in (*home.tiles.values(), *home.covered)]
        unique = [tile for tile in built if tile not in ("dwelling", "entry_level_dwelling")]
        assert len(set(unique)) == len(unique), "a tile is built once"
        assert set(view["tiles"]) == self.offered - set(unique)

    def check_player(self, player: View, home: Household, goods: Goods) -> None:
        assert min(goods.values()) >= 0
        assert player["board"] == home.board()
        assert player["begging"] == home.begging
        assert player["stables"] == 3 - len(home.stables) >= 0
        assert set(player["tiles"]) == set(own_tiles(player))
        assert {tile: left for tile, left in player["supplies"].items() if left} == home.supplies

    def check_dwarfs(self, player: View, seat: int) -> None:
        home, number = self.homes[seat], len(player["dwarfs"])
        assert weapons_of(player) == +home.weapons, "weapons change only by forging and travelling"
        assert max(home.weapons) <= 14
        sixth = "additional_dwelling" in home.tiles.values()
        assert 2 <= number <= (6 if sixth else 5)
        assert min(number, 5) <= rooms(player)
        assert player["beds"] >= min(number, 5), "the sixth has a dwelling of its own"
        away = sum(dwarf["where"] == "away" for dwarf in player["dwarfs"])
        standing = sum(other == seat for other in self.occupied.values())
        assert away == standing

    def check_score(self, score: Score, player: View, seat: int, asked: bool) -> None:
        housed = is_housed(player, self.homes[seat].pastures)
        assert housed != asked, "the herd is housed, or its owner is asked"
        if housed:
            lines = dict(score.lines)
            assert lines == score_lines(player)
            assert score.total == sum(lines.values()) == player["score"]

    def check_question(self, state: State, names: set[str]) -> None:
        """Compares what is offered with what the rules allow."""
        view, seat = self.view, state.seat
        assert names
        if any(name.startswith("place ") or name == "pass" for name in names):
            acting = view["acting"]["weapon"]
            can = {
                f"place {entry['space']}"
                for entry in view["spaces"]
                if entry["occupant"] is None
                and can_use(entry["space"], view, seat, acting, entry["goods"], copied=False)
            }
            assert names == (can or {"pass"})
            home = [
                one["weapon"] for one in view["players"][seat]["dwarfs"] if one["where"] == "home"
            ]
            assert acting in home
            assert self.jumped == UNKNOWN or acting == (self.jumped or min(home))
            self.check_jumps(state, acting, home)
        looting = {name.removeprefix("loot ") for name in names if name.startswith("loot ")}
        if looting and self.weapon != UNKNOWN:
            assert looting == {
                item
                for item, least in LOOT.items()
                if least <= self.weapon
                and item not in self.taken
                and can_loot(item, view, seat, self.homes[seat].pastures)
            }
        young = {name for name in names if name.startswith("young ")}
        if young:
            player, pastures = view["players"][seat], self.homes[seat].pastures
            if view["stage"] == "work":  # as loot: as many kinds as one likes, but at least one
                sets = [named_young(one) for one in broods(player, pastures, 2)]
            else:
                sets = litters(player, pastures)
            assert young == {f"young {' '.join(one) or 'none'}" for one in sets}
        if any(name.startswith("butcher") for name in names):
            goods = self.goods[seat]
            want = {f"butcher {kind}" for kind in FARM_ANIMALS if goods[kind]}
            want |= {"butcher 2 donkeys"} if goods["donkey"] >= 2 else set()
            assert names == want

    def check_jumps(self, state: State, acting: int, home: list[int]) -> None:
        """A ruby sends any stronger dwarf first, once a turn."""
        if self.jumped == UNKNOWN:
            return
        may = self.goods[state.seat]["ruby"] > 0 and not self.jumped
        stronger = {f"jump dwarf {weapon}" for weapon in home if weapon > acting}
        names = {self.game.name(move) for move in state.moves()}
        assert {name for name in names if name.startswith("jump ")} == (stronger if may else set())


def weapons_of(player: View) -> Counter[int]:
    """How many dwarfs have which strength."""
    return Counter(int(dwarf["weapon"]) for dwarf in player["dwarfs"])


def ignore(event: Event) -> None:
    """An event that changes nothing the referee keeps by itself."""
    assert event.kind in EVENTS, event.kind


EVENTS = {
    *("twin", "single", "fence", "stable", "ruby_mine", "furnish", "sow", "grow", "forge"),
    *("expedition", "imitate", "jump", "disarm", "work", "young", "reap", "beg", "keep", "pass"),
    "game_over",
}
