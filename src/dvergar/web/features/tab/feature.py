"""Offers the games that run in a browser tab, where the server has the folder of their files.

`python -m tools.tab` makes that folder. In the tab itself there is nothing to offer.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, RedirectResponse

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.views.assets import is_plain

POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
"""As on every page, but WebAssembly may run, and the page may frame its own pages."""
TYPES: Final = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}


class TabFeature(Feature):
    """The page around the games, and its files."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        if kernel.settings.tab_folder:
            kernel.extensions.slots["footer"].append((60, "_tab_link.html"))

    def pages(self) -> APIRouter:
        """All files below `/tab/`."""
        router, settings = APIRouter(include_in_schema=False), self.kernel.settings

        @router.get("/tab")
        async def bare(request: Request) -> Response:
            return RedirectResponse(f"{read_context(request).root}/tab/", 308)

        @router.get("/tab/{path:path}")
        async def file(path: str) -> Response:
            found = find_tab_file(settings.tab_folder, path)
            if found is None:
                raise WebError(404, "not_found")
            headers = {"content-security-policy": POLICY, "cache-control": "no-cache"}
            return FileResponse(found, media_type=TYPES.get(found.suffix), headers=headers)

        return router


def find_tab_file(folder: str, path: str) -> Path | None:
    """The file behind `/tab/PATH`; None where nothing is offered or there is no such file."""
    path = path or "index.html"
    if not folder or not is_plain(path):
        return None
    found = Path(folder, *path.split("/"))
    return found if found.is_file() else None


FEATURE = TabFeature
