"""Does osnoise count noise as what it is, and by its amount, and name it at a stop?

The cause has to be reported as an event of its class, with the time that the
injector measured itself, inside a gap that the loop saw. Each period's summary
has to agree with the events in it, and the table or histogram with those. At a stop
the report has to name it. kernel_noise.py has what is different if the kernel's own tracer
measures.

Under instruction counting the causes last tens of microseconds. Hardware noise is
the whole machine standing still for 600 ms, under plain emulation, whose jitter
may add to it.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

import kernel_noise
from common import Case, Verdict, possible, run_guest, try_again
from report import Wanted, compare, item_of, parts, unexplained_share

# The event that has to report each cause; None: no event, only the gap.
EVENTS = {
    "irq": r"irq_noise: rtla_inject:\d+ ",
    "irq_work": r"irq_noise: (irq_work|IPI):\d+ ",
    "softirq": r"softirq_noise: +TASKLET:6 ",
    "fifo": r"thread_noise: inject/\d+:{pid} ",
    "nmi": r"nmi_noise: ",
    "hardware": None,
}
# The line of the analysis text below which each cause has to be named.
LINES = {
    "irq": "IRQ interference",
    "irq_work": "IRQ interference",
    "softirq": "Softirq interference",
    "fifo": "Thread interference",
    "nmi": "NMI interference",
    "hardware": "Hardware noise",
}
# What something carries has to be named in the sentence, with its function if that is known. Kernels
# with -rt run softirqs in threads. Of a stopper and RCU, only the carrier is known.
SOFTIRQ = r"(the softirq [A-Z_]+:\d+|(ktimers|ksoftirqd)/\d+:\d+)"
CARRIED = {
    "work": r"kworker/[^ ]+:\d+ ran carried_by_work \[rtla_inject\]",
    "timer": SOFTIRQ + r" ran carried_by_timer \[rtla_inject\]",
    "hrtimer": r"the interrupt (local_timer|arch_timer):\d+ ran carried_by_hrtimer \[rtla_inject\]",
    "soft_hrtimer": SOFTIRQ + r" ran carried_by_hrtimer \[rtla_inject\]",
    "tasklet": SOFTIRQ + r" ran carried_by_tasklet \[rtla_inject\]",
    "handler": r"irq/\d+-(s-)?rtla_i[a-z]*:\d+ ran( carried_by_handler \[rtla_inject\])?",
    "stopper": r"migration/\d+:\d+ ran",
    "rcu": r"(the softirq RCU:9|rcuc/\d+:\d+ ran)",
}
STOPS = ("single", "total", "loop")
BUCKETS_US = {"hist": 1, "buckets": 50}
CLASSES = ("irq", "nmi", "softirq", "thread")


@dataclass
class Cases:
    """The cases of a guest, as truth_osnoise.sh takes them; --short takes the first ones.

    Each kind of what something carries is caused for so long, with so high a threshold.
    """

    noise_us: int  # the shortest gap that counts
    counts: list
    short: int
    stops: list
    short_stops: int
    tolerance: float
    carried: str = None

    def carries(self):
        return [f"{kind}/single/{self.carried}" for kind in CARRIED] if self.carried else []


@dataclass
class Clock:
    name: str
    cpus: int
    cpu: int
    seconds: int
    cases: dict  # by what measures


# "single" and "total" use hwnoise, whose interrupts are off: only a machine that stands still
# hits. With "loop", the tick that was due comes before the loop goes on.
PAUSES = Cases(200, ["hardware/hwnoise/600000", "hardware/top/600000", "hardware/hist/600000"], 3,
               ["hardware/loop/600000/300000", "hardware/single/600000/300000", "hardware/total/600000/300000"],
               2, 0.15)

# A process cannot switch interrupts off, as hwnoise does.
PROCESS_PAUSES = Cases(200, ["hardware/top/600000", "hardware/hist/600000"], 1,
                       ["hardware/loop/600000/300000"], 1, 0.15)

CLOCKS = {
    "icount": Clock("icount", 1, 0, 1, {
        "module": Cases(1, [
            "irq/top/60", "softirq/top/60", "fifo/top/60", "nmi/top/60", "fifo/hist/80",
            "irq/top/150", "softirq/hist/150", "fifo/top/150", "irq/hist/80", "none/top/0"], 5, [
            "fifo,irq@40+40,nmi@100+40/single/400/250", "softirq/single/400/250", "irq/total/400/250",
            "fifo,irq@40+40,nmi@100+40/total/400/250", "softirq/total/400/250", "nmi/total/400/250",
            "fifo/total/400/250", "irq/single/400/250", "nmi/single/400/250", "fifo/single/400/250"], 3, 0.05, "4000/3000"),
        # A step of the kernel's own loop takes more than 1 us by this clock. A hit has to be longer
        # than what the command itself does on its only CPU when thresholds begin to count.
        "kernel": Cases(5, [
            "irq/top/60", "irq_work/top/60", "fifo/top/60", "nmi/top/60", "fifo/hist/80",
            "irq/top/150", "irq_work/buckets/150", "fifo/top/150", "irq/hist/80", "nmi/buckets/80", "none/top/0"], 5, [
            "fifo,irq@40+40,nmi@100+40/single/2000/1500", "irq/total/2000/1500", "irq_work/single/2000/1500",
            "fifo,irq@40+40,nmi@100+40/total/2000/1500", "fifo,irq_work@40+40,nmi@100+40/single/2000/1500",
            "fifo,irq_work@40+40,nmi@100+40/total/2000/1500", "irq_work/total/2000/1500", "nmi/total/2000/1500",
            "fifo/total/2000/1500", "irq/single/2000/1500", "nmi/single/2000/1500", "fifo/single/2000/1500"], 3, 0.02, "4000/3000"),
        # So does a step of a process, and the command is on its only CPU, too.
        "bpf": Cases(5, [
            "irq/top/60", "softirq/top/60", "fifo/top/60", "nmi/top/60", "fifo/hist/80",
            "irq/top/150", "softirq/hist/150", "fifo/top/150", "irq/hist/80", "none/top/0"], 5, [
            "fifo,irq@40+40,nmi@100+40/single/2000/1500", "softirq/single/2000/1500", "irq/total/2000/1500",
            "fifo,irq@40+40,nmi@100+40/total/2000/1500", "softirq/total/2000/1500", "nmi/total/2000/1500",
            "fifo/total/2000/1500", "irq/single/2000/1500", "nmi/single/2000/1500", "fifo/single/2000/1500"], 3, 0.03, "4000/3000"),
    }),
    "plain": Clock("plain", 2, 1, 4, {"module": PAUSES, "kernel": PAUSES, "bpf": PROCESS_PAUSES}),
}


@dataclass
class Event:
    """A record of the trace. Noises and gaps have a start and a duration; times in ns."""

    text: str
    time: int
    start: int = None
    duration: int = None

    def name(self):
        return self.text.partition(":")[0]

    def impossible(self):
        """Returns whether this ends after it was recorded, by more than the record is rounded."""
        return self.start + self.duration > self.time + 10**3


@dataclass
class Period:
    """The events between two osnoise_sample events, and the second one as summary."""

    summary: dict = None
    gaps: list = field(default_factory=list)
    hardware: int = 0
    noises: list = field(default_factory=list)  # (class, start)


@dataclass
class Guest:
    """Where cases run, and what measures there."""

    kernel: str
    clock: Clock
    tracer: str

    def cases(self):
        return self.clock.cases[self.tracer]

    def by_kernel(self):
        return self.tracer == "kernel"

    def by_module(self):
        return self.tracer == "module"

    def by_programs(self):
        return self.tracer == "bpf"

    def name(self, spec):
        return f"{self.kernel} {self.clock.name} osnoise{'' if self.by_module() else f'-{self.tracer}'} {spec}"


def judge_all(tracer, kernel, clock, short):
    guest = Guest(kernel, CLOCKS[clock], tracer)
    clock, cases = guest.clock, guest.cases()

    def some(specs):
        return [spec for spec in specs if possible(spec, kernel)]

    def run(specs):
        return run_guest(kernel, clock.name, clock.cpus, "truth_osnoise.sh", tracer,
                         clock.cpu, clock.seconds, cases.noise_us, *specs, module=guest.by_module())

    def late(case):
        return any(verdict.why for verdict in judge(case, guest))

    if short:
        wanted = some(cases.counts)[:cases.short] + some(cases.stops)[:cases.short_stops] + some(cases.carries())[:3]
    else:
        wanted = some(cases.counts + cases.stops + cases.carries())
    # On the host's clock, the emulator's own pauses have no bound. Besides, one
    # time in thirty the machine stands still between two periods, where that is
    # no noise. So a bad case is tried up to twice more.
    got = try_again(run, wanted, late, 3 if clock.name == "plain" else 1)
    for spec in wanted:
        yield from judge(got.get(spec, Case(spec)), guest)


def nanoseconds(text):
    seconds, _, rest = text.partition(".")
    return int(seconds) * 10**9 + int(rest.ljust(9, "0"))


def events(case, guest):
    """Returns all events of the case, in order, with the times of the injector's clock."""
    found = []
    for line in case.all("event"):
        time, _, text = line.partition(": ")
        m = re.search(r" start ([\d.]+) duration (\d+) ns", text)
        found.append(Event(text, nanoseconds(time), *((nanoseconds(m.group(1)), int(m.group(2))) if m else ())))
    if guest.by_kernel():
        kernel_noise.move_starts(found)
    return found


