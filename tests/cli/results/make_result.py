#!/usr/bin/python3 -S
# SPDX-License-Identifier: GPL-2.0
"""Makes up a result as --json writes it, on stdout, for tests of what reads results.

The same words give the same bytes.

	make_result.py bare [NAME=NUMBER]... [PLACE=JSON]...
	make_result.py full [NAME=VALUE]...
	make_result.py --answer

--answer makes the results that stdin asks for: a file and these words, a NUL behind each, and
another one behind all.

"bare" has what every result has to have, and latencies from integers only. Its NAMEs
are seed, osnoise (0 or 1), overheads (so many in a second; 0: no overheads), bound (0 or
1), cpus, seconds, percent (of all latencies) and irqs (interrupts in a second). A PLACE
has dots: configuration.period_ns=1.

"full" has everything that a result can have. Its NAMEs are tracer (timerlat or
osnoise), cpus, seconds, scale (of latencies), outcome (fail, pass, ...), kept (so many
hits), segments (of the stop; 0: no stop) and text, which is put into every text that
somebody else may choose.
"""

import json
import math
import os
import sys

SECOND = 10**9
# Hundreds of processes read this; to import pathlib would be an eighth of their time.
with open(os.path.join(os.path.dirname(os.path.realpath(__file__)),
                       "../../../Documentation/results.schema.json"), encoding="utf-8") as file:
    SCHEMA = json.load(file)
# The numbers that each CPU and the losses always have, which the command's tables say.
FIGURES = [name for name in SCHEMA["properties"]["cpus"]["items"]["required"]
           if name not in ("cpu", "state", "latencies")]
LOSSES = [name for name in SCHEMA["properties"]["losses"]["required"] if name != "lost_more"]
BOUND = SCHEMA["$defs"]["bound"]["properties"]
PERCENTILES = ("50", "90", "99", "99.9", "99.99", "99.999", "99.9999")


# ---- Latencies as they are in results -----------------------------------------------

def bucket_end(value):
    """Returns the largest value in the bucket of the histogram that has @value."""
    shift = max(value.bit_length() - 8, 0)
    return ((value >> shift) + 1 << shift) - 1


def block_maxima(values, blocks):
    """Returns the largest value of each block of time; values are spread evenly over blocks."""
    maxima = [0] * blocks
    for i, value in enumerate(values):
        block = i * blocks // len(values)
        maxima[block] = max(maxima[block], value)
    return maxima


def percentile(ordered, name, measured_ns):
    share = float(name) / 100
    count = len(ordered)
    rank = math.ceil(count * float(name) / 100 - 1e-9)
    needed = math.ceil(10 / (1 - share) - 1e-6)
    return {
        "percentile": name,
        "value_ns": min(bucket_end(ordered[rank - 1]), ordered[-1]),
        "measured_ns": min(bucket_end(ordered[rank - 1]), ordered[-1]),
        "supported": count >= needed,
        "needed_count": needed,
        "needed_ns": needed * measured_ns // count,
    }


def described(values, blocks, measured_ns):
    """Returns what a result has about these values; @blocks are their maxima by block."""
    ordered = sorted(values)
    counts = {}
    for value in ordered:
        end = bucket_end(value)
        counts[end] = counts.get(end, 0) + 1
    mean = sum(ordered) / len(ordered)
    squares = 0
    for value in ordered:
        squares += (value - mean) ** 2
    return {
        "count": len(ordered), "min_ns": ordered[0], "max_ns": ordered[-1],
        "sum_ns": sum(ordered), "avg_ns": int(mean),
        "stddev_ns": int(math.sqrt(squares / max(len(ordered) - 1, 1)) + .5),
        "percentiles": [percentile(ordered, name, measured_ns) for name in PERCENTILES],
        "block_max_ns": blocks, "corrected": None, "stationarity": None,
        "return_levels": None,
        "histogram": {"upper_ns": sorted(counts),
                      "count": [counts[end] for end in sorted(counts)]},
    }


class Everything:
    """The latencies of all CPUs together."""

    def __init__(self, contexts):
        self.values = {context: [] for context in contexts}
        self.blocks = {}

    def add(self, context, values, maxima):
        self.values[context] += values
        known = self.blocks.setdefault(context, [0] * len(maxima))
        self.blocks[context] = [max(pair) for pair in zip(known, maxima)]

    def described(self, measured_ns):
        return {context: described(values, self.blocks[context], measured_ns)
                for context, values in self.values.items()}


