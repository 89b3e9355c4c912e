"""What one guest gets on top of the common user space, as a cpio archive.

The kernel unpacks concatenated archives one after the other, so a run needs no
image of its own: the base archive is followed by this small one.
"""

import errno
import os
import shlex
import stat

ALIGN = 4


class Archive:
    """A newc cpio archive, growing in memory."""

    def __init__(self):
        self._data = bytearray()
        self._inode = 0
        self._folders = {""}

    def _entry(self, path, mode, content):
        name = os.fsencode(path) + b"\0"
        self._inode += 1
        fields = (self._inode, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(name), 0)
        self._data += b"070701" + b"".join(b"%08X" % field for field in fields)
        for part in (name, content):
            self._data += part
            self._data += bytes(-len(self._data) % ALIGN)

    def _parents(self, path):
        folder = os.path.dirname(path)
        if folder not in self._folders:
            self._parents(folder)
            self._folders.add(folder)
            self._entry(folder, stat.S_IFDIR | 0o755, b"")

    def file(self, path, content, mode=0o644):
        path = path.strip("/")
        self._parents(path)
        self._entry(path, stat.S_IFREG | mode, content)

    def link(self, path, target):
        path = path.strip("/")
        self._parents(path)
        self._entry(path, stat.S_IFLNK | 0o777, os.fsencode(target))

    def folder(self, path):
        path = path.strip("/")
        self._parents(os.path.join(path, "any"))

    def copy(self, source, path):
        """Adds a file or folder of the host. Symbolic links in a folder stay links; devices and
        pipes there are left out, as those of the host are none of the guest, nor do they end."""
        mode = os.stat(source).st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
            raise OSError(errno.EINVAL, "it is a device: give a file or a folder")
        if not stat.S_ISDIR(mode):
            with open(source, "rb") as file:
                self.file(path, file.read(), mode & 0o777)
            return
        for folder, folders, files in os.walk(source):
            inside = os.path.join(path, os.path.relpath(folder, source))
            self.folder(os.path.normpath(inside))
            for name in files + folders:
                here, there = os.path.join(folder, name), os.path.normpath(os.path.join(inside, name))
                if os.path.islink(here):
                    self.link(there, os.readlink(here))
                elif os.path.isfile(here):
                    self.copy(here, there)

    def finish(self):
        self._entry("TRAILER!!!", 0, b"")
        return bytes(self._data)


def needed_modules(kernel, release, names):
    """Returns the module files to insert, in order, for names to work in this kernel."""
    folder = os.path.join(kernel, "usr/lib/modules", release)
    needs = {}
    with open(os.path.join(folder, "modules.dep"), encoding="utf-8") as lines:
        for line in lines:
            file, _, others = line.partition(":")
            needs[file] = others.split()
    by_name = {os.path.basename(file).split(".ko")[0].replace("-", "_"): file for file in needs}
    order = []
    for name in names:
        file = by_name.get(name.replace("-", "_"))
        if file is None:
            raise LookupError(name)
        # modules.dep lists all that a module needs, directly or not; the one to
        # be inserted first is the last.
        order += [need for need in [*reversed(needs[file]), file] if need not in order]
    return [os.path.join(folder, file) for file in order]


def script(command):
    return "#!/bin/sh\nexec " + " ".join(shlex.quote(word) for word in command) + "\n"


def settings(**values):
    return "".join(f"{name}={shlex.quote(value)}\n" for name, value in values.items())
