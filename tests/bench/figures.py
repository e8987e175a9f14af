"""What a benchmark gives: figures with their units, beside what a user would use instead, or the budget."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """`value` is already text with its unit; `beside` is the budget, or the same job done another way."""

    what: str
    value: str
    beside: str = ""


def median_s(work: Callable[[], object], runs: int) -> float:
    """Median wall time in seconds of some runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
