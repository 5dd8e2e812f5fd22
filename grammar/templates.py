"""Sentence templates: in the form of hassil, whose parser reads them. A template becomes all its variants.

``[may be left out]``, ``(this|that)``, ``{slot}``, ``{slot+}`` (one or more times), ``{seat}'s``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from hassil.expression import Alternative, Expression, ListReference, Sequence, TextChunk
from hassil.parse_expression import parse_sentence
from hassil.parser import ParseError

from grammar.results import GrammarError
from grammar.vocabulary import spoken_words

MOST_VARIANTS = 1024
_PIECE = re.compile(r"\{(?P<name>\w+)(?P<many>\+?)\}(?P<whose>['’]s)?|(?P<words>[^\s{}]+)")


class Slot(NamedTuple):
    """A place in a sentence that a name, a number or free words fill."""

    name: str
    many: bool = False
    whose: bool = False
    """Said with a possessive: "Ann's trial"."""
    leads: bool = False
    """A fixed word follows."""


Symbol = str | Slot
Variant = tuple[Symbol, ...]


class TemplateError(GrammarError):
    """A template that cannot be read; the message names the template and the reason."""


def flat_texts(template: str) -> tuple[str, ...]:
    """All ways to write a template without options, its slots in braces; the first leaves out what it can."""
    try:
        expression = parse_sentence(template).expression
        texts = dict.fromkeys(_texts(expression))
    except (ParseError, AssertionError, ValueError) as error:
        raise TemplateError(f"“{template}” is not a sentence template: {error}") from error
    if len(texts) > MOST_VARIANTS:
        raise TemplateError(f"“{template}” has more than {MOST_VARIANTS} variants: split it")
    return tuple(texts)


def _texts(expression: Expression) -> Iterator[str]:
    if isinstance(expression, TextChunk):
        yield expression.text
    elif isinstance(expression, ListReference):
        yield f"{{{expression.list_name}}}"
    elif isinstance(expression, Alternative):
        items = reversed(expression.items) if expression.is_optional else expression.items
        for item in items:
            yield from _texts(item)
    elif isinstance(expression, Sequence):
        for count, parts in enumerate(product(*(list(_texts(item)) for item in expression.items))):
            if count > MOST_VARIANTS:
                break
            yield "".join(parts)
    else:
        raise ValueError("only [ ], ( | ) and { } can be used")


def symbols(text: str) -> Variant:
    """A flat text as words and slots; fixed words are folded."""
    found: list[Symbol] = []
    for piece in _PIECE.finditer(text):
        if piece["name"]:
            many = bool(piece["many"]) or piece["name"] == "dice"
            found.append(Slot(piece["name"], many, bool(piece["whose"])))
        else:
            found += spoken_words(piece["words"])
    return tuple(
        symbol._replace(leads=isinstance(following, str)) if isinstance(symbol, Slot) else symbol
        for symbol, following in zip(found, [*found[1:], None], strict=False)
    )
