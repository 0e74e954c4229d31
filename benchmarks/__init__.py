"""Speed, each with its peer in the same run: `python -m benchmarks`."""
