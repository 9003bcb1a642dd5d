"""Settings of a server, with defaults that suit one machine and a handful of friends.

Each setting is declared once, here: the environment (`DVERGAR_NAME`), the command line and the
table in the documentation come from this list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

DATABASE: Final = "dvergar.sqlite"
VARIABLE_PREFIX: Final = "DVERGAR_"
METRICS_MODES: Final = ("local", "all", "off")
LOG_LEVELS: Final = ("debug", "info", "warning", "error")
TLS_MODES: Final = ("starttls", "tls", "off")
_PATH: Final = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]*(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")
_ADDRESS: Final = re.compile(r"https?://[A-Za-z0-9_.\[\]:-]+(/[A-Za-z0-9._~-]+)*/?")
_HOST_NAME: Final = re.compile(r"[A-Za-z0-9_.-]+|\[?[0-9A-Fa-f:.]+\]?")
HOOK_MODES: Final = ("off", "public", "all")
IPNetwork = IPv4Network | IPv6Network
OLD_TRUSTED_PROXIES: Final = "FORWARDED_ALLOW_IPS"  # uvicorn's own, which earlier releases read
ALLOWED_PROXIES: Final = "192.0.2.7, 10.0.0.0/8, private"
PRIVATE_NETWORKS: Final = "127.0.0.0/8 ::1 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"


class WrongSetting(Exception):
    """A setting that is not there (`name` alone), or cannot have this value."""

    def __init__(self, name: str, value: str, allowed: str = "") -> None:
        super().__init__(name)
        self.name = name
        self.value = value
        self.allowed = allowed


def setting(default: Any, does: str, *allowed: str) -> Any:
    """A setting with its default, what it does, and the values it may have where they are few."""
    return field(default=default, metadata={"does": does, "allowed": allowed})


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs. Of limits, 0 means that there is none."""

    data: Path
    database: str = setting(
        "",
        "address of a PostgreSQL database that servers can share; empty: SQLite in the data folder",
    )
    bot_pace: float = setting(1.0, "seconds a bot's turn is shown at the brisk pace")
    bot_workers: int = setting(3, "processes in which bots think; 0: a thread of the server")
    bots_kept: int = setting(16, "bots that each process keeps in memory")
    bot_seconds: float = setting(
        120.0,
        "seconds a bot may take for a turn before its process is restarted",
    )
    takeover_seconds: float = setting(
        10.0, "seconds without a sign of life before other servers take over a server's work"
    )
    compile_bots: bool = setting(
        False, "whether a checkout compiles the engine for bots in the background"
    )
    warm: bool = setting(
        False,
        "whether to render a table of each game at start, so that the first visitor waits less",
    )
    tables_per_minute: int = setting(30, "tables one client may open per minute")
    joins_per_minute: int = setting(60, "seats one client may take per minute")
    moves_per_minute: int = setting(1200, "moves, undos and answers one client may send per minute")
    messages_per_minute: int = setting(
        20, "chat messages one person, and one client, may send per minute"
    )
    hints_per_minute: int = setting(30, "hints one client may request per minute")
    analyses_per_minute: int = setting(
        6, "analyses of finished games one client may request per minute"
    )
    exports_per_minute: int = setting(6, "downloads of personal data per client and minute")
    streams_per_address: int = setting(100, "live pages one client may keep open")
    ipv6_site_factor: int = setting(
        8, "all addresses of an IPv6 /48 together may use this many times these limits"
    )
    trusted_proxies: str = setting(
        "127.0.0.1, ::1",
        "proxies (addresses or networks) whose `X-Forwarded-For` and `X-Forwarded-Proto` count; "
        "`private`: all private networks",
    )
    longest_form: int = setting(64 * 1024, "maximum bytes of a form or JSON request")
    longest_record: int = setting(2 * 1024 * 1024, "maximum bytes of an uploaded record")
    longest_table: int = setting(
        10_000, "events of a table after which undo is disabled; moves continue"
    )
    request_seconds: float = setting(20.0, "seconds in which a client must send its whole request")
    keep_days: float = setting(0.0, "days after which an unused table is deleted; 0: never")
    base_path: str = setting("", "path under which the app is served, such as `/dvergar`")
    address: str = setting("", "public address of this server, used in links: `https://…/`")
    allowed_hosts: str = setting(
        "", "more host names this server answers to, such as `games.example.org`"
    )
    tab_folder: str = setting(
        "", "folder made by `python -m tools.tab`, served at `/tab/`; empty: not served"
    )
    mail_host: str = setting("", "SMTP server for outgoing mail; empty: no mail is sent")
    mail_port: int = setting(587, "port of the SMTP server")
    mail_tls: str = setting("starttls", "encryption of the SMTP connection", *TLS_MODES)
    mail_user: str = setting("", "user name for the SMTP server; empty: no login")
    mail_password: str = setting("", "password for the SMTP server; set it in the environment")
    mail_from: str = setting("", "sender address of mails")
    hooks: str = setting(
        "off", "which webhooks players may use: none, public https addresses, any", *HOOK_MODES
    )
    turn_patience: float = setting(120.0, "seconds to wait before notifying a player who is away")
    metrics: str = setting(
        "local", "who may read `/metrics`: this machine, everyone, nobody", *METRICS_MODES
    )
    log: str = setting("warning", "minimum log level", *LOG_LEVELS)

    def database_url(self) -> str:
        """Where events are stored, as SQLAlchemy says it."""
        return self.database or f"sqlite:///{self.data / DATABASE}"

    def shared(self) -> bool:
        """Whether several servers may use the database: PostgreSQL lets them."""
        return self.database.startswith("postgres")

    def host_names(self) -> list[str]:
        """The names by which this server is known outside; none if nothing is set."""
        known = urlsplit(self.address).hostname if self.address else None
        return [*([known] if known else []), *self.allowed_hosts.replace(",", " ").split()]

    def proxy_networks(self) -> tuple[IPNetwork, ...]:
        """The networks of proxies that may say for whom they ask."""
        return _networks(self.trusted_proxies)

    def private_files(self) -> list[str]:
        """The files in `data` that nobody but their owner may read."""
        return [] if self.database else [DATABASE]


