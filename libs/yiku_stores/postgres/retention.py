"""What Postgres keeps for a while only: remembered answers and decision records."""

from yiku_stores.postgres.database import Database
from yiku_stores.postgres.queries import queries

SQL = queries("reconcile")


class Retention:
    """Deletes what is older than its time, in every tenant."""

    def __init__(self, database: Database, *, answers_days: int = 7, traces_days: int = 14) -> None:
        self._database = database
        self._answers_days = answers_days
        self._traces_days = traces_days

    async def tidy(self) -> int:
        """One pass; returns how many rows went."""
        async with self._database.worker() as conn:
            answers = await conn.execute(SQL["forget_answers"], {"days": self._answers_days})
            traces = await conn.execute(SQL["forget_traces"], {"days": self._traces_days})
        return answers.rowcount + traces.rowcount
