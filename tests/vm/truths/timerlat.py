"""Does timerlat name the cause of a latency, and its amount?

Compares its report with what the injector measured itself. Under instruction
counting the causes last tens of microseconds and the injector tells its net
time. Under plain emulation, whose jitter has no bound, they last 300 ms, the
tolerance is wide, and the time is gross: what the report says to have
interrupted the cause is added to it.
"""

import re
from dataclasses import dataclass

from common import Case, Verdict, run_guest

# Where the report has to name a cause: the line, then the item below it.
CULPRITS = {
    "irqs_off": ("IRQ handler delay", r"inject/\d+:{pid}$"),
    "irq": ("IRQ handler delay", r"rtla_inject:\d+$"),
    "nmi": ("IRQ handler delay", r"NMI$"),
    "preempt_off": ("Blocking thread", r"inject/\d+:{pid}$"),
    "softirq": ("Softirq interference", r"TASKLET:6$"),
    "fifo": ("Thread interference", r"inject/\d+:{pid}$"),
}
# Plain emulation does not time the cause to begin before the timer expires.
CULPRITS_PLAIN = CULPRITS | {
    "irq": ("IRQ (handler delay|interference)", CULPRITS["irq"][1]),
    "nmi": ("(IRQ handler delay|NMI interference)", CULPRITS["nmi"][1]),
}


@dataclass
class Clock:
    name: str
    cpus: int
    cpu: int
    period_us: int
    lead_us: int
    threshold_us: int
    amounts_us: list
    tolerance: float
    culprits: dict


CLOCKS = {
    "icount": Clock("icount", 1, 0, 1000, 20, 30, [60, 80, 95], 0.03, CULPRITS),
    "plain": Clock("plain", 2, 1, 1000, 0, 150000, [300000], 0.05, CULPRITS_PLAIN),
}


def specs(clock, kernel, short):
    """One guest's cases as truth_timerlat.sh takes them."""
    amounts = clock.amounts_us[1:2] if short and len(clock.amounts_us) > 1 else clock.amounts_us
    for kind in CULPRITS:
        if kind == "softirq" and kernel.endswith("-rt"):
            continue    # there are none: they run in threads
        stops = ["irq", "thread"] if clock.name == "icount" and kind in ("irqs_off", "irq", "nmi") else ["thread"]
        for stop in stops:
            for amount in amounts:
                yield f"{kind}/{stop}/{amount}/{clock.threshold_us}"
    # Hit by what is there anyway: the injector is loaded, but idle.
    yield "none/irq/0/5"


def injected(case):
    return (case.one("injected") or "").split()


def stop(case):
    return {k: int(v) for k, v in re.findall(r"(\w+) (\d+)", case.one("stop") or "")}


def hit_early(case):
    """By the emulator's jitter, before the injector did anything."""
    return injected(case) and stop(case) and stop(case)["t_w"] + stop(case)["latency"] < int(injected(case)[3])


def judge_all(kernel, clock, short):
    clock = CLOCKS[clock]
    wanted = list(specs(clock, kernel, short))

    def run(cases):
        return run_guest(kernel, clock.name, clock.cpus, "truth_timerlat.sh",
                         clock.cpu, clock.period_us, clock.lead_us, *cases)

    got = run(wanted)
    early = [spec for spec, case in got.items() if hit_early(case)]
    if early:
        got |= run(early)
    for spec in wanted:
        yield judge(got.get(spec, Case(spec)), clock, f"{kernel} {clock.name} timerlat {spec}")


def items(report):
    """(line, item, amount in us) of the report, item None for the line itself."""
    line = None
    for text in report:
        if re.fullmatch("-+", text):
            return  # the parts are over
        m = re.match(r"  (\w[^:]*?):? +(?:\(exit from idle\))? *(-?[\d.]+) us", text)
        if m:
            line = m.group(1)
            yield line, None, float(m.group(2))
            continue
        m = re.match(r" {8,}(\S+) +([\d.]+) us", text)
        if m and line:
            yield line, m.group(1), float(m.group(2))


def unexplained_share(report):
    for text in report:
        m = re.match(r"  Unexplained: .*\((-?[\d.]+) %\)", text)
        if m:
            return abs(float(m.group(1)))
    return None


def interruptions_us(kind, found):
    """What interrupted a cause that can be interrupted, and is in its gross time."""
    lines = {"preempt_off": ["NMI interference", "IRQ interference", "Softirq interference"],
             "fifo": ["NMI interference", "IRQ interference", "Softirq interference"],
             "softirq": ["NMI interference", "IRQ interference"]}.get(kind, [])
    return sum(a for l, i, a in found if i is None and l in lines)


def expected_us(case, clock):
    """What the injector measured, as far as it is in the latency: net, or gross."""
    begin, end, net = (int(v) for v in injected(case)[3:6])
    if clock.name == "icount":
        return net / 1000
    t_w = stop(case)["t_w"]
    return (min(end, t_w + stop(case)["latency"]) - max(begin, t_w)) / 1000


def judge(case, clock, name):
    kind = case.spec.split("/")[0]
    report = case.all("report")
    why, error = compare(case, kind, report, clock)
    return Verdict(name, why, kind != "none", error, unexplained_share(report),
                   [f"{injected(case)}; {stop(case)}", *report])


def compare(case, kind, report, clock):
    """(why it is not named right or None, error in amount or None)."""
    if case.status() != 2:
        return f"timerlat ended with {case.status()}, not with 2", None
    found = list(items(report))
    if kind == "none":
        blamed = [i for _, i, _ in found if i and "inject" in i]
        return (f"{blamed[0]} is blamed" if blamed else None), None
    if not injected(case) or not stop(case):
        return "nothing was injected", None
    line, item = clock.culprits[kind]
    item = item.replace("{pid}", injected(case)[2])
    named = [a for l, i, a in found if i and re.fullmatch(line, l) and re.match(item, i)]
    if not named:
        return f"no {item} below {line}", None
    if max(a for _, i, a in found if i) > max(named):
        return "something else is said to be larger", None
    amount = max(named)
    if clock.name == "plain":
        amount += interruptions_us(kind, found)
    expected = expected_us(case, clock)
    error = abs(amount - expected) / expected
    if error > clock.tolerance:
        return f"{amount:.2f} us named, {expected:.2f} us injected", error
    return None, error
