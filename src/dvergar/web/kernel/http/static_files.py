"""Serves style sheets, scripts and pictures, with ETag and for browsers to keep for ever."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from dvergar.web.kernel.views.assets import asset_file, static_folder

FOR_EVER: Final = "public, max-age=31536000, immutable"


class Assets(StaticFiles):
    """The framework's static files, found by `asset_file`."""

    def __init__(self) -> None:
        super().__init__(directory=str(static_folder()), check_dir=False)

    def get_path(self, scope: Scope) -> str:
        """The path as it was sent; the framework would tidy up paths that we refuse."""
        path: str = scope["path"]
        return path.removeprefix(scope.get("root_path", "")).removeprefix("/")

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The file and its status; None if there is none."""
        file = asset_file(path)
        return (str(file), Path(str(file)).stat()) if file is not None else ("", None)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, for browsers to keep for ever."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = FOR_EVER
        return response
