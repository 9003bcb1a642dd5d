"""A language is nothing but folders: a made-up one, long and full of accents, shows every page.

Its texts are the English ones with an accent on every vowel, so that a word without any shows
English that is written into the code.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import dvergar
from tests.web.players import Person
from tests.web.serving import ServerProcess

pytestmark = pytest.mark.whole_games

LANG: Final = "zz"
ACCENTS: Final = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
PLACE: Final = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
LANGUAGE: Final = """
name = "Žargón"
point = ","
group = "."
[plural]
one = "i = 1 and v = 0"
few = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"
many = "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14"
"""
"""It counts as Polish does."""
GAMES: Final = ("caverna", "cave_vs_cave", "my_gold_mine")
PAGES: Final = (
    *("/", *(f"/?game={game}" for game in GAMES), *(f"/rules/{game}" for game in GAMES)),
    *("/about", "/privacy", "/mine", "/turns", "/statistics", "/ratings", "/best", "/daily"),
    *("/profile", "/puzzles", "/puzzles?game=caverna", "/report", "/nothing"),
)
NOT_SHOWN: Final = re.compile(
    r"<(script|style|svg|code|kbd|pre|template)\b.*?</\1>|<!--.*?-->|<head\b.*?</head>"
    r'|<span class="rules-source">.*?</span>',  # where a rule comes from
    re.DOTALL,
)
SPOKEN: Final = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
ADDRESS: Final = re.compile(r"[\w-]+(?:\.[\w-]+)+")
"""Of a site, a file or a rule."""
WORD: Final = re.compile(r"[^\W\d_]{3,}")
NAMES: Final = {
    *("Dvergar", "Ylva"),
    *("English", "Deutsch"),  # as languages call themselves
    *("confirm", "lang"),  # cookies
}


def counted(forms: str) -> str:
    """Words for one and others as the four of a language that counts as Polish does."""
    one, bar, other = forms.partition("|")
    return f"{one}|{other}|{other}|{other}" if bar else forms


def accented(text: str) -> str:
    """The text with accents and longer, its places left as they are."""
    parts, end = [], 0
    for place in PLACE.finditer(text):
        parts.append(text[end : place.start()].translate(ACCENTS))
        forms = f":{counted(place[2]).translate(ACCENTS)}" if place[2] is not None else ""
        parts.append(f"{{{place[1]}{forms}}}")
        end = place.end()
    return "".join([*parts, text[end:].translate(ACCENTS)])


def written(tree: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[str]:
    """A table of texts as lines of TOML, with accents."""
    if tree.keys() == {"one", "other"}:
        tree = tree | {"few": tree["other"], "many": tree["other"]}
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from written(value, (*path, name))
        else:
            longer = "" if path[:1] == ("number",) else " " + "·" * (len(value) // 3)
            text = accented(value) + longer if isinstance(value, str) else value
            key = ".".join(json.dumps(part) for part in (*path, name))
            yield f"{key} = {json.dumps(text, ensure_ascii=False)}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server from a copy of the package that speaks one language more."""
    folder = tmp_path_factory.mktemp("language")
    copy = folder / "src" / "dvergar"
    shutil.copytree(Path(dvergar.__file__).parent, copy)
    for english in copy.rglob("locales/en"):
        for file in english.glob("*.toml"):
            new = english.parent / LANG / file.name
            new.parent.mkdir(exist_ok=True)
            tree = tomllib.loads(file.read_text("utf-8"))
            lines = [LANGUAGE] if file.stem == "language" else list(written(tree))
            new.write_text("\n".join(lines), "utf-8")
    process = ServerProcess(folder, PYTHONPATH=str(copy.parent), DVERGAR_BOT_WORKERS="0")
    process.start()
    yield process
    process.close()


def english_on(page: str) -> set[str]:
    """Words of a page without an accent, beside names."""
    assert f'<html lang="{LANG}"' in page
    body = NOT_SHOWN.sub(" ", page)
    said = [re.sub(r"<[^>]+>", " ", body), *SPOKEN.findall(body)]
    words = WORD.findall(ADDRESS.sub(" ", html.unescape(" ".join(said))))
    return {word for word in words if re.search("[aeiou]", word) and word.isascii()} - NAMES


def test_every_page_speaks_a_new_language(server: ServerProcess) -> None:
    person = Person(server.url)
    person.http.cookies.set("lang", LANG)
    found = {}
    for path in PAGES:
        person.go(path)
        found[path] = english_on(person.answer.text)
    for game in GAMES:
        person.go(f"/?game={game}")
        person.send(person.document.find("form", id="new")[0])  # a table as the form proposes it
        assert person.answer.status_code == 200
        found[game] = english_on(person.answer.text)
    assert {path: words for path, words in found.items() if words} == {}
