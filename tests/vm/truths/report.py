"""The report that a command prints at a stop: its parts, and what they must say."""

import re
from dataclasses import dataclass

# Patterns of the items by which an analysis text names what the injector did. On arm64, the
# kernel's own tracer has one name for all interrupts between CPUs.
ITEMS = {
    "irqs_off": r"inject/\d+:{pid}$",
    "preempt_off": r"inject/\d+:{pid}$",
    "fifo": r"inject/\d+:{pid}$",
    "irq": r"rtla_inject:\d+$",
    "irq_work": r"(irq_work|IPI):\d+$",
    "nmi": r"NMI$",
    "softirq": r"TASKLET:6$",
}


@dataclass
class Part:
    """A line of the analysis text, or an item below it."""

    line: str
    item: str  # None: the line itself
    us: float
    times: int = 1


@dataclass
class Wanted:
    """A cause that has to be named: its line and item, as patterns, and its amount."""

    line: str
    item: str  # None: the line itself
    us: float
    interrupted_us: float = 0  # is in us, but not in the item
    more_us: float = 0  # by which the item may be longer

    def same(self, other):
        return (self.line, self.item) == (other.line, other.item)

    def matches(self, part):
        if not re.fullmatch(self.line, part.line) or (self.item is None) != (part.item is None):
            return False
        return self.item is None or re.match(self.item, part.item)


def item_of(cause):
    return ITEMS[cause.kind].replace("{pid}", str(cause.pid))


def parts(report):
    """Yields the parts of the analysis, which comes after the table."""
    begin = next((n for n, text in enumerate(report) if text.startswith("## CPU ")), 0)
    line = None
    for text in report[begin:]:
        if re.fullmatch("-+", text):
            return  # what follows is no part
        m = re.match(r"  (\w[^:]*?):?\s+(?:up to|\(exit from idle\))?\s*(-?[\d.]+) us", text)
        if m:
            line = m.group(1)
            yield Part(line, None, float(m.group(2)))
            continue
        m = re.match(r"\s{8,}(\S+)\s+([\d.]+) us(?: \((\d+) times\))?", text)
        if m and line:
            yield Part(line, m.group(1), float(m.group(2)), int(m.group(3) or 1))


def unexplained_share(report):
    for text in report:
        m = re.match(r"  Unexplained: .*\((-?[\d.]+) %\)", text)
        if m:
            return abs(float(m.group(1)))
    return None


def compare(found, wanted, tolerance):
    """Yields for each cause (why it is not named right, relative error of its amount).

    Each may be None. Causes of the same line and name are one item, which has to
    contain them all.
    """
    named = [max((part for part in found if one.matches(part)), key=lambda part: part.us, default=None)
             for one in wanted]
    others = [part.us for part in found if part.item and not any(one.matches(part) for one in wanted)]
    for one, part in zip(wanted, named):
        if not part:
            yield f"no {one.item or 'amount'} below {one.line}", None
            continue
        same = [other for other in wanted if other.same(one)]
        amount = part.us + one.interrupted_us
        expected = sum(other.us for other in same)
        most = expected + sum(other.more_us for other in same)
        error = abs(amount - min(max(amount, expected), most)) / expected
        if part.times != len(same):
            yield f"{one.item} is said to be there {part.times} times, and was {len(same)}", error
        elif max(others, default=0) > part.us:
            yield "something else is said to be larger", error
        elif error > tolerance:
            yield f"{amount:.2f} us named, {expected:.2f} us injected", error
        else:
            yield None, error
