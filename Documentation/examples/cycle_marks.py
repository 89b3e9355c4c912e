#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A loop in Python whose cycles are marked for "rtla cycle":

    cc -O2 -fPIC -shared -o libcycle_marks.so cycle_marks.c
    rtla cycle --mark ./libcycle_marks.so:python -- python3 cycle_marks.py ./libcycle_marks.so
"""

import contextlib
import ctypes
import sys
import time

marks = ctypes.CDLL(sys.argv[1])


@contextlib.contextmanager
def cycle():
    """Mark what is done within it."""
    marks.cycle_begin()
    try:
        yield
    finally:
        marks.cycle_end()


for _ in range(int(sys.argv[2]) if sys.argv[2:] else 1000):
    time.sleep(0.01)
    with cycle():
        sum(range(10000))