def cpu_result(cpu, latencies, periods):
    result = {
        "cpu": cpu, "state": "measured", "latencies": latencies,
        **dict.fromkeys(FIGURES, 0),
    }
    if periods:
        result["periods"] = periods
    return result


def envelope(tracer, started_at, measured_ns):
    """Returns the fields that both kinds of results, bare and full, begin with."""
    return {
        "format": "rtla-results", "schema_version": 1, "generator": "rtla 0.1",
        "tracer": tracer, "mode": "hist", "started_at": started_at,
        "measured_ns": measured_ns, "ended_by": "duration",
        "histogram_error_ppm": 7813, "block_ns": SECOND // 10,
    }


# ---- bare ---------------------------------------------------------------------------

class Integers:
    """Random integers, from the "quick and dirty" generator of Numerical Recipes, 32 bits."""

    def __init__(self, seed):
        self.state = seed * 2654435761 % 2**32

    def __call__(self):
        self.state = (self.state * 1664525 + 1013904223) % 2**32
        return self.state >> 8


def bare_latency(integers, base, percent):
    """Returns a random latency: a uniform part, and a tail.

    Each doubling of the tail is half as likely, so that without the limit there would be
    no mean.
    """
    tail = 100
    bits = integers()
    while bits % 2 and tail < 500000:
        tail *= 2
        bits >>= 1
    return int((base + integers() % 1200 + tail) * percent / 100)


def bare_periods(given):
    seconds, stolen = given["seconds"], 100_000 * given["percent"]
    return {
        "count": seconds * 10, "runtime_ns": seconds * SECOND,
        "noise_ns": seconds * stolen, "max_noise_ns": 10**6, "max_single_ns": 10**5,
        "available_ppb": SECOND - stolen, "hardware": 0, "nmi": 0,
        "irq": given["irqs"] * seconds, "softirq": 30 * seconds, "thread": 20 * seconds,
    }


def filled(schema, made_up):
    """Returns what was made up, and 0 for all else that the schema, so the tables, have."""
    return {**dict.fromkeys(schema["required"], 0), **made_up}


def bound_variable(method, lower, upper, culprit=None):
    """Returns the longest window of a variable; times are in ns."""
    pid, comm, function, stack = culprit or (None, None, None, [])
    return filled(SCHEMA["$defs"]["bound_variable"], {
        "method": method, "lower_ns": lower, "upper_ns": upper,
        "count": 5000, "at_ns": 812_331_204_000, "pid": pid or 0, "comm": comm or "swapper",
        "function": function, "stack": stack,
    })


