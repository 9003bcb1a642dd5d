"""The public surface is documented: arguments, result and a tiny example of every function."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import Any

import pytest

PACKAGES = ("dvergar", "dvergar.bots", "dvergar.envs", "dvergar.lab", "dvergar.testing")


def surface() -> list[tuple[str, Any]]:
    """What these packages offer."""
    modules = [import_module(name) for name in PACKAGES]
    return [
        (f"{one.__name__}.{name}", getattr(one, name)) for one in modules for name in one.__all__
    ]


FUNCTIONS = {name: one for name, one in surface() if inspect.isroutine(one)}
CLASSES = {name: one for name, one in surface() if inspect.isclass(one)}


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_public_function_tells_its_arguments_and_its_result(function: Any) -> None:
    text = inspect.getdoc(function) or ""
    signature = inspect.signature(function)
    assert ">>> " in text, "a tiny example"
    assert not signature.parameters or "Args:\n" in text
    for argument in signature.parameters:
        assert re.search(rf"\b{argument}[,:]", text)
    if signature.return_annotation not in (None, "None"):
        assert "Returns:\n" in text or "Yields:\n" in text


@pytest.mark.parametrize("kind", CLASSES.values(), ids=CLASSES)
def test_a_public_class_has_a_tiny_example(kind: type) -> None:
    assert ">>> " in (inspect.getdoc(kind) or "")
