"""The first schema."""

from importlib.resources import files

from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Run 0001_initial.sql."""
    text = files("yiku_stores.postgres.migrations.versions").joinpath("0001_initial.sql")
    driver = op.get_bind().connection.driver_connection
    assert driver is not None
    driver.execute(text.read_text("utf-8"))


def downgrade() -> None:
    """The first schema is not undone: drop the database instead."""
    raise NotImplementedError
