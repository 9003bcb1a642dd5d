"""The words of the study's answers in each language."""

from __future__ import annotations

from typing import Any, Final

ASKED: Final = {
    "rushing": ("tiles-first", "tiles-throughout", "only-dwellings"),
    "expeditions": ("no-expeditions", "armed-first"),
    "farming": ("no-herds", "no-crops"),
    "children": ("no-children", "children-first"),
}
"""Which experiments answer which question."""

SHORT: Final = {
    "no-expeditions": "no expeditions",
    "no-herds": "no farm animals",
    "no-crops": "no sowing",
    "only-dwellings": "only dwellings",
    "no-children": "no children",
    "tiles-first": "tiles first (rounds 1 to 6)",
    "tiles-throughout": "tiles all game long",
    "children-first": "children first (rounds 1 to 6)",
    "armed-first": "weapons first (rounds 1 to 6)",
}
"""The experiments as tables and plots name them."""

ENGLISH: Final = {
    "asked": ASKED,
    "arms": {
        "no-expeditions": "arming nobody and never going on an expedition",
        "no-herds": "keeping no farm animals",
        "no-crops": "sowing nothing",
        "only-dwellings": "furnishing dwellings and no other tile",
        "no-children": "having no children",
        "tiles-first": "going for furnishing tiles in rounds 1 to 6",
        "tiles-throughout": "going for furnishing tiles all game long",
        "children-first": "going for room and children in rounds 1 to 6",
        "armed-first": "going for weapons in rounds 1 to 6",
    },
    "verdicts": {
        "costs": "costs {points} points against `hard` and wins {won} of the games.",
        "brings": "brings {points} more points than `hard` and wins {won} of the games.",
        "may cost": "may cost points, {points} here, but that does not hold after the correction"
        " for many comparisons; it wins {won} of the games.",
        "may bring": "may bring points, {points} here, but that does not hold after the correction"
        " for many comparisons; it wins {won} of the games.",
        "open": "makes no certain difference: compared with `hard` it is {points} points, and it"
        " wins {won} of the games.",
    },
    "turn": {
        "brings": "brings {points} more points than going second, and wins {won} of the games of"
        " `hard` against itself.",
        "costs": "costs {points} points compared with going second, and wins {won} of the games of"
        " `hard` against itself.",
        "open": "makes no certain difference: compared with going second it is {points} points,"
        " and it wins {won} of the games of `hard` against itself.",
    },
    "weak": "(The bot hardly got what it was going for, so this says little.)",
    "between": "; ",
    "heads": {
        "rushing": "",
        "expeditions": "**Expeditions.**",
        "farming": "**Farming.**",
        "children": "**Children.**",
        "first child": "**When the first child comes** (points compared with the average of similar"
        " seats; correlation, not causation):",
        "going first": "**Going first**",
        "openings": "**The first placement**, drawn by lot:",
        "chosen placements": "**What the choice of a placement is worth**: if it is drawn by lot"
        " instead of chosen, the difference in points is, for",
        "later openings": "**Spaces of placements 2 to 5**, drawn by lot:",
        "any tile": "**Wanting a furnishing tile**",
        "wanted tiles": "**Each furnishing tile**, comparing seats that drew the wish for it with"
        " seats that didn’t:",
        "tiles": "**Tiles** that `hard` chose to furnish (correlation, not causation):",
        "placements": "**Spaces among the first five placements** that `hard` chose (also"
        " correlation):",
    },
    "rushing": {
        "no": "**Rushing furnishing tiles does not dominate** in the hands of these bots.",
        "yes": "**Rushing furnishing tiles beats `hard`** in the hands of these bots.",
        "open": "**These games leave open whether rushing furnishing tiles dominates.**",
    },
    "none": "of the {n} compared, none is shown to be better or worse than the others.",
    "some": "of the {n} compared, these still differ after the correction, in points: {told}.",
    "unplayed": "there are not enough games to say.",
    "child groups": "{when}: {points}",
    "placement groups": "placement {n}: {points}",
    "any tile": "drawn by lot, whichever it is, makes a difference of {points} points on average;"
    " this includes the dwarf, the goods and the room that it takes.",
    "round": "round {n}",
    "no child": "no child at all",
}

