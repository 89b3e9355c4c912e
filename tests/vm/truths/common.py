"""What the judges of all commands share: a guest's run, and a verdict."""

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

VM = Path(__file__).resolve().parent.parent


@dataclass
class Verdict:
    """Of one cause: why it was not named right, if so, and by how much."""

    name: str
    why: str = None
    injected: bool = True  # False: nothing was, and nothing is to be blamed
    error: float = None  # of the amount, as a share of it
    unexplained: float = None  # % of the whole, once for each report
    details: list = field(default_factory=list)


@dataclass
class Cause:
    """One that was injected, as the injector measured it; times in ns."""

    kind: str
    pid: int
    begin: int
    end: int
    net: int


@dataclass
class Case:
    """What a guest printed of one case: "key: value" lines after "case: SPEC"."""

    spec: str
    lines: dict = field(default_factory=dict)

    def all(self, key):
        return self.lines.get(key, [])

    def one(self, key):
        return next(iter(self.all(key)), None)

    def status(self):
        return int(self.one("status") or -1)

    def kinds(self):
        """Of the causes that it asks for, in their order."""
        return [cause.partition("@")[0] for cause in self.spec.split("/")[0].split(",")]

    def causes(self):
        """Those that were injected; none if not all were."""
        told = [text.split() for text in self.all("injected")]
        causes = [Cause(words[0], *map(int, words[2:6])) for words in told if len(words) == 6]
        return causes if [cause.kind for cause in causes if cause.end] == self.kinds() else []


def try_again(run, specs, missed, tries):
    """{spec: case} of run(specs), which is called again, "tries" times in all, with those that the host missed."""
    got, again = {}, specs
    for _ in range(tries):
        got |= run(again)
        again = [spec for spec in again if missed(got.get(spec, Case(spec)))]
        if not again:
            break
    return got


def judge_again(judge):
    """Verdicts of judge(), a guest's, and those of a first try: if one is bad, all are tried once more, in a fresh guest."""
    first = list(judge())
    return (list(judge()), first) if any(verdict.why for verdict in first) else (first, None)


def run_guest(kernel, clock, cpus, script, *arguments):
    """{spec: case} of the cases that the script is told to do."""
    command = [VM / "run", "-k", kernel, "--clock", clock, "-c", str(cpus), "-t", "3600",
               "--", "sh", f"/tests/{script}", *map(str, arguments)]
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
