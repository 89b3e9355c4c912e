"""tests/vm/run: boots a kernel, runs a command in it, ends with its status."""

import argparse
import fcntl
import os
import secrets
import subprocess
import sys
from contextlib import ExitStack

import job
import session
import terminal
from guest import CLOCKS, HOUSEKEEPING
from session import RIG_FAILED

HERE = os.path.dirname(os.path.abspath(__file__))
VM = os.path.dirname(HERE)
TOP = os.path.dirname(os.path.dirname(VM))

DESCRIPTION = """
Boots a Debian kernel in an emulated machine, with this project's module loaded
and its command installed, and runs COMMAND there (a shell if none is given).
Terminal, input, output and exit status are COMMAND's own.
"""
EPILOG = """
Besides COMMAND's: 124 out of time, 125 set-up failed, 252 the emulator ran code that
was replaced (only with --threads multi: tests/vm/multi runs it again), 253 trouble in
the kernel log, 254 the guest ended without a result.
"""


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        raise SystemExit(session.complain(RIG_FAILED, message))


def parse(arguments):
    parser = Parser(prog="tests/vm/run", description=DESCRIPTION, epilog=EPILOG)
    add = parser.add_argument
    add("-k", "--kernel", default="6.12", help="one that 'tests/vm/setup list' prints (default %(default)s)")
    add("--clock", choices=CLOCKS, default="plain",
        help="plain: host time; steady: 16 ns per instruction, as if on a slow machine with nothing else to do; "
        "icount: 1 ns per instruction, takes long (default %(default)s)")
    add("--threads", choices=("single", "multi"), default="single",
        help="of the host: multi: one for each CPU of the guest, for races; only with --clock plain (default %(default)s)")
    add("--tuned", action="store_true",
        help="a machine that is set up for real time: 4 CPUs, the first two for the system, the others isolated")
    add("-c", "--cpus", type=int, help="default 2, and 4 with --tuned")
    add("-m", "--mem", default="1G", help="default %(default)s")
    add("-t", "--timeout", type=float, metavar="SECONDS",
        help="default 300, none on a terminal; 0 for none")
    add("-a", "--append", action="append", default=[], metavar="ARGS", help="for the kernel's command line")
    add("-p", "--put", action="append", default=[], metavar="FILE[=GUESTPATH]",
        help="a file or folder for the guest, in /root unless told")
    add("-e", "--env", action="append", default=[], metavar="NAME=VALUE", help="for COMMAND's environment")
    add("-o", "--out", metavar="DIR", help="keep kernel.log there, and in files/ what the guest left in /out")
    add("--no-module", action="store_true", help="do not load rtla.ko before COMMAND")
    add("--log-scan", choices=("on", "off"), default="on", help="off: trouble in the kernel log is no failure")
    add("--panic", metavar="TEXT", help="succeed if the guest ends by a kernel panic that says TEXT, and only then")
    add("-v", "--verbose", action="store_true", help="tell what is done and how long it took")
    add("command", nargs=argparse.REMAINDER, metavar="COMMAND [ARG...]")
    options = parser.parse_args(arguments)
    if options.command[:1] == ["--"]:
        del options.command[0]
    options.command = options.command or ["bash"]
    options.terminal = terminal.present()
    if options.timeout is None:
        options.timeout = 0 if options.terminal else 300
    if options.cpus is None:
        options.cpus = 4 if options.tuned else 2
    least = HOUSEKEEPING + 1 if options.tuned else 1
    if options.cpus < least:
        parser.error(f"--cpus: at least {least}" + (" with --tuned" if options.tuned else ""))
    if options.threads == "multi" and options.clock != "plain":
        parser.error("--threads multi: only with --clock plain: the others count the instructions of one thread")
    return options


