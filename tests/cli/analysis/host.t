#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Tests "rtla analyze --host": the host's cause of a latency in a guest, with traces of both
that a simulation has made up (both_sides.py), as no KVM is needed for that; TAP.

	RTLA=/abs/rtla tests/cli/analysis/host.t [CASES]	so many of each cause, by default 2,
							or 4 with LONG=1
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(TOP / "tests/lib"), str(Path(__file__).parent)]
sys.dont_write_bytecode = True
import tap  # noqa: E402
from both_sides import Case  # noqa: E402
from dat_writer import trace_dat  # noqa: E402

RTLA = os.environ.get("RTLA", str(TOP / "build/tool/rtla"))
CASES = int(sys.argv[1]) if sys.argv[1:] else 4 if os.environ.get("LONG") else 2
SEEDS = 1000

NAMES = {
    "fifo": "a thread with a real-time priority that takes the vCPU's CPU",
    "several": "the longest of several threads that take the vCPU's CPU",
    "kworker": "a kworker that takes the vCPU's CPU",
    "behind": "a thread behind which a woken vCPU waits",
    "timer": "a timer of the host that wakes a halted vCPU late",
    "memory": "a long exit by memory that is not there",
    "program": "a long exit to the hypervisor's program",
    "irq": "a long interrupt of the host",
    "softirq": "a long softirq of the host",
    "migrated": "a thread from which a vCPU is moved away to another CPU",
    "guest": "a guest that has its CPU, and the cause itself",
}


