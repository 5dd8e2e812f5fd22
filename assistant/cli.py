"""The command line: ``prompter COMMAND …``. Exit status 0: done, 1: the job failed, 2: used wrongly.

Each command lives in a module of ``assistant.commands`` that is imported only when it is asked for, so that the
program starts at once and runs where a library of another command is missing.
"""

from __future__ import annotations

import importlib
import os
import sys

import click

COMMANDS = {
    "rehearse": "rehearse",
    "play": "play",
    "page": "page",
    "type": "typing",
    "hear": "hear",
    "say": "say",
    "replay": "look_back",
    "evenings": "look_back",
    "dice": "look_back",
    "voices": "box",
    "devices": "box",
    "doctor": "doctor",
    "wiring": "wiring",
    "config": "config",
    "teach": "teach",
    "model": "model",
    "bench": "bench",
    "install": "install",
    "uninstall": "install",
}
"""Command to the module of ``assistant.commands`` that holds it under its own name."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"assistant.commands.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name.replace("type", "type_"))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            raise click.UsageError(error.message + _did_you_mean(args[0]), ctx) from None


def _did_you_mean(word: str) -> str:
    import difflib

    near = difflib.get_close_matches(word, COMMANDS, 1)
    return f" Did you mean '{near[0]}'?" if near else ""


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="prompter")
def cli() -> None:
    """A prompter for role-playing tables: hears an aside, runs the rules, whispers what the dice said."""


FAULTS = (
    ("hardware.ports", "HardwareError"),
    ("grammar.results", "GrammarError"),
    ("assistant.settings", "SettingsError"),
    ("assistant.evening.journal", "JournalError"),
    ("assistant.evening.lines", "LineError"),
    ("assistant.table.dice", "DiceError"),
    ("assistant.rehearsal.story", "StoryError"),
    ("assistant.install_program", "InstallError"),
    ("assistant.web.messages", "PageError"),
    ("builtins", "OSError"),
)
"""The expected failures: their messages are one clear line (or a line per fault) for the user."""


def main() -> None:
    """Run the command line; every failure is one clear line on standard error, never a traceback."""
    try:
        status = cli.main(prog_name="prompter", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.ClickException as error:
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else ""
        _say(error.format_message() + (f" (see: {command} --help)" if command else ""))
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _say("Stopped. Whatever was acknowledged is kept.")
        sys.exit(1)
    except BrokenPipeError:
        # The reader has gone (`prompter say | head`): there is nobody to tell, and Python must not try at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1)
    except Exception as error:
        if os.environ.get("PROMPTER_DEBUG"):
            raise
        _say(_told(error) if isinstance(error, _expected()) else _bug(error))
        sys.exit(2 if type(error).__name__ == "SettingsError" else 1)
    sys.exit(status if isinstance(status, int) else 0)


def _expected() -> tuple[type[BaseException], ...]:
    # A class can only have been raised by a module that is loaded; loading the others would cost, or fail, for nothing.
    return tuple(getattr(sys.modules[module], name) for module, name in FAULTS if module in sys.modules)


def _told(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}{f': {error.filename}' if error.filename else ''}. Whatever was acknowledged is kept."
    return str(error)


def _bug(error: Exception) -> str:
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}" if frame is not None else "somewhere"
    return (
        f"a fault of the program ({type(error).__name__}: {error}; {where}). "
        "What was acknowledged is kept. PROMPTER_DEBUG=1 shows more."
    )


def _say(text: str) -> None:
    click.echo(f"prompter: {text}", err=True)


if __name__ == "__main__":
    main()
