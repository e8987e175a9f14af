"""The benchmarks run and give figures; how large those are is for people to look at (make bench)."""

import pytest

from bench import clock, fetching, scoring
from bench.figures import Figure


@pytest.mark.parametrize(
    "benchmark", [clock.inputs, clock.memory, fetching.reading, scoring.draws], ids=lambda each: each.__name__
)
def test_a_benchmark_gives_figures(benchmark):
    figures = benchmark()
    assert figures
    assert all(isinstance(figure, Figure) and figure.what and figure.value for figure in figures)


def test_the_figures_of_an_hours_game_are_those_of_a_whole_game():
    log, erases, programmed = clock.flash()
    assert float(log.value.split()[0]) > 2
    assert 50 < int(erases.value) < 400
    assert float(programmed.value.split()[0]) > 50
