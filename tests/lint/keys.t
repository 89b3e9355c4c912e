#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The keys of the table on a terminal are the same in the program (view/screen_keys.c), on the
page that it shows for "?" (view/screen_pages.c), in the manual (common_keys.txt) and in
options.md; TAP.

	tests/lint/keys.t [CHECKOUT]
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
sys.dont_write_bytecode = True
import tap  # noqa: E402

TOP = pathlib.Path(sys.argv[1] if sys.argv[1:] else pathlib.Path(__file__).parents[2])
VIEW = TOP / "tools/rtla/view"
# What each constant, and each other character that the program takes, is called by people. On
# most keyboards, "," and "." are on the keys of "<" and ">".
NAMES = {"KEY_UP": "up", "KEY_DOWN": "down", "KEY_LEFT": "left", "KEY_RIGHT": "right",
         "KEY_PPAGE": "pgup", "KEY_NPAGE": "pgdn", "KEY_HOME": "home", "KEY_END": "end",
         "KEY_ENTER": "enter", "'\\n'": "enter", "'\\r'": "enter", "' '": "space",
         "','": "<", "'.'": ">", "ESCAPE": "esc"}


def taken(source):
    """Returns the names of the keys that a source of the program compares with."""
    found = re.findall(r"(?:case |key == )('.+?'|KEY_\w+|[A-Z]\w+)(?::|\)| \|\|)", source)
    return {NAMES.get(key, key.strip("'").lower()) for key in found}


def named(terms):
    """Returns the names of the keys in a list of terms like "up, down" and "p or space"."""
    return {name.lower() for term in terms for name in re.split(r", | or | and ", term)}


def differences(keys, others):
    """Returns what is wrong if these keys should be the same."""
    return ([f"{key}: lacks it" for key in sorted(keys - others)] +
            [f"{key}: the program has no such key" for key in sorted(others - keys)])


program = taken((VIEW / "screen_keys.c").read_text())
tap.test("the keys of the program are found", [] if {"q", "enter", "<"} <= program else [program])

# Esc is told with the pages from which it goes back.
page = re.search(r"keys\[\] =\n(.*?);\n\n", (VIEW / "screen_pages.c").read_text(), re.DOTALL)[1]
shown = named(re.findall(r'^\t"(\S.*?)   +\w', page, re.MULTILINE))
tap.test("the page of keys that the program shows has all of them",
         differences(program - {"esc"}, shown))
tap.test("the page of keys that the program shows has Esc", [] if "Esc" in page else ["no Esc"])

manual = (TOP / "Documentation/man/common_keys.txt").read_text()
terms = [line.replace("*", "") for line in manual.splitlines() if line.startswith("**")]
tap.test("the manual has all keys", differences(program - {"esc"}, named(terms)))
tap.test("the manual has Esc", [] if "Esc" in manual else ["no Esc"])

section = re.search(r"## Keys of the table.*?\n(\|.*?)\n\n",
                    (TOP / "Documentation/man/options.md.in").read_text(), re.DOTALL)[1]
rows = [row.split("|")[1] for row in section.splitlines()[2:]]
listed = {name.replace("`", "").strip().lower() for row in rows for name in row.split(",")}
# These have a name together.
words = {"page keys": {"pgup", "pgdn"}}
listed = set().union(*(words.get(name, {name}) for name in listed))
tap.test("options.md has all keys", differences(program - {"esc"}, listed))

# The comparison finds a key that was forgotten, and one that is no more.
tap.test("a forgotten key and one that is no more are found",
         [] if differences({"a", "b"}, {"b", "c"}) ==
         ["a: lacks it", "c: the program has no such key"] else ["they are not"])
tap.test("a key is found however it is compared",
         [] if taken("case 'x':\n if (key == 'Y' || key == KEY_UP)\n case ESCAPE:") ==
         {"x", "y", "up", "esc"} else ["it is not"])
sys.exit(tap.finish())
