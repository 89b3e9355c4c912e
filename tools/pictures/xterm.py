# SPDX-License-Identifier: GPL-2.0
"""An xterm that remembers, on top of the terminal emulator pyte."""
import copy

import pyte


class Stream(pyte.Stream):
    """A stream of pyte that also knows the other sequences that curses uses on an xterm."""

    csi = dict(pyte.Stream.csi, b="repeat", S="scroll_up", T="scroll_down", t="window")
    escape = dict(pyte.Stream.escape, **{"=": "keypad_application", ">": "keypad_numeric"})
    events = pyte.Stream.events | {"repeat", "scroll_up", "scroll_down", "window",
                                   "keypad_application", "keypad_numeric"}


class Screen(pyte.Screen):
    """An xterm with its other screen, which keeps all lines that scroll off the main one."""

    def __init__(self, rows, columns):
        super().__init__(columns, rows)
        self.above = []
        self.main = None            # the main screen while the other is on
        self.last = " "
        self.attributes = False
        self.keypad = False         # it sends sequences in place of digits
        self.unknown = set()

    def line(self, y):
        """Returns the text of a line. The cell behind a wide character has an empty one."""
        cells = self.buffer[y]
        return "".join([cells[x].data for x in range(self.columns)])

    @property
    def display(self):
        """Does without what pyte asks for each character: whether it is a wide one."""
        return [self.line(y) for y in range(self.lines)]

    def text(self):
        return "".join(line.rstrip() + "\n" for line in self.display)

    def history(self):
        main = self.text()
        if self.main is not None:
            main = self.main[2]
        return ("".join(line + "\n" for line in self.above) + main).rstrip("\n") + "\n"

    def set_mode(self, *modes, **kwargs):
        super().set_mode(*modes, **kwargs)
        if kwargs.get("private") and 1049 in modes and self.main is None:
            self.main = copy.deepcopy(self.buffer), copy.copy(self.cursor), self.text()
            self.erase_in_display(2)

    def reset_mode(self, *modes, **kwargs):
        super().reset_mode(*modes, **kwargs)
        if kwargs.get("private") and 1049 in modes and self.main is not None:
            self.buffer, self.cursor, _ = self.main
            self.main = None

    def index(self):
        top, bottom = self.margins or (0, self.lines - 1)
        if self.cursor.y == bottom and self.main is None and not top:
            self.above.append(self.line(0).rstrip())
        super().index()

    def draw(self, data):
        super().draw(data)
        self.last = data[-1:]

    def repeat(self, count=1):
        self.draw(self.last * max(count, 1))

    def scroll(self, act, count):
        row = self.cursor.y, self.cursor.x
        self.cursor.y = self.margins.top if self.margins else 0
        act(max(count, 1))
        self.cursor.y, self.cursor.x = row

    def scroll_up(self, count=1):
        self.scroll(self.delete_lines, count)

    def scroll_down(self, count=1):
        self.scroll(self.insert_lines, count)

    def select_graphic_rendition(self, *values, **kwargs):
        super().select_graphic_rendition(*values, **kwargs)
        self.attributes = any(values)

    def window(self, *_values, **_kwargs):
        """Ignores changes of the window's title and icon, which are not on the screen."""

    def keypad_application(self):
        self.keypad = True

    def keypad_numeric(self):
        self.keypad = False

    def reset(self):
        if hasattr(self, "unknown"):
            self.unknown.add("reset")
        super().reset()

    def debug(self, *args, **_kwargs):
        """Remembers a sequence that pyte does not know. It passes no arguments of one that has
        a single character after Esc."""
        self.unknown.add(" ".join(str(arg) for arg in args) or "Esc and a character")
