"""``prompter wiring``: which button and lamp goes to which pin, as a table or as a picture."""

from __future__ import annotations

from html import escape
from pathlib import Path

import click

from assistant.commands.options import load_settings, with_settings
from assistant.settings import Settings
from assistant.wiring import text_lines, wires
from assistant.wiring_svg import picture

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Prompter: wiring</title>
<style>
body {{ margin: 0 auto; max-width: 1180px; padding: 1rem; font: 1rem/1.4 sans-serif; color: #000; background: #fff; }}
svg {{ width: 100%; height: auto; }}
table {{ margin: 1.5rem auto; border-collapse: collapse; }}
th, td {{ padding: .2rem .8rem; border-bottom: thin solid #999; text-align: left; }}
</style>
{picture}<table>
<caption>Every wire; the other leg of each button and lamp goes to ground.</caption>
<tr><th scope="col">Pin</th><th scope="col">GPIO</th><th scope="col">What</th><th scope="col">Player</th></tr>
{rows}
</table>
</html>
"""


@click.command()
@with_settings
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Write the picture into this file.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write a page: the picture and a table.")
def wiring(
    config_file: Path | None, overrides: tuple[str, ...], game: str | None, svg: Path | None, html: Path | None
) -> None:
    """Show what is wired to which pin, as the settings say: a table here, or a picture in a file."""
    settings = load_settings(config_file, overrides, game)
    if svg is not None:
        svg.write_text(picture(settings), encoding="utf-8")
    if html is not None:
        html.write_text(_page(settings), encoding="utf-8")
    if svg or html:
        for path in filter(None, (svg, html)):
            click.echo(f"{path}")
        return
    head, *lines = text_lines(settings)
    click.echo(click.style(head, bold=True))
    for line in lines:
        click.echo(line)


def _page(settings: Settings) -> str:
    rows = (
        f"<tr><td>{wire.pin}</td><td>{wire.gpio}</td><td>{wire.label}</td><td>{escape(wire.player)}</td></tr>"
        for wire in wires(settings)
    )
    return _PAGE.format(picture=picture(settings), rows="\n".join(rows))
