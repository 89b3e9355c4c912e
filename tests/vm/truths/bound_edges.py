"""Compares what a session finds of the bound from edge to edge with what it finds without edges.

    bound_edges.py FILE QUESTION RUN

FILE is the output of guest/bound_edges.sh; RUN is what follows "run:" in it. All times are in ns.
The status is 1 if the answer is no; the figures are printed in any case. The questions:

    bracket     the longest poid lies between the ends that the probe has found
    scheduler   dst and psd are the same both ways, but for 2 % and 100 ns, and no longer than the
                margin says. If their windows are told, calls without a switch are left out, as they
                are not measured without edges; and those that may give a thread back, or the memory
                of a process, may be as long as the margin says, which is all that has it without
                edges
    windows     each injected window was measured, and is as long as it is
"""

import sys

from bound_windows import events_of, run_of, runs_of, windows_of

SLACK = 1000  # edges and the injector's readings of the clock are not in the same place
ENTRY = 300  # nor is what both take for the begin and the end of an interrupt,
END = 1200  # of which some wake a thread
OTHERS = 0.02  # both ways are alike but for so large a part,
OTHERS_NS = 100  # and so many ns


def variables(run, key):
    """Returns {name: (count, lower, upper, margin)}."""
    return {name: tuple(map(int, numbers)) for name, *numbers in run[key]}


def bracket(run):
    count, least, most, margin = variables(run, "variable")["poid"]
    met, lower, upper, _ = variables(run, "sampled")["poid"]
    print(f"poid: {count} windows, the longest {least}; {met} sampled, {lower} to {upper}")
    return count > 0 and least == most and lower <= most + margin and least <= upper


def longest_told(run, name):
    """Returns the longest windows of the switches that are told: of all, and of those that give
    nothing back; 0 if none is told."""
    freed = {int(words[0]) for words in run.get("freed", [])}
    ends = {event.start + event.lower for event in events_of(run, "dst")}
    return (max((event.lower for event in events_of(run, name)
                 if event.start + event.lower in of), default=0) for of in (ends, ends - freed))


def scheduler(run):
    exact, sampled = variables(run, "variable"), variables(run, "sampled")
    good = True
    for name in ("dst", "psd", "paie"):
        (count, longest, _, margin), (number, other, _, far) = exact[name], sampled[name]
        print(f"{name}: {longest} of {count}, without edges {other} + {far} of {number}")
        if name == "paie":
            continue
        good &= number > 0
        switch, plain = longest_told(run, name)
        if switch:
            print(f"{name}: {switch} of a switch, {plain} of one that gives nothing back")
        elif name == "dst":
            switch = plain = longest
        alike = OTHERS * other + OTHERS_NS
        good &= not switch or switch >= other - alike and switch <= other + far and plain <= other + alike
    return good


def of_window(window, events):
    """Returns the event of an injected window, or None: that which begins next to it."""
    near = [event for event in events if abs(event.start - window.begin) <= SLACK]
    return max(near, key=lambda event: event.lower, default=None)


def windows(run):
    of, events = windows_of(run), events_of(run, "poid")
    found = [(window, of_window(window, events)) for window in of]
    excess = [event.lower - window.net for window, event in found if event]
    bad = [f"{window}: {event}" for window, event in found
           if not event or event.lower != event.upper or
           abs(event.lower - window.net) > SLACK + END + ENTRY * window.interrupts]
    print(f"{len(excess)} of {len(of)} found, longer by {min(excess, default=0)}"
          f" to {max(excess, default=0)}")
    print("\n".join(bad))
    return of and not bad


def main():
    file, question, name = sys.argv[1:]
    _, run = run_of(runs_of(file), [name])
    if "failed" in run:
        raise SystemExit(f"the run has failed: {run['failed']}")
    return 0 if {"bracket": bracket, "scheduler": scheduler, "windows": windows}[question](run) else 1


if __name__ == "__main__":
    sys.exit(main())
