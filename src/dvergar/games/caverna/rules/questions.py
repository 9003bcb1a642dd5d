"""The question of every kind of frame, and what the steps do."""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.rules.actions.expedition import LootingOn
from dvergar.games.caverna.rules.actions.furnish import ChoosingPayment, ChoosingSite
from dvergar.games.caverna.rules.actions.market import MarketOn
from dvergar.games.caverna.rules.actions.ore_trading import SellingOn
from dvergar.games.caverna.rules.actions.sow import SowingOn
from dvergar.games.caverna.rules.flow_questions import BeginPart, InAction
from dvergar.games.caverna.rules.harvest import (
    BreedingAnimals,
    ChoosingPhase,
    FeedingFamily,
    ReapKept,
    TradingLast,
)
from dvergar.games.caverna.rules.herd import LettingGo
from dvergar.games.caverna.rules.placing import PlacingDwarf
from dvergar.games.caverna.rules.question import Question, Step
from dvergar.games.caverna.rules.rounds import BeforeMining, Purging
from dvergar.games.caverna.state import pending

_QUESTIONS: Final[dict[int, Question]] = {
    pending.PLACING: PlacingDwarf(),
    pending.FLOW: InAction(),
    pending.SITE: ChoosingSite(),
    pending.PAYING: ChoosingPayment(),
    pending.SOWING: SowingOn(),
    pending.LOOTING: LootingOn(),
    pending.MARKETING: MarketOn(),
    pending.SELLING: SellingOn(),
    pending.HERD: LettingGo(),
    pending.EVENT: ChoosingPhase(),
    pending.FEEDING: FeedingFamily(),
    pending.BREEDING: BreedingAnimals(),
    pending.LAST_TRADES: TradingLast(),
    pending.PURGE: Purging(),
    pending.MINING: BeforeMining(),
}

QUESTIONS: Final = [_QUESTIONS[kind] for kind in range(len(_QUESTIONS))]
"""By kind of frame; the kinds that ask nothing come last."""
STEPS: Final[dict[int, Step]] = {pending.BEGINNING: BeginPart(), pending.REAPING: ReapKept()}
"""What those do."""
