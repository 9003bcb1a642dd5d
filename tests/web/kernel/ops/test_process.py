"""The command `dvergar serve` as a process: its end, half-sent requests, and too many of them."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.web.players import Program

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal to send")

START = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may ignore it
from dvergar.cli import main
main()
"""


class Command:
    """A started `dvergar serve`."""

    def __init__(self, data: Path, *options: str, before: str = "") -> None:
        words = ["serve", "--no-open", "--no-compile", "--workers-for-bots", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", before + START, *words, "--data", str(data), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "DVERGAR_LANG": "en"},
        )

    def address(self) -> tuple[str, int]:
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://(127\.0\.0\.1):(\d+)/", said)
        assert found, said + self.ended()[1]
        self.url = found[0].rstrip("/")
        return found[1], int(found[2])

    def health(self) -> httpx.Response:
        return httpx.get(f"{self.url}/health", trust_env=False, verify=False, timeout=30)

    def ended(self) -> tuple[int, str]:
        """Its exit code and what it complained about."""
        _, err = self.process.communicate(timeout=60)
        return self.process.returncode, err


@contextmanager
def command(data: Path, *options: str, before: str = "") -> Iterator[Command]:
    started = Command(data, "--port", "0", *options, before=before)
    try:
        yield started
    finally:
        if started.process.poll() is None:
            started.process.kill()
        started.process.communicate()


def test_ctrl_c_ends_it_without_a_word_though_people_are_looking(tmp_path: Path) -> None:
    with command(tmp_path) as serve:
        host, port = serve.address()
        program = Program(serve.url)
        table = program.open(["me", "me"])
        path = f"/table/{program.table}/live?after={table['version']}"
        with socket.create_connection((host, port)) as live:
            live.sendall(f"GET {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
            assert live.recv(100).startswith(b"HTTP/1.1 200")
            serve.process.send_signal(signal.SIGINT)
            assert serve.ended() == (0, "")


def test_half_of_a_request_is_not_waited_for(tmp_path: Path) -> None:
    with command(tmp_path, "--set", "request_seconds=0.3") as serve:
        where = serve.address()
        for begun in (b"", b"GET / HTTP/1.1\r\nhost:"):
            with socket.create_connection(where, timeout=30) as half:
                half.sendall(begun)
                assert half.recv(1000) == b"", "the server has closed it"
        with socket.create_connection(where, timeout=30) as kept:
            kept.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
            answer = kept.recv(4000)
            while not answer.endswith(b"}") and (more := kept.recv(4000)):
                answer += more  # the body may come behind the head
            assert b"200 OK" in answer
            kept.sendall(b"GET /he")
            assert kept.recv(1000) == b"", "nor is half of a second one"
        assert serve.health().status_code == 200


def test_more_connections_than_files_do_not_fill_the_log(tmp_path: Path) -> None:
    few = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (150, 150))\n"
    with command(tmp_path, before=few) as serve:
        where = serve.address()
        flood = []
        for _ in range(200):
            one = socket.socket()
            one.settimeout(5)
            one.connect_ex(where)
            flood.append(one)
        time.sleep(0.5)
        for one in flood:
            one.close()
        for _ in range(100):
            try:
                serve.health().raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.1)
        else:
            raise AssertionError("it does not answer any more")
        serve.process.send_signal(signal.SIGINT)
        code, err = serve.ended()
    assert code == 0
    assert len(err) < 2000, err[:2000]
