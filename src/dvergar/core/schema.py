"""The JSON schema of a view, made from the type that describes it."""

from __future__ import annotations

from typing import Any


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of a `TypedDict`; it has the entries that are named there and no others."""
    from pydantic import TypeAdapter

    schema: dict[str, Any] = TypeAdapter(kind).json_schema()
    for one in [schema, *schema.get("$defs", {}).values()]:
        if "properties" in one:
            one["additionalProperties"] = False
    return schema
