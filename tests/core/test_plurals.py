"""Words go with their numbers: every text that counts something is filled with 0, 1, 2 and 21.

The plural of every word that can follow a number is listed here; a text with any other word fails.
Plural forms and number formats are compared with Babel, which knows the CLDR.
"""

from __future__ import annotations

import html
import math
import re
import string
from collections.abc import Iterator
from typing import Final

import pytest
from babel import Locale
from babel.numbers import format_decimal

import dvergar
from dvergar.core.chance import Chance
from dvergar.core.languages import CATEGORIES, LANGUAGES, MINUS, Number, decimal, plural_category
from dvergar.core.sentences import log_sentences
from dvergar.core.words import Name, with_facts
from tests.tables import INFOS
from tests.texts import PACKAGES, book_texts, texts

pytestmark = pytest.mark.plain


def _each(words: str) -> frozenset[str]:
    return frozenset(words.split())


COUNTS: Final = (0, 1, 2, 21)
NUMBERS: Final = _each(
    "n k of need food gold dragons cards dwarfs turns score goal archive least "
    "most bots players games moves discard strength percent games_a_second "
    "moves_a_second"
)
"""The facts that are numbers of something."""

PLURALS: Final = {
    "en": {
        "animal": "animals",
        "bot": "bots",
        "boar": "boars",
        "card": "cards",
        "cavern": "caverns",
        "day": "days",
        "dog": "dogs",
        "donkey": "donkeys",
        "dragon": "dragons",
        "dwarf": "dwarfs",
        "game": "games",
        "good": "goods",
        "hour": "hours",
        "kilobyte": "kilobytes",
        "kind": "kinds",
        "letter": "letters",
        "line": "lines",
        "marker": "markers",
        "message": "messages",
        "mine": "mines",
        "minute": "minutes",
        "move": "moves",
        "nugget": "nuggets",
        "pasture": "pastures",
        "place": "places",
        "person": "people",
        "player": "players",
        "point": "points",
        "position": "positions",
        "puzzle": "puzzles",
        "result": "results",
        "rock": "rocks",
        "room": "rooms",
        "round": "rounds",
        "ruby": "rubies",
        "rule": "rules",
        "seam": "seams",
        "search": "searches",
        "second": "seconds",
        "seat": "seats",
        "space": "spaces",
        "stable": "stables",
        "step": "steps",
        "table": "tables",
        "text": "texts",
        "tile": "tiles",
        "time": "times",
        "turn": "turns",
        "vegetable": "vegetables",
        "wall": "walls",
    },
    "fr": {
        "animal": "animaux",
        "bot": "bots",
        "butin": "butins",
        "bœuf": "bœufs",
        "carte": "cartes",
        "case": "cases",
        "cavité": "cavités",
        "chien": "chiens",
        "allée": "allées",
        "coup": "coups",
        "cycle": "cycles",
        "céréale": "céréales",
        "dragon": "dragons",
        "emplacement": "emplacements",
        "espèce": "espèces",
        "heure": "heures",
        "fissure": "fissures",
        "jour": "jours",
        "joueur": "joueurs",
        "lettre": "lettres",
        "ligne": "lignes",
        "légume": "légumes",
        "marqueur": "marqueurs",
        "message": "messages",
        "mine": "mines",
        "minute": "minutes",
        "minerai": "minerais",
        "mouton": "moutons",
        "mur": "murs",
        "nain": "nains",
        "octet": "octets",
        "partie": "parties",
        "personne": "personnes",
        "petit": "petits",
        "pierre": "pierres",
        "problème": "problèmes",
        "pièce": "pièces",
        "place": "places",
        "point": "points",
        "position": "positions",
        "pépite": "pépites",
        "recherche": "recherches",
        "ressource": "ressources",
        "résultat": "résultats",
        "règle": "règles",
        "roche": "roches",
        "sanglier": "sangliers",
        "seconde": "secondes",
        "sorte": "sortes",
        "table": "tables",
        "texte": "textes",
        "tour": "tours",
        "tuile": "tuiles",
        "âne": "ânes",
        "étable": "étables",
    },
    "de": {
        "acker": "äcker äckern",
        "aktion": "aktionen",
        "aktionsfeld": "aktionsfelder aktionsfeldern",
        "art": "arten",
        "aufgabe": "aufgaben",
        "ausgangskarte": "ausgangskarten",
        "belohnung": "belohnungen",
        "bettelmarke": "bettelmarken",
        "bot": "bots",
        "buchstabe": "buchstaben",
        "datei": "dateien",
        "drache": "drachen",
        "einrichtung": "einrichtungen",
        "ergebnis": "ergebnisse ergebnissen",
        "erntemarke": "erntemarken",
        "erzmine": "erzminen",
        "fall": "fälle fällen",
        "feld": "felder feldern",
        "fels": "felsen",
        "frage": "fragen",
        "fuge": "fugen",
        "gang": "gänge gängen",
        "goldnugget": "goldnuggets",
        "goldstück": "goldstücke goldstücken",
        "hund": "hunde hunden",
        "höhle": "höhlen",
        "jungtier": "jungtiere jungtieren",
        "karte": "karten",
        "kaverne": "kavernen",
        "kind": "kinder kindern",
        "mine": "minen",
        "minute": "minuten",
        "nachricht": "nachrichten",
        "nugget": "nuggets",
        "nutztier": "nutztiere nutztieren",
        "partie": "partien",
        "person": "personen",
        "platz": "plätze plätzen",
        "punkt": "punkte punkten",
        "raum": "räume räumen",
        "regel": "regeln",
        "rind": "rinder rindern",
        "rohstoff": "rohstoffe rohstoffen",
        "rubin": "rubine rubinen",
        "rubinmine": "rubinminen",
        "runde": "runden",
        "schaf": "schafe schafen",
        "schritt": "schritte schritten",
        "sorte": "sorten",
        "sekunde": "sekunden",
        "spalte": "spalten",
        "stall": "ställe ställen",
        "stelle": "stellen",
        "stellung": "stellungen",
        "streifzug": "streifzüge streifzügen",
        "stunde": "stunden",
        "suche": "suchen",
        "tag": "tage tagen",
        "text": "texte texten",
        "tier": "tiere tieren",
        "tierart": "tierarten",
        "tisch": "tische tischen",
        "waffe": "waffen",
        "wand": "wände wänden",
        "ware": "waren",
        "weide": "weiden",
        "wiese": "wiesen",
        "wildschwein": "wildschweine wildschweinen",
        "woche": "wochen",
        "wohnhöhle": "wohnhöhlen",
        "zeile": "zeilen",
        "zug": "züge zügen",
        "zwerg": "zwerge zwergen",
    },
}
"""The plural of each word; several forms where it has cases."""
UNCOUNTED: Final = {
    "en": _each("wood stone ore gold food grain flax sheep cattle young mb s"),
    "fr": _each("bois rubis or repas lin pas fois s diff pn mo"),
    "de": _each(
        "holz stein stollen erz gold nahrung getreide gemüse flachs emmer spieler esel "
        "marker bettelmarker plättchen tunnel zeichen kilobyte mb mal s"
    ),
}
"""Words that are the same after every number."""
BEFORE: Final = {
    "en": _each("big begging hidden more wild farm different other ruby exit extraction"),
    "fr": _each("grosse grosses kilo dernière dernières"),
    "de": _each("großes große weitere verdeckte verdeckten andere mehr verschiedene"),
}
"""Words that may stand between a number and what it counts."""
ELSE: Final = {
    "en": _each(
        "of to in and or per with for more each again missing less all up otherwise "
        "there short different needed on if after now is are at nearer out they your "
        "work first decides opens"
    ),
    "fr": _each(
        "à sur et ou de par avec dans en si contre au puis d l pour vous les est "
        "manque puissance chacun là du moins décide donne gagnée gagnées sont"
    ),
    "de": _each(
        "von zu bis in im und oder pro für mit aus nach bei an am auf mehr weniger je jetzt sind "
        "ist hoch bleibt fehlen fehlt wenn dann kosten bist seit so sein rechnen "
        "davon nummeriert ab zeigen schmieden gibt steht einfacheren verläuft abgelegt hast "
        "entscheidet"
    ),
}
"""Words that go on without naming what is counted: “1 of 3”."""
COUNTED: Final = re.compile(r"(?<![\w.,–/−-])(\d+)((?:[ \u00a0\u202f-][^\W\d_]+){1,3})")


