"""Libraries of the extras: which extra brings a library, and what is said where it is missing.

`pip install dvergar` brings the engine, the bots and the command; the page, the environments and
the like are extras. The package itself knows what belongs to which.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module, metadata
from typing import Any, Final

from dvergar.core.errors import DvergarError

_ENDS_THE_NAME: Final = re.compile(r"[\s\[<>=!~;(]")
_EXTRA: Final = re.compile(r"""extra\s*==\s*['"]([\w-]+)['"]""")
_OTHER_NAMES: Final = {"multipart": "python-multipart"}
"""Modules that are not called as the packages that bring them."""

_FOR_DEVELOPERS: Final = ("benchmark", "dev", "docs", "release")
"""Extras that bring the others' libraries as well."""


class MissingExtra(DvergarError):
    """A library that an extra brings is not installed."""


def import_extra(module: str) -> Any:
    """A module of an extra, or one sentence that says how to get it.

    >>> import_extra("json").dumps(1)
    '1'
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise missing(error) from error


def missing(error: ModuleNotFoundError) -> Exception:
    """The sentence about a module that is not there; the error itself where no extra brings it.

    >>> missing(ModuleNotFoundError(name="fastapi.responses")).text("en")
    'This needs fastapi, which is part of the extra “web”: pip install dvergar[web].'
    """
    name = (error.name or "").partition(".")[0]
    extra = extra_of(name)
    return MissingExtra("extra", module=name, extra=extra) if extra else error


@cache
def notebook_renderer() -> Callable[[Any], str] | None:
    """The function that draws a state as HTML for a notebook; None without the extra `web`.

    It is looked up in the entry point group `dvergar.notebook`, so that the engine does not depend
    on the web app.
    """
    for entry in metadata.entry_points(group="dvergar.notebook"):
        try:
            render: Callable[[Any], str] = entry.load()
        except ModuleNotFoundError as error:
            if extra_of((error.name or "").partition(".")[0]):
                continue  # the extra is not installed
            raise
        return render
    return None


def extra_of(module: str) -> str:
    """The extra that brings a module; empty where none does.

    >>> extra_of("multipart"), extra_of("json")
    ('web', '')
    """
    package = _OTHER_NAMES.get(module, module).replace("_", "-").lower()
    for requirement in metadata.requires("dvergar") or []:
        name = _ENDS_THE_NAME.split(requirement, maxsplit=1)[0].replace("_", "-").lower()
        extra = _EXTRA.search(requirement)
        if name == package and extra and extra[1] not in _FOR_DEVELOPERS:
            return extra[1]
    return ""
