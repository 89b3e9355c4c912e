"""What the kernel's own tracer osnoise records otherwise than the module, for the judge of osnoise.

Its events have starts of the clock "local", its periods are in whole us and have no start, and
it gives impossible times for a vector that calls a device's handler, which has an event, too.
"""

import re
import statistics

from report import parts

UNIT_NS = 1000

# A period is recorded so much after its end, at most, and so much before the next one begins.
# Which of two periods has counted a noise in between is not known. By the host's clock, the
# emulator may stop there.
EDGE_NS = {"icount": 5000, "plain": 10**7}

# A period is an entry of the tracer, whose text is only numbers, and since Linux 6.15 also an event.
NUMBERS = re.compile(r" *(\d+) +(\d+) +[\d.]+ +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)")
KEYS = ("runtime", "noise", "max_sample", "hw_count", "nmi_count", "irq_count", "softirq_count", "thread_count")
IN_NS = {"runtime": "runtime_ns", "noise": "noise_ns", "max_sample": "max_sample_ns"}


def move_starts(events):
    """Changes the starts of events to the clock of their records, in which the injector measures.

    A gap is recorded as soon as it is over. Of a noise without a start, only the end is known.
    """
    ahead = [event.time - event.start - event.duration for event in events if event.name() == "sample_threshold"]
    offset = int(statistics.median(ahead)) if ahead else 0
    for event in events:
        if event.start is not None:
            event.start = event.start + offset if event.start else event.time


def summary_of(event):
    """Returns the summary of a period with the names of the module's event, in ns; None: the event is none."""
    numbers = NUMBERS.fullmatch(event.text)
    said = dict(zip(KEYS, numbers.groups())) if numbers else dict(re.findall(r"(\w+)=(\d+)", event.text))
    if "runtime" not in said:
        return None
    said = {IN_NS.get(key, key): int(value) * (UNIT_NS if key in IN_NS else 1) for key, value in said.items()}
    return said | {"start": event.time - said["runtime_ns"]}


def concealed(kinds, report):
    """Returns what a report conceals of the tracer's impossible times, or how it repeats them; None: all is told.

    They come from each device's handler.
    """
    told = [int(number) for text in report
            for number in re.findall(r"the kernel's tracer gives impossible times: (\d+) of them left out", text)]
    wanted = [kinds.count("irq")] if "irq" in kinds else []
    if told != wanted:
        return f"impossible times told: {told}, there were {wanted}"
    total = max((float(us) for text in report for us in re.findall(r"noise: +([\d.]+) us \(100%\)", text)), default=0)
    longest = max((part.us for part in parts(report)), default=0)
    return f"{longest:.2f} us named, of a noise of {total:.2f} us" if longest > total else None
