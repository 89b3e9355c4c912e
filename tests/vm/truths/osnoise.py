"""Does osnoise count noise as what it is, and by its amount, and name it at a stop?

The cause has to be reported as an event of its class, with the time that the
injector measured itself, inside a gap that the loop saw. Each period's summary
has to agree with the events in it, and the table or histogram with those. At a stop
the report has to name it.

Under instruction counting the causes last tens of microseconds. Hardware noise is
the whole machine standing still for 600 ms, under plain emulation, whose jitter
may add to it.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

from common import Case, Verdict, possible, run_guest, try_again
from report import Wanted, compare, item_of, parts, unexplained_share

# The event that has to report each cause; None: no event, only the gap.
EVENTS = {
    "irq": r"irq_noise: rtla_inject:\d+ ",
    "softirq": r"softirq_noise: +TASKLET:6 ",
    "fifo": r"thread_noise: inject/\d+:{pid} ",
    "nmi": r"nmi_noise: ",
    "hardware": None,
}
# The line of the analysis text below which each cause has to be named.
LINES = {
    "irq": "IRQ interference",
    "softirq": "Softirq interference",
    "fifo": "Thread interference",
    "nmi": "NMI interference",
    "hardware": "Hardware noise",
}
STOPS = ("single", "total")
CLASSES = ("irq", "nmi", "softirq", "thread")


@dataclass
class Clock:
    name: str
    cpus: int
    cpu: int
    seconds: int
    noise_us: int
    cases: list
    short: int  # number of the cases that --short runs
    stops: list
    short_stops: int
    tolerance: float


CLOCKS = {
    "icount": Clock("icount", 1, 0, 1, 1, [
        "irq/top/60", "softirq/top/60", "fifo/top/60", "nmi/top/60", "fifo/hist/80",
        "irq/top/150", "softirq/hist/150", "fifo/top/150", "irq/hist/80", "none/top/0"], 5, [
        "fifo,irq@40+40,nmi@100+40/single/400/250", "softirq/single/400/250", "irq/total/400/250",
        "fifo,irq@40+40,nmi@100+40/total/400/250", "softirq/total/400/250", "nmi/total/400/250", "fifo/total/400/250",
        "irq/single/400/250", "nmi/single/400/250", "fifo/single/400/250"], 3, 0.05),
    # The stops use hwnoise, whose interrupts are off: only a machine that
    # stands still hits.
    "plain": Clock("plain", 2, 1, 4, 200, [
        "hardware/hwnoise/600000", "hardware/top/600000", "hardware/hist/600000"], 3, [
        "hardware/single/600000/300000", "hardware/total/600000/300000"], 1, 0.15),
}


@dataclass
class Event:
    text: str
    start: int
    duration: int


@dataclass
class Period:
    """The events between two osnoise_sample events, and the second one as summary."""

    summary: dict = None
    gaps: list = field(default_factory=list)
    hardware: int = 0
    noises: list = field(default_factory=list)  # (class, start)


def judge_all(kernel, clock, short):
    clock = CLOCKS[clock]

    def some(cases, count):
        those = [spec for spec in cases if possible(spec, kernel)]
        return those[:count] if short else those

    def run(cases):
        return run_guest(kernel, clock.name, clock.cpus, "truth_osnoise.sh",
                         clock.cpu, clock.seconds, clock.noise_us, *cases)

    def verdicts(case):
        return list(judge(case, clock, f"{kernel} {clock.name} osnoise {case.spec}"))

    def late(case):
        return any(verdict.why for verdict in verdicts(case))

    wanted = some(clock.cases, clock.short) + some(clock.stops, clock.short_stops)
    # On the host's clock, the emulator's own pauses have no bound. Besides, one
    # time in thirty the machine stands still between two periods, where that is
    # no noise. So a bad case is tried up to twice more.
    got = try_again(run, wanted, late, 3 if clock.name == "plain" else 1)
    for spec in wanted:
        yield from verdicts(got.get(spec, Case(spec)))


def nanoseconds(text):
    seconds, _, rest = text.partition(".")
    return int(seconds) * 10**9 + int(rest)


def events(case):
    for text in case.all("event"):
        m = re.search(r" start ([\d.]+) duration (\d+) ns", text)
        if m:
            yield Event(text, nanoseconds(m.group(1)), int(m.group(2)))


def periods(case):
    """Returns the periods of the case, in order."""
    found, period = [], Period()
    for text in case.all("event"):
        name = text.partition(":")[0]
        if name == "sample_threshold":
            period.gaps.append(int(re.search(r"duration (\d+)", text).group(1)))
            period.hardware += text.endswith("interference 0")
        elif name == "osnoise_sample":
            period.summary = {k: int(v) for k, v in re.findall(r"(\w+)=(\d+)", text)}
            found.append(period)
            period = Period()
        elif name.endswith("_noise"):
            start = nanoseconds(re.search(r" start ([\d.]+)", text).group(1))
            period.noises.append((name.removesuffix("_noise"), start))
    return found


def disagreement(period):
    """Returns how a summary differs from the events of its period, or None."""
    said = period.summary
    # There may also be noises between two loops, which no summary counts.
    count = Counter(name for name, start in period.noises
                    if said["start"] <= start < said["start"] + said["runtime_ns"])
    seen = {"noise_ns": sum(period.gaps), "max_sample_ns": max(period.gaps, default=0), "hw_count": period.hardware}
    seen |= {f"{name}_count": count[name] for name in CLASSES}
    wrong = [f"{key} {said[key]}, {seen[key]} by the events" for key in seen if said[key] != seen[key]]
    return f"period {said['seqnum']}: {', '.join(wrong)}" if wrong else None


def table_row(report, cpu):
    """Returns the numbers of a CPU's row without the share of time, or None."""
    for line in report:
        if re.match(rf" *{cpu} #\d", line):
            numbers = [n for n in re.findall(r"[\d.]+", line)[1:] if "." not in n]
            return [int(n) for n in numbers]
    return None


