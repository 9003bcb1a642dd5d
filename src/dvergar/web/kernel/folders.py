"""Finds the templates, styles, scripts, words and modules of features in their folders."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable


@cache
def feature_folders() -> tuple[Traversable, ...]:
    """The folders of all features, by name."""
    folders = files("dvergar.web").joinpath("features").iterdir()
    found = [folder for folder in folders if folder.joinpath("__init__.py").is_file()]
    return tuple(sorted(found, key=lambda folder: folder.name))


def find_file(kind: str, path: str) -> Traversable | None:
    """A file `path` in the folder `kind` ("templates", "static") of the kernel or of a feature."""
    for folder in (files("dvergar.web.kernel.views"), *feature_folders()):
        file = folder.joinpath(kind, *path.split("/"))
        if file.is_file():
            return file
    return None


def import_from_features(module: str) -> None:
    """Imports a module, such as `schema`, of every feature that has it."""
    for folder in feature_folders():
        if folder.joinpath(f"{module}.py").is_file():
            import_module(f"dvergar.web.features.{folder.name}.{module}")