FRENCH: Final = {
    "asked": ASKED,
    "arms": {
        "no-expeditions": "n’armer personne et ne jamais partir en expédition",
        "no-herds": "ne garder aucun animal de ferme",
        "no-crops": "ne rien semer",
        "only-dwellings": "n’aménager que des habitations",
        "no-children": "n’avoir aucun enfant",
        "tiles-first": "rechercher les tuiles Aménagement aux tours 1 à 6",
        "tiles-throughout": "rechercher les tuiles Aménagement toute la partie",
        "children-first": "rechercher des places et des enfants aux tours 1 à 6",
        "armed-first": "rechercher des armes aux tours 1 à 6",
    },
    "verdicts": {
        "costs": "coûte {points} points contre `hard` et gagne {won} des parties.",
        "brings": "rapporte {points} points de plus qu’à `hard` et gagne {won} des parties.",
        "may cost": "coûte peut-être des points, {points} ici, mais cela ne résiste pas à la"
        " correction pour comparaisons multiples ; {won} des parties sont gagnées.",
        "may bring": "rapporte peut-être des points, {points} ici, mais cela ne résiste pas à la"
        " correction pour comparaisons multiples ; {won} des parties sont gagnées.",
        "open": "ne montre ni gain ni perte sûrs : la différence avec `hard` est de {points}"
        " points, et {won} des parties sont gagnées.",
    },
    "turn": {
        "brings": "rapporte {points} points de plus qu’à l’autre et gagne {won} des parties de"
        " `hard` contre lui-même.",
        "costs": "coûte {points} points contre l’autre et gagne {won} des parties de `hard` contre"
        " lui-même.",
        "open": "ne montre ni gain ni perte sûrs : la différence avec l’autre est de {points}"
        " points, et {won} des parties de `hard` contre lui-même sont gagnées.",
    },
    "weak": "(Il n’y est guère parvenu : cela dit peu de chose.)",
    "between": " ; ",
    "heads": {
        "rushing": "",
        "expeditions": "**Expéditions.**",
        "farming": "**Agriculture.**",
        "children": "**Enfants.**",
        "first child": "**Le tour du premier enfant** (points par rapport à la moyenne des places"
        " semblables ; une corrélation, pas une cause) :",
        "going first": "**Commencer la partie**",
        "openings": "**Le premier placement**, tiré au sort :",
        "chosen placements": "**Ce que vaut le choix d’un placement** : quand l’un d’eux est tiré"
        " au sort au lieu d’être choisi, la différence en points est, pour",
        "later openings": "**Les cases des placements 2 à 5**, tirées au sort :",
        "any tile": "**Rechercher une tuile Aménagement**",
        "wanted tiles": "**Chaque tuile Aménagement**, les places que le sort a chargées de la"
        " rechercher, comparées aux autres :",
        "tiles": "**Les tuiles** que `hard` a choisies (une corrélation, pas une cause) :",
        "placements": "**Les cases parmi les cinq premiers placements** choisies par `hard`"
        " (de même) :",
    },
    "rushing": {
        "no": "**Se ruer sur les tuiles Aménagement ne domine pas** entre les mains de ces bots.",
        "yes": "**Se ruer sur les tuiles Aménagement bat `hard`** entre les mains de ces bots.",
        "open": "**Si se ruer sur les tuiles Aménagement domine reste ouvert** d’après ces"
        " parties.",
    },
    "none": "parmi {n} comparaisons, aucune différence n’est démontrée.",
    "some": "parmi {n} comparaisons, celles-ci diffèrent après la correction, en points : {told}.",
    "unplayed": "on n’a pas assez joué pour le dire.",
    "child groups": "{when} : {points}",
    "placement groups": "placement {n} : {points}",
    "any tile": "tirée au sort, quelle qu’elle soit, fait une différence de {points} points en"
    " moyenne : le nain, les ressources et la place qu’il y faut y sont compris.",
    "round": "tour {n}",
    "no child": "aucun enfant",
}