def bound_interrupt(name, vector, count, owcet, omiat):
    return filled(BOUND["interrupts"]["items"], {
        "name": name, "vector": vector, "kind": "irq", "count": count, "owcet_ns": owcet,
        "omiat_ns": omiat, "sum_ns": count * owcet // 2})


def bound_column(lower, upper, because=None):
    return filled(SCHEMA["$defs"]["bound_column"], {
        "lower_ns": lower, "upper_ns": upper, "converged": upper is not None, "because": because})


def bare_bound(cpu, percent):
    """Returns the bound of a CPU: that of the example in Documentation/bound.md."""
    def part(ns):
        return ns * percent // 100

    poid = part(21400 + 1000 * cpu)
    poid = poid, max(poid + 20000, 50000)
    paie, dst, psd, idle = part(300), part(6100), part(6200), part(9800)
    timer, disk = part(11900), part(14000)
    least, most = (end + paie + psd for end in poid)
    return {
        "variables": {
            "poid": bound_variable("bracket", *poid,
                                   (3321, "fio", "blk_mq_submit_bio", ["submit_bio", "io_submit"])),
            "paie": bound_variable("exact", paie, paie),
            "dst": bound_variable("exact", dst, dst, (40 + cpu, "rcu_sched", None, [])),
            "psd": bound_variable("exact", psd, psd, (40 + cpu, "rcu_sched", None, [])),
            "idle": bound_variable("exact", idle, idle),
        },
        "probe": filled(BOUND["probe"], {
            "period_ns": 50000, "count": 533000, "longest_gap_ns": 49900, "floor_ns": 600,
            "unmeasured": 12}),
        "interrupts": [bound_interrupt("virtio1-req", 26, 8121, disk, 9700),
                       bound_interrupt("local_timer", 236, 60012, timer, 1002100)],
        "irq_entry_ns": filled(BOUND["irq_entry_ns"], {"average": 350, "max": 400, "count": 48}),
        "columns": {
            "none": bound_column(least, most),
            "single": bound_column(least + disk, most + disk),
            "each": bound_column(least + timer + disk, most + timer + disk),
            "sporadic": bound_column(None, None, "virtio1-req:26"),
            "window": bound_column(least + timer + 2 * disk - 1800, most + timer + 3 * disk - 1800),
            "window_owcet": bound_column(least + timer + 2 * disk, most + timer + 3 * disk),
        },
        "observed": filled(BOUND["observed"], {"count": 61382, "thread_ns": part(31000)}),
        "without_idle": False, "holds": True,
    }


def bare(words):
    given = {"seed": 1, "osnoise": 0, "overheads": 0, "bound": 0, "cpus": 2, "seconds": 20,
             "percent": 100, "irqs": 250}
    places = []
    for word in words:
        name, _, value = word.partition("=")
        if name in given:
            given[name] = int(value)
        else:
            places.append((name, json.loads(value)))

    osnoise, overheads, cpus = given["osnoise"], given["overheads"], range(given["cpus"])
    measured_ns = given["seconds"] * SECOND
    tracer, bases, rate = "timerlat", {"irq": 800, "thread": 2500}, 250
    if osnoise:
        tracer, bases, rate = "osnoise", {"single": 1000, "total": 9000}, 10
    elif overheads:
        tracer, bases, rate = "overheads", {"sched": 800, "cxs": 2500}, overheads
    elif given["bound"]:
        tracer, bases, rate = "bound", {"psd": 2500, "observed": 6000}, 250
    periods = bare_periods(given) if osnoise else None
    integers = Integers(given["seed"])
    everything = Everything(bases)
    of_cpus = []
    for cpu in cpus:
        latencies = {}
        for context, base in bases.items():
            values = [bare_latency(integers, base, given["percent"])
                      for _ in range(given["seconds"] * rate)]
            maxima = block_maxima(values, given["seconds"] * 10)
            latencies[context] = described(values, maxima, measured_ns)
            everything.add(context, values, maxima)
        of_cpus.append(cpu_result(cpu, latencies, periods))
        if given["bound"]:
            of_cpus[-1]["bound"] = bare_bound(cpu, given["percent"])

    result = envelope(tracer, "2026-01-01T00:00:00Z", measured_ns)
    result |= {
        "command": ["rtla"], "cpus": of_cpus,
        "all": {"latencies": everything.described(measured_ns)},
        "configuration": {
            "cpus": f"0-{given['cpus'] - 1}", "period_ns": None if overheads else SECOND // rate,
            "duration_ns": measured_ns, "warm_up_ns": 0, "priority": "f:95",
            "threads": "kernel", "thresholds": {}, "house_keeping": None, "cgroup": None,
            "dma_latency_ns": None, "deepest_idle_state": None,
        },
        "environment": {"checks": [{
            "group": "kernel", "name": "kernel", "status": "ok", "value": "6.12.1",
            "remedy": None,
        }]},
        "losses": {**dict.fromkeys(LOSSES, 0), "lost_more": False},
        "stop": None, "kept": [], "load": None, "gates": [],
        "verdict": {"outcome": "measured", "exit_code": 0, "trusted": True, "reasons": []},
    }
    if osnoise:
        result["configuration"]["runtime_ns"] = SECOND // rate
        result["all"]["periods"] = {
            name: value * (1 if "ppb" in name or "max" in name else len(cpus))
            for name, value in periods.items()}
    for place, value in places:
        put(result, place.split("."), value)
    return result


def put(at, names, value):
    """Puts a value into a document; in a list a name is an index, the next one appends."""
    for name in names[:-1]:
        at = at[int(name) if isinstance(at, list) else name]
    last = names[-1]
    if isinstance(at, list) and int(last) == len(at):
        at.append(value)
    else:
        at[int(last) if isinstance(at, list) else last] = value


# ---- full ---------------------------------------------------------------------------

class Fractions:
    """Random numbers, uniform from 0 to 1."""

    def __init__(self):
        self.state = 12345

    def __call__(self):
        self.state = self.state * 1103515245 + 12345 & 0x7fffffff
        return (self.state >> 8) / (0x7fffffff >> 8)


def full_latency(fractions, base, scale):
    """Returns a random latency: an exponential body, and a Pareto tail."""
    body = base - 600 * math.log(1 - fractions() * .999999)
    return int((body + 300 * (1 - fractions() * .99999) ** -.6) * scale)


def full_periods(cpu, seconds, latencies):
    stolen = 100000 * (1 + cpu)
    return {
        "count": seconds, "runtime_ns": seconds * SECOND, "noise_ns": seconds * stolen,
        "available_ppb": SECOND - stolen, "max_noise_ns": latencies["total"]["max_ns"],
        "max_single_ns": latencies["single"]["max_ns"], "hardware": cpu, "nmi": 0,
        "irq": 250 * seconds, "softirq": 30 * seconds, "thread": 2 * seconds,
        "squares": {"hardware": cpu, "nmi": 0, "irq": 62600 * seconds,
                    "softirq": 940 * seconds, "thread": 6 * seconds},
    }


def summed_periods(of_cpus):
    total = {}
    for cpu in of_cpus:
        for name, value in cpu["periods"].items():
            if name == "squares":
                before = total.setdefault(name, dict.fromkeys(value, 0))
                total[name] = {source: before[source] + value[source] for source in value}
                continue
            before = total.get(name, 0)
            total[name] = max(before, value) if name.startswith("max") else before + value
    total["available_ppb"] //= len(of_cpus)
    return total


class Segments:
    """The segments of a latency, and the parts that they add up to."""

    KINDS = (("blocking thread", "thread", "kworker/u8:1", 77),
             ("IRQ interference", "irq", "eth0", 24),
             ("softirq interference", "softirq", "NET_RX", 3),
             ("NMI interference", "nmi", "NMI", None),
             ("thread interference", "thread", "migration/1", 20))

    def __init__(self):
        self.at_ns = 0
        self.list = []
        self.parts = {}

    def add(self, part, ns, cause, kind=None, name=None, number=None):
        self.list.append({"at_ns": self.at_ns, "ns": ns, "part": part, "cause": cause})
        self.at_ns += ns
        if part == "unexplained":
            return
        whole = self.parts.setdefault(part, {"part": part, "ns": 0, "causes": []})
        whole["ns"] += ns
        if kind is None:
            return
        known = next((c for c in whole["causes"] if c["name"] == name), None)
        if known is None:
            known = {"kind": kind, "name": name, "id": number, "ns": 0, "count": 0}
            whole["causes"].append(known)
        known["ns"] += ns
        known["count"] += 1


def full_stop(given, fractions, count, number):
    """Returns a hit with @count segments and an unexplained rest, which add up to its latency.

    @number 0 is the hit that stops the run, others are those that are kept.
    """
    segments, text = Segments(), given["text"]
    thread = f"kworker/u8:1{text}"
    segments.add("IRQ handler delay", 800, f"{thread}:77", "interrupts off", thread, 77)
    segments.add("timer interrupt", 1500, "(timer's interrupt)")
    for i in range(3, count - 1):
        part, kind, name, thread_id = Segments.KINDS[i % len(Segments.KINDS)]
        name += text
        cause = name if thread_id is None else f"{name}:{thread_id}"
        segments.add(part, 400 + int(9000 * fractions()), cause, kind, name, thread_id)
    segments.add("blocking thread", 60000 - 1000 * number, f"{thread}:77", "thread", thread, 77)
    segments.add("measuring thread", 1000, "(measuring thread)")
    segments.add("unexplained", 10, "(unexplained)")
    return {
        "cpu": 1 if given["cpus"] > 1 else 0,
        "context": "single" if given["tracer"] == "osnoise" else "thread",
        "latency_ns": segments.at_ns, "threshold_ns": 50000, "trace": f"trace{text}.txt",
        "analysis": {
            "complete": True, "latency_ns": segments.at_ns, "unexplained_ns": 10,
            "cause": f"most of {segments.at_ns / 1000:.2f} us: {thread}:77 ran",
            "parts": list(segments.parts.values()), "segments": segments.list,
            "interrupted": {"name": thread, "pid": 77}, "idle_state": None,
            "stack": [f"asm_irq{text}", "work"],
        },
    }


def check(group, name, status, value, remedy=None):
    return {"group": group, "name": name, "status": status, "value": value, "remedy": remedy}


def gate(words, source, verdict, cpu, value, limit, reason=None):
    return {"gate": words, "source": source, "verdict": verdict, "cpu": cpu,
            "value": value, "limit": limit, "reason": reason}


def full_verdict(outcome, text):
    status = {"measured": 0, "pass": 0, "fail": 2, "untrusted": 1, "cannot run": 4}
    return {
        "outcome": outcome, "exit_code": status.get(outcome, 1),
        "trusted": outcome not in ("untrusted", "cannot run"),
        "reasons": [f"thr.max<=50us: 63.31 us{text}"] if outcome == "fail" else [],
    }


def full(words):
    given = {"tracer": "timerlat", "cpus": 4, "seconds": 20, "scale": 1, "outcome": "fail",
             "kept": 0, "segments": 5, "text": ""}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in given:
            sys.exit(f"make_result.py full: {word}: no such NAME=VALUE")
        kind = float if name == "scale" else type(given[name])
        given[name] = kind(value)

    cpus, seconds, text = given["cpus"], given["seconds"], given["text"]
    osnoise = given["tracer"] == "osnoise"
    measured_ns = seconds * SECOND
    bases = ({"single": 1500, "total": 9000} if osnoise else
             {"irq": 800, "thread": 2500, "user": 3500})
    fractions = Fractions()
    everything = Everything(bases)
    of_cpus = []
    for cpu in range(cpus):
        latencies = {}
        for context, base in bases.items():
            values = [full_latency(fractions, base, given["scale"])
                      for _ in range(seconds * (50 if osnoise else 200))]
            maxima = block_maxima(values, seconds * 10)
            latencies[context] = described(values, maxima, measured_ns)
            everything.add(context, values, maxima)
        of_cpus.append(cpu_result(cpu, latencies,
                                  full_periods(cpu, seconds, latencies) if osnoise else None))

    segments = given["segments"]
    passed = given["outcome"] != "fail"
    result = envelope(given["tracer"], "2026-01-02T03:04:05Z", measured_ns)
    result |= {
        "command": ["rtla", given["tracer"], "hist", "-d", str(seconds), "-t", f"trace{text}"],
        "host": {"name": f"box{text}", "machine_id": "x" * 43, "cpu_model": f"A CPU{text}",
                 "board": f"A board{text}"},
        "labels": {"rack": f"7{text}"},
        "cpus": of_cpus, "all": {"latencies": everything.described(measured_ns)},
        "configuration": {
            "cpus": f"0-{cpus - 1}" if cpus > 1 else "0",
            "period_ns": SECOND if osnoise else 1000000, "duration_ns": measured_ns,
            "warm_up_ns": 0, "priority": f"f:95{text}", "threads": "kernel",
            "thresholds": {"single_ns" if osnoise else "thread_ns": 50000},
            "house_keeping": None, "cgroup": f"/slice{text}", "dma_latency_ns": None,
            "deepest_idle_state": None,
        },
        "environment": {"checks": [
            check("kernel", "kernel_release", "ok", f"6.12.0-test{text}"),
            check("kernel", "preemption", "warning", "voluntary",
                  f"boot with preempt=full{text}"),
            check(f"power{text}", "governor", "failure", f"powersave{text}",
                  "set it to performance"),
            check("machine", "virtual", "unknown", ""),
        ]},
        "losses": {**dict.fromkeys(LOSSES, 0), "lost_more": False, "skipped_periods": 3},
        "stop": full_stop(given, fractions, segments, 0) if segments else None,
        "kept": [full_stop(given, fractions, segments or 5, number)
                 for number in range(1, given["kept"] + 1)],
        "load": {"command": f"stress{text}", "ended": "stopped", "exit_status": None,
                 "signal": 15},
        "gates": [
            gate(f"thr.max<=50us{text}", f"--gate{text}", "pass" if passed else "fail", 1,
                 {"ns": 63310}, {"ns": 50000}),
            gate("irq.rate(>100us)<=1/h", "board.gates", "unknown", None,
                 {"events": 0, "per_ns": measured_ns}, {"events": 1, "per_ns": 3600 * SECOND},
                 f"the run is too short{text}"),
            gate("avail>=99.99%", "--gate", "pass", None, {"ppb": 999912345},
                 {"ppb": 999900000}),
        ],
        "verdict": full_verdict(given["outcome"], text),
    }
    if osnoise:
        result["all"]["periods"] = summed_periods(of_cpus)
        result["configuration"] |= {"runtime_ns": SECOND, "noise_threshold_ns": 1000,
                                    "irqs_off": False, "preempt_off": False}
    return result


def made(words):
    """Returns the result as text."""
    kinds = {"bare": bare, "full": full}
    if not words or words[0] not in kinds:
        sys.exit(__doc__)
    return json.dumps(kinds[words[0]](words[1:]), sort_keys=True, separators=(",", ":"),
                      ensure_ascii=False)


def answer():
    asked = b""
    while more := os.read(0, 65536):
        *requests, asked = (asked + more).split(b"\0\0")
        for request in requests:
            path, *words = request.decode().split("\0")
            with open(path, "w", encoding="utf-8") as out:
                print(made(words), file=out)
            print("made", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--answer"]:
        answer()
    else:
        print(made(sys.argv[1:]))