def table_agrees(report, cpu, found):
    """Returns whether the table is that of some consecutive periods."""
    row = table_row(report, cpu)
    if not row:
        return False
    for first in range(len(found) - row[0] + 1):
        some = [period.summary for period in found[first:first + row[0]]]
        want = [row[0], *(int(sum(p[key] for p in some) / 1000) for key in ("runtime_ns", "noise_ns")),
                max(p["noise_ns"] for p in some) // 1000, max(p["max_sample_ns"] for p in some) // 1000]
        want += [sum(p[f"{key}_count"] for p in some) for key in ("hw", "nmi", "irq", "softirq", "thread")]
        if want[:len(row)] == row:
            return True
    return False


def histogram(report):
    """Returns {bucket: count} with "over", and {name: value} of the other lines.

    Both are of the first CPU's column.
    """
    buckets, lines = Counter(), {}
    for text in report:
        m = re.match(r"(\d+|[a-z]+:) +([\d.]+) *$", text)
        if m and m.group(1).isdigit():
            buckets[int(m.group(1))] = int(m.group(2))
        elif m:
            lines[m.group(1)[:-1]] = m.group(2)
    buckets["over"] = int(lines.get("over", 0))
    return +buckets, lines


def histogram_agrees(report, gaps, entries=1000):
    """Returns whether the histogram is that of some consecutive gaps."""
    buckets, lines = histogram(report)
    count = int(lines.get("count", 0))
    values = [gap // 1000 for gap in gaps]
    for first in range(len(values) - count + 1):
        some = values[first:first + count]
        if count and buckets == Counter(v if v < entries else "over" for v in some):
            return [int(lines["min"]), int(lines["max"])] == [min(some), max(some)]
    return False


def unexplained(gap, noises):
    inside = sum(noise.duration for noise in noises if gap.start <= noise.start < gap.start + gap.duration)
    return max(0.0, 100 * (gap.duration - inside) / gap.duration)


def judge(case, clock, name):
    """Yields the verdict of each cause of the case."""
    kind, command = case.spec.split("/")[:2]
    if command in STOPS:
        yield from judge_stop(case, clock, name)
    else:
        yield judge_counts(case, kind, command, clock, name)


def judge_stop(case, clock, name):
    kinds = case.kinds()
    report = case.all("report")
    if case.status() != 2:
        said = [(f"osnoise ended with {case.status()}, not with 2", None)] * len(kinds)
    elif not case.causes() and not (kinds == ["hardware"] and case.one("injected")):
        said = [("nothing was injected", None)] * len(kinds)
    else:
        said = compare(list(parts(report)), wanted_parts(case), clock.tolerance)
    for n, (kind, (why, error)) in enumerate(zip(kinds, said)):
        yield Verdict(f"{name}: {kind}" if len(kinds) > 1 else name, why, True, error,
                      None if n else unexplained_share(report), [*case.all("injected"), *report])


def wanted_parts(case):
    if case.kinds() == ["hardware"]:
        return [Wanted(LINES["hardware"], None, pause_ns(case) / 1000)]
    return [Wanted(LINES[cause.kind], item_of(cause), cause.net / 1000) for cause in case.causes()]


def judge_counts(case, kind, command, clock, name):
    verdict = Verdict(name, injected=kind != "none")
    found = periods(case)
    gaps = [event for event in events(case) if event.text.startswith("sample_threshold")]
    noises = [event for event in events(case) if not event.text.startswith("sample_threshold")]
    verdict.why = (
        (f"{command} ended with {case.status()}" if case.status() else None)
        or (None if found else "no period was measured")
        or next(filter(None, (disagreement(period) for period in found)), None)
        or attribute(case, kind, clock, gaps, noises, verdict)
        or said_otherwise(case, command, clock, found, gaps)
    )
    verdict.details = [f"injected: {case.one('injected')}", *case.all("report"), *around(gaps, noises)]
    return verdict


def pause_ns(case):
    return float(case.one("injected").split()[0]) * 10**6


def said_otherwise(case, command, clock, found, gaps):
    report = case.all("report")
    if command == "hist":
        agrees = histogram_agrees(report, [gap.duration for gap in gaps])
    else:
        agrees = table_agrees(report, clock.cpu, found)
    return None if agrees else f"{command} says something else than the events do"


def attribute(case, kind, clock, gaps, noises, verdict):
    """Returns why the cause is not reported as it has to be, or None.

    Sets the verdict's error and unexplained share.
    """
    if kind == "none":
        blamed = [noise.text for noise in noises if "inject" in noise.text]
        return f"{blamed[0]} is blamed" if blamed else None
    if kind == "hardware":
        return attribute_hardware(case, clock, gaps, noises, verdict)
    if not case.causes():
        return "nothing was injected"
    cause = case.causes()[0]
    pattern = EVENTS[kind].replace("{pid}", str(cause.pid))
    named = [n for n in noises if re.match(pattern, n.text) and n.start <= cause.end
             and cause.begin < n.start + n.duration + 10**5]
    if not named:
        return f"no event '{pattern}' then"
    amount = max(n.duration for n in named)
    verdict.error = abs(amount - cause.net) / cause.net
    around_it = [gap for gap in gaps if gap.start <= cause.begin and cause.end <= gap.start + gap.duration]
    if not around_it:
        return "no gap was seen there"
    verdict.unexplained = unexplained(around_it[0], noises)
    return None if verdict.error <= clock.tolerance else f"{amount} ns named, {cause.net} ns injected"


def attribute_hardware(case, clock, gaps, noises, verdict):
    """Returns why no unexplained gap is as long as the pause, or None if one is."""
    if not case.one("injected"):
        return "nothing was injected"
    longest = max(gaps, key=lambda gap: gap.duration, default=None)
    if not longest:
        return "no gap was seen"
    pause = pause_ns(case)
    explained = longest.duration * (100 - unexplained(longest, noises)) / 100
    amount = longest.duration - explained
    verdict.error = abs(amount - pause) / pause
    return None if verdict.error <= clock.tolerance else f"{amount:.0f} ns unexplained, the pause was {pause:.0f} ns"


def around(gaps, noises):
    """Returns the longest gap and the noises in it, as details of a failure."""
    longest = max(gaps, key=lambda gap: gap.duration, default=None)
    if not longest:
        return []
    end = longest.start + longest.duration
    return [longest.text, *(n.text for n in noises if longest.start <= n.start < end)][:20]
