"""A guest's run from boot to result: who says what to whom, and when it ends."""

import os
import select
import selectors
import signal
import socket
import sys
import tempfile
import time
from contextlib import ExitStack

import klog
import result
import terminal
from guest import CHUNK, Machine, Stream
from asked import Requests

TIMED_OUT = 124
RIG_FAILED = 125
EMULATOR_FAILED = 252
KERNEL_TROUBLE = 253
NO_RESULT = 254

READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE
FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
PATIENCE = 10  # seconds that a guest has to end after a signal
POWER_OFF = 30  # seconds that a guest has to power off, which a busy host may slow down
LAST_WORDS = 30  # seconds to panic; the kernel may wait 10 s for a CPU meanwhile


def complain(status, message):
    sys.stderr.write(f"vm: {message}\n")
    return status


class Session:
    def __init__(self, options, parts, initrd, token):
        self.options = options
        self.parts = parts
        self.initrd = initrd
        self.token = token
        self.files = tempfile.TemporaryFile()
        self.log = tempfile.TemporaryFile()
        self.status = None  # the command's exit status
        self.failure = None  # (status, message) if the run itself failed
        self.deadline = None
        self.over = False
        self.input_open = True
        self.signalled = None
        self.typed = b""
        self.ctl_line = b""
        self.begun = time.monotonic()
        self.times = {}
        self.places = []  # where the CPUs of a guest that hangs are: lines
        self.log_before = None  # log size when the guest was asked for stacks

    def run(self):
        with ExitStack() as stack:
            self.stack = stack
            self._catch_signals(stack)
            self.selector = stack.enter_context(selectors.PollSelector())
            self.machine = Machine(self.parts, self.options, self.initrd, self.log.fileno())
            stack.callback(self.machine.kill)
            os.close(self.initrd)
            if self.options.timeout:
                self._end_within(self.options.timeout, TIMED_OUT, f"no result after {self.options.timeout:g} s")
            self._watch()
            while not self._complete():
                self._round()
            self._farewell()
        return self._verdict()

    # -- what is waited for --------------------------------------------------

    def _catch_signals(self, stack):
        """Turns signals into bytes, for which the selector can wait."""
        reader, writer = socket.socketpair()
        for end in (reader, writer):
            end.setblocking(False)
            stack.callback(end.close)
        self.signals = reader
        for number in (*FORWARDED, signal.SIGWINCH):
            stack.callback(signal.signal, number, signal.signal(number, lambda *_: None))
        stack.callback(signal.set_wakeup_fd, signal.set_wakeup_fd(writer.fileno()))

    def _watch(self):
        channels = self.machine.channels
        self.sinks = {"files": self.files.fileno()}
        self.sinks.update({"terminal": 1} if self.options.terminal else {"out": 1, "err": 2})
        self.streams = {name: Stream(self.token) for name in self.sinks}
        self.source = channels["terminal" if self.options.terminal else "in"]
        self.requests = Requests(self.machine, self.options)
        self.handlers = {
            channels["ctl"]: self._on_ctl,
            channels["ask"]: self.requests.receive,
            self.source: lambda data: None,
        }
        for name in self.streams:
            self.handlers[channels[name]] = lambda data, name=name: self._on_data(name, data)
        for channel in self.handlers:
            self.selector.register(channel, READ)
        self.selector.register(self.signals, READ)

    def _interest(self):
        """Lets the selector report only events that can be handled now."""
        for channel in self.handlers:
            self.selector.modify(channel, READ | (WRITE if channel.pending else 0))
        # Keys are not read from the terminal until the command is there to get
        # them.
        ready = not self.options.terminal or "command started" in self.times
        want = ready and self.input_open and not self.source.pending
        have = 0 in self.selector.get_map()
        if want and not have:
            self.selector.register(0, READ)
        elif have and not want:
            self.selector.unregister(0)

    def _complete(self):
        if self.over or not self.handlers:
            return True
        return self.status is not None and all(stream.done for stream in self.streams.values())

    def _round(self):
        self._interest()
        for key, mask in self.selector.select(self._time_left()):
            if key.fileobj is self.signals:
                self._on_signals()
            elif key.fileobj == 0:
                self._on_input()
            elif key.fileobj in self.handlers:
                self._on_channel(key.fileobj, mask)
        self.requests.work()
        if self.deadline is not None and time.monotonic() >= self.deadline:
            self.failure = self.late
            self.over = True

    def _time_left(self):
        """Returns the seconds until the next deadline or request, or None if there is none."""
        deadline = None if self.deadline is None else max(0.0, self.deadline - time.monotonic())
        return min((left for left in (deadline, self.requests.due()) if left is not None), default=None)

    def _end_within(self, seconds, status, message):
        deadline = time.monotonic() + seconds
        if self.deadline is None or deadline < self.deadline:
            self.deadline, self.late = deadline, (status, message)

    # -- events --------------------------------------------------------------

    def _on_channel(self, channel, mask):
        if mask & WRITE:
            channel.flush()
        if mask & ~WRITE:
            data = channel.receive()
            if data:
                self.handlers[channel](data)
            elif data is not None:
                self.handlers[channel](None)
                self.selector.unregister(channel)
                del self.handlers[channel]

    def _on_data(self, name, data):
        """Passes on what the guest sent; data is None at the end of the stream."""
        stream, sink = self.streams[name], self.sinks[name]
        data = stream.rest() if data is None else stream.feed(data)
        try:
            while data and sink is not None:
                try:
                    data = data[os.write(sink, data) :]
                except BlockingIOError:
                    select.select([], [sink], [])
        except OSError:
            # The output has no reader any more: the command gets SIGPIPE, as it
            # would here.
            self.sinks[name] = None
            self._tell("signal PIPE")

    def _on_ctl(self, data):
        *lines, self.ctl_line = (self.ctl_line + (data or b"")).split(b"\n")
        for line in lines:
            verb, *arguments = line.decode("ascii", "replace").split() or [""]
            if verb == "start":
                self._on_start(*arguments)
            elif verb == "exit":
                self.status = int(arguments[0])
                self._note("command ended", arguments[1])
            elif verb == "failed":
                self.failure = (NO_RESULT, f"'modprobe {arguments[0]}' failed in the guest")
                self.over = True

    def _on_start(self, uptime):
        self._note("command started", uptime)
        if self.options.terminal:
            self.stack.enter_context(terminal.Raw())
            self._tell("size %d %d" % terminal.size())

    def _on_input(self):
        try:
            data = os.read(0, CHUNK)
        except OSError:
            data = b""
        if not data:
            self._on_input_end()
            return
        self.source.send(data)
        self.typed = (self.typed + data)[-len(terminal.LEAVE) :]
        if self.options.terminal and self.typed == terminal.LEAVE:
            self.failure = (NO_RESULT, "left the guest")
            self.over = True

    def _on_input_end(self):
        if not self.options.terminal:
            self.input_open = False
            self.source.end()
        elif not terminal.alive():
            self.input_open = False
            self._tell("signal HUP")

    def _on_signals(self):
        for number in self.signals.recv(CHUNK):
            if number == signal.SIGWINCH:
                if self.options.terminal:
                    self._tell("size %d %d" % terminal.size())
            elif number in FORWARDED:
                self._on_forwarded(signal.Signals(number))

    def _on_forwarded(self, number):
        status = 128 + number
        if "command started" not in self.times or self.signalled == number == signal.SIGINT:
            self.failure, self.over = (status, None), True
            return
        self.signalled = number
        self._tell("signal " + number.name[3:])
        self._end_within(PATIENCE, status, None)

    def _tell(self, line):
        self.machine.channels["ctl"].send(line.encode() + b"\n")

    def _note(self, what, guest_time):
        self.times[what] = (time.monotonic() - self.begun, guest_time)

    # -- the end -------------------------------------------------------------

    def _farewell(self):
        """Lets the guest end by itself, so that its last messages are in the log."""
        if self.failure and self.failure[0] == TIMED_OUT:
            self._collect_stacks()
        elif not self.failure:
            self._tell("bye")
            if not self.machine.wait(POWER_OFF):
                self.failure = (NO_RESULT, "the guest did not power off")
                self._collect_stacks()

    def _collect_stacks(self):
        """Asks where the CPUs of a guest that hangs are, before it is killed.

        The emulator gives the registers, and an NMI makes the guest print its stacks.
        """
        registers = self.machine.monitor("human-monitor-command", **{"command-line": "info registers -a"})
        self.places = klog.places(registers or "")
        self.log_before = os.fstat(self.log.fileno()).st_size
        self.machine.monitor("inject-nmi")
        self.machine.wait(LAST_WORDS)

    def _panicked(self, log):
        """Returns status, message and excerpt of the log, if the guest had to panic."""
        said = klog.panic(log)
        if said and self.options.panic in said and "Kernel panic" in klog.trouble(log)[0]:
            return 0, None, []
        message = f"no kernel panic that says '{self.options.panic}'"
        return NO_RESULT, message, (klog.trouble(log) or (None, klog.tail(log)))[1]

    def _verdict(self):
        log = result.read_log(self.log)
        trouble = klog.trouble(log) if self.options.log_scan == "on" else None
        status, message, excerpt = self.status, None, []
        if self.failure:
            status, message = self.failure
            excerpt = self.places + klog.tail(log, self.log_before) if message else []
        elif self.options.panic:
            status, message, excerpt = self._panicked(log)
        elif trouble and self.options.threads == "multi" and klog.stale(trouble):
            status, message, excerpt = EMULATOR_FAILED, "the emulator ran code that was replaced", trouble[1]
        elif trouble:
            status, message, excerpt = KERNEL_TROUBLE, "kernel trouble: " + trouble[0], trouble[1]
        elif status is None:
            status, message, excerpt = NO_RESULT, "the guest ended without a result", klog.tail(log)
        where = None
        if message or self.options.out:
            where = result.keep(self.options.out, log, self.files)
        if message:
            complain(status, f"{self.options.kernel}: {message}; from {where}/kernel.log:")
            sys.stderr.writelines(f"vm: | {line}\n" for line in excerpt)
        if self.options.verbose:
            for what, (host, guest) in self.times.items():
                complain(0, f"{what} after {host:.1f} s, {guest} s in the guest")
            complain(0, f"status {status} after {time.monotonic() - self.begun:.1f} s")
        return status
