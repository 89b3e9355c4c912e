# SPDX-License-Identifier: GPL-2.0
"""Makes up runs of which it is known how their samples come about.

A shape is a function that returns the latencies of one CPU in ns, one every PERIOD_NS.
Latencies have a body and a heavy tail, as measured ones do; shapes differ in how
successive samples, and runs, depend on each other.
"""

import json
import os
import sys

import numpy as np
from scipy import signal

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli", "results"))
import make_result  # noqa: E402 pylint: disable=wrong-import-position

SECOND = make_result.SECOND
RATE = 250			# samples a second
SECONDS = 40
COUNT = RATE * SECONDS
CPUS = 2


# ---- Shapes -------------------------------------------------------------------------

def pareto(random, count=COUNT):
    """Returns values whose variance is infinite: the exponent is 1.6."""
    return random.uniform(size=count) ** (-1 / 1.6)


def independent(random):
    return 800 + random.exponential(600, COUNT) + 300 * pareto(random)


def autoregressive(random, memory_seconds):
    """Returns values of which those less than the memory apart are alike."""
    keep = np.exp(-1 / (RATE * memory_seconds))
    steps = random.normal(size=COUNT) * np.sqrt(1 - keep * keep)
    steps[0] = random.normal()
    return signal.lfilter([1], [1, -keep], steps)


def alike(random, memory_seconds=.04):
    return (800 + 600 * np.exp(autoregressive(random, memory_seconds)) +
            20 * pareto(random))


def slow_memory(random):
    """Returns values whose body follows a level with a memory of 40 s, the run's length."""
    return (800 + 600 * np.exp(.3 * autoregressive(random, 40)) *
            (1 + random.exponential(.5, COUNT)) + 100 * pareto(random))


def in_bursts(random, seconds):
    """Returns values with bursts, a tenth of the time, in which the tail is 5 times larger."""
    times = np.zeros(COUNT)
    at = 0.
    burst = random.uniform() < .1
    while at < SECONDS:
        length = random.exponential(seconds if burst else 9 * seconds)
        if burst:
            times[int(at * RATE):int((at + length) * RATE)] = 1
        at += length
        burst = not burst
    return (800 + random.exponential(600, COUNT) +
            100 * pareto(random) * np.where(times, 5, 1))


def gusts(random):
    """Returns values with bursts of 300 ms, a twentieth of the time, in which all are 3 times larger."""
    factor = np.ones(COUNT)
    at = 0.
    burst = random.uniform() < .05
    while at < SECONDS:
        length = random.exponential(.3 if burst else 19 * .3)
        if burst:
            factor[int(at * RATE):int((at + length) * RATE)] = 3
        at += length
        burst = not burst
    return 600 + 500 * np.exp(random.normal(0, .8, COUNT)) * factor


def two_levels(random):
    """Returns values with two levels, 30 % apart, of 20 s on the average."""
    at = 0.
    factor = np.ones(COUNT)
    high = random.uniform() < .5
    while at < SECONDS:
        length = random.exponential(20)
        if high:
            factor[int(at * RATE):int((at + length) * RATE)] = 1.3
        at += length
        high = not high
    return independent(random) * factor


def two_levels_in_turn(random):
    """Returns values with two levels, 30 % apart, of 20 s each, beginning anywhere."""
    phase = random.uniform(0, 40)
    times = np.arange(COUNT) / RATE + phase
    return independent(random) * np.where(times % 40 < 20, 1, 1.3)


SHAPES = {
    "independent": independent,
    "alike for 40 ms": alike,
    "bursts of 100 ms": lambda random: in_bursts(random, .1),
    "bursts of 1 s": lambda random: in_bursts(random, 1),
    "bursts of 3 s": lambda random: in_bursts(random, 3),
    "bursts of 10 s": lambda random: in_bursts(random, 10),
    "gusts of 300 ms": gusts,
    "memory of 40 s": slow_memory,
    "two levels": two_levels,
    "two levels in turn": two_levels_in_turn,
    "boots 3 %": independent,
    "boots 5 %": independent,
    "boots 10 %": independent,
}
BOOTS = {"boots 3 %": .03, "boots 5 %": .05, "boots 10 %": .1}


