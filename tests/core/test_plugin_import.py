"""A package that blocks while it is imported is left out, here and in processes started later."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from dvergar.core.registry import (
    BLOCKED_VARIABLE,
    TIMEOUT_VARIABLE,
    PluginBlocked,
    PluginSkipped,
    import_plugin,
)

Announce = Callable[[str, str], EntryPoint]


@pytest.fixture
def announce(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Announce:
    """Writes a module, and returns the entry point of its `FOUND`."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv(BLOCKED_VARIABLE, "")
    monkeypatch.setenv(TIMEOUT_VARIABLE, "0.3")

    def write(name: str, text: str) -> EntryPoint:
        (tmp_path / f"{name}.py").write_text(text)
        return EntryPoint(name, f"{name}:FOUND", "dvergar.bots")

    return write


@pytest.mark.parametrize("text", ["import time\ntime.sleep(600)", "while True: pass"])
def test_a_module_that_blocks_is_given_up(announce: Announce, text: str) -> None:
    with pytest.raises(PluginBlocked, match="takes over"):
        import_plugin(announce("plugin_that_blocks", text))


def test_a_module_that_blocked_is_not_tried_again(announce: Announce) -> None:
    entry = announce("plugin_that_sleeps", "import time\ntime.sleep(600)")
    with pytest.raises(PluginBlocked):
        import_plugin(entry)
    assert os.environ[BLOCKED_VARIABLE].split() == [entry.module]  # also for child processes
    with pytest.raises(PluginSkipped):
        import_plugin(entry)


def test_errors_of_a_module_reach_the_caller(
    announce: Announce, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TIMEOUT_VARIABLE, "not a number")
    with pytest.raises(SystemExit):
        import_plugin(announce("plugin_that_exits", "raise SystemExit(1)"))
    with pytest.raises(AttributeError):
        import_plugin(announce("plugin_without", ""))


def test_a_plug_in_can_ask_for_another_while_it_is_imported(
    announce: Announce, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TIMEOUT_VARIABLE, "60")
    announce("plugin_asked_for", "FOUND = 7")
    text = (
        "from importlib.metadata import EntryPoint\n"
        "from dvergar.core.registry import import_plugin\n"
        "FOUND = import_plugin(EntryPoint('x', 'plugin_asked_for:FOUND', 'dvergar.bots'))\n"
    )
    assert import_plugin(announce("plugin_that_asks", text)) == 7
    assert "plugin_asked_for" in sys.modules
