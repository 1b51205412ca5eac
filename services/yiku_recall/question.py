"""One request on its way: what is asked, how, and by when."""

from dataclasses import dataclass

from yiku_domain.candidate import PathName
from yiku_domain.ids import Scope
from yiku_domain.plan import QueryPlan, RecallRequest
from yiku_domain.strategy import PathSettings, Strategy
from yiku_stores.postgres.recall_reads import Sought
from yiku_stores.protocols import UNKNOWN_GENERATION, Generation
from yiku_text.segment import tsquery_literal

from yiku_recall.deadline import Deadline

PENDING_LIMIT = 256
"""Memories that an index lacks yet of one customer: more than these wait for the index."""


@dataclass(frozen=True)
class Question:
    """A request with its plan, the strategy of its scene and its deadline.

    `generation` is that of the customer's memories, read before anything else; empty if it is not known.
    """

    request: RecallRequest
    plan: QueryPlan
    strategy: Strategy
    deadline: Deadline
    generation: Generation = UNKNOWN_GENERATION

    @property
    def scope(self) -> Scope:
        """Whose memories."""
        return self.request.scope

    @property
    def top_k(self) -> int:
        """How many memories at most."""
        return self.request.top_k or self.strategy.top_k

    @property
    def token_budget(self) -> int:
        """Tokens for the prompt block."""
        return self.request.token_budget or self.strategy.token_budget

    def settings(self, path: PathName) -> PathSettings | None:
        """None where the strategy leaves the path out."""
        return self.strategy.paths.get(path)

    def limit(self, path: PathName) -> int:
        """Hits that a path may give; 0 where it is left out."""
        settings = self.settings(path)
        return settings.limit if settings else 0

    def sought(self) -> Sought:
        """What to look up in Postgres."""
        plan = self.plan
        profiled = self.settings(PathName.PROFILE) is not None
        return Sought(
            scope=self.scope,
            at=plan.as_of or self.request.now,
            as_of=plan.as_of is not None,
            attributes=plan.attributes if profiled else (),
            tokens=tsquery_literal(plan.tokens),
            bigrams=tsquery_literal(plan.bigrams),
            exact=plan.exact,
            kinds=plan.kinds,
            keyword_limit=self.limit(PathName.KEYWORD),
            pending_limit=PENDING_LIMIT,
        )