def summary_of(event, guest):
    """Returns {name: value} of the event that sums up a period, in ns, or None."""
    if guest.by_kernel():
        return kernel_noise.summary_of(event)
    return {k: int(v) for k, v in re.findall(r"(\w+)=(\d+)", event.text)} if event.name() == "osnoise_sample" else None


def periods(found, guest):
    """Returns the periods of these events, in order."""
    result, period = [], Period()
    # BPF programs keep the last events: of the period before the first one, only some noises may be left.
    begin = next(filter(None, (summary_of(event, guest) for event in found)), {}).get("start", 0) if guest.by_programs() else 0
    for event in found:
        summary = summary_of(event, guest)
        if event.start is not None and event.start < begin:
            continue
        if summary:
            period.summary = summary
            result.append(period)
            period = Period()
        elif event.name() == "sample_threshold":
            period.gaps.append(event.duration)
            period.hardware += event.text.endswith("interference 0")
        elif event.name().endswith("_noise"):
            period.noises.append((event.name().removesuffix("_noise"), event.start))
    return result


def count_noises(period, edge_ns):
    """Returns how many noises of each class began in a period, at the earliest so long after its begin and end.

    There may also be noises between two loops, which no summary counts.
    """
    start = period.summary["start"] + edge_ns
    end = start + period.summary["runtime_ns"] - 2 * edge_ns
    return Counter(name for name, begin in period.noises if start <= begin < end)


