#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""The rows of Documentation/papers.md have all of their cells, its first lines have the numbers of
each kind of row, and the commands, options, events and files that it names exist; TAP. documents.t
tests its links.

	[RTLA=COMMAND] tests/lint/papers.t [PAGE]
"""

import collections
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
sys.dont_write_bytecode = True
import tap  # noqa: E402

TOP = pathlib.Path(__file__).resolve().parents[2]
RTLA = os.environ.get("RTLA", str(TOP / "build/tool/rtla"))
PAGE = pathlib.Path(sys.argv[1] if sys.argv[1:] else TOP / "Documentation/papers.md").read_text()
# The project was compared with so many features, figures, methods and claims, one by one.
ROWS = 174
SAID = re.compile(r"yes(: .+)?|(partly|no): .+|different: .+, because .+")
FOLDERS = ("contrib/", "Documentation/", "include/", "kernel/", "tests/", "tools/")


def rows(page):
    """Returns the cells of each row below a head whose third column is "here"."""
    found, inside = [], False
    for line in page.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells[2:3] == ["here"]:
            inside = True
        elif not cells:
            inside = False
        elif inside and not cells[0].startswith("---"):
            found.append(cells)
    return found


def unsaid(cells):
    """Returns whether a row lacks a cell, or does not say what is here in the words of the page."""
    return len(cells) != 4 or not all(cells) or not SAID.fullmatch(cells[2])


def numbers(page):
    """Returns the number of all rows, and that of each kind, as the first lines of a page tell them."""
    told = re.search(r'Of (\d+) .*?, (\d+) are here \("yes"\),\s(\d+) are partly here, '
                     r'(\d+) are different on purpose,\sand (\d+) (?:is|are) missing', page, re.DOTALL)
    return [int(number) for number in told.groups()] if told else page[:300]


class Command:
    """What the command accepts of the words behind the name of a tool."""

    def __init__(self):
        described = subprocess.run([RTLA, "help", "--json"], capture_output=True, check=True)
        self.of_tool = collections.defaultdict(list)
        for command in json.loads(described.stdout)["commands"]:
            self.of_tool[command["tool"]].append(command)

    @staticmethod
    def has(command, word):
        """Returns whether a command has the option that a word like -c or --cpus=0 begins with."""
        name = word.lstrip("-").split("=")[0]
        return any(name == option["name"] if word.startswith("--") else word[1] == option["letter"]
                   for title in command["titles"] for option in title["options"])

    def refused(self, text):
        """Returns the words of a command line, or of options alone, that do not exist."""
        words = shlex.split(text)
        if words[0] == "rtla":
            words = words[1:]
        if not words or words[0] == "help":
            return []
        tool = [] if words[0].startswith("-") else [words.pop(0)]
        commands = sum((self.of_tool[name] for name in tool or list(self.of_tool)), [])
        if tool and words and words[0] in [command["mode"] for command in commands]:
            commands = [command for command in commands if command["mode"] == words[0]]
            words.pop(0)
        if "--" in words:
            commands = [command for command in commands if command["runs_program"]]
            words = words[:words.index("--")]
        if not commands:
            return [text]
        operands = commands[0]["operand_words"] if tool else []
        return [word for word in words if word.startswith("-") and
                not any(self.has(command, word) for command in commands)] + [
                    word for word in words[:1] if operands and not word.startswith("-") and
                    not set(word.split(",")) <= set(operands)]


def missing(page, command):
    """Returns the commands, options, events and files of a page that do not exist."""
    texts = [text.strip("`") for text in re.findall(r"`[^`\n]+`", page)]
    lines = [text for text in texts if re.match(r"-\w|--\w|rtla ", text) or
             text.split()[0] in command.of_tool and " " in text]
    events = re.findall(r"EVENT\((\w+),", (TOP / "include/trace/events/rtla.h").read_text())
    named = [name for part in re.findall(r"events? ((?:`\w+`(?:, )?)+)", page)
             for name in re.findall(r"\w+", part)]
    return ([f"`{line}`: {word}" for line in lines for word in command.refused(line)] +
            [f"event {name}" for name in named if name not in events] +
            [text for text in texts if text.startswith(FOLDERS) and not (TOP / text).exists()])


if not os.access(RTLA, os.X_OK):
    print(f"Bail out! {RTLA} is missing: run 'make -C tests/cli all'")
    sys.exit(1)
rtla = Command()
table = rows(PAGE)
tap.test("no row of papers.md is lost", [] if len(table) == ROWS else [f"{len(table)} rows"])
tap.test("each row of papers.md says what is here, and where",
         [" | ".join(cells) for cells in table if unsaid(cells)])
kinds = collections.Counter(cells[2].partition(":")[0] for cells in table if len(cells) > 2)
counted = [len(table)] + [kinds[kind] for kind in ("yes", "partly", "different", "no")]
tap.test("the first lines of papers.md have the numbers of its rows",
         [] if numbers(PAGE) == counted else [f"told: {numbers(PAGE)}", f"counted: {counted}"])
tap.test("the commands, options, events and files of papers.md exist", missing(PAGE, rtla))

# These tests find what is wrong.
tap.test("rows that lack a cell or a reason are found",
         [row for row in (["a", "b", "yes"], ["a", "b", "yes", ""], ["a", "b", "no", "c"],
                          ["a", "b", "different: it is", "c"]) if not unsaid(row)])
WRONG = ("`rtla timerlat -Z`", "`rtla timerlat --cases`", "`rtla nothing -a`", "`--nothing`",
         "`rtla timerlat hist -q`", "`rtla load nothing`", "`rtla agree -- ./a`", "`bound --nothing`",
         "event `nothing`", "events `irq_noise`, `nothing`", "`kernel/nothing.c`")
tap.test("commands, options, events and files that do not exist are found",
         [text for text in WRONG if not missing(text, rtla)])
tap.test("rows are found below their heads only",
         [] if rows("| a | b |\n| c | d | here | e |\n| --- | --- | --- | --- |\n| 1 | `\\|` | yes | 3 |\n\n| 5 |") ==
         [["1", "`\\|`", "yes", "3"]] else ["they are not"])
sys.exit(tap.finish())
