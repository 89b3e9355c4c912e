"""Judges the bound that "rtla bound" has found while something was injected.

    bound_sound.py FILE QUESTION NAME

FILE is the output of guest/bound_sound.sh, and NAME that of a run in it. All times are in ns.
The status is 1 if the answer is no; the figures are printed in any case. The questions:

    sound       no latency that was observed is over the bound, and the command says so; and
                what was injected has made one as long as it can be without luck
    notices     that answer is no if the latency were 1 ns longer than the bound
    quiet       NAME is the number of quiet runs: the model holds in all of them
    columns     all columns are those that follow from the list of the injector
"""

import json
import sys
from collections import namedtuple
from itertools import pairwise
from math import ceil, inf

from bound_windows import Arrival, runs_of

LIMIT = 100_000_000  # beyond it, a column does not converge
STEP = 1.0494  # two lengths of a demand curve differ by no more, and a ns
SENT = "irq_work"  # the vector that the injector sends
# What was injected keeps a thread from the CPU for at least so long, by the first word of a run.
# Windows are up to 300 us long, and spins 200 us. The probe's own latency has no time with interrupts off.
LEAST = {"irqs_off": 100_000, "preempt_off": 100_000, "both": 100_000, "sched_out": 100_000,
         "sched_in": 100_000, "mixture": 100_000}

Vector = namedtuple("Vector", "kind is_sent arrivals")  # [(time, execution)...] in their order


# ---- Soundness


def bound_of(run):
    return json.loads(" ".join(run["bound"][0]))


def latency_of(run, bound):
    """Returns the largest latency that the probe, timerlat or cyclictest has seen."""
    seen = bound["observed"]["thread_ns"] or 0
    others = run.get("timerlat", []) + run.get("cyclictest", [])
    return max([seen, *(int(ns) for ns, in others)])


def each_holds(bound):
    """Returns whether no interrupt comes twice in the bound of column "each"."""
    each = bound["columns"]["each"]["upper_ns"]
    return all(irq["omiat_ns"] is None or irq["omiat_ns"] > each for irq in bound["interrupts"])


def limits_of(bound):
    """Returns {column: upper end} of the columns that no latency may be over."""
    names = ["window"] + ["each"] * each_holds(bound)
    limits = {name: bound["columns"][name]["upper_ns"] for name in names}
    limits["joint"] = bound["joint"]["upper_ns"]
    return {name: limit for name, limit in limits.items() if limit is not None}


def is_sound(run, bound, latency):
    good = run["status"] == [["0"]] and bound["holds"] and "failed" not in run
    return good and all(latency <= limit for limit in limits_of(bound).values())


def sound(name, run):
    bound = bound_of(run)
    latency, limits = latency_of(run, bound), limits_of(bound)
    least = LEAST.get(name.split()[0], 1)
    print(f"observed {latency}, at least {least} is expected; at most",
          ", ".join(f"{limit} ({column})" for column, limit in limits.items()),
          f"status {run['status'][0][0]}")
    return limits and least <= latency and is_sound(run, bound, latency)


def notices(_, run):
    bound = bound_of(run)
    return not is_sound(run, bound, min(limits_of(bound).values()) + 1)


def quiet(count, runs):
    bounds = [(run, bound_of(run)) for name, run in runs.items() if name.startswith("quiet")]
    shares = [latency_of(run, bound) / bound["columns"]["window"]["upper_ns"]
              for run, bound in bounds]
    print(f"{len(bounds)} quiet runs; observed is up to {100 * max(shares):.0f} % of the bound")
    return len(bounds) == int(count) and all(
        is_sound(run, bound, latency_of(run, bound)) for run, bound in bounds)


# ---- Columns, from lists of arrivals


def key_of(kind, name):
    """Returns what the command and the events both call an interrupt."""
    return "nmi" if kind == "nmi" else f"{kind} {name}"


def seen_in(run):
    """Returns {key: [(start, duration)...]} of the events."""
    seen = {}
    for kind, start, duration, *name in run["irq"]:
        seen.setdefault(key_of(kind, " ".join(name)), []).append((int(start), int(duration)))
    return seen


def counted(events, irq, entry):
    """Returns those of the events that the command has counted: it began later, and ended sooner.

    They are as many as it says, and take as long in all.
    """
    count, total = irq["count"], irq["sum_ns"] - irq["count"] * entry
    for first in range(len(events) - count + 1):
        some = events[first:first + count]
        if sum(duration for _, duration in some) == total:
            return some
    raise SystemExit(f"{irq['name']}: no {count} events take {total} ns in all")


def of_injector(events, sent):
    """Replaces the events of interrupts that were sent by what the injector says of them."""
    arrivals = [Arrival(*map(int, words[2:])) for words in sent]
    result, found = [], 0
    for start, duration in events:
        mine = [arrival for arrival in arrivals if arrival.sent <= start <= arrival.begin]
        found += len(mine)
        result.append((mine[0].begin, mine[0].end - mine[0].begin) if mine else (start, duration))
    if found != len(arrivals):
        raise SystemExit(f"{found} of {len(arrivals)} interrupts that were sent were counted")
    return result


