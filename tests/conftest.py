"""What every test shares: Hypothesis draws the same examples on every machine and keeps no files."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile

import pytest
from hypothesis import HealthCheck, settings

# Every simulated bot loads the cogs anew. Where the environment forbids bytecode they would be compiled each time: it is
# kept outside the tree, and goes with the process.
sys.dont_write_bytecode = False
sys.pycache_prefix = tempfile.mkdtemp(prefix="kuku-bytecode-")
atexit.register(shutil.rmtree, sys.pycache_prefix, ignore_errors=True)

pytest.register_assert_rewrite("tests.support.promises")

settings.register_profile(
    "kuku",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("kuku")
