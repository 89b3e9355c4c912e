# SPDX-License-Identifier: GPL-2.0
"""Prints TAP for tests that are Python programs, like tests/lib/tap.sh for scripts.

    test(NAME, WRONG)       reports a test; it passes if WRONG, a list of faults, is empty
    skip(NAME, REASON)      reports a test as skipped
    finish()                prints the plan, and returns the status with which to exit

Each name gets the program in front, so that it says alone what failed: it begins with
what the test is about, as tap.sh explains. What a test measured is no part of its name,
which is the same in each run.
"""

import os
import shlex
import sys
from pathlib import Path

MOST = 40   # lines of faults that are shown

count = failures = 0    # of the tests so far


def program():
    """Returns the checkout's folder, and the program's path in it."""
    path = Path(sys.argv[0]).absolute()
    top, tests, name = str(path).rpartition("/tests/")
    return (top, f"tests/{name}") if tests else (str(path.parent), path.name)


def alone(*names):
    """Returns the command that runs the program again, with environment variables of these names."""
    top, path = program()
    settings = [f"{name}={os.environ[name]}" for name in names if name in os.environ]
    return shlex.join([*settings, path, *sys.argv[1:]]).replace(f"{top}/", "")


def report(good, name):
    global count
    count += 1
    case = program()[1].removeprefix("tests/").removesuffix(".t")
    print(f"{'ok' if good else 'not ok'} {count} - {case}: {name}", flush=True)


def test(name, wrong, measured=None, command=None):
    """Reports a test.

    "wrong" is a list of texts, or None. "measured" is a text that says what the test saw.
    "command" runs the test alone, the default is the whole program.
    """
    global failures
    report(not wrong, name)
    if wrong:
        failures += 1
        print(f"# run it alone: {command or alone()}")
    elif measured:
        print(f"# measured: {measured}")
    lines = [line for fault in wrong or () for line in str(fault).splitlines()]
    if wrong and measured:
        lines.append(measured)
    for line in lines[:MOST]:
        print(f"# {line}")
    if len(lines) > MOST:
        print(f"# ({len(lines) - MOST} lines more are left out)")
    sys.stdout.flush()


def skip(name, reason):
    report(True, f"{name} # SKIP {reason}")


def finish():
    print(f"1..{count}")
    return 1 if failures or not count else 0
