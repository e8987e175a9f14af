"""How long the property tests search: HYPOTHESIS_PROFILE=deep for thousands of games, else a short search."""

import os

from hypothesis import HealthCheck, settings

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"


def profile(share=1.0):
    """Hypothesis settings for a machine that gets this share of the search."""
    return settings(
        max_examples=max(1, int(share * (5000 if DEEP else 100))),
        stateful_step_count=50 if DEEP else 25,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


def seeds(share=1.0):
    """The seeds of the games drawn without hypothesis: a share of as many as the profile has for each temper."""
    return range(int(share * (3000 if DEEP else 150)))
