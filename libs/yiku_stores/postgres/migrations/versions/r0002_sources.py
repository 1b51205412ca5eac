"""Deeds that habits rest on, and sources that could not be used."""

from importlib.resources import files

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Run 0002_sources.sql."""
    text = files("yiku_stores.postgres.migrations.versions").joinpath("0002_sources.sql")
    driver = op.get_bind().connection.driver_connection
    assert driver is not None
    driver.execute(text.read_text("utf-8"))


def downgrade() -> None:
    """Drop both tables; habits stay as memories."""
    op.execute("DROP TABLE deed, source_dead_letter")
