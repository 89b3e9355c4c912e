# SPDX-License-Identifier: GPL-2.0
"""What was to be seen on a terminal, from a recording of script(1)."""
import codecs
import re
import sys
from typing import NamedTuple

try:
    import pyte
except ImportError:
    sys.exit("pictures: pyte: not found: install it, on Debian with 'apt-get install python3-pyte'")

import xterm  # noqa: E402 - it needs pyte, too

# Output that follows other output within this time, in seconds, is the same frame: a
# program writes a screen in several parts.
SAME_FRAME = 0.03
PLAIN = pyte.screens.Char(" ")


class Run(NamedTuple):
    """Characters beside each other that look alike."""

    column: int
    text: str
    bold: bool
    reverse: bool


class Frame(NamedTuple):
    """A screen, and the time from the beginning of the recording to its appearance."""

    seconds: float
    lines: list  # for each row a tuple of its runs
    cursor: tuple  # row and column, or None while it is hidden


def events(session, timing):
    """Yields the time and the bytes of each output. The first line of the file is none: there,
    script says when it began."""
    data = session.split(b"\n", 1)[1]
    seconds = at = 0
    for line in timing.splitlines():
        delay, count = line.split()
        seconds += float(delay)
        yield seconds, data[at:at + int(count)]
        at += int(count)


def style(char):
    """Returns how a character looks; stops at what a picture would not show."""
    if char._replace(data=" ", bold=False, reverse=False) != PLAIN:
        sys.exit(f"pictures: {char}: only bold and reversed characters can be drawn")
    return char.bold, char.reverse


def runs(line, columns):
    """Returns the runs of a line. Characters that are not ASCII have runs of their own, as they
    may come from a font with another width."""
    found = []
    for column in range(columns):
        look = style(line[column])
        kind = look, line[column].data.isascii()
        if found and found[-1][0] == kind:
            found[-1][2].append(line[column].data)
        else:
            found.append((kind, column, [line[column].data]))
    result = []
    for ((bold, reverse), _), column, chars in found:
        text = "".join(chars)
        if not reverse:
            text = text.rstrip()
            column += len(text) - len(text.lstrip())
            text = text.lstrip()
        # Columns that are far from each other are placed one by one.
        for part in re.finditer(r".+", text) if reverse else re.finditer(r"\S+(?: {1,2}\S+)*", text):
            result.append(Run(column + part.start(), part.group(), bold, reverse))
    return tuple(result)


def frames(session, timing, rows, columns):
    """Returns the frames of a recording, without those that look like the one before."""
    screen = xterm.Screen(rows, columns)
    stream = xterm.Stream(screen)
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    output = list(events(session, timing))
    result = []
    for number, (seconds, data) in enumerate(output):
        stream.feed(decoder.decode(data))
        if number + 1 < len(output) and output[number + 1][0] - seconds < SAME_FRAME:
            continue
        cursor = None if screen.cursor.hidden else (screen.cursor.y, screen.cursor.x)
        frame = Frame(seconds, [runs(screen.buffer[row], columns) for row in range(rows)], cursor)
        if not result or result[-1][1:] != frame[1:]:
            result.append(frame)
    if screen.unknown:
        sys.exit(f"pictures: the terminal does not know {sorted(screen.unknown)}")
    return result
