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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import dvergar
from dvergar.cli.console import CommandError, note, say

if TYPE_CHECKING:
    from dvergar.web.kernel.kernel import Kernel
    from dvergar.web.settings import Settings

DEFAULT_PORT = 8000
DEFAULT_HOST = "127.0.0.1"
DATABASE_FILE = "dvergar.sqlite"
MAX_PORTS_TRIED = 50
"""How many ports are tried before giving up."""


@dataclass(frozen=True, slots=True)
class ServeAddress:
    """Where a server listens and stores its data; missing values are chosen."""

    host: str = DEFAULT_HOST
    port: int | None = None
    data: Path | None = None


def serve_address(host: str | None, port: int | None, data: Path | None) -> ServeAddress:
    """Where a server listens: as it was typed, or as the environment says."""
    value = os.environ.get("DVERGAR_PORT", "")
    if port is None and value:
        if not value.isdecimal() or int(value) > 65535:
            raise CommandError("setting", name="port", value=value[:40], allowed="0 … 65535")
        port = int(value)
    return ServeAddress(host or os.environ.get("DVERGAR_HOST", "") or DEFAULT_HOST, port, data)


def show_version() -> None:
    """Says which engine runs here, and on which the bots of a server would think."""
    from dvergar.compiled_engine import Engine

    engine = Engine()
    engine.find()
    say("version.compiled" if dvergar.compiled else "version.plain", version=dvergar.__version__)
    say(f"version.bots_{engine.kind}")


def serve(where: ServeAddress, settings: Mapping[str, object], open_page: bool) -> None:
    """Serves until Ctrl-C."""
    from dvergar.web.app import create_app
    from dvergar.web.kernel.ops.log import begin
    from dvergar.web.kernel.ops.process import make_process

    chosen = read_settings(where.data, settings)
    app = create_app(chosen)
    server = app.state.kernel
    with ExitStack() as until_the_end, suppress(KeyboardInterrupt):
        if not server.store.shared:
            _lock_folder(until_the_end, chosen.data)
        prepare(server)
        listener = listen(where.host, where.port)
        address = _address(where.host, listener) + chosen.base_path.removeprefix("/")
        _print_address(address, data_location(chosen), open_page)
        _print_network_address(server, where.host, address)
        begin(chosen.log)
        process = make_process(app, chosen.request_seconds, server.begin_closing)
        process.run(sockets=[listener])


def _lock_folder(until_the_end: ExitStack, data: Path) -> None:
    """Keeps other servers away from a data folder, or says in one sentence why that can't be."""
    from dvergar.web.kernel.storage.data_lock import FolderInUse, locked

    try:
        until_the_end.enter_context(locked(data))
    except FolderInUse as error:
        raise CommandError("data_taken", path=data) from error
    except OSError as error:
        raise CommandError("write", path=data, why=error.strerror) from error


def _print_network_address(server: Kernel, host: str, address: str) -> None:
    """Says whether other machines reach the server, and under which address."""
    from dvergar.web.kernel.security.network import WILDCARD_HOSTS, is_this_computer, network_url

    server.serves_network = host in WILDCARD_HOSTS and not server.settings.address
    if server.serves_network and (found := network_url(address)):
        say("serve.network", address=found)
    elif is_this_computer(address) and host not in WILDCARD_HOSTS and not server.settings.address:
        say("serve.only_here")


def _print_address(address: str, kept: str, open_page: bool) -> None:
    say("serve.address", address=address)
    say("serve.data", path=kept)
    say("serve.stop")
    if open_page and _has_screen():
        # A thread, because some browsers only return when they are closed.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def prepare(server: Kernel) -> None:
    """Opens the database, or says in one sentence what is wrong with it or its folder."""
    try:
        server.make_private()
    except OSError as error:
        raise CommandError("write", path=server.settings.data, why=error.strerror) from error
    except ValueError as error:
        raise CommandError("secret", why=error) from error
    with explain_database_errors(server.settings):
        server.store.prepare()


