"""Maps a client address to the network it belongs to, for limits, bans and the log.

An IPv4 address stands for itself. An IPv6 client owns at least a /64 and can use any address in
it, so the /64 counts. Addresses that carry an IPv4 address inside count as that IPv4 address.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final

IPAddress = IPv4Address | IPv6Address
IPNetwork = IPv4Network | IPv6Network

IPV6_CLIENT_PREFIX: Final = 64
IPV6_SITE_PREFIX: Final = 48  # what providers give to a customer at most
MIN_INNER_PREFIX: Final = 8  # a ban on all 6to4 addresses is not one on all of IPv4
MAX_ADDRESS_LETTERS: Final = 64
_EMBEDDING: Final = (
    (IPv6Network("::ffff:0:0/96"), 96),  # IPv4-mapped, as a dual-stack socket shows IPv4 clients
    (IPv6Network("::ffff:0:0:0/96"), 96),  # IPv4-translated (RFC 7915)
    (IPv6Network("64:ff9b::/96"), 96),  # NAT64 (RFC 6052)
    (IPv6Network("64:ff9b:1::/48"), 96),  # NAT64 of a local network (RFC 8215), used with /96
    (IPv6Network("2002::/16"), 16),  # 6to4
    (IPv6Network("::/96"), 96),  # IPv4-compatible
)
"""Networks that carry an IPv4 address, and the bit at which it begins."""
_TEREDO: Final = IPv6Network("2001::/32")


def parse_ip(text: str) -> IPAddress | None:
    """The address that a text names, with an IPv4 address taken out; None if it names none.

    >>> parse_ip("::ffff:192.0.2.7"), parse_ip("[2002:c000:207::1]:443"), parse_ip("192.0.2.7:80")
    (IPv4Address('192.0.2.7'), IPv4Address('192.0.2.7'), IPv4Address('192.0.2.7'))
    >>> parse_ip("fe80::1%eth0"), parse_ip("unknown")
    (IPv6Address('fe80::1'), None)
    """
    found = parse_exact_ip(text)
    return unwrap(found) if isinstance(found, IPv6Address) else found


def parse_exact_ip(text: str) -> IPAddress | None:
    """The address that a text names, as it is; None if it names none."""
    try:
        return ip_address(_bare(text.strip()))
    except ValueError:
        return None


def _bare(text: str) -> str:
    """An address without brackets, port and zone."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    return text.partition("%")[0]


def unwrap(address: IPv6Address) -> IPAddress:
    """The IPv4 address inside an IPv6 address, or the address itself."""
    if address.is_loopback or address.is_unspecified:
        return address
    number = int(address)
    if address in _TEREDO:
        return IPv4Address(~number & 0xFFFFFFFF)
    for network, start in _EMBEDDING:
        if address in network:
            return IPv4Address(number >> (96 - start) & 0xFFFFFFFF)
    return IPv6Address(number)


def network_key(address: str) -> str:
    """What counts as one client in limits: the IPv4 address, or the /64 of an IPv6 address.

    >>> network_key("2001:db8:1:2:3:4:5:6"), network_key("::ffff:192.0.2.7"), network_key("::1")
    ('2001:db8:1:2::/64', '192.0.2.7', '::1')
    """
    found = parse_ip(address)
    if found is None:
        return address[:MAX_ADDRESS_LETTERS]
    if isinstance(found, IPv4Address) or found.is_loopback:
        return str(found)
    return str(ip_network((int(found), IPV6_CLIENT_PREFIX), strict=False))


def site_key(key: str) -> str | None:
    """The /48 around a /64 that `network_key` gave; None for anything else.

    >>> site_key("2001:db8:1:2::/64"), site_key("192.0.2.7")
    ('2001:db8:1::/48', None)
    """
    if not key.endswith(f"::/{IPV6_CLIENT_PREFIX}"):
        return None
    return str(IPv6Network(key).supernet(new_prefix=IPV6_SITE_PREFIX))


def parse_ban(text: str) -> IPNetwork:
    """The network that a ban keeps out; ValueError if the text is neither address nor network.

    >>> str(parse_ban("2001:db8::7")), str(parse_ban("::ffff:192.0.2.0/120"))
    ('2001:db8::/64', '192.0.2.0/24')
    """
    network = ip_network(text, strict=False)
    if isinstance(network, IPv4Network) or network.network_address.is_loopback:
        return network
    inner = unwrap(network.network_address)
    if isinstance(inner, IPv4Address):
        prefix = 32 if network.prefixlen == 128 else _inner_prefix(network)
        wide = prefix < MIN_INNER_PREFIX
        return network if wide else ip_network((str(inner), prefix), strict=False)
    return network.supernet(new_prefix=min(network.prefixlen, IPV6_CLIENT_PREFIX))


def _inner_prefix(network: IPv6Network) -> int:
    """How much of an IPv4 address a network inside an embedding one fixes; 0 if it is in none."""
    for around, start in _EMBEDDING:
        if network.subnet_of(around):
            return min(32, max(0, network.prefixlen - start))
    return 0


def is_among(address: str, networks: Iterable[IPNetwork]) -> bool:
    """Whether an address is within one of these networks, in whichever form it comes.

    >>> is_among("2002:c000:207::1", [ip_network("192.0.2.0/24")])
    True
    """
    outer, inner = parse_exact_ip(address), parse_ip(address)
    if isinstance(outer, IPv6Address) and outer.ipv4_mapped is not None:
        outer = inner  # an IPv4 client of a dual-stack socket
    return any(one in network for network in networks for one in (outer, inner) if one is not None)
