"""How many to draw of each stratum, and how many live memories each drawn one stands for."""

from collections import Counter
from collections.abc import Mapping, Sequence

from yiku_stores.postgres.sampling import DrawnMemory, Stratum


def fair_counts(live: Mapping[Stratum, int], count: int) -> dict[Stratum, int]:
    """`count` shared out evenly, small strata taken whole; where there are fewer, the larger strata come first.

    Even shares give every kind an interval of use; `weights` make up for it in the whole.
    """
    shares: dict[Stratum, int] = {}
    left = count
    for place, stratum in enumerate(sorted(live, key=lambda s: (live[s], s.kind, s.source))):
        shares[stratum] = min(live[stratum], left // (len(live) - place))
        left -= shares[stratum]
    return {stratum: share for stratum, share in shares.items() if share}


def weights(live: Mapping[Stratum, int], drawn: Sequence[DrawnMemory]) -> list[float]:
    """For each drawn memory the live ones of its stratum, by those drawn of it; a stratum may just have grown."""
    counts = Counter(each.stratum for each in drawn)
    return [max(1.0, live.get(each.stratum, 0) / counts[each.stratum]) for each in drawn]
