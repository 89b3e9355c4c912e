"""Compares what a session finds of the bound from edge to edge with what it finds without edges.

    bound_edges.py FILE QUESTION RUN

FILE is the output of guest/bound_edges.sh; RUN is what follows "run:" in it. All times are in ns.
The status is 1 if the answer is no; the figures are printed in any case. The questions:

    bracket     the longest poid lies between the ends that the probe has found
    scheduler   dst and psd are the same both ways, but for 2 % and 100 ns, and no longer than the
                margin says; psd only where its windows are told, as calls without a switch have
                to be left out: without edges, they are not measured
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


def longest_with_switch(run):
    """Returns the longest psd that ends with a dst; 0 if none is told."""
    ends = {event.start + event.lower for event in events_of(run, "dst")}
    return max((event.lower for event in events_of(run, "psd")
                if event.start + event.lower in ends), default=0)


def scheduler(run):
    exact, sampled = variables(run, "variable"), variables(run, "sampled")
    good = True
    for name in ("dst", "psd", "paie"):
        (count, longest, _, margin), (number, other, _, far) = exact[name], sampled[name]
        print(f"{name}: {longest} of {count}, without edges {other} + {far} of {number}")
        if name == "psd":
            longest = longest_with_switch(run)
            print(f"psd: {longest} with a switch")
        if name == "dst" or longest and name == "psd":
            alike = OTHERS * other + OTHERS_NS
            good &= number > 0 and -alike <= longest - other <= min(alike, far)
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
