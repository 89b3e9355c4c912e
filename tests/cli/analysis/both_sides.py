# SPDX-License-Identifier: GPL-2.0
"""Traces of a virtual machine and of its host, made up by a simulation of both: no KVM has
recorded them. Each case has one cause of a latency in the guest, which is known, and clocks
that differ by a random time.
"""

import random

US = 1000
MS = 1000 * US
PERIOD = MS
TRACED = 60 * MS
VECTOR = 236

def column(comm, pid, cpu, at):
    """Returns what is before an event. The kernel rounds times to microseconds."""
    us = (at + 500) // US
    return f"{comm:>16}-{pid:<7} [{cpu:03d}] d..2. {us // 10**6:5d}.{us % 10**6:06d}: "


class Host:
    """The trace of the host: it has the true times."""

    def __init__(self, rng, start, reported=None):
        self.rng = rng
        self.start = start
        self.lines = []
        self.running = {}
        # As the kernel prints switches, or trace-cmd report.
        self.reported = rng.random() < 0.5 if reported is None else reported

    def event(self, at, cpu, comm, pid, text):
        self.lines.append((at, len(self.lines), cpu, comm, pid, text))

    def switch(self, at, cpu, old, state, new):
        if self.reported:
            text = "sched_switch: %s:%d [%d] %s ==> %s:%d [%d]" % (*old, state, *new)
        else:
            text = ("sched_switch: prev_comm=%s prev_pid=%d prev_prio=%d prev_state=%s ==> "
                    "next_comm=%s next_pid=%d next_prio=%d" % (*old, state, *new))
        self.event(at, cpu, old[0], old[1], text)

    def wake(self, at, cpu, by, who, name="sched_waking"):
        if self.reported:
            text = "%s: %s:%d [%d] CPU:%03d" % (name, *who, cpu)
        else:
            text = "%s: comm=%s pid=%d prio=%d target_cpu=%03d" % (name, *who, cpu)
        self.event(at, cpu, by[0], by[1], text)

    def timer(self, at, cpu, by, ns):
        self.event(at, cpu, by[0], by[1], f"local_timer_entry: vector={VECTOR}")
        self.event(at + ns, cpu, by[0], by[1], f"local_timer_exit: vector={VECTOR}")

    def text(self):
        """Returns the trace as text."""
        lines = ["# tracer: nop", "#"]
        for at, _, cpu, comm, pid, text in sorted(self.lines):
            if pid == 0:
                comm = "<idle>"
            lines.append(column(comm, pid, cpu, at + self.start) + text)
        return "\n".join(lines) + "\n"


def idle(cpu):
    return (f"swapper/{cpu}", 0, 120)


class Guest:
    """The trace of the guest, with its own clock."""

    def __init__(self, start, offset, drift):
        self.lines = []
        self.start = start
        self.offset = offset
        self.drift = drift

    def clock(self, at):
        return round((at - TRACED) * (1 + self.drift)) + TRACED + self.start - self.offset

    def event(self, at, cpu, comm, pid, text):
        self.lines.append((self.clock(at), len(self.lines), cpu, comm, pid, text))

    def irq(self, at, cpu, name, ns):
        self.event(at + ns, cpu, "<idle>", 0,
                   f"irq_noise: {name} start {self.seconds(self.clock(at))} duration {ns} ns")

    def sample(self, at, cpu, number, context, t_w):
        task = ("<idle>", 0) if context == "irq" else (f"timerlat/{cpu}", 800 + cpu)
        self.event(at, cpu, *task, f"timerlat_sample: #{number}  context {context:>6} "
                   f"timer_latency {self.clock(at) - self.clock(t_w):9d} ns t_w={self.clock(t_w)}")

    @staticmethod
    def seconds(at):
        return f"{at // 10**9}.{at % 10**9:09d}"

    def text(self):
        lines = ["# tracer: nop", "#"]
        for at, _, cpu, comm, pid, text in sorted(self.lines):
            lines.append(column(comm, pid, cpu, at) + text)
        return "\n".join(lines) + "\n"


