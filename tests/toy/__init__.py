"""Stones, the toy game of the tests: as short as a game can be that keeps the whole contract.

Two players pick stones from heaps of their own and hope to stay within the number on a face-down
card. A turn is several moves, so undo has something to take back; peeking shows the card, so undo
has a boundary; dropping a stone is a free move. `docs/add-a-game.md` explains it line by line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dvergar.core import game as core
from dvergar.core.chance import Chance
from dvergar.core.errors import IllegalMove
from dvergar.core.events import Event
from dvergar.core.moves import Vocabulary
from dvergar.core.options import Value
from dvergar.core.prompt import Blocked, Choice, Prompt
from dvergar.core.registry import GameInfo
from dvergar.core.score import Score

INFO: Final = GameInfo(
    slug="stones",
    package=__name__,
    game=f"{__name__}:Stones",
    players=(2, 2),
    default_players=2,
    minutes=(1, 1),
    difficulty=1,
    rules_version=1,
)

PICK, PEEK, DROP, END = range(4)
MOVE_NAMES: Final = ("pick", "peek", "drop", "end turn")
HEAP, PICKS, TURNS, LEAST, MOST = 7, 3, 6, 3, 8


class Stones(core.Game):
    """The game: its moves by name, its first position, its words."""

    def __init__(self, info: GameInfo, options: dict[str, Value]) -> None:
        super().__init__(info, options, Vocabulary(MOVE_NAMES))

    def is_free(self, move: int) -> bool:
        return move == DROP

    def deal(self, seed: int) -> State:
        return State(self, card=_any_card(seed), heaps=[HEAP, HEAP], hands=[0, 0])

    def restore(self, data: dict[str, Any]) -> State:
        return State(self, **data)

    def prompt(self, state: State, lang: str, names: Sequence[str]) -> Prompt:
        speak = self.info.words(lang)
        if state.over:
            winners = [names[seat] for seat, rank in enumerate(state.ranking()) if rank == 1]
            return Prompt(state.seat, speak("ask.over", names=", ".join(winners)))
        choices = [
            Choice(move, self.name(move), speak(f"move.{self.name(move)}"), free=self.is_free(move))
            for move in state.moves()
        ]
        why = state.why_not_pick()
        blocked = [Blocked(speak("move.pick"), speak(f"blocked.{why}"))] if why else []
        return Prompt(state.seat, speak("ask.turn", name=names[state.seat]), "", choices, blocked)

    def tell(self, event: Event, lang: str, names: Sequence[str]) -> str:
        name = "" if event.seat is None else names[event.seat]
        return self.info.words(lang).markup(f"log.{event.kind}", name=name, **event.facts)

    def show(self, state: State, seat: int | None, lang: str, names: Sequence[str]) -> str:
        speak = self.info.words(lang)
        seen = state.view(seat)
        players = zip(names, seen["heaps"], seen["hands"], strict=True)
        lines = [speak("show.player", name=n, heap=heap, hand=hand) for n, heap, hand in players]
        return "\n".join([speak("show.card", card=seen["card"] or "?"), *lines])


class State(core.State):
    """A position: the card, the stones, and how far the turn has gone."""

    def __init__(
        self,
        game: core.Game,
        card: int,
        heaps: list[int],
        hands: list[int],
        picked: int = 0,
        turn: int = 0,
        reveals: int = 0,
    ) -> None:
        self.game = game
        self.card = card
        self.heaps, self.hands = heaps[:], hands[:]
        self.picked, self.turn, self.reveals = picked, turn, reveals
        self.seat, self.over = turn % 2, turn == TURNS
        self.trail: list[Event] = []

    def why_not_pick(self) -> str:
        """The reason why no stone can be picked now, or nothing."""
        if self.picked == PICKS:
            return "enough"
        return "" if self.heaps[self.seat] else "empty"

    def moves(self, free: bool = True) -> list[int]:
        if self.over:
            return []
        possible = (not self.why_not_pick(), not self.reveals, free and self.hands[self.seat], True)
        return [move for move, yes in enumerate(possible) if yes]

    def play(self, move: int) -> None:
        if move not in self.moves():
            raise IllegalMove("move.illegal", name=self.game.name(move))
        self.trail = [Event(MOVE_NAMES[move], self.seat)]
        if move == PICK:
            self.heaps[self.seat] -= 1
            self.hands[self.seat] += 1
            self.picked += 1
        elif move == PEEK:
            self.reveal()
        elif move == DROP:
            self.hands[self.seat] -= 1
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """The other seat is next; after the last turn everybody sees the card."""
        self.picked = 0
        self.turn += 1
        self.seat, self.over = self.turn % 2, self.turn == TURNS
        if self.over and not self.reveals:
            self.reveal()

    def reveal(self) -> None:
        """The card is turned over."""
        self.reveals = 1
        self.trail.append(Event("card", None, {"card": self.card}))

    def copy(self) -> State:
        return State(self.game, **self.data())

    def imagine(self, seat: int | None, seed: int) -> State:
        card = self.card if self.reveals else _any_card(seed)
        return State(self.game, **self.data() | {"card": card})

    def scores(self) -> list[Score]:
        return [Score((("stones", hand if hand <= self.card else 0),)) for hand in self.hands]

    def events(self) -> list[Event]:
        return self.trail

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.data() | {"card": self.card if self.reveals else None, "seat": self.seat}

    def observation(self, seat: int) -> list[float]:
        card = self.card if self.reveals else 0
        own, other = self.hands[seat], self.hands[1 - seat]
        return [card / MOST, own / HEAP, other / HEAP, self.picked / PICKS, self.turn / TURNS]

    def data(self) -> dict[str, Any]:
        stones = {"heaps": self.heaps[:], "hands": self.hands[:], "picked": self.picked}
        return stones | {"card": self.card, "turn": self.turn, "reveals": self.reveals}


def _any_card(seed: int) -> int:
    return LEAST + Chance(seed).below(MOST - LEAST + 1)
