"""The page for administrators. Without a session only the form for the key is there."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import FileResponse, RedirectResponse

from dvergar.web.features.admin.service import MAX_TABLES, SESSION_S, Admin, AdminKey
from dvergar.web.kernel.errors import WebError
from dvergar.web.kernel.http.requests import read_context
from dvergar.web.kernel.http.responses import page
from dvergar.web.kernel.kernel import Kernel

COOKIE: Final = "dvergar_admin"
KEYS_PER_MINUTE: Final = 5
Text = Annotated[str, Form(max_length=200)]
HOME: Final = "/admin"


def routes(kernel: Kernel) -> APIRouter:
    """The page, and what its buttons do."""
    key, admin = AdminKey(kernel), Admin(kernel)

    async def check(request: Request) -> None:
        if not await key.is_session(request.cookies.get(COOKIE, "")):
            raise WebError(404, "not_found")

    entrance = APIRouter(include_in_schema=False)
    inside = APIRouter(prefix=HOME, include_in_schema=False, dependencies=[Depends(check)])
    _entrance(entrance, kernel, key, admin)
    _server_routes(inside, admin)
    _table_routes(inside, kernel, admin)
    _backup_routes(inside, admin)
    entrance.routes.extend(inside.routes)
    return entrance


def _entrance(router: APIRouter, kernel: Kernel, key: AdminKey, admin: Admin) -> None:
    limit = kernel.rate_limit(KEYS_PER_MINUTE, "too_many_keys")

    @router.get(HOME)
    async def home(request: Request, find: str = "") -> Response:
        context = read_context(request)
        if not await key.exists():
            raise WebError(404, "not_found")
        if not await key.is_session(request.cookies.get(COOKIE, "")):
            return page(kernel, context, "admin_key.html", 403, error="")
        tables = await admin.tables(find[:60])
        return page(
            kernel,
            context,
            "admin.html",
            status=await admin.status(),
            state=admin.state(),
            tables=tables,
            more=len(tables) == MAX_TABLES,
            find=find[:60],
            backups=admin.backups(),
            features=await admin.features(),
        )

    @router.post(f"{HOME}/key")
    async def enter(request: Request, key_: Annotated[str, Form(alias="key")] = "") -> Response:
        context = read_context(request)
        if not await key.exists():
            raise WebError(404, "not_found")
        limit.check(context.address)
        try:
            session = await key.begin_session(key_)
        except WebError as error:
            return page(kernel, context, "admin_key.html", 403, error=error.text(context.lang))
        answer = RedirectResponse(HOME, 303)
        answer.set_cookie(
            COOKIE,
            session,
            max_age=SESSION_S,
            path="/",
            secure=context.secure,
            httponly=True,
            samesite="strict",
        )
        return answer


def _server_routes(router: APIRouter, admin: Admin) -> None:
    @router.post("/leave")
    async def leave() -> Response:
        answer = _back()
        answer.delete_cookie(COOKIE, path="/")
        return answer

    @router.post("/drain")
    async def drain(on: Text = "") -> Response:
        await admin.drain(on == "yes")
        return _back()

    @router.post("/ban")
    async def ban(address: Text = "", on: Text = "yes") -> Response:
        await admin.ban(address, on == "yes")
        return _back()

    @router.post("/features/{feature}/{action}")
    async def feature_action(feature: str, action: str, value: Text = "") -> Response:
        await admin.feature_action(feature, action, value)
        return _back()


def _table_routes(router: APIRouter, kernel: Kernel, admin: Admin) -> None:
    @router.get("/table/{table_id}")
    async def table(request: Request, table_id: str) -> Response:
        row = await admin.table(table_id)
        return page(kernel, read_context(request), "admin_table.html", row=row)

    @router.get("/table/{table_id}/events")
    async def events(table_id: str) -> Response:
        lines = [json.dumps(one, ensure_ascii=False) for one in await admin.events(table_id)]
        headers = {"content-disposition": f'attachment; filename="dvergar-{table_id}.ndjson"'}
        return Response("\n".join(lines) + "\n", media_type="application/x-ndjson", headers=headers)

    @router.post("/table/{table_id}/close")
    async def close(table_id: str) -> Response:
        await admin.close(table_id)
        return RedirectResponse(f"{HOME}/table/{table_id}", 303)

    @router.post("/table/{table_id}/delete")
    async def delete(table_id: str, sure: Text = "") -> Response:
        if sure != "yes":
            raise WebError(400, "form")
        await admin.delete(table_id)
        return _back()


def _backup_routes(router: APIRouter, admin: Admin) -> None:
    @router.post("/backups")
    async def back_up() -> Response:
        await admin.back_up()
        return _back()

    @router.get("/backups/{name}")
    async def backup(name: str) -> Response:
        return FileResponse(admin.backup(name), filename=name)

    @router.post("/backups/{name}/delete")
    async def delete_backup(name: str) -> Response:
        await asyncio.to_thread(admin.backup(name).unlink)
        return _back()


def _back() -> RedirectResponse:
    return RedirectResponse(HOME, 303)
