"""Turning HTML into text that reads well: headings, lists, links, tables, code.

A tokenizer of its own rather than a dependency: only text is wanted, never a tree, and time stays linear whatever the
page is (`html.parser` of older Python versions is quadratic in unclosed tags).
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from urllib.parse import urljoin

_TAG = re.compile(
    r"<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*+)(?P<rest>(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+)?+)*+)>"
)
_ATTRIBUTE = re.compile(r"([a-zA-Z-]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>\"'][^\s>]*+))")
_SPACE = re.compile(r"[ \t\n\r\f]+")

_HIDDEN = {"head", "script", "style", "noscript", "template", "svg", "math", "iframe", "object", "canvas", "button"}
_RAW = {"script", "style", "title", "textarea"}
"""What stands in these is text to the first end tag of the same name."""
_PARAGRAPHS = {"blockquote", "dl", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "ol", "p", "pre", "table", "ul"}
_BLOCKS = _PARAGRAPHS | {
    *("address", "article", "aside", "body", "dd", "details", "div", "dt", "fieldset", "figcaption", "footer", "form"),
    *("header", "li", "main", "nav", "section", "summary", "tbody", "tfoot", "thead", "tr"),
}
_MAX_LINK_CHARACTERS = 300
_MAX_INDENTS = 8


def html_to_text(source: str, base: str = "") -> str:
    """The readable text of a page; `base` is its URL, which relative links are resolved against."""
    writer = _Writer(base)
    position = 0
    while position < len(source):
        start = source.find("<", position)
        if start < 0:
            writer.text(source[position:])
            break
        writer.text(source[position:start])
        position = _markup(source, start, writer)
    return writer.result()


def _markup(source: str, start: int, writer: _Writer) -> int:
    """Take in what begins with `<` at `start`; returns where it ends. What is never closed ends with the page."""
    if source.startswith("<!--", start):
        end = source.find("-->", start + 4)
        return len(source) if end < 0 else end + 3
    following = source[start + 1 : start + 2]
    if following in ("!", "?") or (following == "/" and not source[start + 2 : start + 3].isalpha()):
        end = source.find(">", start)
        return len(source) if end < 0 else end + 1
    if not (following == "/" or (following.isascii() and following.isalpha())):
        writer.text("<")
        return start + 1
    match = _TAG.match(source, start)
    if match is None:
        return len(source)
    name = match["name"].lower()
    if match["end"]:
        writer.close(name)
        return match.end()
    writer.open(name, match["rest"])
    if name not in _RAW:
        return match.end()
    closing = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(source, match.end())
    end = closing.start() if closing else len(source)
    writer.raw(name, source[match.end() : end])
    return end


def _attributes(rest: str) -> dict[str, str]:
    return {
        match[1].lower(): html.unescape(next((value for value in match.groups()[1:] if value is not None), ""))
        for match in _ATTRIBUTE.finditer(rest)
    }


@dataclass
class _Writer:
    """Collects text; breaks are only noted, and written before the next text, so that empty elements leave none."""

    base: str
    parts: list[str] = field(default_factory=list)
    title: str = ""
    breaks: int = 0
    space: bool = False
    hidden: dict[str, int] = field(default_factory=dict)
    preformatted: int = 0
    lists: list[int | None] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    cells: int = 0

    def text(self, source: str) -> None:
        if not source or self.hidden:
            return
        text = html.unescape(source).replace("\xa0", " ")
        if self.preformatted:
            self._write(text.replace("\r\n", "\n"))
            return
        words = _SPACE.sub(" ", text)
        if words.startswith(" "):
            self.space = True
        body = words.strip(" ")
        if body:
            self._write(body)
            self.space = words.endswith(" ")

    def raw(self, name: str, source: str) -> None:
        if name == "title" and not self.title:
            self.title = " ".join(html.unescape(source).split())
        elif name == "textarea":
            self.text(source)

    def open(self, name: str, rest: str) -> None:
        if name in _HIDDEN and not rest.endswith("/"):
            self.hidden[name] = self.hidden.get(name, 0) + 1
        if name in _BLOCKS and set(self.hidden) == {"head"}:
            self.hidden.clear()  # its end tag may be left out
        if self.hidden:
            return
        self._break(name)
        match name:
            case "br":
                self.breaks = max(self.breaks, 1)
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
                self._write("#" * int(name[1]) + " ")
            case "ul":
                self.lists.append(None)
            case "ol":
                self.lists.append(0)
            case "li":
                self._item()
            case "pre":
                self.preformatted += 1
                self._write("```\n")
            case "code" if not self.preformatted:
                self._write("`")
            case "hr":
                self._write("---")
                self.breaks = 2
            case "tr":
                self.cells = 0
            case "td" | "th":
                self._write(" | " if self.cells else "", keep_space=False)
                self.cells += 1
            case "img":
                alternative = _attributes(rest).get("alt", "").strip()
                if alternative:
                    self._write(f"[image: {' '.join(alternative.split())}]")
            case "a":
                self._open_link(_attributes(rest).get("href", ""))

    def close(self, name: str) -> None:
        if name in self.hidden:
            self.hidden[name] -= 1
            if not self.hidden[name]:
                del self.hidden[name]
            return
        if self.hidden:
            return
        match name:
            case "ul" | "ol" if self.lists:
                self.lists.pop()
            case "pre" if self.preformatted:
                self.preformatted -= 1
                self._write("```" if self.parts and self.parts[-1].endswith("\n") else "\n```")
            case "code" if not self.preformatted:
                self._write("`", keep_space=False)
            case "a" if self.links:
                target = self.links.pop()
                if target:
                    self._write(f" ({target})", keep_space=False)
        self._break(name)

    def _break(self, name: str) -> None:
        if name in _PARAGRAPHS and not (name in ("ul", "ol") and self.lists):
            self.breaks = max(self.breaks, 2)
        elif name in _BLOCKS:
            self.breaks = max(self.breaks, 1)

    def _item(self) -> None:
        indent = "  " * min(len(self.lists) - 1, _MAX_INDENTS)
        number = self.lists[-1] if self.lists else None
        if number is None:
            self._write(f"{indent}- ")
            return
        self.lists[-1] = number + 1
        self._write(f"{indent}{number + 1}. ")

    def _open_link(self, href: str) -> None:
        target = ""
        if href and not href.startswith(("#", "javascript:", "data:")):
            try:
                target = urljoin(self.base, href.strip())
            except ValueError:
                target = ""
        self.links.append(target if len(target) <= _MAX_LINK_CHARACTERS else "")

    def _write(self, text: str, *, keep_space: bool = True) -> None:
        if not text:
            return
        if self.breaks:
            if self.parts:
                self.parts.append("\n" * self.breaks)
            self.breaks, self.space = 0, False
        elif self.space and keep_space and self.parts and not self.parts[-1].endswith((" ", "\n")):
            self.parts.append(" ")
        self.space = False
        self.parts.append(text)

    def result(self) -> str:
        body = "".join(self.parts)
        body = "\n".join(line.rstrip(" \t") for line in body.split("\n"))
        body = re.sub(r"\n{3,}", "\n\n", body).strip()
        if self.title and not body.startswith(f"# {self.title}"):
            return f"{self.title}\n\n{body}".strip()
        return body
