"""One emulated machine: QEMU, and the channels into the guest.

Every channel is one end of a socket pair whose other end QEMU holds, so there
are no files to clean up and two machines never meet.
"""

import ctypes
import glob
import json
import os
import signal
import socket
import subprocess

from architecture import ARCHITECTURES

CHUNK = 1 << 16
PR_SET_PDEATHSIG = 1

# How long an instruction takes: 2 to the power of this, in nanoseconds; None:
# as long as it takes the host.
CLOCKS = {"plain": None, "icount": 0, "steady": 4}

# The number of CPUs of a tuned machine that are not isolated.
HOUSEKEEPING = 2


class Channel:
    """A byte stream to and from the guest that never blocks the runner."""

    def __init__(self):
        self.host, self.guest = socket.socketpair()
        self.host.setblocking(False)
        self.pending = bytearray()
        self.closing = False

    def fileno(self):
        return self.host.fileno()

    def receive(self):
        """Returns the next bytes, None if there are none yet, or b"" once the guest is gone."""
        try:
            return self.host.recv(CHUNK)
        except BlockingIOError:
            return None
        except ConnectionError:
            return b""

    def send(self, data):
        self.pending += data
        self.flush()

    def flush(self):
        try:
            while self.pending:
                del self.pending[: self.host.send(self.pending)]
            if self.closing:
                # After a close(), QEMU would drop what it has not read yet.
                self.host.shutdown(socket.SHUT_WR)
                self.closing = False
        except BlockingIOError:
            pass
        except OSError:
            self.pending.clear()

    def end(self):
        """Ends the input: the guest sees the end of file after what was sent."""
        self.closing = True
        self.flush()


class Stream:
    """Finds the token that ends a channel's stream."""

    def __init__(self, token):
        self._token = token
        self._held = b""
        self.done = False

    def feed(self, data):
        """Takes the next bytes; returns those that are now known not to be the token."""
        data = self._held + data
        end = data.find(self._token)
        if end >= 0:
            self.done, self._held = True, b""
            return data[:end]
        keep = next(
            (n for n in range(min(len(self._token), len(data)), 0, -1) if self._token.startswith(data[-n:])),
            0,
        )
        self._held = data[len(data) - keep :]
        return data[: len(data) - keep]

    def rest(self):
        """Returns what was held back, if the stream ended without its token."""
        held, self._held = self._held, b""
        return held


def die_with_parent(parent):
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def be_as_nice():
    """Gives the autogroup of this process's session the nice value of the process.

    With autogroups, each session has its share of the CPUs, and the nice value of a
    process counts only among the processes of its session.
    """
    try:
        with open("/proc/self/autogroup", "w", encoding="ascii") as group:
            group.write(str(os.nice(0)))
    except OSError:
        pass


def begin(parent):
    die_with_parent(parent)
    be_as_nice()


class Machine:
    """QEMU as a child process that ends when the runner does, even if that is killed."""

    def __init__(self, parts, options, initrd, log):
        self.channels = {name: Channel() for name in ("ctl", "ask", "in", "out", "err", "files", "terminal", "qmp")}
        architecture = ARCHITECTURES[parts["architecture"]]
        command = [*emulator(parts["root"], architecture), *machine_arguments(options, architecture)]
        command += ["-kernel", image(parts["kernel"])]
        command += ["-initrd", f"/proc/self/fd/{initrd}", "-append", kernel_arguments(options, architecture)]
        command += ["-chardev", f"file,id=log,path=/proc/self/fd/{log},append=on", "-serial", "chardev:log"]
        command += self._devices()
        descriptors = [channel.guest.fileno() for channel in self.channels.values()]
        parent = os.getpid()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=2,
            pass_fds=[*descriptors, initrd, log],
            start_new_session=True,
            preexec_fn=lambda: begin(parent),
        )
        for channel in self.channels.values():
            channel.guest.close()

    def _devices(self):
        arguments = ["-device", "virtio-serial-pci"]
        for name, channel in self.channels.items():
            arguments += ["-chardev", f"socket,id={name},fd={channel.guest.fileno()}"]
            if name == "qmp":
                arguments += ["-mon", "chardev=qmp,mode=control"]
            elif name == "terminal":
                arguments += ["-device", "virtconsole,chardev=terminal"]
            else:
                arguments += ["-device", f"virtserialport,chardev={name},name=rig.{name}"]
        return arguments

    def running(self):
        return self.process.poll() is None

    def wait(self, seconds):
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def host_times(self):
        """Returns the seconds that the threads of the emulator ran, and that they waited for a CPU of the host."""
        ran = waited = 0
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            try:
                with open(path, encoding="ascii") as file:
                    times = file.read().split()
            except OSError:
                continue  # The thread has ended.
            ran += int(times[0])
            waited += int(times[1])
        return ran / 1e9, waited / 1e9

    def signal(self, number):
        if self.running():
            self.process.send_signal(number)

    def kill(self):
        if self.running():
            self.process.kill()
        self.process.wait()

    def monitor(self, command, **arguments):
        """Runs a QMP command; returns its answer, or None if it failed or there is none."""
        host = self.channels["qmp"].host
        host.settimeout(5)
        try:
            with host.makefile("rw") as stream:
                for execute, values in (("qmp_capabilities", {}), (command, arguments)):
                    stream.write(json.dumps({"execute": execute, "arguments": values}) + "\n")
                    stream.flush()
                    while True:
                        answer = json.loads(stream.readline() or '{"error": "gone"}')
                        if "return" in answer or "error" in answer:
                            break
            return answer.get("return")
        except (OSError, ValueError):
            return None


