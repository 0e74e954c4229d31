"""What every test shares: Hypothesis draws the same examples on every machine and keeps no files."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("tests.support.promises")

settings.register_profile(
    "kuku",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("kuku")
