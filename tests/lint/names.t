#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""No function of the module has the name of one in another file of kernel/: a stack trace
says which it was, and the files of a folder can be compiled as one unit; TAP.

	tests/lint/names.t [CHECKOUT]
"""

import collections
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
sys.dont_write_bytecode = True
import tap  # noqa: E402

KERNEL = pathlib.Path(sys.argv[1] if sys.argv[1:] else pathlib.Path(__file__).parents[2]) / "kernel"
# Macros like DEFINE_MUTEX() have capital letters.
STATIC = re.compile(r"^static\s[^(){};=]*?\b([a-z_]\w*)\(", re.MULTILINE)
# Those of these files are compiled for one architecture or the other.
ARCHITECTURES = re.compile(r"_(x86|arm64)$")

files = collections.defaultdict(set)
for path in sorted(KERNEL.rglob("*.c")):
    for name in STATIC.findall(path.read_text()):
        files[name].add(ARCHITECTURES.sub("", path.relative_to(KERNEL).with_suffix("").as_posix()))
tap.test("each function of the module is found by its name",
         [f"{name}(): in {' and '.join(sorted(where))}" for name, where in sorted(files.items())
          if len(where) > 1] if files else ["no functions were found"])
sys.exit(tap.finish())
