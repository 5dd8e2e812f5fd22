"""The card for the table: all that can be said, told to the eye, the ear and the printer."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

import click
import pytest

from assistant.commands.card import Card, card_of, text_lines
from assistant.commands.card_html import page_of
from assistant.games import find_games
from grammar import Phrasebook
from tests.commands.run import SEATS, prompter, typed
from tests.contracts import toy

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
GAMES = {found.id: found.folder for found in find_games() if found.game} | {"stones": Path(toy.__file__).parent}


def card(game: str) -> Card:
    return card_of(Phrasebook.load(GAMES[game] / "sentences.en.yaml"), game.title(), "prompter")


class Outline(HTMLParser):
    """The document as a screen reader walks through it: (tag it stands in, words)."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.told: list[tuple[str, str]] = []
        self._inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag in ("h1", "h2", "p", "dt", "dd"):
            self.told.append((tag, ""))
        self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if {"h1", "h2", "p", "dt", "dd"} & set(self._inside):
            tag, words = self.told[-1]
            self.told[-1] = (tag, words + data)


@pytest.mark.parametrize("game", GAMES)
def test_every_first_form_leads_its_other_forms_under_the_heading_of_its_moment(game: str) -> None:
    shown = card(game)
    wanted = [("h1", game.title())]
    for section in shown.sections:
        wanted += [("h2", section.title)] if section.title else []
        for entry in section.entries:
            first, *others = ("".join(piece.text for piece in form) for form in entry.forms)
            wanted += [("dt", f"{first} {entry.only}".strip()), *(("dd", other) for other in others)]
    assert [(tag, words) for tag, words in Outline(page_of(shown)).told if tag != "p"] == wanted


def test_the_card_of_repertoire_goes_by_the_moments_of_the_game() -> None:
    told = dict.fromkeys(words for tag, words in Outline(page_of(card("repertoire"))).told if tag == "h2")
    moments = ["Setting up", "Departure", "Travel", "Arrival", "Production", "A scene", "Curtain and dice"]
    moments += ["Confrontation", "Clock and breaks", "At any time"]
    assert [title for title in told if title in moments] == moments


def test_the_page_needs_nothing_from_elsewhere_and_runs_nothing() -> None:
    page = page_of(card("repertoire"))
    assert "default-src 'none'" in page
    assert not {"script", "link", "img", "iframe", "object", "form"} & {*Outline(page).tags}
    assert not re.search(r"url\(|@import|https?:|\son\w+=", page)


def test_the_page_of_an_evening_has_what_each_seat_can_say_now_whatever_he_is_called(tmp_path: Path) -> None:
    name = '<script>alert("x")</script>&amp;'
    typed(tmp_path, ["1: start the clock"], "odd", "--seats", f"Paul,{name},Ben,Cleo")
    done = prompter(tmp_path, "say", "odd", "--seat", "2", "--html", str(tmp_path / "odd.html"))
    assert (done.returncode, done.stdout) == (0, "")
    page = Outline((tmp_path / "odd.html").read_text(encoding="utf-8"))
    assert [words for tag, words in page.told if tag == "h2"] == [f"2 {name}"]
    assert ("dt", "I play …") in page.told
    assert ("dt", "end scene") not in page.told
    assert "script" not in page.tags


def test_in_a_terminal_the_others_stand_under_the_first_and_the_producer_s_are_marked() -> None:
    lines = [*map(click.unstyle, text_lines(card("repertoire")))]
    place = lines.index("  start the clock  [Producer]")
    assert lines[place + 1].strip() == "clock starts · start the timer · eight hours"
    assert "  invite {player}" in lines


def test_a_seat_without_an_evening_and_a_seat_that_is_not_there_are_usage_errors(tmp_path: Path) -> None:
    typed(tmp_path, [], "now", *SEATS)
    for words, told in ((("say", "--seat", "2"), "needs an EVENING"), (("say", "now", "--seat", "9"), "no seat 9")):
        done = prompter(tmp_path, *words)
        assert done.returncode == 2
        assert told in done.stderr


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium to print with")
@pytest.mark.parametrize("paper", ["A4", "letter"])
@pytest.mark.parametrize("game", GAMES)
def test_the_card_prints_on_one_sheet(tmp_path: Path, game: str, paper: str) -> None:
    page = page_of(card(game)).replace("size: landscape", f"size: {paper} landscape")
    assert paper in page
    assert _pages(tmp_path, page) == {"A4": [(842, 595)], "letter": [(792, 612)]}[paper]


def _pages(folder: Path, page: str) -> list[tuple[int, int]]:
    """The sheets, width and height in points, that a browser prints this on."""
    file, printed = folder / "card.html", folder / "card.pdf"
    file.write_text(page, encoding="utf-8")
    subprocess.run(
        # no sandbox: it cannot be had as root, and the page is our own
        [
            *(str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
            *(f"--user-data-dir={folder / 'profile'}", "--no-pdf-header-footer"),
            *(f"--print-to-pdf={printed}", file.as_uri()),
        ],
        check=True,
        capture_output=True,
        timeout=100,
    )
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", printed.read_bytes())
    return [(round(float(width)), round(float(height))) for width, height in boxes]