def names() -> list[str]:
    """What can be set, without the data folder, which is where the rest is looked for."""
    return [one.name for one in fields(Settings) if one.metadata]


def read(data: Path, environment: Mapping[str, str], typed: Mapping[str, object]) -> Settings:
    """Settings of the environment, and over them what was typed.

    >>> read(Path(), {"DVERGAR_BOT_PACE": "0.5"}, {"bot_workers": 1}).bot_pace
    0.5
    """
    chosen: dict[str, Any] = {}
    for one in fields(Settings):
        text = environment.get(VARIABLE_PREFIX + one.name.upper(), "")
        if one.name == "trusted_proxies":
            text = text or environment.get(OLD_TRUSTED_PROXIES, "")
        if one.metadata and text:
            chosen[one.name] = parse(one.name, text)
    found = Settings(data, **{**chosen, **typed})
    below = urlsplit(found.address).path.rstrip("/")
    if found.address and below != found.base_path:
        raise WrongSetting("address", found.address, f"https://games.example.org{found.base_path}/")
    return found


def parse(name: str, text: str) -> Any:
    """The value that a text gives to a setting; WrongSetting if it gives none.

    >>> parse("bot_workers", "2"), parse("compile_bots", "yes")
    (2, True)
    """
    found = next((one for one in fields(Settings) if one.name == name and one.metadata), None)
    if found is None:
        raise WrongSetting(name, text)
    allowed = ", ".join(found.metadata["allowed"])
    if allowed and text not in found.metadata["allowed"]:
        raise WrongSetting(name, text, allowed)
    if isinstance(found.default, bool):
        return _switch(name, text)
    usual: Any = found.default
    try:
        value = text if isinstance(usual, str) else type(usual)(text)
    except ValueError as error:
        raise WrongSetting(name, text, "a number") from error
    if not isinstance(value, str) and not 0 <= value < 1e12:
        raise WrongSetting(name, text, "a number from 0 on")
    check = CHECKS.get(name)
    if check is not None:
        check(text)
    return _base_path(text) if name == "base_path" else value


