"""`yiku`: up, down, status and demo for people; serve, run and migrate for machines."""

from yiku_cli import data, evaluate, operate, processes, review, stack
from yiku_cli.app import app, run

app.add_typer(processes.serve, name="serve")
app.add_typer(processes.run, name="run")
for module in (stack, processes, data, review, operate, evaluate):
    module.register(app)


def main() -> None:
    """The console script."""
    run(app)


if __name__ == "__main__":
    main()
