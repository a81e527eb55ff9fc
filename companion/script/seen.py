"""What can be read: a page's text as a person sees it."""

from __future__ import annotations

from html.parser import HTMLParser

_INLINE = {
    "a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "mark", "span", "strong", "sub", "sup", "time", "u",
}  # fmt: skip
# Not "small": on these pages it is what stands below or beside something, never the end of a word.
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_UNSEEN = {"head", "script", "style", "template", "noscript"}


class _Reader(HTMLParser):
    """Collects the text of what is shown. Whatever is hidden, or only for machines, is passed over."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def _dark(self) -> bool:
        return bool(self._open) and self._open[-1][1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _INLINE:
            self.parts.append(" ")
        if tag not in _VOID:
            hidden = tag in _UNSEEN or any(name == "hidden" for name, _ in attrs)
            self._open.append((tag, hidden or self._dark()))

    def handle_endtag(self, tag: str) -> None:
        if tag not in _INLINE:
            self.parts.append(" ")
        if any(tag == opened for opened, _ in self._open):
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._dark():
            self.parts.append(data)


def text_of(html: str) -> str:
    """Return what can be read on the page ``html``, spaces folded."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return folded("".join(reader.parts))


def folded(text: str) -> str:
    """Return ``text`` with every run of spaces and line ends as one space."""
    return " ".join(text.split())
