"""Benchmarks. Each prints its figures and writes them to `bench/results/`."""
