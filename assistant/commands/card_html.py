"""The card as a page of HTML: one file without scripts or anything from elsewhere, printed on one sheet.

A4 and US Letter, lying: the size of the letters is chosen so that all of it fits on either. Nothing is told by colour
alone, and what a screen reader reads is the list that one sees: each first form with its other forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import ceil

from assistant.commands.card import Card, Entry, Form, Section

COLUMNS = 4
# What A4 and Letter have in common when they lie, in points, less the margins and the head.
_COLUMN_WIDTH, _COLUMN_HEIGHT = 176.0, 486.0
_LARGEST, _SMALLEST = 12.0, 5.0
_RESERVE = 0.9
"""Letters of other typefaces are wider; a column does not end where a sentence does."""
_GLYPH = 0.5
"""The mean width of a letter, of its size."""
_SMALL = 0.8
"""The size of the other forms, of that of the first."""

_STYLE = """
:root { color: #000; background: #fff; font: 100%/1.22 "Gill Sans", "Gill Sans MT", Optima, Candara, Carlito,
  "Liberation Sans", Arial, sans-serif; }
body { max-width: 75rem; margin: 0 auto; padding: 1.5rem; }
h1, h2 { font-family: "Hoefler Text", "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", P052,
  "Noto Serif", "Liberation Serif", serif; font-weight: normal; }
h1 { margin: 0; text-align: center; font-size: 2.6em; line-height: 1; letter-spacing: .16em; text-indent: .16em;
  text-transform: uppercase; }
header { margin-bottom: 1em; padding-bottom: .45em; border-bottom: 3px double #000; }
header p { margin: .5em 0 0; text-align: center; text-wrap: balance; font-size: .9em; }
header span + span::before { content: " ❦ "; }
main { columns: 19em; column-gap: 1.9em; column-rule: thin solid #999; }
section { margin: 0 0 .7em; break-inside: avoid; }
h2 { margin: 0 0 .25em; padding-bottom: .1em; border-bottom: thin solid #000; font-size: 1.12em; line-height: 1.1;
  font-variant: small-caps; letter-spacing: .08em; break-after: avoid; }
dl { margin: 0; }
dl div { margin: 0 0 .18em; padding-left: .8em; text-indent: -.8em; break-inside: avoid; }
dt, dd { display: inline; margin: 0; }
dt { font-weight: bold; }
dd { font-size: SMALLem; }
dt + dd { margin-left: .4em; }
dd + dd::before { content: "· "; }
var { font-style: italic; font-weight: normal; }
.only { margin-left: .3em; padding: 0 .35em; border: thin solid #000; border-radius: 1em; font-size: .62em;
  font-weight: normal; letter-spacing: .06em; text-transform: uppercase; white-space: nowrap; }
@page { size: landscape; margin: 8mm; }
@media print {
  :root { font-size: SIZEpt; }
  body { max-width: none; padding: 0; }
  header { margin-bottom: 8pt; padding-bottom: 4pt; }
  h1 { font-size: 22pt; }
  header p { margin-top: 4pt; font-size: 8pt; }
  main { columns: COLUMNS; }
}
"""


def page_of(card: Card) -> str:
    """The whole document."""
    style = _STYLE.replace("SIZE", f"{_size(card):.1f}").replace("SMALL", str(_SMALL)).replace("COLUMNS", str(COLUMNS))
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<meta charset="utf-8">',
            """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">""",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(card.title)}</title>",
            f"<style>{style}</style>",
            f"<header><h1>{escape(card.title)}</h1>",
            *(["<p>", *(f"<span>{_markup(note)}</span>" for note in card.notes), "</p>"] if card.notes else []),
            "</header>",
            "<main>",
            *(line for number, section in enumerate(card.sections, 1) for line in _section(section, f"s{number}")),
            "</main>",
            "</html>",
            "",
        ]
    )


def _section(section: Section, label: str) -> Iterator[str]:
    if section.title:
        yield f'<section aria-labelledby="{label}">'
        yield f'<h2 id="{label}">{escape(section.title)}</h2>'
    else:
        yield "<section>"
    yield "<dl>"
    yield from map(_entry, section.entries)
    yield "</dl>"
    yield "</section>"


def _entry(entry: Entry) -> str:
    first, *others = map(_markup, entry.forms)
    mark = f' <span class="only">{escape(entry.only)}</span>' if entry.only else ""
    return f"<div><dt>{first}{mark}</dt>{''.join(f' <dd>{other}</dd>' for other in others)}</div>"


def _markup(form: Form) -> str:
    return "".join(f"<var>{escape(piece.text)}</var>" if piece.is_slot else escape(piece.text) for piece in form)


def _size(card: Card) -> float:
    """The largest size of letters in points with which the card should fit on one sheet."""
    size = _LARGEST
    while size > _SMALLEST and _height(card, size) > _RESERVE * COLUMNS * _COLUMN_HEIGHT:
        size -= 0.1
    return size


def _height(card: Card, size: float) -> float:
    """How long one column of all this would be, in points."""
    lines = sum(_lines(entry, _COLUMN_WIDTH / size) for section in card.sections for entry in section.entries)
    entries = sum(len(section.entries) for section in card.sections)
    return size * (1.22 * lines + 0.18 * entries + 2.3 * len(card.sections))


def _lines(entry: Entry, width: float) -> int:
    """How many lines it takes; ``width`` is in sizes of the letters."""
    first, *others = (sum(len(piece.text) for piece in form) for form in entry.forms)
    taken = _GLYPH * (1.1 * first + (8 if entry.only else 0) + _SMALL * sum(other + 3 for other in others))
    return ceil(taken / (width - 0.8))