def wrong(text: str, lang: str, *, closed: bool) -> Iterator[str]:
    """Numbers in a text whose word has the wrong form; `closed`: or a word that nobody knows."""
    singulars, plurals = PLURALS[lang].keys(), _each(" ".join(PLURALS[lang].values()))
    for number, phrase in COUNTED.findall(text):
        found = [word for word in re.split(r"[ \u00a0\u202f-]", phrase.lower()) if word]
        while len(found) > 1 and found[0] in BEFORE[lang]:
            found = found[1:]
        word, single = found[0], plural_category(lang, int(number)) == "one"
        if word in UNCOUNTED[lang] | ELSE[lang] | BEFORE[lang]:
            continue
        known = word in singulars or word in plurals
        if (closed and not known) or (known and word not in (singulars if single else plurals)):
            yield f"{number} {word}"


def filled(text: str, number: int, lang: str) -> str:
    """A text with this number wherever it takes one."""
    facts: dict[str, object] = {}
    for _, name, forms, _ in string.Formatter().parse(text):
        if name:
            numeric = (forms or name in NUMBERS) and not re.match("@|[^|]* [|]", forms or "")
            facts[name] = Number(number, lang) if numeric else Name("…", {})
    return text.format_map(facts)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_number_takes_the_form_that_the_cldr_says(lang: str) -> None:
    form = Locale.parse(lang).plural_form
    for number in (*COUNTS, -1, 10, 100, 1000):
        assert (plural_category(lang, number) == "one") == (form(number) == "one")
    assert [plural_category("en", n) == "one" for n in COUNTS] == [False, True, False, False]
    assert [plural_category("fr", n) == "one" for n in COUNTS] == [True, True, False, False]


