"""Runs as tables: by category, beside the baselines, where answers were lost, and two runs compared."""

import statistics
from collections import Counter
from collections.abc import Sequence

import numpy as np
from rich.table import Table

from benchmarks.quality.recall_misses import FIRST, Fate, averaged, losses, path_share, reachable
from benchmarks.quality.recall_runs import ALL, Run, table
from benchmarks.quality.recall_scores import METRICS, Estimate, estimates

BEST_BASELINES = {
    "memdaily_profile": 0.801,
    "locomo_en": 0.614,
    "locomo_zh_medium": 0.646,
    "beam100k_user_en": 0.627,
}
"""recall@10 of the best mix of BM25 and the bundled embedder, as published with the sets."""

_COMPARED = ("recall@1", "recall@5", "recall@10", "nDCG@10", "MRR@10")
_WITHIN = (10, 40)


def by_category(run: Run, baselines: Sequence[Run]) -> Table:
    """Every metric with its interval; recall@10 of each baseline in a column of its own."""
    shown = [metric for metric in METRICS if metric != "recall@20" or run.top_k >= 20]
    made = Table(title=f"{run.name}, {run.system}, top {run.top_k}", box=None, title_justify="left", title_style="bold")
    for column in ("category", "queries", *shown, *(f"{one.system} r@10" for one in baselines)):
        made.add_column(column, no_wrap=True)
    for category in run.categories:
        outcomes = run.of(category)
        found = estimates(table(outcomes), [one.user_id for one in outcomes])
        values = dict(zip(METRICS, found, strict=True))
        others = (f"{table(one.of(category)).mean(axis=0)[METRICS.index('recall@10')]:.3f}" for one in baselines)
        made.add_row(category, str(len(outcomes)), *(_shown(values[m]) for m in shown), *others)
    return made


def remarks(run: Run) -> str:
    """What the tables leave out: what had no known answer, what was degraded, how long it took."""
    lines = []
    if run.name in BEST_BASELINES:
        lines.append(f"published baseline, recall@10: {BEST_BASELINES[run.name]:.3f}")
    without = [one for one in run.outcomes if not one.ranks]
    if without:
        known = statistics.median(one.best for one in run.judged)
        unknown = statistics.median(one.best for one in without)
        returned = statistics.mean(one.returned for one in without)
        lines.append(
            f"{len(without)} queries without a known answer were not judged: {returned:.1f} memories each, best score "
            f"{unknown:.3f} (median; {known:.3f} where there is one)"
        )
    millis = [one.millis for one in run.outcomes if one.millis]
    if millis:
        p50, p95 = np.percentile(millis, (50, 95))
        parts = Counter(part for one in run.outcomes for part in one.degraded)
        share = sum(bool(one.degraded) for one in run.outcomes) / len(run.outcomes)
        told = ", ".join(f"{part} {count}" for part, count in parts.most_common()) or "nothing"
        lines.append(f"degraded {share:.1%} ({told}); p50 {p50:.1f} ms, p95 {p95:.1f} ms")
    return "\n".join(lines)


def where_lost(name: str, told: Sequence[Fate]) -> Table:
    """Of the answers not among the FIRST, how many were lost how, by category."""
    categories = [ALL, *sorted({fate.category for fate in told})]
    kinds = [kind for kind, _ in losses(told).most_common()]
    title = f"{name}: answers that are not among the first {FIRST}, and where they were lost"
    made = Table(title=title, box=None, title_justify="left")
    for column in ("lost", *categories):
        made.add_column(column)
    by_category = [averaged(told) if c == ALL else [fate for fate in told if fate.category == c] for c in categories]
    made.add_row("answers", *(str(len(some)) for some in by_category))
    made.add_row("found", *(str(sum(fate.found for fate in some)) for some in by_category))
    for kind in kinds:
        made.add_row(kind, *(str(losses(some)[kind]) for some in by_category))
    return made


def reach(name: str, told: Sequence[Fate]) -> Table:
    """Shares of the answers that each path has alone, and that the fused candidates hold."""
    told = averaged(told)
    made = Table(title=f"{name}: share of the answers", box=None, title_justify="left")
    for column in ("among the first", *(str(within) for within in (*_WITHIN, "all"))):
        made.add_column(column)
    everything = 10**6
    for path in sorted({path for fate in told for path in fate.by_path}):
        shares = (path_share(told, path, within) for within in (*_WITHIN, everything))
        made.add_row(path, *(f"{share:.3f}" for share in shares))
    made.add_row("fused", *(f"{reachable(told, within):.3f}" for within in (*_WITHIN, everything)))
    return made


def compared(before: Run, after: Run) -> Table:
    """The paired difference of every metric by category; a star where its interval leaves out 0."""
    title = f"{after.name}, top {after.top_k}: {before.system}, {after.system}, difference"
    made = Table(title=title, box=None, title_justify="left", title_style="bold")
    for column in ("category", "queries", *_COMPARED):
        made.add_column(column, no_wrap=True)
    old = {one.query_id: one for one in before.outcomes}
    for category in after.categories:
        pairs = [(old[one.query_id], one) for one in after.of(category) if one.query_id in old]
        if not pairs:
            continue
        first, second = table([a for a, _ in pairs]), table([b for _, b in pairs])
        gained = estimates(second - first, [b.user_id for _, b in pairs])
        cells = []
        for metric in _COMPARED:
            at = METRICS.index(metric)
            cells.append(_difference(float(first[:, at].mean()), float(second[:, at].mean()), gained[at]))
        made.add_row(category, str(len(pairs)), *cells)
    return made


def _shown(value: Estimate) -> str:
    return f"{value.mean:.3f} \\[{value.low:.3f}, {value.high:.3f}]"


def _difference(before: float, after: float, gained: Estimate) -> str:
    sure = "*" if gained.low > 0 or gained.high < 0 else ""
    return f"{before:.3f} {after:.3f} {gained.mean:+.3f}{sure} \\[{gained.low:+.3f}, {gained.high:+.3f}]"
