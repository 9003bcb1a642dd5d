"""Below a path: every link, form, script, redirection and cookie of a page stays below it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.routing import Route

from dvergar.core.registry import games
from dvergar.web.app import create_app
from dvergar.web.settings import Settings, WrongSetting, parse
from tests.web.documents import read_document
from tests.web.players import Program, finished, get, invites, play_out, request
from tests.web.serving import PROMPT, Served, serving

BASE = "/games/dvergar"
ADDRESS = re.compile(r"(href|src|action|formaction|hx-.*|data-(?!key$).*|poster|content|srcset)")
LOOSE = re.compile(r"""(?:fetch\(|url\(|location[^;]*=\s*|EventSource\()["'`]?/(?!/)""")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    settings = replace(PROMPT, base_path=BASE, hooks="all", address=f"http://localhost{BASE}/")
    with serving(tmp_path_factory.mktemp("server"), settings) as served:
        yield replace(served, url=f"{served.url}{BASE}")


def leaving(html: str) -> list[str]:
    """What leads out of the path, as the page says it."""
    return [
        f"<{one.tag} {name}={value!r}>"
        for one in read_document(html).elements()
        for name, value in one.attributes.items()
        if ADDRESS.fullmatch(name)
        and value
        and value.startswith("/")
        and not f"{value}/".startswith(f"{BASE}/")
    ]


def pages_of(program: Program) -> list[str]:
    """Every kind of page there is, with a table of every game in several states."""
    paths = [
        "/",
        "/about",
        "/mine",
        "/privacy",
        "/turns",
        "/api/docs",
        "/nowhere",
        "/?only=x&free=2",
    ]
    for slug, game in games().items():
        paths += [f"/?game={slug}", f"/rules/{slug}", f"/help/{slug}", f"/keys/{slug}"]
        program.open(["me"] * game.players[0], game=slug, name="Hill", public=True)
        table = f"/table/{program.table}"
        paths += [table, f"{table}?at=0", f"{table}/log", f"{table}/report"]
        paths.append(f"/rules/{slug}?table={program.table}")
        looked = program.look()
        program.move(looked["choices"][0]["move"], looked["version"])
        paths.append(table)
    waiting = program.open(["me", "open"], public=True)
    paths += [f"/table/{program.table}", "/join/" + invites(waiting)[0].rsplit("/", 1)[1]]
    program.open(["me", "me"])
    play_out([program])
    paths += [f"/table/{program.table}", f"/table/{program.table}?at=3"]
    return paths


def test_no_link_of_any_page_leaves_the_path(server: Served) -> None:
    program = Program(server.url)
    checked = 0
    for path in pages_of(program):
        html = program.http.get(path).text
        assert leaving(html) == [], path
        checked += html.count(f'"{BASE}/')
    assert checked > 1000, "there were links at all"
    with program.http.stream("GET", "/live?mine=1&open=", timeout=20) as news:
        seen = 0
        for line in news.iter_lines():
            if line.startswith("data: <"):
                assert leaving(line.removeprefix("data: ")) == []
                seen += 1
            if line.startswith("data: ["):
                assert all(one["url"].startswith(f"{BASE}/") for one in json.loads(line[6:]))
            if seen == 2:
                break


def test_no_script_and_no_style_sheet_names_an_address_of_its_own() -> None:
    import dvergar

    folder = Path(dvergar.__file__).parent
    files = [*folder.rglob("*.js"), *folder.rglob("*.css")]
    loose = [
        f"{file.name}: {found[0]}"
        for file in files
        if "built" not in file.parts
        for found in LOOSE.finditer(file.read_text("utf-8"))
    ]
    assert len(files) > 20
    assert loose == []


def test_redirections_and_cookies_stay_below_the_path(server: Served) -> None:
    fields = {"game": "my_gold_mine", "kind-0": "me", "kind-1": "bot", "bot-1": "easy"}
    answer = request("POST", f"{server.url}/tables", data=fields)
    assert answer.headers["location"].startswith(f"{BASE}/table/")
    for cookie in answer.headers.get_list("set-cookie"):
        assert f"Path={BASE}" in cookie
    back = request("POST", f"{server.url}/preferences", data={"theme": "dark", "back": "/about"})
    assert back.headers["location"] == f"{BASE}/about"
    away = request("POST", f"{server.url}/preferences", data={"back": "//evil.example"})
    assert away.headers["location"] == f"{BASE}/"


def test_invites_and_the_interface_name_the_path(server: Served) -> None:
    program, guest = Program(server.url), Program(server.url)
    (invite,) = invites(program.open(["me", "open"]))
    assert invite.startswith(f"http://localhost{BASE}/join/")
    assert guest.join(invite)["phase"] == "playing"
    assert get(f"{server.url}/api/openapi.json").json()["servers"] == [{"url": BASE}]
    assert get(f"{server.url}/api/nothing").json()["error"]


def test_a_proxy_may_cut_the_path_off(server: Served) -> None:
    bare = server.url.removesuffix(BASE)
    html = get(f"{bare}/about").text
    assert leaving(html) == []
    assert get(f"{bare}{BASE}").is_success
    script = re.search(rf'src="({BASE}/static/[^"]+)"', html)
    assert script
    assert get(bare + script[1]).is_success
    assert get(bare + script[1].removeprefix(BASE)).is_success
    upload = Program(server.url).http.post(
        "/records", files={"record": ("a.json", json.dumps(finished()).encode())}
    )
    assert upload.headers["location"].startswith(f"{BASE}/table/")


@pytest.mark.parametrize("text", ["/a b", "/a?b", "/..", "/a/../b", "//a//b", "/é"])
def test_a_path_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(WrongSetting):
        parse("base_path", text)


def all_routes(folder: Path) -> list[tuple[str, str]]:
    """Every route of the application, with places filled anyhow."""
    app = create_app(Settings(folder))
    return [
        (method, re.sub(r"{[^}]*}", "x%0d%0a", route.path))
        for route in app.routes
        if isinstance(route, Route)
        for method in sorted((route.methods or set()) - {"HEAD"})
    ]


@pytest.mark.parametrize("behind", ["/", "///", "/?a=1&b=%0d"])
def test_a_slash_too_many_leads_to_the_same_route_below_the_path(
    server: Served, tmp_path: Path, behind: str
) -> None:
    routes = all_routes(tmp_path)
    assert len(routes) > 80
    for method, path in routes:
        if path == "/" or path.startswith("/tab"):  # a folder of files, with a slash at its end
            continue
        answer = request(method, f"{server.url}{path}{behind}", headers={"host": "localhost"})
        query = behind.partition("?")[1:]
        wanted = f"{BASE}{path}{''.join(query)}".replace("%0d%0a", "%0D%0A")
        assert answer.status_code == 307, (method, path)
        assert answer.headers["location"] == wanted


def test_no_redirect_names_another_host(server: Served) -> None:
    root = server.url.removesuffix(BASE)
    for path in (
        "//elsewhere.example/",
        "///x/",
        "/\\\\x/",
        "/static",
        "/static//x/",
        "/about%2f/",
    ):
        for base in (root, server.url):
            answer = request("GET", base + path, headers={"host": "localhost"})
            location = answer.headers.get("location", BASE)
            assert location.startswith(BASE), (path, location)
            assert not location.startswith("//")
