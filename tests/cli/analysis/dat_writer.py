# SPDX-License-Identifier: GPL-2.0
"""Writes the text of a trace as a trace.dat, as trace-cmd does (its version 6), with the formats
of events that a kernel of x86 has. Events of other names are left out.
"""

import re
import struct

PAGE = 4096

COMMON = """\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

"""

STATES = ('(REC->prev_state & 0xff) ? __print_flags(REC->prev_state & 0xff, "|", { 0x01, "S" }, '
          '{ 0x02, "D" }) : "R", REC->prev_state & 0x100 ? "+" : ""')
SOFTIRQS = 'REC->vec, { 1, "TIMER" }, { 3, "NET_RX" }, { 7, "SCHED" }, { 9, "RCU" }'

# The system, the name, the fields ("c" is a thread's name, "s" a string, "i", "q" and "Q" numbers,
# "a" the arguments of a system call), and how the kernel prints them. Nothing can print kvm_exit as the kernel has it, but the kernel.
EVENTS = [
    ("sched", "sched_switch", "c:prev_comm i:prev_pid i:prev_prio q:prev_state c:next_comm i:next_pid i:next_prio",
     '"prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s%s ==> next_comm=%s next_pid=%d next_prio=%d", '
     f"REC->prev_comm, REC->prev_pid, REC->prev_prio, {STATES}, REC->next_comm, REC->next_pid, REC->next_prio"),
    *[("sched", name, "c:comm i:pid i:prio i:target_cpu",
       '"comm=%s pid=%d prio=%d target_cpu=%03d", REC->comm, REC->pid, REC->prio, REC->target_cpu')
      for name in ("sched_waking", "sched_wakeup", "sched_wakeup_new")],
    ("sched", "sched_migrate_task", "c:comm i:pid i:prio i:orig_cpu i:dest_cpu",
     '"comm=%s pid=%d prio=%d orig_cpu=%d dest_cpu=%d", REC->comm, REC->pid, REC->prio, REC->orig_cpu, REC->dest_cpu'),
    ("irq", "irq_handler_entry", "i:irq s:name", '"irq=%d name=%s", REC->irq, __get_str(name)'),
    ("irq", "irq_handler_exit", "i:irq i:ret", '"irq=%d ret=%s", REC->irq, REC->ret ? "handled" : "unhandled"'),
    *[("irq", name, "i:vec", f'"vec=%u [action=%s]", REC->vec, __print_symbolic({SOFTIRQS})')
      for name in ("softirq_entry", "softirq_exit")],
    *[("irq_vectors", name, "i:vector", '"vector=%d", REC->vector')
      for name in ("local_timer_entry", "local_timer_exit", "reschedule_entry", "reschedule_exit",
                   "call_function_single_entry", "call_function_single_exit")],
    ("timer", "hrtimer_start", "Q:hrtimer Q:function q:expires q:softexpires",
     '"hrtimer=%p function=%ps expires=%llu softexpires=%llu", REC->hrtimer, REC->function, '
     'REC->expires, REC->softexpires'),
    ("timer", "hrtimer_expire_entry", "Q:hrtimer q:now Q:function",
     '"hrtimer=%p function=%ps now=%llu", REC->hrtimer, REC->function, REC->now'),
    ("timer", "hrtimer_expire_exit", "Q:hrtimer", '"hrtimer=%p", REC->hrtimer'),
    ("raw_syscalls", "sys_enter", "q:id a:args", '"NR %ld (%lx, %lx)", REC->id, REC->args[0], REC->args[1]'),
    ("raw_syscalls", "sys_exit", "q:id q:ret", '"NR %ld = %ld", REC->id, REC->ret'),
    ("kvm", "kvm_entry", "i:vcpu_id q:rip", '"vcpu %u, rip 0x%lx", REC->vcpu_id, REC->rip'),
    ("kvm", "kvm_exit", "i:exit_reason q:guest_rip i:isa i:vcpu_id",
     '"vcpu %u reason %s%s%s", REC->vcpu_id, (REC->isa == 1) ? __print_symbolic(REC->exit_reason & 0xffff, '
     '{ 12, "HLT" }) : __print_symbolic(REC->exit_reason, { 0x78, "hlt" }), kvm_more(REC), ""'),
    ("kvm", "kvm_userspace_exit", "i:reason", '"reason %d", REC->reason'),
]
SIZES = {"c": 16, "s": 4, "i": 4, "q": 8, "Q": 8, "a": 48}
TYPES = {"c": "char %s[16]", "s": "__data_loc char[] %s", "i": "int %s", "q": "long %s", "Q": "void * %s",
         "a": "unsigned long %s[6]"}
ALIGNED = {"c": 1, "a": 8}
FUNCTIONS = {name: 0xffffffff81000000 + 0x1000 * number
             for number, name in enumerate(("hrtimer_wakeup", "tick_nohz_handler", "sched_rt_period_timer",
                                            "watchdog_timer_fn"))}
REASONS = {"EXTERNAL_INTERRUPT": 1, "HLT": 12, "IO_INSTRUCTION": 30, "MSR_WRITE": 32, "EPT_VIOLATION": 48}
LINE = re.compile(r"^ *(.*)-(\d+) +\[(\d+)\] \S+ +(\d+)\.(\d{6,9}): (\w+): +(.*)$")