def emulator(root, architecture=ARCHITECTURES["amd64"]):
    """Returns the command for the build root's QEMU, with its own loader and libraries, or for this machine's."""
    if root == "/":
        return [architecture.emulator]
    libraries = [os.path.join(root, "usr/lib", part) for part in ("x86_64-linux-gnu", "")]
    return [
        os.path.join(root, "usr/lib64/ld-linux-x86-64.so.2"),
        "--library-path",
        ":".join(libraries),
        os.path.join(root, "usr/bin", architecture.emulator),
        "-L",
        os.path.join(root, "usr/share/seabios"),
        "-L",
        os.path.join(root, "usr/share/qemu"),
    ]


def image(kernel):
    """Returns the file to boot: the unpacked kernel, where lib/kernels.sh could unpack it."""
    unpacked = os.path.join(kernel, "vmlinux")
    return unpacked if os.path.exists(unpacked) else os.path.join(kernel, "vmlinuz")


def machine_arguments(options, architecture=ARCHITECTURES["amd64"]):
    arguments = ["-nodefaults", "-no-user-config", "-display", "none", "-no-reboot"]
    arguments += [*architecture.machine, "-smp", str(options.cpus), "-m", options.mem]
    if CLOCKS[options.clock] is not None:
        # Time is the number of executed instructions, and nothing else may vary
        # between runs.
        arguments += ["-accel", "tcg,thread=single", "-icount", f"shift={CLOCKS[options.clock]},sleep=off"]
        arguments += ["-seed", "1"]
        arguments += ["-rtc", "base=2026-01-01T00:00:00,clock=vm"]
    else:
        arguments += ["-accel", f"tcg,thread={options.threads}"]
    return arguments


def kernel_arguments(options, architecture):
    arguments = [
        architecture.kernel,
        "loglevel=7",
        # A broken kernel ends the run at once, with the stacks of all CPUs.
        "panic=-1 oops=panic panic_print=0x40",
        # Addresses in logs are of use only if they are the same every time.
        "nokaslr no_hash_pointers net.ifnames=0",
        # The kernel's tests of its ciphers would go on for seconds after the
        # boot, beside the command.
        "cryptomgr.notests",
        # Random numbers from jitter, and the keys that may come from them, are not used here,
        # and their own tests are a seventh of a boot.
        "initcall_blacklist=jent_mod_init,init_encrypted,crypto_kdf108_init",
        # The kernel's own test of suspend waits in a loop, by default for 5 s,
        # which no test here needs.
        "suspend.pm_test_delay=1",
    ]
    # Zeroing each page when it is allocated is a quarter of the time of a boot.
    # With icount, where tests look at amounts, the kernel does what it does by
    # default.
    if options.clock != "icount":
        arguments += ["init_on_alloc=0"]
    if options.tuned:
        arguments += [tuned(options.cpus)]
    return " ".join([*arguments, *options.append])


def tuned(cpus):
    """Returns the kernel parameters of a machine for real time.

    The first HOUSEKEEPING CPUs are for the system, the others are isolated.
    """
    system = ",".join(str(cpu) for cpu in range(HOUSEKEEPING))
    isolated = ",".join(str(cpu) for cpu in range(HOUSEKEEPING, cpus))
    return f"isolcpus={isolated} nohz_full={isolated} rcu_nocbs={isolated} irqaffinity={system}"