def set_up(kernel):
    """Makes what a boot of this kernel needs; returns a dict that says where it is."""
    done = subprocess.run([os.path.join(VM, "setup"), "boot", kernel], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(RIG_FAILED if done.returncode > 0 else 128 - done.returncode)
    return dict(line.split("=", 1) for line in done.stdout.splitlines())


def virtio_modules(parts):
    with open(os.path.join(parts["kernel"], "config"), encoding="utf-8") as config:
        if "CONFIG_VIRTIO_CONSOLE=m\n" not in config:
            return []
    return job.needed_modules(parts["kernel"], parts["release"], ["virtio_pci", "virtio_console"])


def add_veth(archive, parts):
    """Adds the module of virtual Ethernet devices, which the cache has of kernels that
    were fetched since a load uses them. A kernel that was built here has no modules, and
    no list of them."""
    try:
        files = job.needed_modules(parts["kernel"], parts["release"], ["veth"])
    except (LookupError, FileNotFoundError):
        return
    for file in files:
        archive.copy(file, "/rig/modules/" + os.path.basename(file))


def add_build(archive, parts, options):
    """Adds what was built from the checkout; returns whether the module is to be loaded."""
    modules = os.path.join(parts["build"], "modules")
    with ExitStack() as stack:
        # The locks make sure that no other run's set-up replaces these files
        # meanwhile.
        for folder in (parts["build"], os.path.dirname(parts["tool"])):
            lock = stack.enter_context(open(os.path.join(folder, "lock"), "rb"))
            fcntl.flock(lock, fcntl.LOCK_SH)
        if os.path.isdir(modules):
            archive.copy(modules, "/usr/lib/modules")
        if os.path.exists(parts["tool"]):
            archive.copy(parts["tool"], "/usr/bin/rtla")
            for name in ("timerlat", "osnoise", "hwnoise"):
                archive.link("/usr/bin/" + name, "rtla")
    module = os.path.join(modules, parts["release"], "extra/rtla.ko")
    return os.path.exists(module) and not options.no_module


def add_files(archive, options):
    archive.copy(os.path.join(VM, "guest"), "/tests")
    archive.copy(os.path.join(VM, "../lib/tap.sh"), "/tests/lib/tap.sh")
    for put in options.put:
        source, _, path = put.partition("=")
        try:
            archive.copy(source, path or "/root/" + os.path.basename(os.path.normpath(source)))
        except OSError as error:
            raise SystemExit(session.complain(RIG_FAILED, f"--put {source}: {error.strerror}")) from None


def make_initrd(parts, options, token):
    """Returns a memory file with the guest's file system: the common part and this run's."""
    archive = job.Archive()
    archive.copy(os.path.join(VM, "init"), "/init")
    for name in ("vm-pause", "vm-nmi"):
        archive.copy(os.path.join(VM, "ask"), "/usr/bin/" + name)
    insmod = virtio_modules(parts)
    for file in insmod:
        archive.copy(file, "/rig/modules/" + os.path.basename(file))
    archive.file("/rig/insmod", "".join(f"/rig/modules/{os.path.basename(file)}\n" for file in insmod).encode())
    add_veth(archive, parts)
    load = add_build(archive, parts, options)
    add_files(archive, options)
    rows_columns = "%d %d" % terminal.size() if options.terminal else ""
    environment = [*options.env]
    if options.terminal:
        environment.append("TERM=" + os.environ.get("TERM", "linux"))
    command = ["env", *environment, *options.command] if environment else options.command
    archive.file("/rig/run", os.fsencode(job.script(command)), 0o755)
    null = os.path.exists("/dev/null") and os.path.samestat(os.fstat(0), os.stat("/dev/null"))
    archive.file("/rig/job", job.settings(
        token=token.decode(), terminal=rows_columns,
        input="no" if null else "yes", modules="rtla" if load else "").encode())
    memory = os.memfd_create("initrd", 0)
    with open(parts["guest"], "rb") as base:
        os.sendfile(memory, base.fileno(), 0, os.fstat(base.fileno()).st_size)
    os.write(memory, bytes(-os.lseek(memory, 0, os.SEEK_CUR) % 512))
    os.write(memory, archive.finish())
    return memory


def main():
    options = parse(sys.argv[1:])
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open("/dev/null", os.O_RDWR)
    parts = set_up(options.kernel)
    # The token starts with a byte that is never typed. Otherwise, the echo of a
    # key could be held back in the search for the token.
    token = b"\x1e" + secrets.token_hex(16).encode()
    initrd = make_initrd(parts, options, token)
    return session.Session(options, parts, initrd, token).run()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
