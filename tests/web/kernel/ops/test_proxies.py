"""What lies in `deploy` for hosts: read, checked and, where the program is there, really run."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from dvergar.web.settings import VARIABLE_PREFIX, names
from tests.web.players import Program, get, invites
from tests.web.serving import PROMPT, Served, free_socket, serving

DEPLOY = Path(__file__).parents[4] / "deploy"
BASE = "/dvergar"
OTHERS = {"data", "host", "port", "secret", "lang"}
"""What else is read from the environment."""
NGINX = """daemon off; pid {folder}/pid; error_log stderr;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  {site}
}}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), replace(PROMPT, base_path=BASE)) as served:
        yield served


def free_port() -> int:
    with free_socket() as found:
        port: int = found.getsockname()[1]
        return port


@contextmanager
def running(*command: str) -> Iterator[None]:
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


def test_every_setting_in_the_examples_is_one() -> None:
    for file in DEPLOY.iterdir():
        for name in re.findall(rf"\b{VARIABLE_PREFIX}([A-Z_]+)\b", file.read_text("utf-8")):
            assert name.lower() in {*names(), *OTHERS}, f"{file.name}: {name}"


def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd here")
    unit = tmp_path / "dvergar.service"
    text = (DEPLOY / "dvergar.service").read_text("utf-8")
    unit.write_text(text.replace("/opt/dvergar/bin/dvergar", "/bin/true"))
    said = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stderr) == (0, "")


def test_the_unit_has_few_rights() -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd here")
    unit = DEPLOY / "dvergar.service"
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", unit],
        capture_output=True,
        text=True,
        check=True,
    )
    exposure = re.search(r"exposure level.*: ([0-9.]+)", said.stdout)
    assert exposure is not None, said.stdout
    assert float(exposure[1]) < 2


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_a_table_is_live_behind_a_proxy_and_below_a_path(
    server: Served, tmp_path: Path, proxy: str
) -> None:
    program = shutil.which(proxy) or shutil.which(proxy, path="/usr/sbin")
    if program is None:
        pytest.skip(f"{proxy} is not installed")
    port, behind = free_port(), server.url.removeprefix("http://")
    file = tmp_path / "config"
    if proxy == "nginx":
        site = (DEPLOY / "nginx-path.conf").read_text("utf-8")
        site = site.replace("listen 80", f"listen 127.0.0.1:{port}")
        site = site.replace("127.0.0.1:8000", behind)
        file.write_text(NGINX.format(folder=tmp_path, site=site))
        command = [program, "-c", str(file), "-p", str(tmp_path), "-e", "stderr"]
        subprocess.run([*command, "-t"], check=True, capture_output=True)
    else:
        site = (DEPLOY / "Caddyfile").read_text("utf-8")
        site = site.replace("www.example.org", f"http://127.0.0.1:{port}")
        site = re.sub(r"(?m)^games[^}]*}\n", "", site).replace("127.0.0.1:8000", behind)
        file.write_text("{\n\tadmin off\n}\n" + site)
        command = [program, "run", "--config", str(file), "--adapter", "caddyfile"]
    with running(*command):
        _play_through(f"http://127.0.0.1:{port}{BASE}")


def _play_through(url: str) -> None:
    for _ in range(200):
        try:
            assert get(f"{url}/").is_success
            break
        except httpx.TransportError:
            time.sleep(0.05)
    assert get(url).headers["location"].endswith(f"{BASE}/")
    host, guest = Program(url), Program(url)
    table = host.open(["me", "open"])
    (invite,) = invites(table)
    assert invite.startswith(f"{url}/join/"), "the name of the host is passed on"
    with host.http.stream("GET", f"/live?tables={host.table}:{table['version']}") as news:
        lines = news.iter_lines()
        assert next(lines).startswith("retry")
        guest.join(invite)  # and is heard of at once, for nobody on the way keeps it back
        assert any(line.startswith("data: ") and "Guest" in line for line in lines)
