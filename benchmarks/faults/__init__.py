"""Faults on purpose: kills, wrong requests, secrets, load and storage that fails.

Each is a command of its own with bounds on how many and how long; traffic goes to 127.0.0.1 alone.
The quick form of each is run by `tests/benchmarks/test_faults.py`.
"""
