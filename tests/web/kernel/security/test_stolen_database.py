"""Whoever steals the database or a backup of it opens no seat with it."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from pathlib import Path

import pytest

from dvergar.web.kernel.security.tokens import SECRET_FILE, SECRET_VARIABLE, Keys, load_secret
from tests.web.players import GAME, Person, Program, assert_refused, invites, play_out
from tests.web.serving import serving

LINK = re.compile(r"/return/[^\"<]+")


def return_link(person: Person, table: str) -> str:
    person.go(f"/table/{table}")
    found = LINK.search(person.answer.text)
    assert found
    return found[0]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_no_token_invite_link_or_key_lies_in_the_database(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        host = Program(served.url)
        links = invites(host.open(["me", "open", "open"]))
        guest = Program(served.url)
        guest.join(links[0], "Anna")
        person = Person(served.url)
        person.post("/tables", {"game": GAME, "kind-0": "me", "kind-1": "here"})
        link = return_link(person, person.table)
        secrets = [host.token, guest.token, person.http.cookies["dvergar"], load_secret(tmp_path)]
        secrets += [one.rsplit("/", 1)[1] for one in (*links, link)]
        secrets += [one[-32:] for one in links]  # the signature alone, which may hold a dash
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("dvergar.sqlite*"))
    for secret in secrets:
        assert secret.encode() not in stored
        assert hashlib.sha256(load_secret(tmp_path).encode()).hexdigest().encode() not in stored


def test_links_made_with_another_key_open_nothing(tmp_path: Path) -> None:
    """What somebody with the database alone could make."""
    with serving(tmp_path) as served:
        host = Program(served.url)
        host.open(["me", "open"])
        thief = Person(served.url)
        for forged in (Keys(""), Keys("guess")):
            thief.go(f"/join/{forged.invite(host.table, 1)}")
            assert_refused(thief.answer, 404)
            thief.go(f"/return/{host.table}/0/{forged.return_key(host.table, [0], [0, 0])}")
            assert_refused(thief.answer, 404)
        assert "dvergar" not in thief.http.cookies


@pytest.mark.skipif(os.name == "nt", reason="there owners are kept apart by other means")
def test_the_data_belong_to_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    old = os.umask(0o022)
    try:
        with serving(folder) as served:
            Program(served.url).open(["me", "me"])
            for path in folder.iterdir():
                assert mode(path) & 0o077 == 0, path.name
            assert mode(folder) == 0o700
    finally:
        os.umask(old)


@pytest.mark.skipif(os.name == "nt", reason="there owners are kept apart by other means")
def test_the_files_of_an_older_server_become_private(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "dvergar.sqlite").touch(mode=0o644)
    with serving(tmp_path):
        assert mode(tmp_path) == 0o700
        assert mode(tmp_path / "dvergar.sqlite") == 0o600


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    first = load_secret(tmp_path)
    assert load_secret(tmp_path) == first
    assert len(first) > 40
    other = tmp_path / "other"
    other.mkdir()
    assert load_secret(other) != first


def test_the_environment_may_hold_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECRET_VARIABLE, "a key kept by the service manager")
    assert load_secret(tmp_path) == "a key kept by the service manager"
    assert not (tmp_path / SECRET_FILE).exists()
    monkeypatch.setenv(SECRET_VARIABLE, "short")
    with pytest.raises(ValueError, match=SECRET_VARIABLE):
        load_secret(tmp_path)


def test_a_damaged_key_is_not_taken_for_one(tmp_path: Path) -> None:
    (tmp_path / SECRET_FILE).write_text("", encoding="ascii")
    with pytest.raises(ValueError, match="damaged"):
        load_secret(tmp_path)


def test_a_private_link_can_be_withdrawn(tmp_path: Path) -> None:
    """Who withdraws it keeps his seat, gets a new link, and nobody comes in by the old one."""
    with serving(tmp_path) as served:
        person = Person(served.url)
        person.post("/tables", {"game": GAME, "kind-0": "me", "kind-1": "here"})
        table = person.table
        link = return_link(person, table)
        thief = Person(served.url)
        thief.follow(link)
        assert thief.program().look()["my_seats"] == [0, 1]

        person.press(person.form(f"/table/{table}/withdraw").find("button")[0])
        new = return_link(person, table)
        assert new != link
        assert person.program().look()["my_seats"] == [0, 1]
        stranger = Person(served.url)
        stranger.go(link)
        assert_refused(stranger.answer, 404)
        thief.go(f"/table/{table}")
        assert thief.program().look()["my_seats"] == [], "what was opened by it is closed again"
        phone = Person(served.url)
        phone.follow(new)
        assert phone.program().look()["my_seats"] == [0, 1]
        assert play_out([phone.program()])["phase"] == "over"


def test_only_who_sits_there_withdraws_links(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        host = Program(served.url)
        host.open(["me", "me"])
        before = host.look()
        stranger = Program(served.url)
        assert_refused(stranger.http.post(f"/table/{host.table}/withdraw"), 403)
        assert host.look() == before
