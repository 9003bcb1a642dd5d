"""Puts the application together: the kernel, then every feature."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, cast

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

import dvergar
from dvergar.web.features import find_features
from dvergar.web.kernel.feature import Feature, install
from dvergar.web.kernel.http.api import ApiRouters
from dvergar.web.kernel.http.responses import Assets, answer_errors, refusal
from dvergar.web.kernel.kernel import Kernel
from dvergar.web.kernel.ops.metrics import RequestLog
from dvergar.web.kernel.security.guard import Guard
from dvergar.web.kernel.security.reverse_proxy import BasePath, ForwardedHeaders
from dvergar.web.kernel.views.fragments import GZIP_LEVEL
from dvergar.web.settings import Settings

NEED_A_SERVER: Final = frozenset({"admin", "api_docs", "chat", "notifications", "reports", "tab"})
"""Features that are nothing without a server and other people."""


def create_app(settings: Settings, local: bool = False) -> FastAPI:
    """A server with these settings; a local one is there for the browser it runs in alone."""
    kernel = Kernel(settings)
    kernel.local = local
    features = [make(kernel) for make in find_features(NEED_A_SERVER if local else ())]
    install(kernel, features)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await kernel.open()
        for feature in features:
            await feature.start()
        yield
        kernel.begin_closing()
        for feature in features:
            await feature.close()
        await kernel.close()

    app = FastAPI(
        title="Dvergar",
        version=dvergar.__version__,
        description="Board games about dwarfs in caves: let a program take a seat and play.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        servers=[{"url": settings.base_path}] if settings.base_path else None,
        redirect_slashes=False,  # it would name the host of the request, and forget the base path
    )
    app.state.kernel = kernel
    app.state.features = {feature.name: feature for feature in features}
    _add_routes(app, features)
    app.mount("/static", Assets())
    answer_errors(app, kernel)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=GZIP_LEVEL)
    app.add_middleware(
        cast(Any, Guard),
        settings=settings,
        refuse=refusal(kernel),
        banned=kernel.admin_state.is_banned,
    )
    app.add_middleware(cast(Any, RequestLog), metrics=kernel.metrics)
    app.add_middleware(cast(Any, BasePath), base=settings.base_path)
    app.add_middleware(cast(Any, ForwardedHeaders), trusted=settings.proxy_networks())
    return app


def _add_routes(app: FastAPI, features: Sequence[Feature]) -> None:
    """All pages, then the interface for programs."""
    api = ApiRouters.make()
    for feature in features:
        app.routes.extend(feature.pages().routes)  # including a router lays each out again
        feature.add_api(api)
    for router in (api.public, api.newcomer, api.seated):
        app.routes.extend(router.routes)
