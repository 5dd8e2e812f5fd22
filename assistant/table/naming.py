"""From names to what is heard, and from what was said back to the thing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from assistant.table.messages import Name

_ONES = (
    *("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL = frozenset({"the", "a", "an", "of", "and", "in", "on", "at", "to", "for", "de", "la", "le"})
"""Words that name nothing by themselves."""
_ARTICLE = re.compile(r"^(the|an|a) (?=.)")


@lru_cache(maxsize=2048)
def fold(name: str) -> str:
    """A name as it is heard: lower case, hyphens split, dots and apostrophes out (case C-008)."""
    split = re.sub(r"[-‐-―_/]", " ", name.lower())
    return " ".join(re.sub(r"[^\w\s]", "", split).split())


def number_words(number: int) -> str:
    """1 to 99 as they are heard."""
    if number < len(_ONES):
        return _ONES[number]
    return f"{_TENS[number // 10 % 10]} {_ONES[number % 10]}".strip()


def singular(line: str, count: int) -> str:
    """The key of a line that counts things: its form for one, where there is one."""
    return f"{line}.one" if count == 1 else line


def word_counts(names: Iterable[str]) -> Counter[str]:
    """In how many of these names each word stands; words that name nothing by themselves are left out."""
    return Counter(word for name in names for word in set(_words(name)))


def forms(name: str, counts: Counter[str]) -> list[str]:
    """How a name may be said: whole, without its article, and by each word of it that nothing else has."""
    whole = fold(name)
    said = [whole, _ARTICLE.sub("", whole)]
    said += [word for word in _words(name) if counts[word] == 1]
    return list(dict.fromkeys(form for form in said if form))


def _words(name: str) -> list[str]:
    return [word for word in fold(name).split() if word not in _SMALL]


def find(names: Sequence[Name], value: object) -> str | None:
    """The id that a slot means: an id, or a name as it was spoken; None if it is nothing or not one thing."""
    if any(name.id == value for name in names):
        return str(value)
    spoken = fold(str(value))
    found = {name.id for name in names if spoken and spoken in name.heard}
    return found.pop() if len(found) == 1 else None
