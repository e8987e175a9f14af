"""One file for each thing that is tested: `run(bench)` yields a Finding for each part, as soon as it is known."""
