"""Which machines can open a link to this server, and under which address in the network."""

from __future__ import annotations

import socket
from typing import Final
from urllib.parse import urlsplit

from dvergar.web.kernel.security.client_address import parse_ip

WILDCARD_HOSTS: Final = ("", "0.0.0.0", "::")
_ELSEWHERE: Final = ("192.0.2.1", 9)  # an address for documentation: nothing is sent there


def is_this_computer(address: str) -> bool:
    """Whether an address leads to the machine of whoever opens it.

    >>> is_this_computer("http://localhost:8000/"), is_this_computer("http://192.168.1.5:8000/")
    (True, False)
    """
    host = urlsplit(address).hostname or ""
    ip = parse_ip(host)
    return host == "localhost" or (ip is not None and ip.is_loopback)


def network_address() -> str:
    """The address of this machine in its network; empty if it is in none.

    Connecting a datagram socket sends nothing: the system only chooses the way.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    ip = parse_ip(found)
    return "" if ip is None or ip.is_loopback or ip.is_unspecified else found


def network_url(address: str) -> str:
    """An address that leads to this machine alone, as others in the network would write it.

    Empty if this machine is in no network.
    """
    host, port = network_address(), urlsplit(address).port
    if not host:
        return ""
    path = urlsplit(address).path
    return f"http://{host}{f':{port}' if port else ''}{path}"