def _networks(text: str) -> tuple[IPNetwork, ...]:
    """The networks that a list names; `*` is what earlier releases called `private`.

    >>> [str(one) for one in _networks("192.0.2.7, 2001:db8::/32")]
    ['192.0.2.7/32', '2001:db8::/32']
    """
    found: list[IPNetwork] = []
    for name in text.replace(",", " ").split():
        wanted = PRIVATE_NETWORKS.split() if name in ("private", "*") else [name]
        try:
            found += [ip_network(one, strict=False) for one in wanted]
        except ValueError as error:
            raise WrongSetting("trusted_proxies", text, ALLOWED_PROXIES) from error
    if any(one.prefixlen == 0 for one in found):  # then nobody's word could be told from a lie
        raise WrongSetting("trusted_proxies", text, ALLOWED_PROXIES)
    return tuple(found)


def _check_address(text: str) -> None:
    if not _ADDRESS.fullmatch(text):
        raise WrongSetting("address", text, "https://games.example.org/")


def _check_hosts(text: str) -> None:
    if not all(_HOST_NAME.fullmatch(name) for name in text.replace(",", " ").split()):
        raise WrongSetting("allowed_hosts", text, "games.example.org, 192.0.2.7")


CHECKS: Final[dict[str, Callable[[str], object]]] = {
    "trusted_proxies": _networks,
    "address": _check_address,
    "allowed_hosts": _check_hosts,
}
"""What the texts of some settings have to be."""


def _base_path(text: str) -> str:
    """A path with a slash before it and none behind; empty if there is none.

    >>> _base_path("dvergar/"), _base_path("/"), _base_path("/a/b")
    ('/dvergar', '', '/a/b')
    """
    bare = text.strip("/")
    if bare and not _PATH.fullmatch(bare):
        raise WrongSetting("base_path", text, "/name or /name/name")
    return f"/{bare}" if bare else ""


def _switch(name: str, text: str) -> bool:
    words = {"1": True, "yes": True, "true": True, "on": True}
    words |= {"0": False, "no": False, "false": False, "off": False}
    if text.lower() not in words:
        raise WrongSetting(name, text, "yes, no")
    return words[text.lower()]


def possible_values(name: str) -> str:
    """The values that a setting may have, as the documentation says it.

    >>> possible_values("warm"), possible_values("bot_workers"), possible_values("mail_tls")
    ('`yes`, `no`', 'a whole number from 0 on', '`starttls`, `tls`, `off`')
    """
    (one,) = (one for one in fields(Settings) if one.name == name)
    if allowed := one.metadata["allowed"]:
        return ", ".join(f"`{value}`" for value in allowed)
    if isinstance(one.default, bool):
        return "`yes`, `no`"
    if isinstance(one.default, int):
        return "a whole number from 0 on"
    return "a number from 0 on" if isinstance(one.default, float) else TEXTS[name]


TEXTS: Final = {
    "database": "`postgresql+asyncpg://NAME:PASSWORD@HOST/DATABASE`",
    "trusted_proxies": "addresses, networks, `private`",
    "base_path": "`/name` or `/name/name`",
    "address": "`https://games.example.org/`",
    "allowed_hosts": "host names and addresses",
    "tab_folder": "a folder",
    "mail_host": "a host name",
    "mail_user": "a text",
    "mail_password": "a text",
    "mail_from": "a mail address",
}
"""What may be the text of a setting."""


def listing() -> str:
    """All settings as a table in Markdown, for the documentation."""
    columns = ("setting", "in the environment", "does", "possible values", "if left out")
    lines = [f"| {' | '.join(columns)} |", f"|{' --- |' * len(columns)}"]
    for one in fields(Settings):
        if one.metadata:
            usual = one.default
            if isinstance(usual, bool):
                usual = "yes" if usual else "no"
            elif usual != "":
                usual = f"`{usual:g}`" if isinstance(usual, float) else f"`{usual}`"
            variable = f"`{VARIABLE_PREFIX}{one.name.upper()}`"
            does, values = one.metadata["does"], possible_values(one.name)
            lines.append(f"| `{one.name}` | {variable} | {does} | {values} | {usual} |")
    return "\n".join(lines)
