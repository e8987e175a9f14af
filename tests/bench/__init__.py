"""The project's own benchmarks: `make bench` runs them all and prints a table. Figures, not assertions."""
