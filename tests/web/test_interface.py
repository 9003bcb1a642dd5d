"""The interface for programs and all addresses stay what they were.

Clients and links depend on them. A deliberate change goes into the files in `data` as well, where
a reviewer sees it: `python -m tests.web.test_interface` writes them.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from starlette.routing import Route

from dvergar.web.app import create_app
from dvergar.web.settings import Settings

DATA = Path(__file__).parent / "data"
SCHEMA = DATA / "openapi.json"
ROUTES = DATA / "routes.txt"


def schema_and_routes() -> tuple[dict[str, Any], list[str]]:
    """The OpenAPI document without the version, and every method with its path."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(Path(folder)))
    schema: dict[str, Any] = app.openapi()
    del schema["info"]["version"]
    pages = [route for route in app.routes if isinstance(route, Route)]
    found = {f"{m} {route.path}" for route in pages for m in route.methods or ()}
    return schema, sorted(one for one in found if not one.startswith("HEAD "))


def test_the_schema_of_the_interface_is_what_it_was() -> None:
    schema, _ = schema_and_routes()
    assert schema == json.loads(SCHEMA.read_text("utf-8"))


def test_the_addresses_are_what_they_were() -> None:
    _, routes = schema_and_routes()
    assert routes == ROUTES.read_text("utf-8").splitlines()


if __name__ == "__main__":
    new_schema, new_routes = schema_and_routes()
    SCHEMA.write_text(json.dumps(new_schema, indent=1, sort_keys=True) + "\n", "utf-8")
    ROUTES.write_text("".join(f"{route}\n" for route in new_routes), "utf-8")
