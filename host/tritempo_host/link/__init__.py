"""Talks to clocks over a serial line: finds them, asks them, and fetches their logs."""
