"""The icons of the rooms."""

from __future__ import annotations

from typing import Final

ROOM_PICTURES: Final = {
    "entrance": "gi-cave-entrance",
    "shelf": "gi-bookshelf",
    "spinning_wheel": "gi-spinning-wheel",
    "tunnel": "gi-dungeon-gate",
    "grindstone": "gi-stone-wheel",
    "food_corner": "gi-hot-meal",
    "parlor": "gi-round-table",
    "warehouse": "gi-cellar-barrels",
    "stall": "gi-shop",
    "sacrificial_altar": "gi-sacrificial-dagger",
    "storeroom": "gi-knapsack",
    "weaving_room": "gi-wool",
    "furniture_workshop": "gi-hand-saw",
    "gold_vein": "gi-gold-mine",
    "junction_room": "gi-crossroad",
    "digging_cave": "gi-dig-dug",
    "bakehouse": "gi-bread",
    "state_room": "gi-stone-throne",
    "secret_chamber": "gi-secret-door",
    "treasury": "gi-open-treasure-chest",
    "prospecting_site": "gi-magnifying-glass",
    "retting_room": "gi-flax",
    "equipment_room": "gi-hammer-nails",
    "wood_storeroom": "gi-wood-pile",
    "dungeon": "gi-prisoner",
}