def text_format(number, name, fields, printed):
    lines, at = [], 8
    for field in fields.split():
        kind, field = field.split(":")
        at += -at % ALIGNED.get(kind, SIZES[kind])
        lines.append(f"\tfield:{TYPES[kind] % field};\toffset:{at};\tsize:{SIZES[kind]};\tsigned:{int(kind in 'iq')};")
        at += SIZES[kind]
    return f"name: {name}\nID: {number}\nformat:\n{COMMON}" + "\n".join(lines) + f"\n\nprint fmt: {printed}\n"


def values(name, rest):
    """Returns the fields of an event by their names, from its text."""
    found = {key: value.strip() for key, value in re.findall(r"(\w+)=(.*?)(?= \w+=| ==>| \[|$)", rest)}
    vcpu = re.match(r"vcpu (\d+)", rest)
    if vcpu:
        found["vcpu_id"] = vcpu[1]
    if name == "kvm_exit":
        found |= {"exit_reason": REASONS[re.search(r"reason (\w+)", rest)[1]], "isa": 1}
    call = re.match(r"NR (-?\d+)(?: \((.*)\))?", rest)
    if call:
        found |= {"id": call[1], "args": [int(arg, 16) for arg in (call[2] or "0").split(", ")]}
    if "hrtimer" in found:
        found["hrtimer"] = int(found["hrtimer"], 16)
    if "function" in found:
        found["function"] = FUNCTIONS.get(found["function"], 0)
    if "prev_state" in found:
        found["prev_state"] = {"R": 0, "R+": 0x100, "S": 1, "D": 2, "X": 0x10, "I": 0x80}[found["prev_state"]]
    found["ret"] = 1
    return found


def record(number, fields, pid, said):
    data = struct.pack("<HBBi", number, 0, 0, pid)
    strings = b""
    size = 8 + sum(SIZES[field[0]] for field in fields.split())
    for field in fields.split():
        kind, name = field.split(":")
        value = said.get(name, 0)
        if kind == "c":
            data += value.encode().ljust(16, b"\0")
        elif kind == "s":
            strings = value.encode() + b"\0"
            data += struct.pack("<HH", size, len(strings))
        elif kind == "a":
            data += b"\0" * (-len(data) % 8) + struct.pack("<6Q", *(value + [0] * 6)[:6])
        else:
            data += b"\0" * (-len(data) % SIZES[kind]) + struct.pack("<" + kind, int(value))
    data += strings
    return data + b"\0" * (-len(data) % 4)


def pages(events):
    """Returns the pages of the ring buffer of a CPU with these times and records."""
    done, page, begin, last = b"", b"", 0, 0
    for at, data in events:
        if page and len(page) + len(data) + 4 > PAGE - 16:
            done += struct.pack("<QQ", begin, len(page)) + page.ljust(PAGE - 16, b"\0")
            page = b""
        if not page:
            begin = last = at
        page += struct.pack("<I", len(data) // 4 | (at - last) << 5) + data
        last = at
    return done + struct.pack("<QQ", begin, len(page)) + page.ljust(PAGE - 16, b"\0")


def block(text, size="<Q"):
    data = text.encode()
    return struct.pack(size, len(data)) + data


HEADER_PAGE = """\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;
"""
HEADER_EVENT = """# compressed entry header
\ttype_len    :    5 bits
\ttime_delta  :   27 bits
\tarray       :   32 bits

\tpadding     : type == 29
\ttime_extend : type == 30
\ttime_stamp : type == 31
\tdata max type_len  == 28
"""


def trace_dat(text):
    """Returns the bytes of the trace.dat with the events of a text."""
    shapes = {event[1]: (300 + number, *event) for number, event in enumerate(EVENTS)}
    cpus, comms = {}, {}
    for line in text.splitlines():
        found = LINE.match(line)
        if not found:
            continue
        comm, pid, cpu, seconds, digits, name, rest = found.groups()
        if name not in shapes:
            continue
        number, _, _, fields, _ = shapes[name]
        comms[int(pid)] = comm
        data = record(number, fields, int(pid), values(name, rest))
        cpus.setdefault(int(cpu), []).append((int(seconds) * 10**9 + int(digits.ljust(9, "0")), data))
    out = b"\x17\x08\x44tracing" + b"6\0" + bytes([0, 8]) + struct.pack("<I", PAGE)
    out += b"header_page\0" + block(HEADER_PAGE) + b"header_event\0" + block(HEADER_EVENT)
    out += struct.pack("<I", 0)
    systems = sorted({event[0] for event in EVENTS})
    out += struct.pack("<I", len(systems))
    for system in systems:
        own = [shape for shape in shapes.values() if shape[1] == system]
        out += system.encode() + b"\0" + struct.pack("<I", len(own))
        for number, _, name, fields, printed in own:
            out += block(text_format(number, name, fields, printed))
    out += block("".join(f"{address:x} T {name}\n" for name, address in FUNCTIONS.items()), "<I") + block("", "<I")
    out += block("".join(f"{pid} {comm}\n" for pid, comm in comms.items() if pid))
    count = max(cpus) + 1
    out += struct.pack("<I", count) + b"options  \0" + struct.pack("<H", 0) + b"flyrecord\0"
    buffers = [pages(cpus[cpu]) if cpu in cpus else b"" for cpu in range(count)]
    at = len(out) + 16 * count
    at += -at % PAGE
    places, body = b"", b""
    for buffer in buffers:
        places += struct.pack("<QQ", at + len(body), len(buffer))
        body += buffer
    return (out + places).ljust(at, b"\0") + body
