"""Do timerlat and wakeup name the causes of a latency, and their amounts?

Compares its report with what the injector measured itself. Under instruction
counting the causes last tens of microseconds and the injector tells its net
time. Under plain emulation, whose jitter has no bound, they last 300 ms, the
tolerance is wide, and the time is gross: what the report says to have
interrupted the cause is added to it.
"""

import re
from dataclasses import dataclass
from functools import partial

from common import Case, Verdict, kinds_of, possible, run_guest, try_again
from report import Wanted, compare, item_of, parts, unexplained_share

# The line below which the analysis text has to name each cause.
LINES = {
    "irqs_off": "IRQ handler delay",
    "irq": "IRQ handler delay",
    "irq_work": "IRQ handler delay",
    "nmi": "IRQ handler delay",
    "preempt_off": "Blocking thread",
    "softirq": "Softirq interference",
    "fifo": "Thread interference",
}
# Under plain emulation, the cause is not timed to begin before the timer
# expires.
LINES_PLAIN = LINES | {"irq": "IRQ (handler delay|interference)", "nmi": "(IRQ handler delay|NMI interference)"}

# Several causes in one latency, as the injector takes them: how long the first
# one lasts in us, and the line of each. The first one begins 30 us before the
# timer expires. If a cause interrupts another one, the time of the switch to it
# counts for the interrupted one, which therefore lasts longer.
MIXTURES = {
    "preempt_off,irq@80+60": (200, ("Blocking thread", "IRQ interference")),
    "fifo,irq@80+40,nmi@140+40,irq@200+60": (300, (
        "Thread interference", "IRQ interference", "NMI interference", "IRQ interference")),
    "softirq,fifo@18+80": (80, ("Softirq interference", "Thread interference")),
    "irq,nmi@50+40": (140, ("IRQ handler delay", "IRQ handler delay")),
    "preempt_off,irq@80+140,nmi@120+40": (280, ("Blocking thread", "IRQ interference", "NMI interference")),
    # The IRQ has to wait until interrupts are on, but not as long as the
    # timer's.
    "irqs_off,irq@60+50": (100, ("IRQ handler delay", "IRQ handler delay")),
    "preempt_off,fifo@18+80": (80, ("Blocking thread", "Thread interference")),
    # For the kernel's own tracer, which has no events of the handlers of "irq".
    "preempt_off,irq_work@80+60": (300, ("Blocking thread", "IRQ interference")),
    "fifo,irq_work@80+40,nmi@140+40,irq_work@200+60": (500, (
        "Thread interference", "IRQ interference", "NMI interference", "IRQ interference")),
    "irq_work,nmi@50+40": (140, ("IRQ handler delay", "IRQ handler delay")),
}
SHORT = 4


@dataclass
class Clock:
    name: str
    cpus: int
    cpu: int
    period_us: int
    lead_us: int
    warm_up: int
    threshold_us: int
    amounts_us: list
    mixtures: dict
    tolerance: float
    lines: dict


# A busy host may stop a guest more than once. A case that this spoils is tried
# so many times in all.
TRIES = 4

CLOCKS = {
    "icount": Clock("icount", 1, 0, 1000, 30, 1, 30, [60, 80, 95], MIXTURES, 0.03, LINES),
    # The period leaves a slow emulator time for other threads.
    "plain": Clock("plain", 2, 1, 10000, 0, 3, 150000, [300000], {}, 0.05, LINES_PLAIN),
}


def delay(kinds):
    """Returns whether the first cause delays the timer's interrupt, so that this can hit."""
    return LINES[kinds.partition(",")[0]] == "IRQ handler delay"


def specs(clock, kernel, short, other):
    """Yields the cases of one guest, as truth_latency.sh takes them, but those with the kind "other"."""
    amounts = clock.amounts_us[1:2] if short and len(clock.amounts_us) > 1 else clock.amounts_us
    causes = [(kind, amount) for kind in LINES for amount in amounts]
    causes += [(kinds, amount) for kinds, (amount, _) in list(clock.mixtures.items())[:SHORT if short else None]]
    for kinds, amount in causes:
        if possible(kinds, kernel) and other not in kinds_of(kinds):
            if clock.name == "icount" and delay(kinds):
                yield f"{kinds}/irq/{amount}/{clock.threshold_us}"
            yield f"{kinds}/thread/{amount}/{clock.threshold_us}"
    # The thread needs more than that anyway: the injector is loaded, but idle.
    yield "none/irq/0/2"


