"""How the property tests of exports are run: on a machine that has other things to do, too, slow is not wrong."""

from hypothesis import HealthCheck, settings

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
few = settings(patient, max_examples=25)
