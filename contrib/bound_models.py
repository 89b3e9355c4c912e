#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Computes the bound of the scheduling latency again, from a result of "rtla bound --json":
with the ways to count interrupts of the command, and with your own.

	bound_models.py [--models FILE.py] [--no-idle] [--json] RESULT.json
	bound_models.py --window US RESULT.json

It prints a table of each CPU, in us, or with --json what the command has as "columns". With
--window, it prints what each interrupt takes at most from any window of that length, in place
of the bound. A result has the variables, and of each interrupt its longest execution, its
shortest distance, and its demand: how many arrive at most, and how long they take together,
in any window of 240 lengths from 1 us to 100 ms. Documentation/bound.md explains them.

A model says how much time interrupts take from a window: I(L). To have one of your own, copy
one from below into a file, change it, and give the file with --models. It has no need to
import anything:

	def three_of_each(vectors, length):
	    return sum(3 * vector.longest for vector in vectors)

	MODELS = {"three_of_each": three_of_each}

A model is called with the vectors of a CPU, see Vector, and a length in ns, which is 1 at
least. It returns ns, or math.inf if nothing is known of so long a window. It must not return
less for a longer window: then the bound is the least L with L = L_IF + I(L). Beyond 100 ms,
it "does not converge", unless the model says by ".fixed = True" that it does not depend on L.
Each model is computed twice: for the lower end of the bound, from what was surely observed,
and for its upper end, from what may have been.
"""

import argparse
import json
import math
import pathlib
import runpy
import sys

LENGTHS = 240
SHORTEST_NS = 1000
LONGEST_NS = 100000000
VARIABLES = ("poid", "paie", "dst", "psd", "idle")


def lengths():
    """Returns the lengths of windows of which the demand is known: each is longer than the one
    before by 4.931 %, rounded up."""
    all_lengths, length = [], SHORTEST_NS
    for _ in range(LENGTHS):
        all_lengths.append(min(length, LONGEST_NS))
        length += (length * 4931 + 99999) // 100000
    return all_lengths


LENGTH = lengths()


class Vector:
    """An interrupt, at one end of the bound.

    name, kind, number	as in the result; the kind is "irq", "nmi" or "softirq"
    count		how many came
    longest		the longest execution in ns, C: the oWCET
    distance		the shortest time between two arrivals in ns, T: the oMIAT; math.inf
			if it came once
    """

    def __init__(self, interrupt, upper):
        self.name, self.kind = interrupt["name"], interrupt["kind"]
        self.number, self.count = interrupt["vector"], interrupt["count"]
        self.upper, self.owcet = upper, interrupt["owcet_ns"]
        # By so much may an execution be longer than its events say.
        self.more = interrupt["more_ns"] if upper else 0
        self.longest = self.owcet + self.more
        self.distance = math.inf if interrupt["omiat_ns"] is None else interrupt["omiat_ns"]
        self.merged = interrupt["demand"]["merged"]
        self.most = self._all_lengths(interrupt["demand"]["curve"])

    @staticmethod
    def _all_lengths(curve):
        """Returns (arrivals, ns) of each length: the result has those that are larger than
        the ones before."""
        changes = {length: (arrivals, ns) for length, arrivals, ns in curve}
        most, last = [], (0, 0)
        for length in LENGTH:
            last = changes.get(length, last)
            most.append(last)
        return most

    def sporadic(self, length):
        """Returns how many can come in a window if all are at least T apart."""
        if not self.distance:
            return math.inf
        return 1 if self.distance == math.inf else -(-length // self.distance)

    def window(self, length):
        """Returns (arrivals, ns): what has come in the worst window of this length. At the
        upper end it is read at the next known length, and so never too little; at the lower
        end at the one before, and never too much."""
        at = next((i for i, known in enumerate(LENGTH) if known >= length), LENGTHS)
        if self.upper:
            if at == LENGTHS:
                return math.inf, math.inf
            arrivals = min(self.most[at][0], self.sporadic(length))
            return arrivals, min(self.most[at][1], arrivals * self.owcet) + arrivals * self.more
        if at == LENGTHS or LENGTH[at] > length:
            at -= 1
        at -= self.merged
        return self.most[at] if at >= 0 else (1, self.owcet)


class Vectors(list):
    """The vectors of a CPU. joint is one for all of them together, of which only window()
    makes sense, or None."""

    def __init__(self, bound, upper):
        super().__init__(Vector(interrupt, upper) for interrupt in bound["interrupts"])
        joint = bound.get("joint", {})
        self.joint = Vector({
            "name": "all", "kind": "irq", "vector": 0, "count": 1,
            "owcet_ns": max(vector.owcet for vector in self),
            "more_ns": max(vector.more for vector in self),
            "omiat_ns": joint["omiat_ns"], "demand": joint["demand"],
        }, upper) if self and "demand" in joint else None


# ---- The six models of the paper, and one more


def none(vectors, length):
    """No interrupts."""
    return 0


def single(vectors, length):
    """The worst single interrupt, and the worst NMI."""
    return sum(max((vector.longest for vector in vectors if (vector.kind == "nmi") == is_nmi),
                   default=0) for is_nmi in (False, True))


def each(vectors, length):
    """A single one, the worst, of each interrupt."""
    return sum(vector.longest for vector in vectors)


none.fixed = single.fixed = each.fixed = True


def sporadic(vectors, length):
    """Each comes again and again after its shortest distance, and takes its longest time."""
    return sum(vector.sporadic(length) * vector.longest for vector in vectors)


def window(vectors, length):
    """The executions in the worst window of each."""
    return sum(vector.window(length)[1] for vector in vectors)


def window_owcet(vectors, length):
    """As many as in the worst window of each, and each takes its longest time."""
    return sum(vector.window(length)[0] * vector.longest for vector in vectors)


def joint(vectors, length):
    """The executions in the worst window of all together, which is none of the paper's; see
    Documentation/bound.md."""
    if not vectors.joint:
        return window(vectors, length)
    return min(window(vectors, length), vectors.joint.window(length)[1])


PAPER = {"none": none, "single": single, "each": each, "sporadic": sporadic, "window": window,
         "window_owcet": window_owcet}
OWN = {"joint": joint}


# ---- The bound


def without_interrupts(bound, upper, no_idle):
    """Returns L_IF: max(dst, poid, idle) + paie + psd. Upper ends have their margin."""
    ends = {}
    for name in VARIABLES:
        variable = bound["variables"][name]
        ends[name] = variable["upper_ns" if upper else "lower_ns"] or 0
        if upper and ends[name]:
            ends[name] += variable["margin_ns"]
    if no_idle or bound["without_idle"]:
        ends["idle"] = 0
    return max(ends["dst"], ends["poid"], ends["idle"]) + ends["paie"] + ends["psd"]


def overloaded(model, vectors):
    """Returns whether interrupts would need all of the time. The search would find the same,
    after a hundred thousand steps."""
    return model is sporadic and sum(
        vector.longest / vector.distance if vector.distance else math.inf
        for vector in vectors if vector.longest) >= 1


def least(start, model, vectors):
    """Returns the least L with L = start + I(L), or None if it does not converge."""
    if getattr(model, "fixed", False):
        return start + model(vectors, 1)
    length = start
    if start and overloaded(model, vectors):
        return None
    while length <= LONGEST_NS:
        following = start + model(vectors, max(length, 1))
        if following == length:
            return length
        if following < length:
            sys.exit("a model takes less from a longer window: let it never fall with the length")
        length = following
    return None


def bounds(bound, models, no_idle):
    """Returns {model: (lower, upper)} of a CPU, in ns; None does not converge."""
    ends = []
    for upper in (False, True):
        vectors = Vectors(bound, upper)
        start = without_interrupts(bound, upper, no_idle)
        ends.append({name: least(start, model, vectors) for name, model in models.items()})
    return {name: (ends[0][name], ends[1][name]) for name in models}


# ---- The output


def in_us(ns):
    return "-" if ns is None or ns == math.inf else f"{ns / 1000:.1f}"


def print_bounds(cpu, columns):
    print(f"CPU {cpu} (us)\n  {'Bound':<32} {'At least':>10} {'At most':>10}")
    for name, (lower, upper) in columns.items():
        print(f"  {name:<32} {in_us(lower):>10} "
              + (f"{in_us(upper):>10}" if upper is not None else " does not converge"))


def print_window(cpu, bound, length):
    print(f"CPU {cpu}, in any window of {in_us(length)} us\n  {'Interrupt':<32} {'Arrivals':>10} {'us':>10}")
    for interrupt in bound["interrupts"]:
        vector = Vector(interrupt, True)
        arrivals, ns = vector.window(length)
        print(f"  {vector.name + ':' + str(vector.number):<32} {arrivals:>10} {in_us(ns):>10}")


def read(path):
    """Returns [(CPU, its bound)] of a result."""
    try:
        document = json.load(sys.stdin if path == "-" else open(path, encoding="utf-8"))
        found = [(cpu["cpu"], cpu["bound"]) for cpu in document["cpus"] if "bound" in cpu]
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{path}: {error}: give a result of 'rtla bound --json'")
    if not found:
        sys.exit(f"{path}: it has no bound: give a result of 'rtla bound --json'")
    if any("demand" not in interrupt for _, bound in found for interrupt in bound["interrupts"]):
        sys.exit(f"{path}: it has no demand of interrupts: an older version wrote it: measure again")
    return found


def own_models(path):
    models = runpy.run_path(path).get("MODELS")
    if not isinstance(models, dict) or not all(map(callable, models.values())):
        sys.exit(f"{path}: it has no MODELS, a table of names and functions: see --help")
    return models


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", metavar="RESULT.json")
    parser.add_argument("--models", type=pathlib.Path, metavar="FILE.py",
                        help="also compute the models of this file")
    parser.add_argument("--no-idle", action="store_true",
                        help="leave out the time to leave idle, as if CPUs did not sleep")
    parser.add_argument("--window", type=float, metavar="US",
                        help="print what interrupts take from a window of US microseconds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    models = PAPER | OWN | (own_models(given.models) if given.models else {})
    columns = {}
    for cpu, bound in read(given.result):
        if given.window:
            print_window(cpu, bound, round(given.window * 1000))
            continue
        columns[cpu] = bounds(bound, models, given.no_idle)
        if not given.json:
            print_bounds(cpu, columns[cpu])
    if given.json:
        print(json.dumps([{"cpu": cpu, "columns": {
            name: {"lower_ns": lower, "upper_ns": upper}
            for name, (lower, upper) in of.items()}} for cpu, of in columns.items()]))


if __name__ == "__main__":
    main()
