"""Tests a finished clock with the person who built it: `run` goes through the steps, `keep` writes what came of it.

A step is one file in `steps/`; what runs on the clock is firmware/device/selftest.py. docs/testplan.md tells the plan.
"""