def latencies(shape, random, scale=1., spikes=0.):
    """Returns the latencies of all CPUs of a run: an array for each."""
    scale *= np.exp(random.normal() * BOOTS.get(shape, 0))
    run = []
    for _ in range(CPUS):
        values = SHAPES[shape](random) * scale
        values += np.where(random.uniform(size=COUNT) < spikes, 300000, 0)
        run.append(np.minimum(values, 1e12).astype(np.int64))
    return run


# ---- Noise --------------------------------------------------------------------------

NOISE_PERIODS = 80
NOISE_PERIOD_NS = SECONDS * SECOND // NOISE_PERIODS


def events(random, rate, together=1):
    """Returns the number of events in each period; they come in clusters of @together."""
    mean = rate * SECONDS / NOISE_PERIODS / together
    return random.poisson(mean, NOISE_PERIODS) * together


def ticks(rate):
    """Returns the same number of events in each period."""
    return np.full(NOISE_PERIODS, rate * SECONDS // NOISE_PERIODS)


def noise(random, scale=1., irqs=250):
    """Returns the events of each source, for all CPUs of a run.

    Threads come in clusters of 100 beside a regular tick, interrupts on their own.
    """
    return [{"irq": events(random, irqs * scale), "softirq": ticks(100),
             "thread": events(random, 200, 100)} for _ in range(CPUS)]


# ---- Results ------------------------------------------------------------------------

def bucket_ends(values):
    """Returns the largest value in the bucket of each value."""
    shift = np.maximum(np.floor(np.log2(np.maximum(values, 1))).astype(np.int64) - 7, 0)
    return (((values >> shift) + 1) << shift) - 1


def described(values, blocks):
    ends, counts = np.unique(bucket_ends(values), return_counts=True)
    maxima = values.reshape(blocks, -1).max(axis=1)
    return {
        "count": len(values), "min_ns": int(values.min()), "max_ns": int(values.max()),
        "sum_ns": int(values.sum()), "avg_ns": int(values.mean()),
        "stddev_ns": int(values.std(ddof=1) + .5), "percentiles": [],
        "block_max_ns": maxima.tolist(), "corrected": None, "stationarity": None,
        "return_levels": None,
        "histogram": {"upper_ns": ends.tolist(), "count": counts.tolist()},
    }


def timerlat(run):
    """Returns a result of timerlat with these thread latencies."""
    measured_ns = SECONDS * SECOND
    blocks = SECONDS * 10
    cpus = [make_result.cpu_result(cpu, {"thread": described(values, blocks)}, None)
            for cpu, values in enumerate(run)]
    together = described(np.stack(run, axis=1).reshape(-1), blocks)
    result = make_result.bare(["seconds=1", "cpus=1"])
    result |= {
        "measured_ns": measured_ns, "cpus": cpus, "all": {"latencies": {"thread": together}},
    }
    result["configuration"] |= {"cpus": f"0-{CPUS - 1}", "period_ns": SECOND // RATE,
                                "duration_ns": measured_ns}
    return result


def osnoise(run):
    """Returns a result of osnoise with these events, of 2000 ns each."""
    measured_ns = SECONDS * SECOND
    result = make_result.bare(["seconds=1", "cpus=1", "osnoise=1"])
    of_cpus = []
    for cpu, sources in enumerate(run):
        total = sum(sources.values()) * 2000
        periods = {"count": NOISE_PERIODS, "runtime_ns": measured_ns,
                   "noise_ns": int(total.sum()), "max_noise_ns": int(total.max()),
                   "max_single_ns": 2000, "hardware": 0, "nmi": 0,
                   "available_ppb": int(SECOND * (1 - total.sum() / measured_ns)),
                   "squares": {"hardware": 0, "nmi": 0}}
        for source, counts in sources.items():
            periods[source] = int(counts.sum())
            periods["squares"][source] = int((counts * counts).sum())
        of_cpus.append(make_result.cpu_result(
            cpu, {"total": described(total, NOISE_PERIODS)}, periods))
    result |= {"measured_ns": measured_ns, "cpus": of_cpus,
               "block_ns": NOISE_PERIOD_NS,
               "all": {"latencies": {}, "periods": make_result.summed_periods(
                   json.loads(json.dumps(of_cpus)))}}
    result["configuration"] |= {
        "cpus": f"0-{CPUS - 1}", "period_ns": NOISE_PERIOD_NS,
        "runtime_ns": NOISE_PERIOD_NS, "duration_ns": measured_ns}
    return result


def write(result, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(result, file)