@contextmanager
def explain_database_errors(settings: Settings) -> Iterator[None]:
    """Says in one sentence what is wrong with the database."""
    from alembic.util.exc import CommandError as SchemaError
    from sqlalchemy.exc import DBAPIError

    from dvergar.web.kernel.storage.database import fault_of
    from dvergar.web.kernel.storage.postgres_database import ConnectionSettingsError
    from dvergar.web.kernel.storage.schema import IncompleteSchema

    where = named_database(settings) or settings.data / DATABASE_FILE
    try:
        yield
    except (DBAPIError, SchemaError) as error:
        why = " ".join(str(getattr(error, "orig", error)).split()).rpartition(">: ")[2].rstrip(".")
        raise CommandError(f"database_{fault_of(error)}", path=where, why=why) from error
    except IncompleteSchema as error:
        raise CommandError("database_incomplete", path=where, what=error) from error
    except ConnectionSettingsError as error:
        raise CommandError("database_other", path=where, why=str(error).rstrip(".")) from error


def named_database(settings: Settings) -> str:
    """The address of the database without its password; empty where it is a file of its own."""
    from dvergar.web.kernel.storage.database import read_address

    if not settings.database:
        return ""
    return read_address(settings.database).render_as_string(hide_password=True)


def data_location(settings: Settings) -> str:
    """Where the games are."""
    return named_database(settings) or str(settings.data)


def read_settings(data: Path | None, typed: Mapping[str, object]) -> Settings:
    """The settings of the environment and over them those that were typed."""
    from dvergar.web.kernel.storage.database import UnknownOption
    from dvergar.web.settings import WrongSetting, names, parse, read

    chosen: dict[str, object] = {}
    try:
        for name, value in typed.items():
            chosen[name] = parse(name, value) if isinstance(value, str) else value
        found = read(_data_folder(data), os.environ, chosen)
        named_database(found)
        return found
    except UnknownOption as error:
        raise CommandError("database_option", option=str(error)[:60]) from error
    except ValueError as error:
        raise CommandError("database_address") from error
    except WrongSetting as error:
        if not error.allowed:
            raise CommandError("no_setting", name=error.name, known=", ".join(names())) from error
        facts = {"name": error.name, "value": error.value[:40], "allowed": error.allowed}
        raise CommandError("setting", **facts) from error


def typed_settings(texts: Sequence[str]) -> dict[str, str]:
    """What was typed as `--set NAME=VALUE`."""
    found = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise CommandError("set", text=text[:40])
        found[name.strip().replace("-", "_")] = value.strip()
    return found


def listen(host: str, port: int | None) -> socket.socket:
    """A socket at the port that was asked for, or else at the first free one from 8000 on."""
    first = DEFAULT_PORT if port is None else port
    tries = MAX_PORTS_TRIED if port is None else 1
    for number in range(first, min(first + tries, 65536)):
        try:
            listener = socket.create_server((host, number), family=_family(host), backlog=128)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                why = str(error.strerror).partition(" (")[0]
                raise CommandError("listen", host=host, port=number, why=why) from error
            if port is not None:
                raise CommandError("port_taken", port=port) from error
        else:
            if number != first:
                note("serve.taken", port=first, other=number)
            return listener
    raise CommandError("ports", first=first, last=first + tries - 1)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _address(host: str, listener: socket.socket) -> str:
    """The address for this machine's browser; a host that means “all of them” is named so."""
    name = "localhost" if host in {"", "0.0.0.0", "::"} else host
    return f"http://{f'[{name}]' if ':' in name else name}:{listener.getsockname()[1]}/"


def _data_folder(data: Path | None) -> Path:
    from platformdirs import user_data_path

    value = os.environ.get("DVERGAR_DATA", "")
    folder = data or (Path(value) if value else user_data_path("dvergar", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CommandError("write", path=folder, why=error.strerror) from error
    return folder


def _has_screen() -> bool:
    """Whether a browser would open in a window; without a screen it would open in the terminal."""
    if platform.system() == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
