"""What a command in the guest may ask of its machine; see tests/vm/ask."""

import signal
import time

PAUSE_MAX = 10  # seconds


class Requests:
    """Does what the lines of the channel "ask" say, and answers each when it is done."""

    def __init__(self, machine, options):
        self.machine = machine
        self.options = options
        self.channel = machine.channels["ask"]
        self.line = b""
        self.timers = []  # (time, function to call then), the next one first

    def receive(self, data):
        *lines, self.line = (self.line + (data or b"")).split(b"\n")
        for line in lines:
            try:
                self._ask(*line.decode("ascii", "replace").split())
            except (TypeError, ValueError) as error:
                self._answer(f"not understood: {error}")

    def due(self):
        """Returns the seconds until the next timer is due, or None if there is none."""
        return max(0.0, self.timers[0][0] - time.monotonic()) if self.timers else None

    def work(self):
        while self.timers and self.timers[0][0] <= time.monotonic():
            self.timers.pop(0)[1]()

    def _ask(self, what, *numbers):
        {"pause": self._pause, "nmi": self._nmi}[what](*(int(number) for number in numbers))

    def _answer(self, text):
        self.channel.send(text.encode() + b"\n")

    def _after(self, seconds, function):
        self.timers.append((time.monotonic() + seconds, function))
        self.timers.sort(key=lambda timer: timer[0])

    def _pause(self, milliseconds, delay=0):
        if self.options.clock != "plain":
            self._answer("there, a pause cannot be seen: time is the number of instructions")
        elif not 0 < milliseconds <= PAUSE_MAX * 1000 or not 0 <= delay <= PAUSE_MAX * 1000:
            self._answer(f"from 1 to {PAUSE_MAX * 1000} ms, after 0 to {PAUSE_MAX * 1000} ms")
        else:
            self._after(delay / 1000, lambda: self._stop(milliseconds))

    def _stop(self, milliseconds):
        _, waited = self.machine.host_times()
        self.machine.signal(signal.SIGSTOP)
        stopped = time.monotonic()
        self._after(milliseconds / 1000, lambda: self._go_on(stopped, waited))

    def _go_on(self, stopped, waited):
        self.machine.signal(signal.SIGCONT)
        ran, _ = self.machine.host_times()
        self._tell_pause(time.monotonic() - stopped, waited, ran)

    def _tell_pause(self, pause, waited, ran):
        """Answers once the guest runs again, which a busy host may put off."""
        runs, waits = self.machine.host_times()
        if runs <= ran and self.machine.running():
            self._after(0.02, lambda: self._tell_pause(pause, waited, ran))
        else:
            self._answer(f"ok {pause * 1000:.3f} ms {(waits - waited) * 1000:.3f} ms")

    def _nmi(self):
        come = self.machine.monitor("inject-nmi") is not None
        self._answer("ok" if come else "the emulator does not do it")