@pytest.mark.parametrize("number", COUNTS)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_text_goes_with_its_number(package: str, lang: str, number: int) -> None:
    found = {}
    for key, text in texts(package, lang).items():
        if re.search(r"\{\w+\.", text):
            text = with_facts(package, lang, text)  # noqa: PLW2901 - as it is read
        chosen = key.rpartition(".")[2]
        if chosen in CATEGORIES and chosen != plural_category(lang, number):
            continue  # this text is for other numbers
        mistakes = list(wrong(filled(text, number, lang), lang, closed=True))
        if mistakes:
            found[key] = mistakes
    assert found == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rule_books_and_guided_games_count_rightly(lang: str) -> None:
    rules = [(rule.id, rule.text(lang)) for info in INFOS for rule in info.rulebook()]
    others = [one for one in book_texts(lang) if " rulebook.toml" not in one[0]]
    found = [(where, *wrong(text, lang, closed=False)) for where, text in [*rules, *others]]
    assert [one for one in found if len(one) > 1] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_forms_are_there_and_differ(lang: str) -> None:
    for package in PACKAGES:
        for key, text in texts(package, lang).items():
            for _, name, forms, _ in string.Formatter().parse(text):
                if name and forms and not forms.startswith("@"):
                    one, _, other = forms.partition("|")
                    assert one != other, f"{key} of {package} need not be told twice: {forms}"
                    assert other.count("|") == 0, key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("slug", "players"), [("my_gold_mine", 3), ("cave_vs_cave", 2)])
def test_all_that_is_said_during_a_game_counts_rightly(slug: str, players: int, lang: str) -> None:
    check_a_game(slug, players, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_that_is_said_during_a_game_of_caverna_counts_rightly(lang: str) -> None:
    check_a_game("caverna", 2, lang)


def check_a_game(slug: str, players: int, lang: str) -> None:
    """Plays a game of random moves and reads log, questions, choices, reasons and the table."""
    game = dvergar.game(slug, players=players)
    state, chance, names = game.start(seed=5), Chance(5), [f"Ann{'a' * n}" for n in range(players)]
    while not state.over:
        prompt = state.prompt(lang, names)
        said = [sentence.html for sentence in log_sentences(game, state.events(), lang, names)]
        said += [prompt.question, prompt.help, game.show(state, None, lang, names)]
        said += [f"{choice.label}. {choice.detail}" for choice in prompt.choices]
        said += [f"{blocked.label}. {blocked.reason}" for blocked in prompt.blocked]
        for one in said:
            plain = html.unescape(re.sub("<[^>]+>", "", one))
            assert list(wrong(plain, lang, closed=False)) == [], plain
            assert not re.search(r"(?<!\w)-\d", plain), "a hyphen is not a minus"
        moves = state.moves(free=chance.below(4) == 0)
        state.play(moves[chance.below(len(moves))])


def test_numbers_below_nought_have_a_minus() -> None:
    assert filled("{n} {n:point|points}", -3, "en") == "−3 points"
    assert filled("{n} {n:point|points}", -1, "fr") == "−1 point"


MAGNITUDES: Final = (
    0,
    1,
    2,
    10,
    999,
    1000,
    2_000_000,
    1234567.891,
    1e21,
    0.5,
    1.5,
    2.5,
    0.25,
    0.05,
    999.95,
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_are_written_and_counted_as_the_cldr_says(lang: str) -> None:
    chance = Chance(7)
    drawn = [(chance.below(10**9) - 5 * 10**8) / 10 ** chance.below(6) for _ in range(500)]
    for number in (*MAGNITUDES, *(-one for one in MAGNITUDES), *drawn):
        is_one = Locale.parse(lang).plural_form(number) == "one"
        assert (plural_category(lang, number) == "one") == is_one, number
        for digits in (0, 1, 2):
            pattern = "#,##0" + ("." + "0" * digits if digits else "")
            said = format_decimal(number, format=pattern, locale=lang).replace("-", MINUS)
            assert decimal(number, lang, digits) == said, number


def test_infinite_numbers_have_a_sign_of_their_own() -> None:
    assert [decimal(number, "en", 1) for number in (math.inf, -math.inf)] == ["∞", "−∞"]
