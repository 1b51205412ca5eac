"""What all commands share: the application, the console, and one line for an error."""

import sys
from pathlib import Path
from typing import Annotated

import typer
import yiku
from rich.console import Console
from yiku_domain.errors import YikuError
from yiku_local.errors import StackError
from yiku_local.paths import StackKind
from yiku_runtime.settings import SettingsError

from yiku_cli.local import LocalYiku

app = typer.Typer(
    name="yiku",
    help="Long-term memory for customer-service bots.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
console = Console()
errors = Console(stderr=True)

StackOption = Annotated[StackKind, typer.Option("--stack", help="local: pip wheels; full: Apache Kafka and Neo4j.")]
HomeOption = Annotated[
    Path, typer.Option("--home", envvar="YIKU_HOME", help="Where the local stack keeps its data and logs.")
]
HOME = Path(".yiku")


class UsageProblem(Exception):
    """Something the user can mend; the message says how."""


def local(home: Path, stack: StackKind) -> LocalYiku:
    """The local stack under `home`."""
    return LocalYiku(home.absolute(), stack)


def run(application: typer.Typer) -> None:
    """Run, and turn what a user can mend into one line and exit code 1 (2 for wrong settings)."""
    try:
        application()
    except SettingsError as error:
        _fail(f"settings: {error}", 2)
    except (UsageProblem, StackError, YikuError, yiku.YikuError) as error:
        _fail(str(error), 1)
    except KeyboardInterrupt:
        _fail("stopped", 130)


def _fail(message: str, code: int) -> None:
    errors.print(f"[red]yiku:[/red] {message}", highlight=False)
    sys.exit(code)