def stop(case):
    return {k: int(v) for k, v in re.findall(r"(\w+) (\d+)", case.one("stop") or "")}


def ticked(case):
    """Returns whether a timer's interrupt came into the latency, which nobody has injected.

    What it takes beyond its events, and until the softirq behind it, counts for what it
    interrupted: that is as much as an amount may be off.
    """
    return any(part.line == "IRQ interference" and re.match("(local|arch)_timer:", part.item or "")
               for part in parts(case.all("report")))


def missed(clock, case):
    """Returns whether the emulator's jitter spoiled the case.

    If so, another latency was the hit, the cause came when it could not be of its kind, or
    a short cause was interrupted by chance.
    """
    if not case.causes() or not stop(case):
        return False
    if clock.name == "icount" and ticked(case):
        return True
    begin = case.causes()[0].begin
    if begin > stop(case)["t_w"] + stop(case)["latency"]:
        return True
    # Either the timer itself was late; or real-time threads had all of the CPU
    # for so long that the scheduler (fair server, throttling) let a thread run
    # before the measuring one in spite of its priority: that is interference.
    latest = {"irqs_off": stop(case)["irq_start"], "preempt_off": stop(case)["t_w"]}
    return begin > latest.get(",".join(case.kinds()), begin)


@dataclass
class Subject:
    """Whose latency is to be explained: timerlat's, or that of a program which wakeup watches."""

    what: str
    put: tuple = ()  # files that the guest needs
    module: bool = True
    other: str = "irq_work"  # the kind of cause that is not injected


def judge_all(subject, kernel, clock, short):
    clock = CLOCKS[clock]
    wanted = list(specs(clock, kernel, short, subject.other))

    def run(cases):
        return run_guest(kernel, clock.name, clock.cpus, "truth_latency.sh", subject.what,
                         clock.cpu, clock.period_us, clock.lead_us, clock.warm_up, *cases, put=subject.put,
                         module=subject.module)

    got = try_again(run, wanted, partial(missed, clock), TRIES)
    for spec in wanted:
        yield from judge(got.get(spec, Case(spec)), clock, f"{kernel} {clock.name} {subject.what} {spec}")


def interruptions_us(kind, found):
    """Returns the time in us of what interrupts a cause of this kind, in its gross time."""
    lines = {"preempt_off": ["NMI interference", "IRQ interference", "Softirq interference"],
             "fifo": ["NMI interference", "IRQ interference", "Softirq interference"],
             "softirq": ["NMI interference", "IRQ interference"]}.get(kind, [])
    return sum(part.us for part in found if part.item is None and part.line in lines)


def wanted_part(case, clock, cause, line, found):
    """Returns what has to be named: the injector's time within the latency, net or gross."""
    if clock.name == "icount":
        return Wanted(line, item_of(cause), cause.net / 1000)
    t_w = stop(case)["t_w"]
    gross = min(cause.end, t_w + stop(case)["latency"]) - max(cause.begin, t_w)
    return Wanted(line, item_of(cause), gross / 1000, interruptions_us(cause.kind, found))


def judge(case, clock, name):
    """Yields the verdict of each cause of the case."""
    kinds = case.kinds()
    report = case.all("report")
    said = list(judge_report(case, clock, kinds, list(parts(report))))
    for n, (kind, (why, error)) in enumerate(zip(kinds, said)):
        yield Verdict(f"{name}: {kind}" if len(kinds) > 1 else name, why, kind != "none", error,
                      None if n else unexplained_share(report),
                      [*case.all("injected"), str(stop(case)), *report])


def judge_report(case, clock, kinds, found):
    """Returns for each cause (why it is not named right, relative error); each may be None."""
    if case.status() != 2:
        return [(f"it ended with {case.status()}, not with 2", None)] * len(kinds)
    if kinds == ["none"]:
        blamed = [part.item for part in found if part.item and "inject" in part.item]
        return [(f"{blamed[0]} is blamed" if blamed else None, None)]
    if not case.causes() or not stop(case):
        return [("nothing was injected", None)] * len(kinds)
    spec = case.spec.split("/")[0]
    lines = MIXTURES[spec][1] if spec in MIXTURES else [clock.lines[spec]]
    wanted = [wanted_part(case, clock, cause, line, found) for cause, line in zip(case.causes(), lines)]
    return compare(found, wanted, clock.tolerance)
