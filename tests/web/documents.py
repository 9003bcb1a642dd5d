"""A page as a browser without JavaScript sees it: its forms, buttons, links and texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr")
SILENT = ("script", "style", "title")


@dataclass(slots=True)
class Element:
    """One element with what is in it."""

    tag: str
    attributes: dict[str, str]
    parent: Element | None = None
    inside: list[Element | str] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    def elements(self) -> Iterator[Element]:
        """The element and all elements within, in the order of the document."""
        yield self
        for one in self.inside:
            if isinstance(one, Element):
                yield from one.elements()

    def find(self, tag: str = "", **attributes: str) -> list[Element]:
        """All elements of a tag with these attributes; `_` stands for `-`."""
        wanted = {name.strip("_").replace("_", "-"): text for name, text in attributes.items()}
        return [
            one
            for one in self.elements()
            if (not tag or one.tag == tag)
            and all(one.attributes.get(name) == text for name, text in wanted.items())
        ]

    @property
    def text(self) -> str:
        """The readable text, with single spaces."""
        return " ".join(" ".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for one in self.inside:
            if isinstance(one, str):
                yield one
            elif one.tag not in SILENT:
                yield from one._texts()

    def within(self, tag: str) -> Element | None:
        """The nearest element of this tag around this one."""
        one = self.parent
        while one is not None and one.tag != tag:
            one = one.parent
        return one


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self._open = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs)
        if tag not in VOID:
            self._open = self._last()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        one: Element | None = self._open
        while one is not None and one.tag != tag:
            one = one.parent
        if one is not None and one.parent is not None:
            self._open = one.parent

    def handle_data(self, data: str) -> None:
        self._open.inside.append(data)

    def _add(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: text or "" for name, text in attrs}
        self._open.inside.append(Element(tag, attributes, self._open))

    def _last(self) -> Element:
        last = self._open.inside[-1]
        assert isinstance(last, Element)
        return last


def read_document(html: str) -> Element:
    """The document as a tree."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root


def form_of(document: Element, control: Element) -> Element:
    """The form that a control belongs to, around it or named by it."""
    if "form" in control:
        (form,) = document.find("form", id=control["form"])
        return form
    form_around = control.within("form")
    assert form_around is not None, f"{control.attributes} belongs to no form"
    return form_around


def form_fields(document: Element, form: Element) -> dict[str, str]:
    """What a form sends if nothing is changed, buttons left out."""
    fields: dict[str, str] = {}
    for one in document.elements():
        if one.tag not in ("input", "select", "textarea") or not one["name"]:
            continue
        if "form" not in one and one.within("form") is None:
            continue  # it only changes what is shown
        if form_of(document, one) is not form or "disabled" in one:
            continue
        if one.tag == "select":
            options = one.find("option")
            chosen = [option for option in options if "selected" in option] or options[:1]
            fields[one["name"]] = chosen[0]["value"]
        elif one["type"] not in ("radio", "checkbox", "file") or "checked" in one:
            fields[one["name"]] = one["value"] or ("on" if one["type"] == "checkbox" else "")
    return fields