def disagreement(period, guest):
    """Returns how a summary differs from the events of its period, or None."""
    said = period.summary
    unit, edge = (kernel_noise.UNIT_NS, kernel_noise.EDGE_NS[guest.clock.name]) if guest.by_kernel() else (1, 0)
    least, most = count_noises(period, edge), count_noises(period, -edge)
    seen = {"noise_ns": [sum(period.gaps) // unit * unit], "max_sample_ns": [max(period.gaps, default=0) // unit * unit],
            "hw_count": [period.hardware]}
    seen |= {f"{name}_count": range(least[name], most[name] + 1) for name in CLASSES}
    wrong = [f"{key} {said[key]}, {right[0]} by the events" for key, right in seen.items() if said[key] not in right]
    return f"period from {said['start']} ns on: {', '.join(wrong)}" if wrong else None


def table_row(report, cpu):
    """Returns the numbers of a CPU's row without the share of time, or None."""
    for line in report:
        if re.match(rf" *{cpu} #\d", line):
            numbers = [n for n in re.findall(r"[\d.]+", line)[1:] if "." not in n]
            return [int(n) for n in numbers]
    return None


def row_of(some):
    """Returns what the table has to say of these periods."""
    some = [period.summary for period in some]
    return [len(some), *(int(sum(p[key] for p in some) / 1000) for key in ("runtime_ns", "noise_ns")),
            max(p["noise_ns"] for p in some) // 1000, max(p["max_sample_ns"] for p in some) // 1000,
            *(sum(p[f"{key}_count"] for p in some) for key in ("hw", "nmi", "irq", "softirq", "thread"))]


def table_agrees(report, cpu, found):
    """Returns whether the table is that of some consecutive periods."""
    row = table_row(report, cpu)
    return bool(row) and any(row_of(found[first:first + row[0]])[:len(row)] == row for first in range(len(found) - row[0] + 1))


def table_contains(report, cpu, found):
    """Returns whether the table is at least that of these periods, of which it may not count the last two."""
    row = table_row(report, cpu)
    return bool(row) and any(all(said >= least for said, least in zip(row, row_of(found[:last])))
                             for last in range(len(found), max(len(found) - 3, 0), -1))


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


def histogram_agrees(report, gaps, bucket_us, entries=1000):
    """Returns whether the histogram is that of some consecutive gaps."""
    buckets, lines = histogram(report)
    count = int(lines.get("count", 0))
    values = [gap // 1000 for gap in gaps]
    for first in range(len(values) - count + 1):
        some = values[first:first + count]
        if count and buckets == Counter(v // bucket_us * bucket_us if v < entries * bucket_us else "over" for v in some):
            return [int(lines["min"]), int(lines["max"])] == [min(some), max(some)]
    return False


def histogram_contains(report, gaps, bucket_us, entries=1000):
    """Returns whether the histogram counts the longest of these gaps, and as many as there are, but for some last ones."""
    buckets, lines = histogram(report)
    longest = max(gap // 1000 for gap in gaps)
    bucket = longest // bucket_us * bucket_us if longest < entries * bucket_us else "over"
    return buckets[bucket] > 0 and int(lines["max"]) >= longest and int(lines["count"]) >= len(gaps) // 2


def unexplained(gap, noises):
    inside = sum(noise.duration for noise in noises
                 if gap.start <= noise.start < gap.start + gap.duration and not noise.impossible())
    return max(0.0, 100 * (gap.duration - inside) / gap.duration)


def judge(case, guest):
    """Returns the verdict of each cause of the case."""
    kind, command = case.spec.split("/")[:2]
    return judge_stop(case, guest) if command in STOPS else [judge_counts(case, kind, command, guest)]


def judge_stop(case, guest):
    name, kinds, report = guest.name(case.spec), case.kinds(), case.all("report")
    if case.status() != 2:
        said = [(f"osnoise ended with {case.status()}, not with 2", None)] * len(kinds)
    elif not case.causes() and not (kinds == ["hardware"] and case.one("injected")):
        said = [("nothing was injected", None)] * len(kinds)
    elif kinds[0] in CARRIED:
        said = [(other_sentence(report, CARRIED[kinds[0]]), None)]
    else:
        said = compare(list(parts(report)), wanted_parts(case), guest.cases().tolerance)
        if kinds == ["hardware"]:
            said = [(why or other_sentence(report, "hardware"), error) for why, error in said]
        if guest.by_kernel():
            concealed = kernel_noise.concealed(kinds, report)
            said = [(why or concealed, error) for why, error in said]
    return [Verdict(f"{name}: {kind}" if len(kinds) > 1 else name, why, True, error,
                    None if n else unexplained_share(report), [*case.all("injected"), *report])
            for n, (kind, (why, error)) in enumerate(zip(kinds, said))]


def other_sentence(report, wanted):
    """Returns what the sentence blames instead of what it has to, a regular expression; or None."""
    sentences = [text.strip() for text in report if re.match(r"  \d+ % of [\d.]+ us: ", text)]
    named = len(sentences) == 1 and re.search(f" us: {wanted}", sentences[0])
    return None if named else f"the sentence is {sentences}"


def wanted_parts(case):
    if case.kinds() == ["hardware"]:
        return [Wanted(LINES["hardware"], None, pause_ns(case) / 1000, more_us=waited_ns(case) / 1000)]
    return [Wanted(LINES[cause.kind], item_of(cause), cause.net / 1000) for cause in case.causes()]


def judge_counts(case, kind, command, guest):
    verdict = Verdict(guest.name(case.spec), injected=kind != "none")
    every = events(case, guest)
    found = periods(every, guest)
    gaps = [event for event in every if event.name() == "sample_threshold"]
    noises = [event for event in every if event.name().endswith("_noise")]
    verdict.why = (
        (f"{command} ended with {case.status()}" if case.status() else None)
        or (None if found else "no period was measured")
        or next(filter(None, (disagreement(period, guest) for period in whole(found, every, guest))), None)
        or attribute(case, kind, guest, gaps, noises, verdict)
        or said_otherwise(case, command, guest, found, gaps)
    )
    verdict.details = [f"injected: {case.one('injected')}", *case.all("report"), *around(gaps, noises)]
    return verdict


def whole(found, every, guest):
    """Returns the periods of which no events are missing."""
    return [period for period in found if not guest.by_kernel() or period.summary["start"] > every[0].time]


def pause_ns(case):
    return float(case.one("injected").split()[0]) * 10**6


def waited_ns(case):
    """Returns how long the emulator waited for a CPU of the host, by which a pause may be longer."""
    return float(case.one("injected").split()[2]) * 10**6


def said_otherwise(case, command, guest, found, gaps):
    report = case.all("report")
    if guest.by_programs():
        # They keep the last noises only, while table and histogram are of the whole run.
        agrees = (histogram_contains(report, [gap.duration for gap in gaps], BUCKETS_US[command]) if command in BUCKETS_US
                  else table_contains(report, guest.clock.cpu, found))
    elif command in BUCKETS_US:
        agrees = histogram_agrees(report, [gap.duration for gap in gaps], BUCKETS_US[command])
    else:
        agrees = table_agrees(report, guest.clock.cpu, found)
    return None if agrees else f"{command} says something else than the events do"


def attribute(case, kind, guest, gaps, noises, verdict):
    """Returns why the cause is not reported as it has to be, or None.

    Sets the verdict's error and unexplained share.
    """
    if kind == "none":
        blamed = [noise.text for noise in noises if "inject" in noise.text]
        return f"{blamed[0]} is blamed" if blamed else None
    if kind == "hardware":
        return attribute_hardware(case, guest, gaps, noises, verdict)
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
    return None if verdict.error <= guest.cases().tolerance else f"{amount} ns named, {cause.net} ns injected"


def attribute_hardware(case, guest, gaps, noises, verdict):
    """Returns why no unexplained gap is as long as the pause, or None if one is."""
    if not case.one("injected"):
        return "nothing was injected"
    longest = max(gaps, key=lambda gap: gap.duration, default=None)
    if not longest:
        return "no gap was seen"
    pause = pause_ns(case)
    explained = longest.duration * (100 - unexplained(longest, noises)) / 100
    amount = longest.duration - explained
    nearest = min(max(amount, pause), pause + waited_ns(case))
    verdict.error = abs(amount - nearest) / pause
    return None if verdict.error <= guest.cases().tolerance else f"{amount:.0f} ns unexplained, the pause was {pause:.0f} ns"


def around(gaps, noises):
    """Returns the longest gap and the noises in it, as details of a failure."""
    longest = max(gaps, key=lambda gap: gap.duration, default=None)
    if not longest:
        return []
    end = longest.start + longest.duration
    return [longest.text, *(n.text for n in noises if longest.start <= n.start < end)][:20]
