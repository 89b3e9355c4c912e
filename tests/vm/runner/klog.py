"""What in a guest's kernel log means that something is wrong with the kernel."""

import re

TROUBLE = re.compile(
    r"""
    \bWARNING:\s | \bBUG:\s | kernel\ BUG\ at | \bOops\b | Kernel\ panic | Call\ Trace:
    | general\ protection | invalid\ opcode: | stack\ guard\ page | double\ fault
    | [Uu]nable\ to\ handle\ (kernel|page) | unchecked\ MSR\ access
    | rcu:.*(stall|starved) | rcu_\w+\ (self-)?detected\ (expedited\ )?stalls?
    | soft\ lockup | hard\ LOCKUP | workqueue\ lockup | INFO:\ task\ .*\ blocked\ for
    | \bODEBUG: | \bKASAN:\s | \bKCSAN:\s | \bKFENCE:\s | \bKMSAN:\s | \bUBSAN:\s
    | possible\ (circular|recursive)\ locking | suspicious\ RCU\ usage | inconsistent\ lock\ state
    | possible\ irq\ lock\ inversion | turning\ off\ the\ locking\ correctness\ validator
    | kmemleak:\ \d+\ new\ suspected\ memory\ leaks
    | INFO:\ trying\ to\ register\ non-static\ key | lock\ held\ when\ returning | held\ lock\ freed
    | scheduling\ while\ atomic | scheduling\ from\ the\ idle\ thread
    | sleeping\ function\ called | huh,\ entered\ softirq | tick-stop\ error
    | list_(add|del)\ (corruption|double) | refcount_t: | Bad\ page\ state | nobody\ cared
    | page\ allocation\ failure | Out\ of\ memory:
    """,
    re.VERBOSE,
)

# A data race between two places in the kernel itself is no trouble: KCSAN
# reports many that are intended. The title of its message names both functions,
# each with its module, so this matches titles that name no module of this
# project.
FOREIGN = re.compile(r"\bBUG: KCSAN: (?!.*\[rtla\w*\])")

# The kernel itself warns when a process is killed while it makes a trace
# instance: the signal ends the allocation, and the kernel takes this for a
# failure.
KILLED = re.compile(r"\bWARNING: .* trace_rb_cpu_prepare\+")

# A kernel that powers off stops its CPUs one by one. A CPU that still runs may
# wake up a thread on a CPU that is stopped, about which the kernel warns.
OFF = re.compile(r"\breboot: Power down")
STOPPED = re.compile(r"\bWARNING: .* native_smp_send_reschedule\+")

# 6.12 counts the fair server among the tasks of a CPU, and warns if it still runs when the
# CPU goes offline: there are two tasks then, of which the list that follows has only the
# stopper. The warning is printed with a run queue locked, about which lockdep complains,
# once, and checks nothing from then on.
VACATED = re.compile(
    r"""
    ^[^\n]*\[\ cut\ here\ \](?:(?!\[\ cut\ here\ \]).)*?
    \bDying\ CPU\ not\ properly\ vacated!(?:(?!\[\ cut\ here\ \]).)*?
    \bCPU(\d+)\ enqueued\ tasks\ \(2\ total\):\n
    [^\n]*\tpid:\ \d+,\ name:\ migration/\1\n(?![^\n]*\tpid:\ )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)

END_OF_WARNING = re.compile(r"---\[ end trace ")

# In the code that the kernel prints for the place where it stopped: the byte
# before it.
BEFORE_STOP = re.compile(r"\bCode: .*?([0-9a-f]{2}) <")

AFTER = 60
BEFORE = 5
LAST = 40


def trouble(text):
    """Returns (the first line of trouble, the lines around it), or None if all is well."""
    lines = VACATED.sub("", text).splitlines()
    expected = off = False
    for number, line in enumerate(lines):
        off = off or bool(OFF.search(line))
        own = KILLED.search(line) or (off and STOPPED.search(line))
        expected = (expected or bool(own)) and not END_OF_WARNING.search(line)
        if expected:
            continue
        if TROUBLE.search(line) and not FOREIGN.search(line):
            return line.strip(), lines[max(0, number - BEFORE) : number + AFTER]
    return None


def stale(found):
    """Returns whether what trouble() found is a stop at a breakpoint that is gone.

    The kernel patches its code while CPUs run it: it sets a breakpoint, and removes
    it again. With a thread of the host for each CPU, the emulator may run a
    breakpoint that has been removed, which no real machine does.
    """
    what, lines = found
    code = BEFORE_STOP.search("\n".join(lines))
    return "Oops: int3" in what and bool(code) and code.group(1) != "cc"


def panic(text):
    """Returns the kernel's message of its panic, or None."""
    found = re.search(r"Kernel panic - not syncing: (.*)", text)
    return found and found.group(1).strip()


def tail(text, start=None):
    """Returns the last lines, or, if start is given, those around this position."""
    if start is None:
        return text.splitlines()[-LAST:]
    before, after = text[:start].splitlines(), text[start:].splitlines()
    return before[-BEFORE:] + after[: 3 * AFTER]


def places(registers):
    """Returns where each CPU is, a line for each, from the emulator's list of registers."""
    return [" at ".join(found) for found in re.findall(r"(CPU#\d+)\s.*?\b(RIP=\w+)", registers, re.S)]
