from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import os, sys
from hardware.quiet import divert_native_noise
divert_native_noise()
for _ in range(200):
    os.write(2, b"ALSA lib conf.c: something harmless\\n")
print('{"say": "four"}')
print("no voice: é", file=sys.stderr)
"""


@pytest.mark.case("C-094", "C-101")
def test_native_chatter_is_kept_out_and_our_own_errors_reach_the_user() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=True)
    assert done.stdout == b'{"say": "four"}\n'
    assert done.stderr.decode() == "no voice: é\n"
