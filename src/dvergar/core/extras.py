"""Which extra of the package brings a library that is not installed.

`pip install dvergar` brings the engine, the bots and the command; the page, the environments and
the like are extras. The package itself knows what belongs to which.
"""

from __future__ import annotations

import re
from importlib import metadata
from typing import Final

_ENDS_THE_NAME: Final = re.compile(r"[\s\[<>=!~;(]")
_EXTRA: Final = re.compile(r"""extra\s*==\s*['"]([\w-]+)['"]""")
_OTHER_NAMES: Final = {"multipart": "python-multipart"}
"""Modules that are not called as the packages that bring them."""

_FOR_DEVELOPERS: Final = ("benchmark", "dev", "docs", "release")
"""Extras that bring the others' libraries as well."""


def extra_of(module: str) -> str:
    """The extra that brings a module; empty where none does.

    >>> extra_of("fastapi.responses")
    'web'
    >>> extra_of("json")
    ''
    """
    top = module.partition(".")[0]
    package = _OTHER_NAMES.get(top, top).replace("_", "-").lower()
    for requirement in metadata.requires("dvergar") or []:
        name = _ENDS_THE_NAME.split(requirement, maxsplit=1)[0].replace("_", "-").lower()
        extra = _EXTRA.search(requirement)
        if name == package and extra and extra[1] not in _FOR_DEVELOPERS:
            return extra[1]
    return ""
