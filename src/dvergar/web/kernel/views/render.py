"""Renders templates to pages: the Jinja environments over our templates and those of the games.

There is one environment per language, because small parts that are the same on every page are made
only once in it. Macros are cached too: a template says `{% set icon = remember_macro(icon) %}` of a
macro whose text depends on its arguments, the language and the base path, and on nothing else: all
viewers share the cache. So anything that only some of them may see has to be an argument. Arguments
that cannot be compared are drawn each time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, MutableMapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources.abc import Traversable
from types import CodeType, FunctionType
from typing import Any, Final

from jinja2 import (
    BaseLoader,
    Environment,
    StrictUndefined,
    Template,
    TemplateNotFound,
    pass_context,
)
from jinja2.runtime import Context
from markupsafe import Markup, escape

import dvergar
from dvergar.core.languages import LANGUAGES, language_rules, signed
from dvergar.core.registry import games
from dvergar.core.words import Words, language, words
from dvergar.web.kernel.clock import day_text
from dvergar.web.kernel.folders import find_file
from dvergar.web.kernel.views.assets import asset, is_plain
from dvergar.web.kernel.views.table_view import TableView

MAX_CACHED_LETTERS: Final = 8_000_000


class MacroCache:
    """Texts by what they were drawn from; those nobody has asked for lately are forgotten.

    There are two heaps, a new and an old one. What is asked for comes into the new one; when that
    is full it becomes the old one, and what was the old one is thrown away.
    """

    def __init__(self, letters: int) -> None:
        self._letters = letters
        self._left = letters
        self._new: dict[Hashable, str] = {}
        self._old: dict[Hashable, str] = {}

    def get(self, key: Hashable) -> str | None:
        """The text that is kept for a key; a TypeError where the key cannot be compared."""
        text = self._new.get(key)
        if text is None and (text := self._old.pop(key, None)) is not None:
            self.keep(key, text)
        return text

    def keep(self, key: Hashable, text: str) -> None:
        """Keeps a text."""
        self._left -= len(text)
        if self._left < 0:
            self._old, self._new = self._new, {}
            self._left = self._letters - len(text)
        self._new[key] = text


_MACRO_CACHE: Final = MacroCache(MAX_CACHED_LETTERS)


@pass_context
def remember_macro(context: Context, macro: Callable[..., str]) -> Callable[..., str]:
    """The macro, which draws what it has drawn before from memory."""
    place = (context.name, getattr(macro, "name", ""), context["lang"], context.get("base", ""))

    def draw(*args: Any, **named: Any) -> str:
        # Types too: a text and markup of the same letters are equal, and drawn differently.
        key = (place, args, tuple(map(type, args)), *named.items())
        try:
            drawn = _MACRO_CACHE.get(key)
        except TypeError:
            return macro(*args, **named)
        if drawn is None:
            drawn = macro(*args, **named)
            _MACRO_CACHE.keep(key, drawn)
        return drawn

    return draw


WEB_PACKAGE: Final = "dvergar.web"


_INDENT: Final = re.compile(r"\n +")
_LINK: Final = re.compile(
    r"""(?<=[\s"'])((?:href|src|action|formaction|hx-get|hx-post|data-(?:live|worker|icon))=")"""
    r"""(?:(/)|\{\{\s*(.+?)\s*\}\})"""
)
"""Where an address begins that may be one of this server: a path, or something that is filled in.
"""
_NAMES: Final = re.compile(r' (?:id|data-help)="[^"]*"')


@dataclass(frozen=True, slots=True, order=True)
class PageLink:
    """A page of a feature that the header, the footer, menus and empty lists lead to."""

    order: int
    path: str
    title: str
    """The key of its name in words."""
    play: bool = False
    """Whether something can be played there at once."""
    needs_server: bool = False
    """Whether there's nothing to see without other people."""


class _Loader(BaseLoader):
    """Finds `name.html` among our templates and `games/SLUG/name.html` in a game's own folder.

    Of the indent of a line one space is kept: a browser makes no more of it, and every page would
    carry it. What was compiled once serves all languages. Templates speak of addresses as if the
    server had a host of its own; where it lives below a path, that is put before them here.
    """

    def __init__(self, base: str) -> None:
        self._base = base
        self._compiled: dict[str, CodeType] = {}

    def load(
        self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """A template, compiled when it is needed first."""
        code = self._compiled.get(name)
        if code is None:
            source, file, _ = self.get_source(environment, name)
            code = self._compiled[name] = environment.compile(source, name, file)
        return environment.template_class.from_code(environment, code, globals or {})

    def get_source(self, _environment: Environment, template: str) -> tuple[str, str, None]:
        """The text of a template, and its file."""
        file = _template_file(template)
        if file is None or not file.is_file():
            raise TemplateNotFound(template)
        source = _INDENT.sub("\n ", file.read_text(encoding="utf-8"))
        return (_LINK.sub(self._rooted, source) if self._base else source), str(file), None

    def _rooted(self, found: re.Match[str]) -> str:
        attribute, path, filled = found.groups()
        return f"{attribute}{self._base}/" if path else f"{attribute}{{{{ rooted({filled}) }}}}"


@cache
def _loader(base: str) -> _Loader:
    """One for all servers of a process that live below the same path."""
    return _Loader(base)


def _template_file(name: str) -> Traversable | None:
    if not is_plain(name):
        return None
    parts = name.split("/")
    if parts[0] == "games" and len(parts) == 3:
        info = games().get(parts[1])
        return info.templates().joinpath(parts[2]) if info else None
    return find_file("templates", name)


def game_file(slug: str, name: str) -> str:
    """The template of a game, or an empty text if it has none of that name."""
    template = f"games/{slug}/{name}"
    file = _template_file(template)
    return template if file is not None and file.is_file() else ""


def without_ids(html: str) -> str:
    """A picture of a card: drawn as the card is, without the names that only the card may have."""
    return Markup(_NAMES.sub("", html))


class QuickTemplate(Template):
    """A template that escapes by the shortest way; most of what it fills in needs none."""

    @classmethod
    def from_code(
        cls,
        environment: Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        """Compiled code, with our `escaped` where it would use the one of the library."""
        template = super().from_code(environment, code, globals, uptodate)
        vars(template)["root_render_func"].__globals__["escape"] = escaped
        return template


def escaped(value: Any) -> str:
    """A value as it stands in a page; an eighth of the time of a table went into wrapping these."""
    kind = type(value)
    if kind is Markup or (kind is str and value.isalnum()):
        text: str = value
        return text
    return str(value) if kind is int else escape(value)


class QuickContext(Context):
    """A context that calls words and plain functions without asking what else they want of it."""

    def call(self, called: Callable[..., Any], /, *args: Any, **named: Any) -> Any:
        """Calls something from a template."""
        kind = type(called)
        if kind is Words or (kind is FunctionType and not vars(called)):
            named.pop("_block_vars", None)
            named.pop("_loop_vars", None)
            return called(*args, **named)
        return super().call(called, *args, **named)


class _Environment(Environment):
    """What templates can ask for in one language."""

    context_class = QuickContext
    template_class = QuickTemplate

    def __init__(
        self,
        loader: BaseLoader,
        lang: str,
        base: str,
        slot: Callable[[str], list[str]],
        page_links: Callable[[], list[PageLink]],
    ) -> None:
        def rooted(address: object) -> object:
            """An address of this server below its path; any other is as it was."""
            ours = isinstance(address, str) and address.startswith("/")
            return base + str(address) if ours else address

        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self.globals.update(
            asset=asset,
            base=base,
            rooted=rooted,
            game_file=game_file,
            info_of=lambda slug: games()[slug],
            lang=lang,
            languages={code: language_rules(code).name for code in LANGUAGES},
            remember_macro=remember_macro,
            slot=slot,
            page_links=page_links,
            t=words(WEB_PACKAGE, lang),
            version=dvergar.__version__,
        )
        self.filters["without_ids"] = without_ids
        self.filters["signed"] = signed
        self.filters["day"] = partial(day_text, lang=lang)
        self._found: dict[str | tuple[str, ...], Template] = {}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """A template; files do not change while a server runs, so each is looked for once."""
        if isinstance(name, Template):
            return name
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = super().get_template(name, parent, globals)
        return found

    def select_template(
        self,
        names: Iterable[str | Template],
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """The first of some templates that is there: a game's own, or else ours."""
        key = tuple(map(str, names))
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = super().select_template(key, parent, globals)
        return found

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The same for all templates, so that what one imports without context is made once."""
        return self.globals if d is None else super().make_globals(d)


class Renderer:
    """Renders templates."""

    def __init__(
        self,
        base: str = "",
        slot: Callable[[str], list[str]] = lambda _: [],
        page_links: Callable[[], list[PageLink]] = list,
    ) -> None:
        """`base` is the path of the server; `slot` names the templates of features in a place."""
        loader = _loader(base)
        self._environments = {
            lang: _Environment(loader, lang, base, slot, page_links) for lang in LANGUAGES
        }

    def page(self, template: str, lang: str, theme: str, path: str, **facts: Any) -> str:
        """A whole page."""
        found = self._environments[language(lang)].get_template(template)
        return found.render(facts, theme=theme, path=path)

    def fragment(self, view: TableView, lang: str, part: str = "") -> str:
        """The live part of a table, or one of the parts that are fetched by themselves."""
        if part:
            return self.page("_part_now.html", lang, "", "", table=view, part=part)
        return self.page("_table.html", lang, "", "", table=view)
