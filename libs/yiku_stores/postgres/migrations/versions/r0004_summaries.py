"""Conversations that wait to be summed up, and summaries."""

from importlib.resources import files

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Run 0004_summaries.sql."""
    text = files("yiku_stores.postgres.migrations.versions").joinpath("0004_summaries.sql")
    driver = op.get_bind().connection.driver_connection
    assert driver is not None
    driver.execute(text.read_text("utf-8"))


def downgrade() -> None:
    """Drop both tables; summaries stay as memories."""
    op.execute("DROP TABLE conversation, session_summary")
    op.execute("ALTER TABLE episode DROP COLUMN segment")
