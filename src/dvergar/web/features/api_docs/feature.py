"""The documentation of the interface for programs, as a page made from the OpenAPI document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fastapi import APIRouter, FastAPI, Request, Response

from dvergar.web.kernel.feature import Feature
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import page


class ApiDocsFeature(Feature):
    """One page."""

    slots: ClassVar = {
        "footer": (60, "_api_docs_link.html"),
    }

    def pages(self) -> APIRouter:
        """`/api/docs`."""
        router = APIRouter(include_in_schema=False)

        @router.get("/api/docs")
        async def docs(request: Request) -> Response:
            app: FastAPI = request.app
            document = app.openapi()
            facts = {"requests": _requests(document), "shapes": _shapes(document)}
            return page(self.kernel, read_context(request), "api_docs.html", **facts)

        return router


@dataclass(frozen=True, slots=True)
class Field:
    """One named value of a request or an answer."""

    name: str
    kind: str
    required: bool


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """One thing a program can ask for."""

    method: str
    path: str
    text: str
    parameters: list[Field]
    body: str
    answer: str


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields of a body or an answer."""

    name: str
    text: str
    fields: list[Field]


def _requests(document: dict[str, Any]) -> list[ApiRequest]:
    """All requests of the document in its order."""
    return [
        ApiRequest(
            method=method.upper(),
            path=path,
            text=operation.get("description", ""),
            parameters=[
                Field(one["name"], _kind(one["schema"]), one.get("required", False))
                for one in operation.get("parameters", [])
            ],
            body=_schema(operation.get("requestBody", {})),
            answer=_answer(operation["responses"]),
        )
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def _shapes(document: dict[str, Any]) -> list[Shape]:
    """All bodies and answers by name, without those of the framework."""
    return [
        Shape(
            name=name,
            text=schema.get("description", ""),
            fields=[
                Field(field, _kind(inner), field in schema.get("required", []))
                for field, inner in schema.get("properties", {}).items()
            ],
        )
        for name, schema in document["components"]["schemas"].items()
        if "description" in schema
    ]


def _answer(responses: dict[str, Any]) -> str:
    good = [answer for status, answer in responses.items() if status.startswith("2")]
    return _schema(good[0])


def _schema(holder: dict[str, Any]) -> str:
    content: dict[str, Any] = next(iter(holder.get("content", {}).values()), {})
    return _kind(content["schema"]) if content.get("schema") else ""


def _kind(schema: dict[str, Any]) -> str:
    """A schema in a few words: a name, `list of …`, or what it may be."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " | ".join(_kind(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        inner = schema.get("items") or (schema.get("prefixItems") or [{}])[0]
        return f"[{_kind(inner)}]"
    return str(schema.get("type", "any"))


FEATURE = ApiDocsFeature
