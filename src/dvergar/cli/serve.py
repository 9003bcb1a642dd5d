"""The command `dvergar serve`: the page on an embedded database, opened in the browser.

And what `dvergar --version` says of the engines that a server would run on.
"""

from __future__ import annotations

import errno
import os
import platform
import socket
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

import dvergar
from dvergar.cli.console import CommandError, note, say

TRIES = 50
"""How many ports are tried before giving up."""


def show_version() -> None:
    """Says which engine runs here, and on which the bots of a server would think."""
    from dvergar.lab.engine import Engine

    engine = Engine()
    engine.find()
    say("version.compiled" if dvergar.compiled else "version.plain", version=dvergar.__version__)
    say(f"version.bots_{engine.kind}")


def serve(
    host: str,
    port: int,
    data: Path | None,
    open_page: bool,
    bot_workers: int,
    compile_bots: bool,
) -> None:
    """Serves until Ctrl-C."""
    import uvicorn

    from dvergar.web.app import create_app
    from dvergar.web.settings import Settings

    folder = _data_folder(data)
    settings = Settings(data=folder, bot_workers=bot_workers, compile_bots=compile_bots)
    app = create_app(settings)
    listener = listen(host, port)
    address = _address(host, listener)
    say("serve.address", address=address)
    say("serve.stop")
    if open_page and _has_screen():
        # A thread, because some browsers only return when they are closed.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def listen(host: str, port: int) -> socket.socket:
    """A socket at the port, or at the next free one where somebody else has it."""
    for number in range(port, min(port + TRIES, 65536)):
        try:
            listener = socket.create_server((host, number), family=_family(host), backlog=128)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                why = str(error.strerror).partition(" (")[0]
                raise CommandError("listen", host=host, port=number, why=why) from error
        else:
            if port and number != port:
                note("serve.taken", port=port, other=number)
            return listener
    raise CommandError("ports", first=port, last=port + TRIES - 1)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _address(host: str, listener: socket.socket) -> str:
    """The address for this machine's browser; a host that means “all of them” is named so."""
    name = "localhost" if host in {"", "0.0.0.0", "::"} else host
    return f"http://{f'[{name}]' if ':' in name else name}:{listener.getsockname()[1]}/"


def _data_folder(data: Path | None) -> Path:
    from platformdirs import user_data_path

    folder = data or user_data_path("dvergar", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError("write", path=folder, why=error.strerror) from error
    return folder


def _has_screen() -> bool:
    """Whether a browser would open beside the terminal; without a screen it would open in it."""
    if platform.system() == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
