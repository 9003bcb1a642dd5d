"""Decides by which names a server may be asked, so that no `Host` header can make it say another.

With a public address, that and `allowed_hosts` are its names. Without one it answers on this
machine and in a private network, where names have no dot or an ending that no public name has.
Anybody could point a public name at a private address (DNS rebinding), so it has to be set.
"""

from __future__ import annotations

import re
import socket
from ipaddress import IPv4Address, IPv4Network
from typing import Final

from dvergar.web.kernel.security.asgi import Scope
from dvergar.web.kernel.security.client_address import IPAddress, parse_exact_ip, parse_ip
from dvergar.web.settings import Settings

PRIVATE_ENDINGS: Final = (
    *(".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain"),
    *(".fritz.box", ".test"),
)
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9_.-]{1,253})(?::([0-9]{1,5}))?")
_SHARED: Final = IPv4Network("100.64.0.0/10")  # of providers, and of private networks over them


class AllowedHosts:
    """The names of one server."""

    def __init__(self, settings: Settings) -> None:
        self._names = frozenset(_plain(name) for name in settings.host_names())
        self._own = _plain(socket.gethostname())

    def allows(self, scope: Scope) -> bool:
        """Whether a request asks for this server; one without `Host` names no other."""
        found = [text.decode("latin-1") for name, text in scope["headers"] if name == b"host"]
        if not found:
            return True
        match = _HOST.fullmatch(found[0]) if len(found) == 1 else None
        if match is None or int(match[2] or 0) > 65535:
            return False
        name = _plain(match[1])
        if name in self._names or name == "localhost":
            return True
        address = parse_exact_ip(name)
        if address is None:
            return not self._names and self._is_private_name(name)
        return self._is_own(address, scope)

    def _is_private_name(self, name: str) -> bool:
        return bool(name) and ("." not in name or name == self._own or _ends_privately(name))

    def _is_own(self, address: IPAddress, scope: Scope) -> bool:
        """Whether this machine has an address, as far as can be known."""
        here = (scope.get("server") or ("",))[0]
        if address.is_loopback or address == parse_ip(str(here)):
            return True
        shared = isinstance(address, IPv4Address) and address in _SHARED
        return not self._names and (address.is_private or shared)


def _ends_privately(name: str) -> bool:
    return name.endswith(PRIVATE_ENDINGS) and not name.startswith(".")


def _plain(name: str) -> str:
    return name.lower().rstrip(".").strip("[]")
