"""Review items and clarifications."""

from importlib.resources import files

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Run 0003_review.sql."""
    text = files("yiku_stores.postgres.migrations.versions").joinpath("0003_review.sql")
    driver = op.get_bind().connection.driver_connection
    assert driver is not None
    driver.execute(text.read_text("utf-8"))


def downgrade() -> None:
    """Drop both tables; what waits for a decision stays pending."""
    op.execute("DROP TABLE review_item, clarification")
