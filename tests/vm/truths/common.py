"""What the judges of all commands share: a guest's run, and a verdict."""

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

VM = Path(__file__).resolve().parent.parent


@dataclass
class Verdict:
    """Says of one cause whether it was named right, and how large the errors are."""

    name: str
    why: str = None  # why it was not named right; None: it was
    injected: bool = True  # False: nothing was, so nothing may be blamed
    error: float = None  # relative error of the amount
    unexplained: float = None  # % of the whole, given once for each analysis text
    details: list = field(default_factory=list)


@dataclass
class Cause:
    """A cause that was injected, as the injector measured it; times in ns."""

    kind: str
    pid: int
    begin: int
    end: int
    net: int


def kinds_of(spec):
    """Returns the kinds of the causes that a spec begins with, in their order."""
    return [cause.partition("@")[0] for cause in spec.split("/")[0].split(",")]


@dataclass
class Case:
    """What a guest printed about one case: "key: value" lines after "case: SPEC"."""

    spec: str
    lines: dict = field(default_factory=dict)

    def all(self, key):
        return self.lines.get(key, [])

    def one(self, key):
        return next(iter(self.all(key)), None)

    def status(self):
        return int(self.one("status") or -1)

    def kinds(self):
        """Returns the kinds of the causes that the case asks for, in their order."""
        return kinds_of(self.spec)

    def causes(self):
        """Returns the causes that were injected, or an empty list if not all were."""
        told = [text.split() for text in self.all("injected")]
        causes = [Cause(words[0], *map(int, words[2:6])) for words in told if len(words) == 6]
        return causes if [cause.kind for cause in causes if cause.end] == self.kinds() else []


def try_again(run, specs, missed, tries):
    """Returns {spec: case} of run(specs).

    Specs whose case missed are run again, until each has been run "tries" times.
    """
    got, again = {}, specs
    for _ in range(tries):
        got |= run(again)
        again = [spec for spec in again if missed(got.get(spec, Case(spec)))]
        if not again:
            break
    return got


def judge_again(judge):
    """Returns the verdicts of judge(), and those of a first try or None.

    judge() runs a guest. If a verdict is bad, it is called once more, for a fresh guest.
    """
    first = list(judge())
    return (list(judge()), first) if any(verdict.why for verdict in first) else (first, None)


def possible(spec, kernel):
    """Returns whether the injector can cause all that a spec begins with in this kernel.

    Kernels with -rt run softirqs in threads, and in Debian's for arm64 no module can send NMIs.
    """
    kinds = kinds_of(spec)
    real_time, arm = "-rt" in kernel, kernel.endswith("-arm64")
    return not (real_time and "softirq" in kinds or arm and "nmi" in kinds)


def run_guest(kernel, clock, cpus, script, *arguments, put=(), module=True):
    """Runs the script in a guest; returns {spec: case} of the cases in its arguments.

    The files in "put" are in /root of the guest. Without "module", rtla.ko is not loaded.
    """
    command = [VM / "run", "-k", kernel, "--clock", clock, "-c", str(cpus), "-t", "3600",
               *(f"--put={file}" for file in put), *([] if module else ["--no-module"]), "--", "sh", f"/tests/{script}", *map(str, arguments)]
    guest = subprocess.run(command, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL, check=False)
    if guest.returncode:
        print(f"# the guest ended with {guest.returncode}", file=sys.stderr)
    cases = {}
    for line in guest.stdout.splitlines():
        key, _, value = line.partition(": ")
        if key == "case":
            case = cases[value] = Case(value)
        elif cases:
            case.lines.setdefault(key, []).append(value)
    return cases
