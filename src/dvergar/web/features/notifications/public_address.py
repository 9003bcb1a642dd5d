"""Which addresses belong to the open internet: what IANA reserves for special purposes doesn't.

The lists are here and not those of `ipaddress`, which differ between versions of Python. Whatever
is special is refused, also where it could be reached: nobody's webhook is there.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
from typing import Final

_SPECIAL_IPV4: Final = [
    IPv4Network(one)
    for one in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24"),
        *("192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15"),
        *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        "168.63.129.16/32",  # leads to the machine below, in the cloud of Microsoft
    )
]
_UNICAST_IPV6: Final = IPv6Network("2000::/3")
"""All that IANA has given out; what stands for an IPv4 address is mostly outside."""
_SPECIAL_IPV6: Final = [
    IPv6Network(one)
    for one in (
        "2001::/23",  # protocols, Teredo among them
        "2001:db8::/32",
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",
        "3fff::/20",
    )
]


def is_public(text: str) -> bool:
    """Whether an address is one of the open internet.

    >>> is_public("93.184.215.14"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1")
    (True, False, False)
    """
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _SPECIAL_IPV4)
    return address in _UNICAST_IPV6 and not any(address in network for network in _SPECIAL_IPV6)