class Vcpu:
    """A vCPU and its thread, which runs from one wake-up to the next HLT."""

    def __init__(self, case, number, tid, cpu, guest):
        self.case = case
        self.rng = case.rng
        self.host = case.host
        self.guest = guest
        self.number = number
        self.cpu = cpu
        self.task = (f"CPU {number}/KVM", tid, 120)
        self.free = 0
        self.woken = 0
        # The guest was booted with idle=poll: it never halts.
        self.polls = case.polls
        if self.polls:
            self.host.switch(0, cpu, idle(cpu), "R", self.task)
            self.entry(US)

    def entry(self, at):
        self.host.event(at, self.cpu, self.task[0], self.task[1],
                        f"kvm_entry: vcpu {self.number}, rip 0xffffffff81e6b0{at % 256:02x}")

    def exit(self, at, reason):
        self.host.event(at, self.cpu, self.task[0], self.task[1],
                        f"kvm_exit: vcpu {self.number} reason {reason} rip 0xffffffff81e6b0bb "
                        "info1 0x0 info2 0x0")

    def soon(self, least=400, most=2500):
        return self.rng.randint(least, most)

    def wake(self, at):
        """The host's timer wakes the thread, which enters the guest; returns when."""
        host = self.host
        at += self.soon()
        if self.polls:
            self.exit(at, "EXTERNAL_INTERRUPT")
            host.timer(at + 400, self.cpu, self.task, US)
            at += 1400 + self.soon()
            self.entry(at)
            return at
        host.timer(at, self.cpu, idle(self.cpu), 2 * US)
        self.woken = at + US
        host.wake(self.woken, self.cpu, idle(self.cpu), self.task)
        at += 2 * US + self.soon()
        host.switch(at, self.cpu, idle(self.cpu), "R", self.task)
        at += self.soon()
        self.entry(at)
        return at

    def halt(self, at):
        self.free = at
        if self.polls:
            return
        self.exit(at, "HLT")
        at += self.soon()
        self.host.switch(at, self.cpu, self.task, "S", idle(self.cpu))
        self.free = at

    def interrupted(self, at, number=None, t_w=None):
        """An interrupt of the guest and, if it is the tracer's timer, its thread, without a hit."""
        at += self.soon()
        guest = self.guest
        ns = self.soon(1500, 4000)
        guest.irq(at, self.number, "local_timer:236" if t_w is not None else "virtio0:25", ns)
        if t_w is not None:
            guest.sample(at + 300, self.number, number, "irq", t_w)
        at += ns + self.soon()
        if self.rng.random() < 0.6:
            self.exit(at, "MSR_WRITE")
            at += self.soon(600, 1500)
            self.entry(at)
            at += self.soon()
        if t_w is not None:
            guest.sample(at, self.number, number, "thread", t_w)
            at += self.soon()
        return at

    def live(self, until, phase):
        """Timers and interrupts up to this time. Returns the number of periods."""
        wakes = [(t, True) for t in range(phase, until, PERIOD)]
        t = self.soon(1, MS)
        while t < until:
            wakes.append((t, False))
            t += round(self.rng.expovariate(1 / (0.7 * MS)))
        number = 0
        for t, own in sorted(wakes):
            number += own
            if t < self.free + 30 * US or (not own and (t - phase) % PERIOD > PERIOD - 150 * US):
                continue
            at = self.wake(t)
            self.halt(self.interrupted(at, number, t) if own else self.interrupted(at))
        return number


