#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Compares "rtla schedulable" with an independent implementation, on random task sets; TAP.

The command solves equations. Here nothing does: a scheduler is simulated, job by job, in the
worst case that the literature proves, and demand is added up deadline by deadline over a whole
hyperperiod. Utilizations are those of UUniFast (E. Bini, G. Buttazzo, "Measuring the
Performance of Schedulability Tests", Real-Time Systems 30, 2005).

	random_sets.t [SETS]	1000 sets unless SETS says so, or 3000 with LONG=1
"""

import heapq
import itertools
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "lib"))
sys.dont_write_bytecode = True
import tap  # noqa: E402

RTLA = os.environ.get("RTLA", str(HERE.parents[2] / "build/tool/rtla"))
SIMULATED = os.environ.get("SIMULATED", str(HERE.parents[2] / "build/cli/simulated"))
SETS = int(sys.argv[1]) if sys.argv[1:] else 3000 if os.environ.get("LONG") else 1000
WITH_COSTS = max(SETS // 10, 1)
# Their least common multiple is 120.
SHORT_PERIODS = (4, 5, 6, 8, 10, 12, 15, 20, 24, 30)
LONGEST = 20000     # a simulation that is busy for so many jobs tells nothing
US = 1000


# ---- Random task sets ----------------------------------------------------------------

def shares(chance, count, total):
    """Returns utilizations that add up to the total, by UUniFast."""
    result = []
    for left in range(count - 1, 0, -1):
        rest = total * chance.random() ** (1 / left)
        result.append(total - rest)
        total = rest
    return [*result, total]


def random_task(chance, number, period, share, trait):
    """Returns a task, with times in us."""
    wcet = max(round(period * share), 1)
    task = {"name": f"t{number}", "cpu": 0, "wcet_us": wcet, "period_us": period}
    longest = period
    if trait["deadlines"] == "any" and trait["policy"] != "deadline":
        longest = 3 * period
    if trait["deadlines"] != "period":
        task["deadline_us"] = max(chance.randint(min(wcet, longest), longest), 1)
    if trait["jitter"]:
        task["jitter_us"] = chance.choice((0, 0, chance.randint(0, period)))
    if trait["blocking"]:
        task["blocking_us"] = chance.choice((0, chance.randint(0, max(period // 4, 1))))
    policy = trait["policy"]
    if policy == "mixed":
        policy = chance.choice(("deadline", "fifo", "fifo"))
        if policy == "deadline" and task.get("deadline_us", 0) > period:
            task["deadline_us"] = period
    if policy == "deadline":
        task["policy"] = policy
    elif trait["equals"]:
        task["priority"] = chance.randint(1, 3)
        task["policy"] = chance.choice(("fifo", "fifo", "rr"))
    else:
        task["priority"] = 99 - number
    return task


PLAIN = {"policy": "fifo", "deadlines": "shorter", "jitter": False, "blocking": False,
         "equals": False, "wide": False}
TRAITS = (
    PLAIN,
    {**PLAIN, "deadlines": "any"},
    {**PLAIN, "deadlines": "any", "jitter": True, "blocking": True},
    {**PLAIN, "deadlines": "any", "equals": True},
    {**PLAIN, "deadlines": "any", "jitter": True, "blocking": True, "equals": True},
    {**PLAIN, "policy": "deadline", "deadlines": "period"},
    {**PLAIN, "policy": "deadline"},
    {**PLAIN, "policy": "deadline", "jitter": True, "blocking": True},
    {**PLAIN, "policy": "mixed", "jitter": True, "blocking": True},
    {**PLAIN, "wide": True},
    {**PLAIN, "policy": "deadline", "wide": True},
)


def random_set(chance, number, trait):
    count = chance.randint(2, 10 if trait["wide"] else 5)
    total = chance.uniform(0.4, 1.05)
    if trait["wide"]:
        periods = [round(10 ** chance.uniform(3, 6)) for _ in range(count)]
    else:
        periods = [chance.choice(SHORT_PERIODS) for _ in range(count)]
    return {"name": f"set {number}", "tasks": [
        random_task(chance, i, period, share, trait)
        for i, (period, share) in enumerate(zip(periods, shares(chance, count, total)))]}


# ---- The scheduler, simulated -----------------------------------------------------------

class Task:
    """A task as the analysis sees it; all times are whole numbers."""

    def __init__(self, given, unit=1):
        self.name = given["name"]
        self.policy = given.get("policy", "fifo")
        self.priority = given.get("priority", 0)
        self.wcet = given["wcet_us"] * unit
        self.period = given["period_us"] * unit
        self.deadline = given.get("deadline_us", given["period_us"]) * unit
        self.jitter = given.get("jitter_us", 0) * unit
        self.blocking = given.get("blocking_us", 0) * unit

    def is_before(self, other):
        """Is it more urgent than the other one, for whom equals are the worst that they can be?"""
        if self.policy == "interrupt" or other.policy == "deadline":
            return self.policy == "interrupt"
        # Who has waited for a lock is behind all of its priority.
        loses_place = other.policy == "rr" or other.blocking
        return (self.policy == "deadline" or self.priority > other.priority or
                self.priority == other.priority and loses_place and self is not other)

    def is_beside(self, other):
        if self.policy == "deadline" or other.policy == "deadline":
            return self.policy == other.policy
        return self.priority == other.priority and not self.is_before(other)


def releases(task, first):
    """Yields arrivals and releases: the first job, at "first", has used its whole jitter."""
    for number in itertools.count():
        arrival = first - task.jitter + number * task.period
        yield arrival, max(arrival, first)


def simulate(streams, key, blocking, enough):
    """Yields each job that ends: task, arrival, release, end; stops where the CPU is idle.

    "streams" are pairs of a task and its releases, "key" is the place of a job in the queue.
    What is less urgent has the CPU for "blocking" at first, and only interrupts come before
    it. After so many jobs as are "enough", None is yielded: the busy period is too long.
    """
    order = itertools.count()
    coming = []
    for task, stream in streams:
        arrival, release = next(stream)
        coming.append((release, next(order), arrival, task, stream))
    heapq.heapify(coming)
    ready, now = [], 0
    if blocking:
        ready.append([(1,), -1, blocking, None, 0, 0])
    for _ in range(enough):
        while coming and coming[0][0] <= now:
            release, _, arrival, task, stream = heapq.heappop(coming)
            heapq.heappush(ready, [key(task, arrival, release), next(order), task.wcet, task,
                                   arrival, release])
            arrival, release = next(stream)
            heapq.heappush(coming, (release, next(order), arrival, task, stream))
        if not ready:
            return
        job = ready[0]
        until = min(now + job[2], coming[0][0]) if coming else now + job[2]
        job[2] -= until - now
        now = until
        if not job[2]:
            heapq.heappop(ready)
            if job[3]:
                yield job[3], job[4], job[5], now
    yield None


def fixed_response(tasks, interrupts, one):
    """Returns the longest response of a task with a fixed priority, and whether it is known.

    All others begin at once. Where some are as urgent as it, its own first release may be at
    any time, and they are in the queue before it.
    """
    level = [other for other in tasks if other is not one and
             (other.is_before(one) or other.is_beside(one))]

    def key(task, arrival, release):
        if task.policy == "interrupt":
            return (0,)
        if task.is_before(one):
            return (2,)
        return (3, release, task is one)

    longest = 0
    offsets = range(one.period) if any(other.is_beside(one) for other in level) else (0,)
    for first in offsets:
        streams = [(task, releases(task, 0)) for task in [*interrupts, *level]]
        # Its own jobs all have their whole jitter: they are released one period apart.
        own = ((at - one.jitter, at) for at in itertools.count(first, one.period))
        for ended in simulate([*streams, (one, own)], key, one.blocking, LONGEST):
            if not ended:
                return longest, False
            if ended[0] is one:
                longest = max(longest, ended[3] - ended[1])
    return longest, True


def earliest_deadline_misses(tasks, interrupts):
    """Returns whether a deadline is missed; None: not known.

    All begin at once. What blocks a task of the tasks delays deadlines that are not before its
    own first one.
    """
    ours = [task for task in tasks if task.policy == "deadline"]

    def key(task, arrival, release):
        return (0,) if task.policy == "interrupt" else (2, arrival + task.deadline)

    if any(task.deadline < task.jitter + task.wcet for task in ours):
        return True
    for blocked in ours:
        streams = [(task, releases(task, 0)) for task in [*interrupts, *ours]]
        first = blocked.deadline - blocked.jitter
        for ended in simulate(streams, key, blocked.blocking, LONGEST):
            if not ended:
                return None
            task, arrival, _, end = ended
            if task.policy == "deadline" and first <= arrival + task.deadline < end:
                return True
    return False


def least_slacks(tasks):
    """Returns the least slack of all windows in which each task has a deadline, by its name.

    It looks at each deadline of more than a hyperperiod.
    """
    first = {task: task.deadline - task.jitter for task in tasks}
    end = math.lcm(*(task.period for task in tasks)) + max(first.values()) + 1
    slack = {}
    for window in sorted({at for task in tasks
                          for at in range(first[task], end, task.period)}):
        demand = sum(task.wcet * ((window - first[task]) // task.period + 1)
                     for task in tasks if first[task] <= window)
        slack[window] = window - demand - max(task.blocking for task in tasks
                                              if first[task] <= window)
    return {task.name: min(value for window, value in slack.items() if window >= first[task])
            for task in tasks}


# ---- Comparing ------------------------------------------------------------------------

def utilization(tasks):
    return sum(Fraction(task.wcet, task.period) for task in tasks)


def faults_of_fixed(tasks, interrupts, one, found):
    level = [other for other in [*interrupts, *tasks]
             if other is one or other.is_before(one) or other.is_beside(one)]
    share = utilization(level)
    if share > 1:
        return "" if found["verdict"] == "misses" else "not told to be endless"
    expected, known = fixed_response(tasks, interrupts, one)
    verdict = "meets" if expected <= one.deadline else "misses"
    if share == 1 and (found["verdict"] == "not decided" or not known and verdict == "meets"):
        counts["open"] += 1
        return ""
    if found["verdict"] != verdict:
        return f"{found['verdict']} instead of {verdict}"
    if not known:
        return ""
    if found["response_ns"] != expected:
        return f"response {found['response_ns']} instead of {expected}"
    if found["slack_ns"] != one.deadline - expected:
        return f"slack {found['slack_ns']} instead of {one.deadline - expected}"
    return ""


def faults_of_deadlines(tasks, found, wide):
    share = utilization(tasks)
    misses = share > 1 or earliest_deadline_misses(tasks, [])
    if share == 1 and (misses is None or found[tasks[0].name]["verdict"] == "not decided"):
        counts["open"] += 1
        return ""
    wrong = {one["verdict"] for one in found.values()} - {"misses" if misses else "meets"}
    if wrong:
        return f"deadline tasks: {wrong.pop()}"
    if misses or wide or share == 1:
        return ""
    for name, slack in least_slacks(tasks).items():
        if found[name]["slack_ns"] != slack:
            return f"{name}: slack {found[name]['slack_ns']} instead of {slack}"
    return ""


counts = {"open": 0, "schedulable": 0, "not schedulable": 0, "tasks": 0}


def faults_of_set(given, found, wide):
    """Returns what is wrong about a set, in us; "found" is what the command says."""
    tasks = [Task(task, US) for task in given["tasks"]]
    # The short ones are simulated in us: each time in them is a whole number of those.
    if not wide:
        tasks = [Task(task) for task in given["tasks"]]
    said = {task["name"]: dict(task) for task in found["cpus"][0]["tasks"]}
    for task in said.values():
        for name in ("response_ns", "slack_ns"):
            if not wide and task[name] is not None:
                assert task[name] % US == 0, (given, found)
                task[name] //= US
    counts["tasks"] += len(tasks)
    if found["verdict"] in counts:
        counts[found["verdict"]] += 1
    wrong = []
    dated = [task for task in tasks if task.policy == "deadline"]
    if dated:
        wrong.append(faults_of_deadlines(dated, {task.name: said[task.name] for task in dated},
                                         wide))
    wrong += [fault and f"{task.name}: {fault}" for task in tasks if task.policy != "deadline"
              for fault in [faults_of_fixed(tasks, [], task, said[task.name])]]
    verdicts = {task["verdict"] for task in said.values()}
    expected = ("not schedulable" if "misses" in verdicts else
                "not decided" if "not decided" in verdicts else "schedulable")
    if found["verdict"] != expected:
        wrong.append(f"verdict {found['verdict']}")
    return [f"{given['name']}: {fault}: {json.dumps(given)}" for fault in wrong if fault]


def analysed(folder, sets, *results):
    """Returns what the command says of each set."""
    path = folder / "sets.json"
    path.write_text(json.dumps(sets))
    done = subprocess.run([RTLA, "schedulable", path, *results, "--json", "-"],
                          capture_output=True, text=True, check=False)
    document = json.loads(done.stdout)
    assert done.returncode == document["exit_code"], done.stderr
    return document["sets"]


def test_random_sets(folder):
    chance = random.Random(1)
    sets = [random_set(chance, i, TRAITS[i % len(TRAITS)]) for i in range(SETS)]
    wrong = []
    for i, (given, found) in enumerate(zip(sets, analysed(folder, sets))):
        wrong += faults_of_set(given, found, TRAITS[i % len(TRAITS)]["wide"])
    tap.test("verdicts, response times and slacks are those of a simulated scheduler", wrong,
             f"{SETS} sets of {counts['tasks']} tasks, {counts['schedulable']} schedulable, "
             f"{counts['not schedulable']} not; {counts['open']} left open")
    tap.test("random sets are of both verdicts, and few are left open",
             [f"{counts}"] if min(counts["schedulable"], counts["not schedulable"]) < SETS / 10 or
             counts["open"] > SETS / 50 else [])


# ---- With what the kernel takes -----------------------------------------------------------

def with_costs(given, overheads):
    """Returns tasks and interrupts as B. Brandenburg's thesis counts overheads, in ns."""
    most = {name: of["max_ns"] or 0 for name, of in overheads.items()}
    late = most["release-latency"] + most["ipi"]
    switch = most["sched"] + most["cxs"] + most["sched2"]
    tasks, interrupts = [Task(task, US) for task in given["tasks"]], []
    for task in tasks:
        task.jitter += late
        task.wcet += 2 * switch
        task.blocking += 2 * switch if task.blocking else 0
        interrupts.append((most["release"], task.period, task.jitter))
    interrupts.append((most["tick"], 1000 * US, late))
    made = []
    for wcet, period, jitter in interrupts:
        made.append(Task({"name": "", "policy": "interrupt", "wcet_us": wcet,
                          "period_us": period, "jitter_us": jitter}))
    return tasks, made


def fails_demand(tasks, interrupts):
    """Does a deadline of the first hundred of each task fail the test of Jeffay and Stone?"""
    first = {task: task.deadline - task.jitter for task in tasks}
    for window in sorted({first[task] + i * task.period for task in tasks for i in range(100)}):
        demand = sum(task.wcet * ((window - first[task]) // task.period + 1)
                     for task in tasks if first[task] <= window)
        demand += max(task.blocking for task in tasks if first[task] <= window)
        demand += sum(-(-(window + of.jitter) // of.period) * of.wcet for of in interrupts)
        if demand > window:
            return True
    return False


def faults_with_costs(given, found, overheads):
    tasks, interrupts = with_costs(given, overheads)
    said = {task["name"]: task for task in found["cpus"][0]["tasks"]}
    wrong = [fault and f"{task.name}: {fault}" for task in tasks if task.policy != "deadline"
             for fault in [faults_of_fixed(tasks, interrupts, task, said[task.name])]]
    dated = [task for task in tasks if task.policy == "deadline"]
    verdicts = {said[task.name]["verdict"] for task in dated}
    if verdicts == {"meets"} and earliest_deadline_misses(dated, interrupts):
        wrong.append("a deadline is missed")
    if verdicts == {"misses"} and utilization([*dated, *interrupts]) <= 1 and \
            all(task.deadline > task.jitter for task in dated) and \
            not fails_demand(dated, interrupts):
        wrong.append("the demand fits")
    return [f"{given['name']}: {fault}: {json.dumps(given)}" for fault in wrong if fault]


def test_costs(folder):
    path = folder / "overheads.json"
    subprocess.run([SIMULATED, "overheads", "-q", "-d", "2", "--json", path], check=True,
                   stdout=subprocess.DEVNULL, env={**os.environ, "SIM": "cpus=1"})
    latencies = json.loads(path.read_text())["cpus"][0]["latencies"]
    chance = random.Random(2)
    trait = {**PLAIN, "policy": "mixed", "jitter": True, "blocking": True, "wide": True}
    sets = [random_set(chance, i, trait) for i in range(WITH_COSTS)]
    wrong = []
    for given, found in zip(sets, analysed(folder, sets, path)):
        wrong += faults_with_costs(given, found, latencies)
    tap.test("overheads of the kernel count as jitter, work and interrupts of a simulated scheduler",
             wrong, f"{WITH_COSTS} sets")


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_random_sets(pathlib.Path(folder))
        test_costs(pathlib.Path(folder))
    return tap.finish()


sys.exit(main())
