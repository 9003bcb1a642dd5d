"""Pages to read and to choose by: preferences, rules, about, replay, the interface explained."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from fastapi.routing import APIRoute

from dvergar.core.languages import LANGUAGES
from dvergar.core.registry import games
from dvergar.core.words import words
from dvergar.web.app import create_app
from dvergar.web.settings import Settings
from tests.web.players import GAME, Person, Program, get, play_out
from tests.web.serving import Served


def plain(text: str) -> str:
    """A text as the tree of a page gives it: with ordinary single spaces."""
    return " ".join(text.split())


# Preferences.


def test_the_language_is_remembered(person: Person) -> None:
    person.go("/about")
    assert person.document.find("html")[0]["lang"] == "en"
    (button,) = person.document.find("button", name="lang", value="fr")
    person.press(button)
    assert person.path == "/about", "one stays where one is"
    person.http.headers["accept-language"] = "en"
    for path in ("/", "/about", f"/rules/{GAME}", "/nothing"):
        person.go(path)
        assert person.document.find("html")[0]["lang"] == "fr"
        (pressed,) = person.document.find("button", name="lang", value="fr")
        assert pressed["aria-pressed"] == "true"


def test_light_and_dark_are_remembered(person: Person) -> None:
    person.go("/")
    assert person.document.find("html")[0]["data-theme"] == "auto", "as the system is"
    for theme in ("dark", "light", "auto"):
        person.press(person.document.find("button", name="theme", value=theme)[0])
        person.go("/about")
        assert person.document.find("html")[0]["data-theme"] == theme
    assert person.document.find("html")[0]["lang"] == "en"


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("fr", "fr"),
        ("fr-CH, en;q=0.9", "fr"),
        ("it, fr;q=0.8, en", "fr"),
        ("it", "en"),
        ("de-AT, de;q=0.9, en;q=0.8", "de"),
        ("", "en"),
        (";;,,q=", "en"),
        ("FR", "fr"),
    ],
)
def test_the_language_of_the_browser_is_followed(accepted: str, lang: str, server: Served) -> None:
    answer = get(server.url, headers={"accept-language": accepted})
    assert f'<html lang="{lang}"' in answer.text


WRONG = [{"lang": "xx"}, {"theme": "pink"}, {"confirm": "maybe"}, {}, {"lang": "", "a": "b"}]


@pytest.mark.parametrize("fields", WRONG)
def test_a_wrong_preference_is_left_out(fields: dict[str, str], person: Person) -> None:
    before = dict(person.http.cookies)
    person.post("/preferences", fields)
    assert person.answer.status_code == 200
    assert dict(person.http.cookies) == before


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example/",
        "javascript:alert(1)",
        "evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "\t//evil.example",
        " //evil.example",
        "/a\r\nset-cookie: x=y",
        "///evil.example",
        "/" + "x" * 500,
        "",
    ],
)
def test_preferences_lead_back_only_to_pages_of_ours(back: str, server: Served) -> None:
    person = Person(server.url)
    person.http.follow_redirects = False
    person.post("/preferences", {"lang": "fr", "back": back})
    location = person.answer.headers["location"]
    assert person.answer.status_code == 303
    assert re.match(r"/(?![/\\])", location), location
    assert not re.search(r"[\s\\]", location), location
    assert "x" not in person.http.cookies


def test_a_switch_on_a_replay_leads_back_to_the_same_position(person: Person) -> None:
    person.post("/tables", {"game": GAME, "kind-0": "me", "kind-1": "here"})
    person.press(person.choices()[0])
    table = person.path
    person.go(f"{table}?at=0")
    person.press(person.document.find("button", name="lang", value="fr")[0])
    assert person.path == table
    assert person.answer.url.query == b"at=0"


# Rules and about.


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_page_shows_every_rule(lang: str, server: Served) -> None:
    person = Person(server.url, lang)
    for slug, info in games().items():
        if slug == "stones":
            continue
        person.go(f"/rules/{slug}")
        assert person.answer.status_code == 200
        items = [one for one in person.document.find("li") if "id" in one.attributes]
        texts = {item["id"]: item.text for item in items}
        page = person.document.text
        for section in info.rulebook().sections:
            assert plain(section.title(lang)) in page
            for rule in section.rules:
                assert plain(rule.text(lang)) in texts[rule.id]
        assert len(info.rulebook().ids()) > 20


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", ["caverna", "cave_vs_cave", GAME])
def test_a_rule_leads_to_its_rulings_on_the_same_page(slug: str, lang: str, server: Served) -> None:
    person = Person(server.url, lang)
    person.go(f"/rules/{slug}")
    items = {item["id"]: item for item in person.document.find("li") if "id" in item.attributes}
    rulings = games()[slug].rulings()
    for ruling in rulings:
        item = items[ruling.anchor]
        assert plain(ruling.question(lang)) in item.text
        assert plain(ruling.answer(lang)) in item.text
        assert ruling.id in item.text
    for rule in games()[slug].rulebook():
        links = {link["href"] for link in items[rule.id].find("a")}
        assert links == {f"#{rule.id}"} | {f"#{rulings[id].anchor}" for id in rule.rulings}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_about_credits_everybody(lang: str, server: Served) -> None:
    person = Person(server.url, lang)
    person.go("/about")
    for name in ("game-icons.net", "CC BY 3.0", "Lorc", "Alegreya", "htmx", "OFL"):
        assert name in person.document.text
    assert words("dvergar.web", lang)("page.unofficial") in person.document.text


def test_the_start_page_leads_everywhere(person: Person) -> None:
    person.go("/")
    links = {one["href"] for one in person.document.find("a")}
    assert {f"/rules/{GAME}", "/about", "/api/docs"} <= links
    for link in links:
        if link.startswith("/"):
            assert get(str(person.http.base_url).rstrip("/") + link).status_code == 200, link


def test_an_unknown_game_in_the_address_shows_the_first(person: Person) -> None:
    person.go("/?game=chess")
    assert person.answer.status_code == 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_explained_on_the_start_page(lang: str, server: Served) -> None:
    person = Person(server.url, lang)
    person.go(f"/?game={GAME}")
    speak = games()[GAME].words(lang)
    for option in games()[GAME].options:
        if len(option.values_for(6)) < 2:
            continue  # there is nothing to choose
        for part in ("label", "help"):
            assert plain(speak(f"option.{option.name}.{part}")) in person.document.text
        assert person.document.find(name=f"option-{option.name}")


# Replay.


def test_every_position_has_an_address(program: Program) -> None:
    program.open(["me", "me"])
    end = play_out([program])
    numbers = range(0, end["number"] + 1, 4)
    person = Person(program.url)
    pages = []
    for number in numbers:
        person.go(f"/table/{program.table}?at={number}")
        assert person.answer.status_code == 200
        assert not person.choices()
        (table,) = person.document.find("main", id="table")
        assert table["data-table"] == "", "a replay stands still"
        pages.append(person.document.find("main")[0].text)
    assert len(set(pages)) == len(pages)
    person.go(f"/table/{program.table}?at=0")
    for number in (1, 2, 3):
        (follow,) = person.document.find("a", rel="next")
        person.go(follow["href"])
        assert person.answer.url.query == f"at={number}".encode()
    (back,) = person.document.find("a", rel="prev")
    person.go(back["href"])
    assert person.answer.url.query == b"at=2"


def test_a_running_game_can_be_looked_back_at_without_losing_one_s_turn(person: Person) -> None:
    person.post("/tables", {"game": GAME, "kind-0": "me", "kind-1": "here"})
    table = person.path
    person.press(person.choices()[0])
    person.go(f"{table}?at=0")
    assert not person.choices()
    assert person.document.find("a", href=table), "a way back to the present"
    person.go(table)
    assert person.choices()


# The interface explained.


def openapi(server: Served) -> Any:
    return get(f"{server.url}/api/openapi.json").json()


def test_every_json_route_is_in_the_document(server: Served, tmp_path_factory: Any) -> None:
    app = create_app(Settings(tmp_path_factory.mktemp("unused")))
    routes = {
        (route.path, method.lower())
        for route in all_routes(app)
        if route.path.startswith("/api") and route.path not in ("/api/openapi.json", "/api/docs")
        for method in route.methods or ()
    }
    document = openapi(server)
    described = {
        (path, method) for path, methods in document["paths"].items() for method in methods
    }
    assert routes == described
    assert len(routes) >= 7


def all_routes(app: Any) -> list[APIRoute]:
    """The routes of an application, those of its routers included."""
    found: list[APIRoute] = []

    def walk(routes: Any) -> None:
        for route in routes:
            if isinstance(route, APIRoute):
                found.append(route)
            inner = getattr(route, "routes", None) or getattr(
                getattr(route, "original_router", None), "routes", None
            )
            if inner:
                walk(inner)

    walk(app.routes)
    return found


def test_the_document_is_sound(server: Served) -> None:
    document = openapi(server)
    assert document["openapi"].startswith("3.")
    text = json.dumps(document)
    for reference in re.findall(r'"\$ref": "#/([^"]+)"', text):
        target = document
        for part in reference.split("/"):
            target = target[part]
        assert target
    names = [
        operation["operationId"]
        for methods in document["paths"].values()
        for operation in methods.values()
    ]
    assert len(set(names)) == len(names)
    for path, methods in document["paths"].items():
        for operation in methods.values():
            assert operation["description"] or operation["summary"]
            assert {"404", "409", "422"} <= set(operation["responses"]), path
            places = set(re.findall(r"\{(\w+)\}", path))
            described = {one["name"] for one in operation.get("parameters", [])}
            assert places <= described


def test_answers_are_what_the_document_promises(program: Program, server: Served) -> None:
    shapes = openapi(server)["components"]["schemas"]
    table = program.open(["me", "bold"])
    assert set(table) == set(shapes["TableAnswer"]["properties"])
    for seat in table["seats"]:
        assert set(seat) == set(shapes["SeatAnswer"]["properties"])
    end = play_out([program])
    for row in end["scores"]:
        assert set(row) == set(shapes["ScoreAnswer"]["properties"])
    refused = program.try_move("dig", 0)
    assert set(refused.json()) == {"error"}  # no move was judged: the version is old


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_interface_is_explained_on_a_page_without_foreign_parts(
    lang: str, server: Served
) -> None:
    person = Person(server.url, lang)
    person.go("/api/docs")
    assert person.answer.status_code == 200
    assert person.document.find("html")[0]["lang"] == lang
    for one in person.document.elements():
        for address in (one["src"], one["href"] if one.tag == "link" else ""):
            assert not address or address.startswith("/static/"), address
    for path in openapi(server)["paths"]:
        assert path in person.document.text
