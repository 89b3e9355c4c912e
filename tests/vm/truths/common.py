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
    unexplained: float = None  # % of the whole
    details: list = field(default_factory=list)


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


def run_guest(kernel, clock, cpus, script, *arguments):
    """{spec: case} of the cases that the script is told to do."""
    command = [VM / "run", "-k", kernel, "--clock", clock, "-c", str(cpus), "-t", "900",
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