def analyze(guest, host, *more):
    """Returns the status, the output and the messages of an analysis of these traces."""
    with tempfile.TemporaryDirectory() as folder:
        paths = Path(folder, "guest.txt"), Path(folder, "host.txt")
        for path, data in zip(paths, (guest, host)):
            path.write_bytes(data if isinstance(data, bytes) else data.encode())
        done = subprocess.run([RTLA, "analyze", paths[0].name, "--host", paths[1].name, *more],
                              cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr.strip()


def wrong(case, host=None):
    status, out, said = analyze(case.guest.text(), host or case.host.text(), "--json", "-")
    if status or said:
        return f"status {status}: {said}"
    return case.judge(json.loads(out))


def faults(cause, cases):
    found = ((seed, wrong(Case(seed, cause)))
             for seed in range(SEEDS, SEEDS + cases))
    return [f"seed {seed}: {why}" for seed, why in found if why]


for name, title in NAMES.items():
    tap.test(f"{title}: is named, with its time and the clocks' difference", faults(name, CASES))

DATS = [(cause, Case(SEEDS, cause, reported=False)) for cause in NAMES]
tap.test("a trace.dat of the host: has the same causes as its text",
         [f"{cause}: {why}" for cause, case in DATS
          if (why := wrong(case, trace_dat(case.host.text())))])


def last_of_256(text):
    """Returns the trace of a host, as it would be on the last CPUs of one with 256."""
    return re.sub(r"(\[|_cpu=)(\d+)\b", lambda at: f"{at[1]}{255 - int(at[2]):03}", text)


tap.test("a trace.dat of a host with 256 CPUs: has the same causes on the last of them",
         [f"{cause}: {why}" for cause, case in DATS
          if (why := wrong(case, trace_dat(last_of_256(case.host.text()))))])


def refused(name, wanted, guest, host, *more):
    """Tests that an analysis says why it cannot tell, after the one of the guest alone."""
    status, out, said = analyze(guest, host, *more)
    tap.test(name, [] if status == 1 and wanted in said and "On the host" not in out
             else [f"status {status}: {said}"])


def without(text, *words):
    return "".join(line for line in text.splitlines(True)
                   if not any(word in line for word in words))


CASE = Case(SEEDS, "fifo", reported=False)
GUEST, HOST = CASE.guest.text(), CASE.host.text()

refused("a host's trace of another time: is refused, and why", "at no difference of the clocks",
        GUEST, Case(SEEDS + 1, "fifo").host.text())
OTHERS = range(SEEDS, SEEDS + 3 * CASES)
TAKEN = [seed for seed in OTHERS
         if analyze(Case(seed).guest.text(), Case(seed + 1).host.text())[0] != 1]
tap.test("hosts' traces of other machines: none is taken for that of the guest's host",
         [f"seed {seed}" for seed in TAKEN])
refused("a host's trace that ends before the hit: is refused, and what to do",
        "end the host's after the guest's", GUEST, "".join(HOST.splitlines(True)[:len(HOST.splitlines()) // 2]))
refused("a guest's trace of its hit alone: is refused, as it does not tell the clocks",
        "too few events of its CPU", "".join(GUEST.splitlines(True)[-4:]), HOST)
QUIET = Case(SEEDS, "fifo", polls=True)
refused("a guest that polls, and whose interrupts were not recorded: is refused",
        " fit ", without(QUIET.guest.text(), "irq_noise"), QUIET.host.text())
refused("a trace without entries of vCPUs: is refused, and how to record one",
        "it has no kvm_entry and no kvm_exit", GUEST, without(HOST, "kvm_"))
refused("a thread that is no vCPU of the guest: is refused", "no thread in it runs a vCPU",
        GUEST, HOST, "--vcpus", ",".join(["77"] * 4))

refused("a host's trace without switches: is refused, and what to record",
        "it has no sched_switch", GUEST, without(HOST, "sched_switch"))

# Older kernels, and arm64, do not name the vCPU in entries and exits: the thread's name does.
status, out, said = analyze(GUEST, HOST.replace(f"vcpu {CASE.hit.number} ", "").replace(
    f"vcpu {CASE.hit.number}, ", ""))
tap.test("entries that do not name their vCPU: the name of the thread tells it",
         [] if f"on which vCPU {CASE.hit.number} (CPU {CASE.hit.number}/KVM" in out else [out, said])
LATE = Case(SEEDS, "timer", reported=False)
ARM = LATE.host.text()
for old, new in ((r"kvm_entry: vcpu \d+, rip (\w+)", r"kvm_entry: PC: \1"),
                 (r"kvm_exit: vcpu \d+ reason HLT .*", "kvm_exit: TRAP: HSR_EC: 0x0001 (WFx), PC: 0xffff800080010000"),
                 (r"kvm_exit: vcpu \d+ reason .*", "kvm_exit: IRQ: HSR_EC: 0x0000 (UNKNOWN), PC: 0xffff800080010000")):
    ARM = re.sub(old, new, ARM)
status, out, said = analyze(LATE.guest.text(), ARM)
tap.test("entries and exits of arm64: are read, and name WFx",
         [] if "waited in WFx, and its timer" in out else [out, said])
status, out, said = analyze(LATE.guest.text(), LATE.host.text().replace("reason HLT", "reason hlt"))
tap.test("exits of AMD: are read, and name hlt",
         [] if "waited in hlt, and its timer" in out else [out, said])
tids = ",".join(str(vcpu.task[1]) for vcpu in CASE.vcpus)
status, out, said = analyze(GUEST, HOST.replace("/KVM", "/abc").replace(
    "vcpu ", "PC: "), "--vcpus", tids)
tap.test("threads that --vcpus names: one of them is taken, whatever its name is",
         [] if f":{CASE.hit.task[1]}) wanted to run" in out else [out, said])
refused("a trace.dat that is cut: is refused", "trace.dat", GUEST, trace_dat(HOST)[:3000])
status, out, said = analyze(GUEST, HOST)
tap.test("the text of the report: the sentence, the stretches, the clocks and what to do",
         [f"it has no {text!r}" for text in (
             "stress-ng:999 (real-time priority 50) had CPU", "exit EXTERNAL_INTERRUPT\n",
             "The host's clock is the guest's", "What to do on the host:",
             f"chrt -f -p 51 {CASE.hit.task[1]}") if text not in out] + [said] * bool(said))
raise SystemExit(tap.finish())
