"""The facts that the texts of My Gold Mine are filled with: its file, and derived numbers."""

from __future__ import annotations

from typing import Any

from dvergar.core.facts import read_tree
from dvergar.games.my_gold_mine import INFO


def text_facts() -> dict[str, Any]:
    """All numbers by their paths; those under `derived` are worked out from the others."""
    facts = read_tree("dvergar.games.my_gold_mine.facts", "facts.toml")
    return facts | {"derived": _derived(facts)}


def _derived(facts: dict[str, Any]) -> dict[str, Any]:
    dragon = facts["track"]["dragon"]
    extraction = facts["extraction_deck"]
    return {
        "players": {"least": INFO.players[0], "most": INFO.players[1]},
        "track_cards": dragon + 1,
        "mine_cards": dragon - 1,
        "extraction_cards": sum(card["count"] for card in extraction.values()),
        "exit_cards": {
            name: sum(card["count"] for card in deck) for name, deck in facts["exit_deck"].items()
        },
        "bonus_card_gold": facts["bonus_gold"],
        "big_nuggets": sum(facts["prizes"]) * len(facts["prize_rounds"]),
    }
