"""The page as HTML, made on the server: to be read without scripts, walked through by keyboard, spoken by a reader.

It is made of regions, each of items with a key; a script, where there is one, exchanges the items that have changed.
Everything that a region shows is for one viewer: what is some other seat's alone is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2s
from html import escape
from pathlib import Path
from typing import Any

import yaml

from assistant.evening.wording import clock_face
from assistant.web.gate import Session
from assistant.web.link import Known
from assistant.web.messages import TABLE, Caption, Field, Form, Line

REFRESH_SECONDS = 5
"""How often a page without scripts that only looks is asked for anew."""
SLOT = "slot."
"""What the names of the blanks in a form begin with."""


@cache
def words() -> dict[str, str]:
    """The words of the page."""
    table: dict[str, str] = yaml.safe_load(Path(__file__).with_name("page.en.yaml").read_text(encoding="utf-8"))
    return table


@dataclass(frozen=True)
class Viewer:
    """A device. Without a session it only looks; without a seat it sees what lies open to everybody."""

    session: Session | None = None

    @property
    def seat(self) -> str:
        return self.session.seat if self.session else TABLE


def document(known: Known | None, viewer: Viewer) -> str:
    """The whole page."""
    shown = regions(known, viewer)
    says = words()
    title = known.title if known else says["title"]
    looks = not viewer.seat
    refresh = f'<noscript><meta http-equiv="refresh" content="{REFRESH_SECONDS}"></noscript>' if looks else ""
    return _page(
        title,
        f'<a class="skip" href="#act">{_said("skip")}</a>'
        f'<header><h1>{escape(title)}</h1><div id="clock">{shown["clock"]}</div></header>'
        "<main>"
        f"{_section('captions', shown, 'ol', live=True)}{_section('act', shown)}{_section('cards', shown)}"
        f"{_section('players', shown, 'ul')}{_section('now', shown, 'ul')}"
        "</main>"
        f'<p id="fault" role="alert" data-lost="{_said("lost")}"></p><footer><a href="/">{_said("again")}</a></footer>',
        refresh + '<script src="/page.js" defer></script>',
    )


def notice(text: str) -> str:
    """A page that says one thing."""
    back = f'<p><a href="/">{_said("back")}</a></p>'
    return _page(words()["title"], f"<main><h1>{_said('fault')}</h1><p>{escape(text)}</p>{back}</main>")


def regions(known: Known | None, viewer: Viewer) -> dict[str, str]:
    """The content of each region by its id. The captions apart, these are all that can change."""
    if known is None:
        return {"clock": f'<p data-key="none">{_said("no_evening")}</p>'} | dict.fromkeys(
            ("captions", "act", "cards", "players", "now"), ""
        )
    return {
        "clock": _clock(known),
        "captions": "".join(captions(known, viewer, 0)),
        "act": "".join(_act(known, viewer)),
        "cards": "".join(_cards(known, viewer)),
        "players": "".join(_players(known)),
        "now": "".join(_now(known)),
    }


def captions(known: Known, viewer: Viewer, after: int) -> Iterator[str]:
    """An item for each caption this viewer may read, the newest last, from the one after number ``after`` on."""
    for caption in known.captions:
        if caption.number > after:
            parts = list(_caption(caption, known, viewer.seat))
            if parts:
                yield _item("li", f"{known.run}.{caption.number}", "".join(parts))


def _page(title: str, body: str, head: str = "") -> str:
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="/page.css">{head}</head>'
        f"<body>{body}</body></html>\n"
    )


def _section(name: str, shown: dict[str, str], tag: str = "div", live: bool = False) -> str:
    log = ' role="log" aria-live="polite" aria-relevant="additions"' if live else ""
    label = f"{name}-title"
    return (
        f'<section aria-labelledby="{label}"><h2 id="{label}">{_said(name)}</h2>'
        f'<{tag} id="{name}" tabindex="-1"{log}>{shown[name]}</{tag}></section>'
    )


def _said(key: str) -> str:
    return escape(words()[key])


def _item(tag: str, key: str, content: str) -> str:
    return f'<{tag} data-key="{escape(key)}">{content}</{tag}>'


def _clock(known: Known) -> str:
    clock = known.clock()
    state = "runs" if clock.runs else "stands"
    headline = known.sheets[TABLE].headline if TABLE in known.sheets else ""
    return (
        f'<p data-key="time" class="{state}"><time role="timer" aria-label="{_said("clock")}" aria-live="off"'
        f' data-seconds="{clock.seconds:.1f}" data-state="{state}">{clock_face(clock.seconds)}</time>'
        f' <span class="state">{_said(state)}</span></p>' + _item("p", "headline", escape(headline))
    )


def _caption(caption: Caption, known: Known, seat: str) -> Iterator[str]:
    if caption.heard.text and _may(caption.heard, seat):
        who = next((player.name for player in known.players if player.seat == caption.seat), "")
        yield f"<q><b>{escape(who)}</b> {escape(caption.heard.text)}</q> "
    for line in caption.lines:
        text = line.text if _may(line, seat) else line.aloud
        if text or (line.earcon and (line.aloud or _may(line, seat))):
            times = f" ×{line.times}" if line.times > 1 else ""
            yield f'<span class="sound">♪ {escape(line.earcon)}{times}</span> ' if line.earcon else ""
            yield f"<span>{escape(text)}</span> "
    choices = [escape(line.text) for line in caption.choices if _may(line, seat)]
    if choices:
        yield f"<ol>{''.join(f'<li>{choice}</li>' for choice in choices)}</ol>"


def _may(line: Line, seat: str) -> bool:
    return line.audience is None or seat in line.audience


def _cards(known: Known, viewer: Viewer) -> Iterator[str]:
    sheet = known.sheets.get(viewer.seat)
    for number, (title, *lines) in enumerate(sheet.cards if sheet else ()):
        told = "".join(f"<li>{escape(line)}</li>" for line in lines)
        yield _item("article", str(number), f"<h3>{escape(title)}</h3>" + (f"<ul>{told}</ul>" if told else ""))


def _players(known: Known) -> Iterator[str]:
    for player in known.players:
        lamp = f' <span class="lamp">{_said(f"lamp.{player.lamp}")}</span>' if player.lamp else ""
        yield _item("li", player.seat, f"{escape(player.seat)} {escape(player.name)}{lamp}")


def _now(known: Known) -> Iterator[str]:
    names = {player.seat: player.name for player in known.players}
    for one in known.sayable:
        is_for_all = one.seats is None or set(one.seats) == set(names)
        who = words()["all"] if is_for_all else ", ".join(names.get(seat, seat) for seat in one.seats or ())
        yield _item("li", one.words, f"<b>{escape(one.words)}</b> {escape(who)}")


# What one can do.


def _act(known: Known, viewer: Viewer) -> Iterator[str]:
    session = viewer.session
    if session is None:
        yield _form("enter", "/enter", "", f"<p>{_said('enter_why')}</p>{_pin()}{_button('enter_button')}")
    elif not session.seat:
        seats = "".join(
            f'<button name="seat" value="{escape(one.seat)}">{escape(one.seat)} {escape(one.name)}</button>'
            for one in known.players
        )
        yield _form("seat", "/seat", session.token, f"<p>{_said('seat_why')}</p>{seats}")
    else:
        yield from _act_as(known, session)


def _act_as(known: Known, session: Session) -> Iterator[str]:
    token = session.token
    name = next((player.name for player in known.players if player.seat == session.seat), "")
    leave = f'<button name="seat" value="">{_said("leave_seat")}</button>'
    yield _form("leave", "/seat", token, f"<p>{_said('you_are')} {escape(name)}. {leave}</p>")
    yield _form("clock-button", "/clock", token, _button("clock_button"), acts=True)
    yield _form("tap", "/tap", token, _button("tap"), acts=True)
    box = f'<label>{_said("words")} <input name="words" autocomplete="off" maxlength="2000" required></label>'
    yield _form("words", "/say", token, box + _button("say"), acts=True)
    forms = known.forms.get(session.seat, ())
    for title, is_answer in (("waiting", True), ("other", False)):
        some = [form for form in forms if form.is_answer == is_answer]
        if some:
            yield _item("h3", title, _said(title))
        yield from (_sentence(form, token) for form in some)


def _pin() -> str:
    field = '<input name="pin" inputmode="numeric" autocomplete="off" maxlength="20" required>'
    return f"<label>{_said('pin')} {field}</label>"


def _button(key: str) -> str:
    return f"<button>{_said(key)}</button>"


def _form(key: str, action: str, token: str, content: str, acts: bool = False) -> str:
    """``acts``: a script may send it without leaving the page."""
    hidden = f'<input type="hidden" name="token" value="{escape(token)}">' if token else ""
    kind = ' class="act"' if acts else ""
    return f'<form data-key="{key}" method="post" action="{action}"{kind}>{hidden}{content}</form>'


def _sentence(form: Form, token: str) -> str:
    """A sentence to press, or to fill in and say."""
    template = "".join(piece if isinstance(piece, str) else f"{{{piece.slot}}}" for piece in form.pieces)
    hidden = f'<input type="hidden" name="words" value="{escape(template)}">'
    key = blake2s(template.encode(), digest_size=6).hexdigest()
    if len(form.pieces) == 1 and isinstance(form.pieces[0], str):
        return _form(key, "/say", token, f"{hidden}<button>{escape(template)}</button>", acts=True)
    parts = [f"<span>{escape(one)}</span>" if isinstance(one, str) else _field(one) for one in form.pieces]
    said = escape("".join(one if isinstance(one, str) else "…" for one in form.pieces))
    button = f'<button aria-label="{_said("say")}: {said}">{_said("say")}</button>'
    return _form(key, "/say", token, f"{hidden}{''.join(parts)}{button}", acts=True)


def _field(field: Field) -> str:
    common: dict[str, Any] = {"name": SLOT + field.slot, "aria-label": field.slot.replace("_", " "), "required": ""}
    if field.choices:
        options = "".join(f"<option>{escape(choice)}</option>" for choice in field.choices)
        return f"<select{_attributes(common)}{' multiple' if field.many else ''}>{options}</select>"
    if field.least is not None and not field.many:
        common |= {"type": "number", "min": field.least, "max": field.most, "value": field.least}
    return f'<input{_attributes(common)} autocomplete="off" maxlength="2000">'


def _attributes(values: dict[str, Any]) -> str:
    return "".join(f' {name}="{escape(str(value))}"' for name, value in values.items())
