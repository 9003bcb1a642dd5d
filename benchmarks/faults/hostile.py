"""Headers that lie about the host, the client and the way of a request."""

from __future__ import annotations

import random

MARK = "evil.example"
"""The host that hostile headers name; it must be in no answer and in no mail."""
HOSTS = (
    *(MARK, f"{MARK}:80", f"{MARK}.", f"x.{MARK}", MARK.upper(), f"{MARK}:99999", f"[{MARK}]"),
    *(f"localhost@{MARK}", f"{MARK}@localhost", f"localhost:1@{MARK}", f"localhost/{MARK}"),
    *(f"{MARK}/localhost", f"localhost#{MARK}", f"localhost?{MARK}", f"localhost\\{MARK}"),
    *(
        f"localhost,{MARK}",
        f"localhost {MARK}",
        f"http://{MARK}/",
        f"//{MARK}",
        f"localhost.{MARK}",
    ),
    *(f"127.0.0.1.{MARK}", f"games.example.org.{MARK}", f"{MARK}\t", f"\x0b{MARK}", f"{MARK}\x80"),
    *("", " ", ":", ":80", "[", "[]", "[::1", "::1", "[::1]]", "localhost:", "localhost:-1"),
    *("[::ffff:6.6.6.6]", "6.6.6.6", "0x7f.1", "%00", "\xff\xfe", "a" * 4000, "a." * 2000),
)
ADDRESSES = (
    *("127.0.0.1", "::1", "localhost", "0.0.0.0", "::ffff:127.0.0.1", "[::1]:80", "6.6.6.6"),
    *("127.0.0.1:80", "unknown", "_hidden", "", ",", ",,,", "'", "6.6.6.6, 127.0.0.1", "\xff"),
    *("2002:7f00:1::", "64:ff9b::7f00:1", "fe80::1%lo", "9" * 500, "1.2.3.4," * 300, "::" * 99),
)
Header = tuple[str, str]


class HostileHeaders:
    """Makes headers out of a seed."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def address(self) -> str:
        """An address that somebody claims to have, or something like one."""
        chance = self._chance
        made = f"{chance.randrange(256)}.{chance.randrange(256)}.{chance.randrange(256)}.9"
        made6 = f"2001:db8:{chance.randrange(65536):x}:{chance.randrange(65536):x}::1"
        return chance.choice((made, made6, f"::ffff:{made}", chance.choice(ADDRESSES)))

    def host(self) -> str:
        """The name of a host that is not ours."""
        return self._chance.choice(HOSTS)

    def forwarded(self) -> list[Header]:
        """What a proxy would say, and what only some of them do; each of it a lie."""
        chance, host = self._chance, self.host()
        said = [
            ("x-forwarded-for", ", ".join(self.address() for _ in range(chance.randrange(1, 5)))),
            ("x-forwarded-host", host),
            ("x-forwarded-proto", chance.choice(("https", "http", "gopher", MARK, "https,http"))),
            ("x-forwarded-port", chance.choice(("443", "0", "-1", MARK))),
            ("x-forwarded-prefix", f"/{MARK}"),
            ("x-forwarded-server", host),
            ("forwarded", f'for="{self.address()}";host={host};proto=https'),
            ("x-real-ip", self.address()),
            ("x-client-ip", self.address()),
            ("cf-connecting-ip", self.address()),
            ("true-client-ip", self.address()),
            ("via", f"1.1 {MARK}"),
            ("x-original-url", f"//{MARK}/"),
            ("x-rewrite-url", f"https://{MARK}/"),
            ("x-host", host),
            ("x-http-method-override", "DELETE"),
            ("referer", f"https://{MARK}/"),
        ]
        return chance.sample(said, chance.randrange(1, len(said)))
