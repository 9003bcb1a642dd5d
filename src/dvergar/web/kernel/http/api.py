"""Routers of the interface for programs: the same tables and moves as the pages, as JSON.

A program takes a seat or opens a table, keeps the token it is given and sends it as
`Authorization: Bearer TOKEN`. Errors are `{"error": sentence}` with a 4xx status. Features add
their routes; `json_models` describes what is sent and answered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter, Depends, Request, Security
from fastapi.security import HTTPBearer

from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.json_models import ErrorAnswer
from dvergar.web.kernel.http.requests import read_context

ERROR_STATUSES: Final = (400, 403, 404, 408, 409, 410, 413, 422, 429, 503)
ERRORS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": ErrorAnswer} for status in ERROR_STATUSES
}
BEARER: Final = HTTPBearer(
    auto_error=False,
    scheme_name="Token",
    description="The token that you got when you opened or joined a table. If you don't have one "
    "yet, take a seat to get one; without a token you see tables as a spectator.",
)


UNAUTHORIZED_ANSWER: Final[dict[int | str, dict[str, Any]]] = {401: {"model": ErrorAnswer}}


@dataclass(frozen=True, slots=True)
class ApiRouters:
    """Routers by who may use them."""

    public: APIRouter
    """Anyone; a token makes no difference."""
    newcomer: APIRouter
    """Anyone, but with a token the answer is about them."""
    seated: APIRouter
    """Only programs that send a token."""

    @staticmethod
    def make() -> ApiRouters:
        """Routers without any route."""
        bearer = Security(BEARER)
        return ApiRouters(
            public=APIRouter(prefix="/api", responses=ERRORS),
            newcomer=APIRouter(prefix="/api", responses=ERRORS, dependencies=[bearer]),
            seated=APIRouter(
                prefix="/api",
                responses=ERRORS | UNAUTHORIZED_ANSWER,
                dependencies=[bearer, Depends(_check_token)],
            ),
        )


async def _check_token(request: Request) -> None:
    """Refuses programs that have never taken a seat."""
    if not read_context(request).token:
        raise WebError(401, "no_token")