class Case:
    """One latency of a guest, and its cause."""

    CAUSES = ("fifo", "several", "kworker", "behind", "timer", "memory", "program", "irq",
              "softirq", "migrated", "guest")

    def __init__(self, seed, cause=None, reported=None, polls=None):
        rng = self.rng = random.Random(seed)
        self.cause = cause or rng.choice(self.CAUSES)
        self.polls = self.cause not in ("timer", "behind") and rng.random() < 0.3
        if polls is not None:
            self.polls = polls
        start = rng.randint(10**11, 10**14)
        self.offset = 0 if rng.random() < 0.15 else start - rng.randint(10**10, 10**11)
        self.host = Host(rng, start, reported)
        self.guest = Guest(start, self.offset, rng.uniform(-5e-6, 5e-6))
        vcpus = rng.randint(1, 4)
        cpus = list(range(16))
        rng.shuffle(cpus)
        self.load_cpus = cpus[8:]
        self.spare = cpus[7]
        tid = rng.randint(1000, 30000)
        self.vcpus = [Vcpu(self, n, tid + n, cpus[n], self.guest) for n in range(vcpus)]
        self.ns = rng.randint(150, 3000) * US
        other = rng.randint(40000, 60000)
        nobody = Guest(start, rng.randint(-10**9, 10**9), 0)
        others = [Vcpu(self, n, other + n, cpus[4 + n], nobody) for n in range(rng.randint(0, 3))]
        self.hit = rng.choice(self.vcpus)
        for vcpu in self.vcpus + others:
            phase = rng.randint(100 * US, 900 * US)
            number = vcpu.live(TRACED if vcpu is not self.hit else TRACED - PERIOD, phase)
            if vcpu is self.hit:
                self.number, self.t_w = number + 1, phase + number * PERIOD
        self.load()
        self.tell_hit()

    def load(self):
        """Threads and interrupts on other CPUs."""
        for cpu in self.load_cpus:
            at = 0
            while at < TRACED:
                at += self.rng.randint(50 * US, MS)
                task = (f"load/{cpu}", 900 + cpu, 120)
                self.host.switch(at, cpu, idle(cpu), "R", task)
                if self.rng.random() < 0.3:
                    self.host.timer(at + 5 * US, cpu, task, 2 * US)
                at += self.rng.randint(20 * US, 400 * US)
                self.host.switch(at, cpu, task, "S", idle(cpu))

    # Each returns when the guest goes on; @self.truth is the kind, the name and the ns.

    def taken(self, at, threads):
        """The vCPU leaves the guest, and these threads run before it."""
        vcpu, host = self.hit, self.host
        vcpu.exit(at, "EXTERNAL_INTERRUPT")
        host.wake(at + 300, vcpu.cpu, vcpu.task, threads[0][0], "sched_wakeup")
        at += vcpu.soon()
        old, state = vcpu.task, "R"
        for task, ns in threads:
            host.switch(at, vcpu.cpu, old, state, task)
            old, state = task, "S"
            at += ns
        host.switch(at, vcpu.cpu, old, "S", vcpu.task)
        at += vcpu.soon()
        vcpu.entry(at)
        return at

    def do_fifo(self, at):
        self.truth = "thread", "stress-ng", self.ns
        return self.taken(at, [(("stress-ng", 999, 49), self.ns)])

    def do_kworker(self, at):
        self.truth = "thread", "kworker/3:1", self.ns
        return self.taken(at, [(("kworker/3:1", 77, 120), self.ns)])

    def do_several(self, at):
        self.truth = "thread", "backup", self.ns
        return self.taken(at, [(("rcu_preempt", 15, 98), self.ns // 5),
                               (("backup", 555, 120), self.ns),
                               (("cron job", 556, 120), self.ns // 3)])

    def do_memory(self, at):
        vcpu = self.hit
        self.truth = "kernel", "EPT_VIOLATION", self.ns
        vcpu.exit(at, "EPT_VIOLATION")
        vcpu.entry(at + self.ns)
        return at + self.ns

    def do_program(self, at):
        vcpu = self.hit
        vcpu.exit(at, "IO_INSTRUCTION")
        at += vcpu.soon()
        self.truth = "hypervisor", "IO_INSTRUCTION", self.ns
        self.host.event(at, vcpu.cpu, vcpu.task[0], vcpu.task[1],
                        "kvm_userspace_exit: reason KVM_EXIT_IO (2)")
        vcpu.entry(at + self.ns)
        return at + self.ns

    def do_irq(self, at):
        vcpu, host = self.hit, self.host
        vcpu.exit(at, "EXTERNAL_INTERRUPT")
        at += vcpu.soon()
        self.truth = "irq", "nvme0q1", self.ns
        host.event(at, vcpu.cpu, vcpu.task[0], vcpu.task[1], "irq_handler_entry: irq=24 name=nvme0q1")
        at += self.ns
        host.event(at, vcpu.cpu, vcpu.task[0], vcpu.task[1], "irq_handler_exit: irq=24 ret=handled")
        at += vcpu.soon()
        vcpu.entry(at)
        return at

    def do_softirq(self, at):
        vcpu, host = self.hit, self.host
        vcpu.exit(at, "EXTERNAL_INTERRUPT")
        at += vcpu.soon()
        host.event(at, vcpu.cpu, vcpu.task[0], vcpu.task[1], "irq_handler_entry: irq=31 name=eth0")
        host.event(at + 2 * US, vcpu.cpu, vcpu.task[0], vcpu.task[1], "irq_handler_exit: irq=31 ret=handled")
        at += 3 * US
        self.truth = "softirq", "NET_RX", self.ns - 3 * US
        host.event(at, vcpu.cpu, vcpu.task[0], vcpu.task[1], "softirq_entry: vec=3 [action=NET_RX]")
        host.timer(at + self.ns // 2, vcpu.cpu, vcpu.task, 3 * US)
        at += self.ns
        host.event(at, vcpu.cpu, vcpu.task[0], vcpu.task[1], "softirq_exit: vec=3 [action=NET_RX]")
        at += vcpu.soon()
        vcpu.entry(at)
        return at

    def do_migrated(self, at):
        vcpu, host = self.hit, self.host
        first, second = ("rt-app", 700, 10), ("other-app", 701, 120)
        vcpu.exit(at, "EXTERNAL_INTERRUPT")
        at += vcpu.soon()
        host.switch(at - 300 * US, self.spare, idle(self.spare), "R", second)
        host.switch(at, vcpu.cpu, vcpu.task, "R+", first)
        at += self.ns
        self.truth = "thread", "rt-app", self.ns
        host.event(at, self.spare, second[0], second[1],
                   f"sched_migrate_task: comm={vcpu.task[0]} pid={vcpu.task[1]} prio=120 "
                   f"orig_cpu={vcpu.cpu} dest_cpu={self.spare}")
        at += self.ns // 3
        host.switch(at, self.spare, second, "R", vcpu.task)
        host.switch(at + self.ns, vcpu.cpu, first, "S", idle(vcpu.cpu))
        vcpu.cpu = self.spare
        at += vcpu.soon()
        vcpu.entry(at)
        return at

    def do_guest(self, at):
        self.truth = "guest", "", self.ns
        begin = at
        at += self.ns
        self.guest.event(at, self.hit.number, "inject/0", 225,
                         f"thread_noise: inject/0:225 prio 0 start "
                         f"{Guest.seconds(self.guest.clock(begin))} duration {self.ns} ns")
        return at

    def woken(self):
        """The vCPU is woken for its timer; returns when it enters the guest."""
        vcpu, host = self.hit, self.host
        if self.cause == "timer":
            at = vcpu.wake(self.t_w + self.ns)
            self.truth = "halted", "HLT", vcpu.woken - self.t_w
            return at
        if self.cause != "behind":
            return vcpu.wake(self.t_w)
        task = ("make", 4242, 120)
        host.switch(self.t_w - 40 * US, vcpu.cpu, idle(vcpu.cpu), "R", task)
        host.timer(self.t_w + US, vcpu.cpu, task, 2 * US)
        host.wake(self.t_w + 2 * US, vcpu.cpu, task, vcpu.task)
        at = self.t_w + self.ns
        self.truth = "thread", "make", self.ns - 3 * US
        host.switch(at, vcpu.cpu, task, "R", vcpu.task)
        at += vcpu.soon()
        vcpu.entry(at)
        return at

    def tell_hit(self):
        vcpu, guest = self.hit, self.guest
        at = self.woken() + vcpu.soon()
        irq = at
        guest.irq(at, vcpu.number, "local_timer:236", 3 * US)
        guest.sample(at + 300, vcpu.number, self.number, "irq", self.t_w)
        at += 3 * US + vcpu.soon()
        if hasattr(self, "do_" + self.cause):
            at = getattr(self, "do_" + self.cause)(at)
        at += vcpu.soon()
        thread = at
        at += vcpu.soon()
        guest.sample(at, vcpu.number, self.number, "thread", self.t_w)
        self.latency = guest.clock(at) - guest.clock(self.t_w)
        guest.event(at + 500, vcpu.number, f"timerlat/{vcpu.number}", 800 + vcpu.number,
                    f"stop: session 1 #{self.number} context 1 latency {self.latency} ns "
                    f"threshold 50000 ns t_w {guest.clock(self.t_w)} irq_start {guest.clock(irq)} "
                    f"thread_start {guest.clock(thread)} "
                    f"timerlat/{vcpu.number}:{800 + vcpu.number} prio 4")
        vcpu.halt(at + 2 * MS)
        # The host's trace goes on for longer.
        self.host.switch(at + 5 * MS, self.load_cpus[0], idle(self.load_cpus[0]), "R",
                         ("trace-cmd", 4000, 120))
        # The guest stops at its hit, and the host a little later.
        end = guest.clock(at + 600)
        guest.lines = [line for line in guest.lines if line[0] <= end]

    def judge(self, document):
        """Returns what is wrong with an analysis, or nothing."""
        hits = [hit for hit in document["hits"] if "host" in hit]
        if len(hits) != 1 or hits[0]["cpu"] != self.hit.number:
            return f"it explains other hits than that of CPU {self.hit.number}"
        host = hits[0]["host"]
        kind, name, ns = self.truth
        total, other = 0, {}
        for stretch in host["stretches"]:
            key = stretch["kind"], stretch["name"]
            other[key] = other.get(key, 0) + stretch["ns"]
            total += stretch["ns"]
        uncertain = (host["offset_high_ns"] - host["offset_low_ns"]) / 2 + 2 * US
        found = other.get((kind, name), 0)
        if kind == "guest":
            ns = found if found >= ns - uncertain else ns
        offset = self.offset
        if host["tid"] != self.hit.task[1]:
            return f"the thread is {host['tid']}, not {self.hit.task[1]}"
        if not host["offset_low_ns"] - 1500 <= offset <= host["offset_high_ns"] + 1500:
            return f"the clocks differ by {offset} ns, not by {host['offset_low_ns']} to {host['offset_high_ns']}"
        if total != self.latency:
            return f"the stretches are {total} ns, and the latency is {self.latency}"
        if max(other, key=other.get) != (kind, name):
            return f"the longest is {max(other, key=other.get)}, not {kind} {name}: {other}"
        if abs(found - ns) > uncertain:
            return f"{kind} {name} took {ns} ns, not {found}, which may be wrong by {uncertain}"
        told = {"guest": "was in the guest", "halted": "waited in HLT", "softirq": "softirq NET_RX",
                "hypervisor": "hypervisor's program", "irq": "interrupt nvme0q1:24"}.get(kind, name)
        if told not in host["cause"]:
            return f"the sentence does not say {told!r}: {host['cause']}"
        return None
