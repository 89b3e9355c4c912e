"""The host's terminal, while a guest's command has it."""

import contextlib
import fcntl
import os
import struct
import termios
import tty

LEAVE = b"\x1d" * 3  # Ctrl-] three times: the way out of a guest that hangs


def present():
    return os.isatty(0) and os.isatty(1)


def size():
    """(rows, columns)"""
    packed = fcntl.ioctl(1, termios.TIOCGWINSZ, bytes(8))
    rows, columns = struct.unpack("HHHH", packed)[:2]
    return rows or 24, columns or 80


def alive():
    """Returns whether the terminal is still open: a Ctrl-D, too, ends the input."""
    try:
        termios.tcgetattr(0)
    except termios.error:
        return False
    return True


class Raw:
    """Raw mode: every key goes to the guest, whose own terminal interprets it.

    Keys that were typed before are kept.
    """

    def __enter__(self):
        self._saved = termios.tcgetattr(0)
        tty.setraw(0, termios.TCSADRAIN)
        return self

    def __exit__(self, *_):
        with contextlib.suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(0, termios.TCSADRAIN, self._saved)
