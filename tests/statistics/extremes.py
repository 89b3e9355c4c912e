# SPDX-License-Identifier: GPL-2.0
"""Made-up runs of which it is known which latency is exceeded once in ten runs.

Besides those of made_runs, there are shapes with other tails.
"""

import numpy as np

import made_runs
from made_runs import COUNT, SHAPES

RUN_NS = made_runs.SECONDS * made_runs.SECOND
TRIALS = 20000		# for true levels: the larger ones are exceeded in some 1900 of these runs
CHECKED = 200		# runs in which it is checked that levels are exceeded as often as that


def exponential(random):
    return 800 + random.exponential(600, COUNT)


def uniform(random):
    return 800 + 20000 * random.uniform(size=COUNT)


def bounded(random):
    """Returns values that become rarer towards their limit: the shape is -0.25."""
    return 800 + 3000 * (1 - random.uniform(size=COUNT) ** .25)


def hidden(random):
    """Returns exponential values, of which one in five runs is 30 to 60 us longer."""
    values = exponential(random)
    if random.uniform() < 1 - np.exp(-.2 / made_runs.CPUS):
        values[random.integers(COUNT)] += 30000 * random.uniform(1, 2)
    return values


OTHERS = {"exponential": exponential, "bounded": bounded, "uniform": uniform,
          "hidden events": hidden}
NAMES = ("exponential", "bounded", "uniform", "independent", "alike for 40 ms",
         "bursts of 100 ms", "bursts of 1 s", "bursts of 10 s", "memory of 40 s", "two levels",
         "two levels in turn", "hidden events")

# What is exceeded once in 10 runs and in 1 run, in ns, as "study --levels" prints it. That
# of uniform values is always refused.
LEVELS = {
    "exponential": (8121, 6738),
    "bounded": (3658, 3547),
    "independent": (613594, 147871),
    "alike for 40 ms": (57198, 27928),
    "bursts of 100 ms": (342013, 80942),
    "bursts of 1 s": (339532, 79751),
    "bursts of 10 s": (334829, 71913),
    "memory of 40 s": (203554, 50382),
    "two levels": (708925, 169829),
    "two levels in turn": (717781, 170438),
    "hidden events": (46476, 6885),
}


def latencies(shape, random):
    """Returns the latencies of all CPUs of a run: an array for each."""
    of = (SHAPES | OTHERS)[shape]
    return [np.minimum(of(random), 1e12).astype(np.int64) for _ in range(made_runs.CPUS)]


def largest(shape, random):
    """Returns the largest latency of a run."""
    return max(values.max() for values in latencies(shape, random))


def true_levels(shape):
    """Returns what the largest latency of all CPUs exceeds once in 10 runs, and in 1.

    Runs are independent of each other. A level that is exceeded once in T on the average
    is not exceeded in a run with the chance exp(-run / T).
    """
    random = np.random.default_rng([78, *shape.encode()])
    maxima = [largest(shape, random) for _ in range(TRIALS)]
    return tuple(int(np.quantile(maxima, np.exp(-1 / times))) for times in (10, 1))


def beyond_levels(shape):
    """Returns in how many of CHECKED other runs the levels are exceeded."""
    random = np.random.default_rng([79, *shape.encode()])
    maxima = [largest(shape, random) for _ in range(CHECKED)]
    return [sum(maximum > level for maximum in maxima) for level in LEVELS[shape]]
