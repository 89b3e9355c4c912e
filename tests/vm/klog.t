#!/bin/bash
# Tests what the rig takes for trouble in a kernel's log, without a guest.
# Prints TAP.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"

# judged trouble|well LINE: succeeds if the rig judges LINE as this
judged() {
	python3 -B - "$vm/runner" "$1" "$2" <<'X'
import sys
sys.path.insert(0, sys.argv[1])
import klog
found = "trouble" if klog.trouble("[    1.000000] " + sys.argv[3]) else "well"
sys.exit(found != sys.argv[2])
X
}

# The lines are as kernels 6.12 and 7.2 print them.
while IFS='|' read -r kind line; do
	test_that "$kind: $line" judged "$kind" "$line"
done <<'X'
trouble|BUG: KASAN: slab-use-after-free in use_after_free+0x6c/0x90 [rtla_break]
trouble|UBSAN: array-index-out-of-bounds in kernel/noise/noise.c:12:3
trouble|BUG: KCSAN: data-race in race_thread [rtla_break] / race_thread [rtla_break]
trouble|BUG: KCSAN: data-race in hrtimer_active / rtla_noise_irq_entry [rtla]
well|BUG: KCSAN: data-race in tick_nohz_next_event / tick_nohz_stop_tick
well|WARNING: CPU: 0 PID: 1089 at kernel/trace/ring_buffer.c:7462 trace_rb_cpu_prepare+0xb1/0xd0
trouble|WARNING: CPU: 0 PID: 1089 at kernel/trace/ring_buffer.c:7462 rb_check_pages+0xb1/0xd0
trouble|WARNING: possible circular locking dependency detected
trouble|WARNING: inconsistent lock state
trouble|WARNING: possible irq lock inversion dependency detected
trouble|WARNING: suspicious RCU usage
trouble|[ BUG: Invalid wait context ]
trouble|turning off the locking correctness validator.
trouble|BUG: sleeping function called from invalid context at kernel/session/session.c:1
trouble|BUG: scheduling while atomic: timerlat/1/200/0x00000002
trouble|ODEBUG: free active (active state 0) object: ff11000001234567 object type: timer_list hint: on_timer+0x0/0x10 [rtla]
trouble|kmemleak: 3 new suspected memory leaks (see /sys/kernel/debug/kmemleak)
well|kmemleak: Kernel memory leak detector initialized (mem pool available: 39078)
trouble|list_add double add: new=ffff, prev=ffff, next=ffff.
trouble|list_add corruption. prev->next should be next (ffff), but was ffff. (prev=ffff).
trouble|INFO: task rmmod:123 blocked for more than 120 seconds.
trouble|watchdog: BUG: soft lockup - CPU#1 stuck for 22s! [rtla:1]
trouble|rcu: INFO: rcu_preempt self-detected stall on CPU
trouble|BUG: workqueue lockup - pool cpus=2 node=0 flags=0x0 nice=0 stuck for 31s!
well|sched: DL replenish lagged too much
well|sched: RT throttling activated
well|rtla: loading out-of-tree module taints kernel.
X

# ---- A kernel that powers off: CPUs that are stopped, and CPUs that are not
off=$'reboot: Power down\n[    2.000000] '
stopped='WARNING: CPU: 3 PID: 51 at arch/x86/kernel/apic/ipi.c:70 native_smp_send_reschedule+0x2d/0x40'
test_that "a CPU that is woken while it is offline is trouble" judged trouble "$stopped"
test_that "a CPU that is woken after it was stopped to power off is well" judged well "$off$stopped"
test_that "another warning while the kernel powers off is trouble" judged trouble "$off${stopped/native_smp/rtla}"
test_that "a warning after that of a stopped CPU is trouble" judged trouble "$off$stopped"$'\n---[ end trace 0 ]---\nBUG: other'

# ---- A CPU that goes offline while its fair server runs, and one on which a thread is left
vacated=$'------------[ cut here ]------------
[    2.1] Dying CPU not properly vacated!
[    2.1] WARNING: CPU: 2 PID: 28 at kernel/sched/core.c:8365 sched_cpu_dying+0x1e5/0x490
[    2.2] ---[ end trace 0 ]---
[    2.2] CPU2 enqueued tasks (2 total):
[    2.2] \tpid: 28, name: migration/2
'
test_that "a CPU that goes offline with its fair server is well" judged well "$vacated"
test_that "a CPU that goes offline with a thread is trouble" judged trouble "$vacated"$'[    2.2] \tpid: 300, name: timerlat/2\n'
test_that "a CPU that goes offline with two threads is trouble" judged trouble "${vacated/2 total/3 total}"
test_that "something before a CPU that goes offline is trouble" judged trouble "BUG: other"$'\n[    2.0] '"$vacated"
test_that "something after a CPU that goes offline is trouble" judged trouble "$vacated"$'[    2.3] BUG: other'

# stale yes|no BYTE: the kernel stopped at a breakpoint, and BYTE is before that
# place in its code; succeeds if the rig takes this for a breakpoint that is
# gone, or not
stale() {
	python3 -B - "$vm/runner" "$1" "$2" <<'X'
import sys
sys.path.insert(0, sys.argv[1])
import klog
log = f"""[   23.5] Oops: int3: 0000 [#1] PREEMPT SMP NOPTI
[   23.6] RIP: 0010:__hrtimer_run_queues+0x121/0x240
[   23.7] Code: 4c 89 e7 49 8b 6e 28 e8 e0 a8 b7 00 {sys.argv[3]} <1f> 44 00 00 4c 89 f7 e8 43 bb b7 00"""
found = "yes" if klog.stale(klog.trouble(log)) and not klog.stale(klog.trouble("[ 1.0] BUG: other\n" + log)) else "no"
sys.exit(found != sys.argv[2])
X
}
test_that "a breakpoint that is gone is the emulator's failure" stale yes 0f
test_that "a breakpoint that is there is the kernel's failure" stale no cc
finish
