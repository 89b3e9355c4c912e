#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Lines of C fit beside something else on a screen: those of a comment have up to 80 columns, or
88 if it is one line, or a row of a table; and few lines of code have more than 80 if no string is
in them; TAP.

	tests/lint/columns.t [CHECKOUT]
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
sys.dont_write_bytecode = True
import tap  # noqa: E402

TOP = pathlib.Path(sys.argv[1] if sys.argv[1:] else pathlib.Path(__file__).parents[2])
WIDTH, ROW = 80, 88
# So many lines of a file may be longer: those that would read worse if they were broken.
LONG_MAX = 10


def wide(path):
    """Returns the wide lines of comments, and of code, as (number, columns)."""
    comments, code, inside = [], [], False
    for number, line in enumerate(path.read_text().split("\n"), 1):
        columns = len(line.expandtabs(8))
        begins, ends = line.lstrip().startswith("/*"), "*/" in line
        if inside or begins:
            text = line.lstrip().removeprefix("*").removeprefix(" ")
            row = begins and ends or "\t" in text or "  " in text
            if columns > (ROW if row else WIDTH):
                comments.append((number, columns))
        elif columns > WIDTH and '"' not in line and "/*" not in line:
            code.append((number, columns))
        inside = (inside or begins) and not ends
    return comments, code


long_comments, long_code = [], []
for folder in ("kernel", "include", "tools", "tests"):
    for path in sorted(path for path in (TOP / folder).rglob("*") if path.suffix in (".c", ".h")):
        name = path.relative_to(TOP)
        comments, code = wide(path)
        long_comments += [f"{name}:{number}: {columns} columns" for number, columns in comments]
        if len(code) > LONG_MAX:
            long_code += [f"{name}:{number}: {columns} columns" for number, columns in code]
tap.test("lines of comments have up to 80 columns", long_comments)
tap.test("few lines of code have more than 80 columns", long_code)
sys.exit(tap.finish())
