"""Rendered macros are cached for everyone: equal arguments look the same, others never mix."""

from __future__ import annotations

import pytest
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from dvergar.web.kernel.views.render import MacroCache, remember_macro

SIGN = """
{%- macro sign(what, big=false) %}<b{{ ' big' if big }}>{{ what }} {{ count() }}</b>{% endmacro %}
{%- set sign = remember_macro(sign) %}"""


def _drawn(template: str, lang: str = "en", **facts: object) -> str:
    """What a template shows; every real drawing has a number of its own."""
    numbers = iter(range(100))
    environment = Environment(loader=DictLoader({"page": SIGN + template}), autoescape=True)
    environment.globals.update(remember_macro=remember_macro, count=lambda: next(numbers))
    return environment.get_template("page").render(facts | {"lang": lang})


def test_the_same_is_drawn_once() -> None:
    assert _drawn("{{ sign('once') }}{{ sign('once') }}") == "<b>once 0</b><b>once 0</b>"


def test_another_argument_is_another_drawing() -> None:
    shown = _drawn("{{ sign('one') }}{{ sign('one', big=true) }}{{ sign('two') }}")
    assert shown == "<b>one 0</b><b big>one 1</b><b>two 2</b>"


def test_each_language_has_its_own_drawings() -> None:
    both = "{{ sign('first') }}{{ sign(what) }}"
    assert _drawn(both, "en", what="word") == "<b>first 0</b><b>word 1</b>"
    assert _drawn(both, "fr", what="word") == "<b>first 0</b><b>word 1</b>"


def test_markup_is_not_taken_for_text_of_the_same_letters() -> None:
    shown = _drawn("{{ sign(text) }}{{ sign(markup) }}", text="<i>", markup=Markup("<i>"))
    assert shown == "<b>&lt;i&gt; 0</b><b><i> 1</b>"


def test_what_cannot_be_compared_is_drawn_each_time() -> None:
    assert _drawn("{{ sign([1]) }}{{ sign([1]) }}") == "<b>[1] 0</b><b>[1] 1</b>"


def test_what_is_asked_for_stays_and_the_rest_is_forgotten() -> None:
    memory = MacroCache(letters=100)
    memory.keep("asked for", "x" * 10)
    memory.keep("forgotten", "x" * 10)
    for number in range(100):
        memory.keep(number, "x" * 10)
        assert memory.get("asked for") == "x" * 10
    assert memory.get("forgotten") is None


@pytest.mark.parametrize("length", [1, 10, 1000])
def test_memory_is_bounded(length: int) -> None:
    memory = MacroCache(letters=100)
    for number in range(1000):
        memory.keep(number, "x" * length)
    kept = [text for number in range(1000) if (text := memory.get(number))]
    assert len(kept) * length <= max(200, 2 * length)
