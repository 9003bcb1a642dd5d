"""What is pending in a position: frames on a stack, the topmost is being asked about.

A frame is a tuple of ints: what it is, whose it is, and up to three numbers of its own.
"""

from __future__ import annotations

from typing import Final

Frame = tuple[int, int, int, int, int]

PLACING: Final = 0  # a dwarf is to be placed; 1 if a ruby sent it before weaker ones
FLOW: Final = 1  # node of the flow, set of the parts that are done
SITE: Final = 2  # tile that needs a cell, 1 if it is loot
PAYING: Final = 3  # tile, cell, 1 if it is loot
SOWING: Final = 4  # grain and vegetables that may still be sown
LOOTING: Final = 5  # items left, set of items taken, strength
MARKETING: Final = 6  # set of goods bought
SELLING: Final = 7  # how often ore may still be sold
HERD: Final = 8  # the herd does not fit
EVENT: Final = 9  # field phase or breeding phase
FEEDING: Final = 10  # food needed, 1 if the Working cave was used, food for an adult
BREEDING: Final = 11
LAST_TRADES: Final = 12
PURGE: Final = 13  # set of spaces that have been saved
MINING: Final = 14  # the Miner is about to be paid
BEGINNING: Final = 15  # node of a flow that is about to begin
REAPING: Final = 16  # the field phase of those who kept it, after all have chosen