GERMAN: Final = {
    "asked": ASKED,
    "arms": {
        "no-expeditions": "niemanden zu bewaffnen und nie auf Streifzug zu gehen",
        "no-herds": "keine Nutztiere zu halten",
        "no-crops": "nichts zu säen",
        "only-dwellings": "nur Wohnhöhlen einzurichten",
        "no-children": "keine Kinder zu bekommen",
        "tiles-first": "in den Runden 1 bis 6 auf Einrichtungsplättchen zu spielen",
        "tiles-throughout": "die ganze Partie auf Einrichtungsplättchen zu spielen",
        "children-first": "in den Runden 1 bis 6 auf Platz und Kinder zu spielen",
        "armed-first": "in den Runden 1 bis 6 auf Waffen zu spielen",
    },
    "verdicts": {
        "costs": "kostet gegen `hard` {points} Punkte und gewinnt {won} der Partien.",
        "brings": "bringt {points} Punkte mehr als `hard` und gewinnt {won} der Partien.",
        "may cost": "kostet vielleicht Punkte, hier {points}, aber das hält der Korrektur für viele"
        " Vergleiche nicht stand; {won} der Partien werden gewonnen.",
        "may bring": "bringt vielleicht Punkte, hier {points}, aber das hält der Korrektur für"
        " viele Vergleiche nicht stand; {won} der Partien werden gewonnen.",
        "open": "macht keinen sicheren Unterschied: Gegenüber `hard` sind es {points} Punkte, und"
        " {won} der Partien werden gewonnen.",
    },
    "turn": {
        "brings": "bringt {points} Punkte mehr als der Platz danach und gewinnt {won} der Partien"
        " von `hard` gegen sich selbst.",
        "costs": "kostet {points} Punkte, verglichen mit dem Platz danach, und gewinnt {won} der"
        " Partien von `hard` gegen sich selbst.",
        "open": "macht keinen sicheren Unterschied: Gegenüber dem Platz danach sind es {points}"
        " Punkte, und {won} der Partien von `hard` gegen sich selbst werden gewonnen.",
    },
    "weak": "(Dem Bot gelang das kaum; das sagt also wenig.)",
    "between": "; ",
    "heads": {
        "rushing": "",
        "expeditions": "**Streifzüge.**",
        "farming": "**Ackerbau und Viehzucht.**",
        "children": "**Kinder.**",
        "first child": "**Wann das erste Kind kommt** (Punkte gegenüber dem Durchschnitt ähnlicher"
        " Plätze; ein Zusammenhang, keine Ursache):",
        "going first": "**Zu beginnen**",
        "openings": "**Das erste Einsetzen**, ausgelost:",
        "chosen placements": "**Was die Wahl beim Einsetzen wert ist**: Wird ein Feld ausgelost"
        " statt gewählt, so ist der Unterschied in Punkten für",
        "later openings": "**Felder beim 2. bis 5. Einsetzen**, ausgelost:",
        "any tile": "**Auf ein Einrichtungsplättchen zu spielen**,",
        "wanted tiles": "**Jedes Einrichtungsplättchen**, Plätze, denen das Los es auftrug,"
        " verglichen mit den anderen:",
        "tiles": "**Plättchen**, die `hard` selbst wählte (ein Zusammenhang, keine Ursache):",
        "placements": "**Felder beim ersten bis fünften Einsetzen**, die `hard` selbst wählte"
        " (ebenso):",
    },
    "rushing": {
        "no": "**Auf Einrichtungsplättchen zu stürmen ist nicht überlegen**, wenn diese Bots"
        " spielen.",
        "yes": "**Auf Einrichtungsplättchen zu stürmen schlägt `hard`**, wenn diese Bots spielen.",
        "open": "**Ob es überlegen ist, auf Einrichtungsplättchen zu stürmen, lassen diese Partien"
        " offen.**",
    },
    "none": "Von {n} verglichenen ist keines nachweislich besser oder schlechter als die anderen.",
    "some": "Von {n} verglichenen unterscheiden sich nach der Korrektur noch diese, in Punkten:"
    " {told}.",
    "unplayed": "Es gibt zu wenige Partien, um das zu sagen.",
    "child groups": "{when}: {points}",
    "placement groups": "Einsetzen {n}: {points}",
    "any tile": "das ausgelost wurde, gleich welches, macht im Durchschnitt {points} Punkte aus;"
    " der Zwerg, die Waren und der Platz, die es braucht, sind darin enthalten.",
    "round": "Runde {n}",
    "no child": "kein Kind",
}

TEXTS: Final[dict[str, dict[str, Any]]] = {"de": GERMAN, "en": ENGLISH, "fr": FRENCH}