def vectors_of(run, bound):
    """Returns the vectors with their arrivals; those that were sent are by the injector's list."""
    seen, vectors = seen_in(run), []
    for irq in bound["interrupts"]:
        # Softirqs have no entry in the processor.
        entry = 0 if irq["kind"] == "softirq" else bound["irq_entry_ns"]["average"]
        events = counted(seen[key_of(irq["kind"], f"{irq['name']}:{irq['vector']}")], irq, entry)
        is_sent = irq["name"] == SENT
        if is_sent:
            events = of_injector(events, run["sent"])
        vectors.append(Vector(irq["kind"], is_sent, [(time, took + entry) for time, took in events]))
    return vectors


def more_in(vector, more):
    return vector._replace(arrivals=[(time, took + more) for time, took in vector.arrivals])


def longer(vectors, more):
    """Returns the vectors, with that much more in each interrupt of the one that was sent."""
    return [more_in(vector, more) if vector.is_sent else vector for vector in vectors]


def with_longest_entry(vectors, entry):
    """Returns the vectors with the longest time of entry and exit, which the upper ends have.

    That of those that were sent is in longer().
    """
    more = entry["max"] - entry["average"]
    return [vector if vector.is_sent or vector.kind == "softirq" else more_in(vector, more)
            for vector in vectors]


def owcet(vector):
    return max(took for _, took in vector.arrivals)


def distance(vector, away):
    """Returns oMIAT, with so much more, or infinity if no interrupt follows another one."""
    return max(1, away + min((after[0] - before[0] for before, after in pairwise(vector.arrivals)),
                             default=inf))


def windows(vector, length):
    """Returns [[execution...]...] of what begins in each window that begins at an arrival."""
    arrivals = vector.arrivals
    return [[took for time, took in arrivals[i:i + 1000] if time < begin + length]
            for i, (begin, _) in enumerate(arrivals)]


def single(vectors, *_):
    return sum(max((owcet(vector) for vector in vectors if (vector.kind == "nmi") == is_nmi),
                   default=0) for is_nmi in (False, True))


def each(vectors, *_):
    return sum(map(owcet, vectors))


def sporadic(vectors, length, _, away):
    return sum(owcet(vector) * max(1, ceil(length / distance(vector, away))) for vector in vectors)


def window(vectors, length, *_):
    return sum(max(map(sum, windows(vector, length))) for vector in vectors)


def window_owcet(vectors, length, *_):
    return sum(max(map(len, windows(vector, length))) * owcet(vector) for vector in vectors)


COLUMNS = {"none": lambda *_: 0, "single": single, "each": each, "sporadic": sporadic,
           "window": window, "window_owcet": window_owcet}


def solve(column, vectors, alone, step, away):
    """Returns the least L with L = alone + I(L), or infinity if there is none up to the limit.

    Windows are longer than L by so many steps, and interrupts further apart by away.
    """
    if column == "sporadic" and sum(owcet(vector) / distance(vector, away)
                                    for vector in vectors) >= 1:
        return inf
    length = alone
    while length <= LIMIT:
        seen = length * STEP ** step + step if column.startswith("window") else length
        more = alone + COLUMNS[column](vectors, seen, step, away)
        if more == length:
            return length
        length = more
    return inf


def without_interrupts(variables, end):
    """Returns the bound of Lemma 7 from the variables; the upper ends count with their margin."""
    ns = {name: (of[end] or 0) + (of["margin_ns"] if end == "upper_ns" and of[end] else 0)
          for name, of in variables.items()}
    return max(ns["dst"], ns["poid"], ns["idle"]) + ns["paie"] + ns["psd"]


def columns(_, run):
    """Compares both ends of all columns.

    The command reads windows at one of its lengths, the next one for the upper end and the one
    before for the lower end. So an end lies between what follows from windows of length L, and
    from windows that are one step longer, or shorter. And each interrupt that was sent takes up
    to irq_entry_ns more than the injector sees of it, and begins sooner by that.
    """
    bound, good = bound_of(run), True
    entry, vectors = bound["irq_entry_ns"]["max"], vectors_of(run, bound)
    for end, steps in ("lower_ns", (-1, 0)), ("upper_ns", (0, 1)):
        alone = without_interrupts(bound["variables"], end)
        if end == "upper_ns":
            vectors = with_longest_entry(vectors, bound["irq_entry_ns"])
        for name in COLUMNS:
            got = bound["columns"][name][end]
            low = solve(name, vectors, alone, steps[0], entry)
            high = solve(name, longer(vectors, entry), alone, steps[1], -entry)
            right = low <= (inf if got is None else got) <= high
            print(f"{name} {end[:5]}: {got}, from the list {low} to {high}{'' if right else ': WRONG'}")
            good &= right
    return good


def main():
    file, question, name = sys.argv[1:]
    runs = runs_of(file)
    if question == "quiet":
        return 0 if quiet(name, runs) else 1
    if name not in runs:
        raise SystemExit(f"no run '{name}'")
    answer = {"sound": sound, "notices": notices, "columns": columns}[question]
    return 0 if answer(name, runs[name]) else 1


if __name__ == "__main__":
    sys.exit(main())
