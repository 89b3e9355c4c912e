#!/bin/sh
# Made by 'rtla doctor --fix-script', for the machine on which that ran.
#
#	sh SCRIPT	makes the changes below, until the machine is booted again
#	sh SCRIPT undo	writes back what was found when the script was made
#
# Run it as root; twice does no harm. Keep it until it is undone: a script that is made
# after the changes does not know what there was before. RTLA_ROOT is put before every
# path, as by 'rtla doctor --root'.

undo=no failed=0
case ${1-} in
'') ;;
undo) undo=yes ;;
*) echo "usage: sh $0 [undo]" >&2; exit 2 ;;
esac

# content FILE: prints what is in FILE, with blanks for tabs; of a choice like "a [b] c", b
content() { sed 's/.*\[\(.*\)\].*/\1/' "$1" 2>/dev/null | tr '\t' ' '; }
put() { [ -e "$1" ] && { printf '%s\n' "$2" >"$1"; } 2>/dev/null; }
say() { echo "$0: $1" >&2; }

# change FILE VALUE FOUND: makes sure that VALUE is in FILE, or to undo that, FOUND;
# when all are written, says where it is not
change() {
	file=${RTLA_ROOT-}$1 value=$2
	[ $undo = no ] || value=$3
	has=$(content "$file")
	[ "$has" != "$value" ] || return 0
	if [ $step = write ]; then
		# Linux 6.12 refuses sched_rt_runtime_us once after a change of fair_server.
		put "$file" "$value" || put "$file" "$value"
		return
	fi
	failed=1
	if [ ! -e "$file" ]; then
		say "$1: this user sees no such file: run this as root, or make this script again"
	elif ! { true >>"$file"; } 2>/dev/null; then
		say "$1: '$value' cannot be written there: run this as root, and see that the file is not read-only"
	else
		say "$1: the kernel keeps '$has' instead of '$value': end what uses it and run this again, or see its remedy in this script"
	fi
}

for step in write check; do

# rt_throttling: real-time threads may run 950000 of each 1000000 us
#   -> sysctl -w kernel.sched_rt_runtime_us=-1; then a real-time thread that never sleeps keeps its CPU from all others, for ever
change /proc/sys/kernel/sched_rt_runtime_us '-1' '950000'

# fair_server: 50000 us reserved for other threads beside real-time threads, on CPUs 2-3
#   -> write 0 to /sys/kernel/debug/sched/fair_server/cpuN/runtime of each
change /sys/kernel/debug/sched/fair_server/cpu2/runtime '0' '50000000'
change /sys/kernel/debug/sched/fair_server/cpu3/runtime '0' '50000000'

# console: ttyUSB0: messages up to level 6 are printed, a character after the other
#   -> dmesg -n 4, and boot with loglevel=4
change /proc/sys/kernel/printk '4 4 1 7' '7 4 1 7'

# workqueue_cpumask: 0-3: includes measured CPUs
#   -> echo 3 > /sys/devices/virtual/workqueue/cpumask
change /sys/devices/virtual/workqueue/cpumask '3' 'f'

# workqueue_masks: 1 may run on measured CPUs: writeback
#   -> write the mask of the other CPUs to /sys/devices/virtual/workqueue/NAME/cpumask of each, or mend workqueue_cpumask, which limits them, too
change /sys/devices/virtual/workqueue/writeback/cpumask '3' 'f'

# stat_interval: 1 s: a kworker then adds up the counters of each CPU that has used memory
#   -> sysctl -w vm.stat_interval=10
change /proc/sys/vm/stat_interval '10' '1'

# nmi_watchdog: on: an NMI every few seconds on CPUs 2-3
#   -> sysctl -w kernel.nmi_watchdog=0
change /proc/sys/kernel/nmi_watchdog '0' '1'

# soft_watchdog: on: a timer and a thread every 4 s on CPUs 2-3
#   -> sysctl -w kernel.soft_watchdog=0
change /proc/sys/kernel/soft_watchdog '0' '1'
change /proc/sys/kernel/watchdog '0' '1'

# irq_affinity: 6 of 11 arrive at measured CPUs: 7 parport0, 8 rtc0, 128 xhci_hcd, 129 i915 ...; 5 more may
#   -> write 0-1 to /proc/irq/N/smp_affinity_list of each, or boot with irqaffinity=0-1
change /proc/irq/7/smp_affinity_list '0-1' '3'
change /proc/irq/8/smp_affinity_list '0-1' '0-3'
change /proc/irq/128/smp_affinity_list '0-1' '0-3'
change /proc/irq/129/smp_affinity_list '0-1' '0-3'
change /proc/irq/130/smp_affinity_list '0-1' '0-3'
change /proc/irq/131/smp_affinity_list '0-1' '0-3'

# cpufreq_governor: powersave on CPUs 2-3
#   -> cpupower -c 2-3 frequency-set -g performance
change /sys/devices/system/cpu/cpu2/cpufreq/scaling_governor 'performance' 'powersave'
change /sys/devices/system/cpu/cpu3/cpufreq/scaling_governor 'performance' 'powersave'

# energy_preference: balance_performance on CPUs 2-3
#   -> write performance to /sys/devices/system/cpu/cpuN/cpufreq/energy_performance_preference of each
change /sys/devices/system/cpu/cpu2/cpufreq/energy_performance_preference 'performance' 'balance_performance'
change /sys/devices/system/cpu/cpu3/cpufreq/energy_performance_preference 'performance' 'balance_performance'

# turbo: on: frequencies depend on what other cores do
#   -> echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo
change /sys/devices/system/cpu/intel_pstate/no_turbo '1' '0'

# machine_checks: every 300 s, or sooner after one, a timer on each CPU looks for them
#   -> echo 1 > /sys/devices/system/machinecheck/machinecheck2/ignore_ce, for all CPUs; then no corrected error is logged, as of memory that begins to fail
change /sys/devices/system/machinecheck/machinecheck2/ignore_ce '1' '0'

# transparent_hugepages: always: the kernel moves and clears pages while tasks run
#   -> echo madvise > /sys/kernel/mm/transparent_hugepage/enabled
change /sys/kernel/mm/transparent_hugepage/enabled 'madvise' 'always'

# ksm: on: tasks take page faults when they write to merged pages
#   -> echo 2 > /sys/kernel/mm/ksm/run
change /sys/kernel/mm/ksm/run '2' '1'

# numa_balancing: on: tasks take page faults for it
#   -> sysctl -w kernel.numa_balancing=0
change /proc/sys/kernel/numa_balancing '0' '1'

# current_tracer: function: its overhead is measured, too
#   -> echo nop > /sys/kernel/tracing/current_tracer
change /sys/kernel/tracing/current_tracer 'nop' 'function'

done

# ---- What has to be done in other ways

# preemption: voluntary (dynamic)
#   -> boot with preempt=full, or a PREEMPT_RT kernel

# debug_options: DEBUG_PREEMPT
#   -> measure with a kernel that is built without them

# taint: W (512): the kernel has warned, or worse
#   -> dmesg says what went wrong: reboot

# isolcpus: none: lacks the measured CPUs 2-3
#   -> boot with isolcpus=2-3

# nohz_full: none: lacks the measured CPUs 2-3
#   -> boot with nohz_full=2-3

# rcu_nocbs: none: lacks the measured CPUs 2-3
#   -> boot with rcu_nocbs=2-3

# kernel_threads: 6 of 6 that can be moved may run on measured CPUs: kthreadd 2, rcu_preempt 15 SCHED_FIFO 1, kswapd0 41, khugepaged 42 ...
#   -> 'for i in 2 $(pgrep -P 2); do taskset -pc 0-1 $i 2>/dev/null; done', or boot with nohz_full=2-3

# rt_programs: 1 of 1 may run on measured CPUs: rtkit-daemon 581 SCHED_RR 99
#   -> taskset -pc 0-1 ID of each, or end them

# skew_tick: off: the ticks of 4 CPUs come at the same moment, and wait for each other's locks
#   -> boot with skew_tick=1, which takes some power

# smt: CPUs 0-1 on the same cores as the measured CPUs 2-3
#   -> take them offline, or 'echo off > /sys/devices/system/cpu/smt/control'

# managed_irqs: 1 may come to measured CPUs, and cannot be moved: 132 nvme0q4
#   -> boot with isolcpus=managed_irq,domain,2-3

# irqbalance: running: it moves interrupts between CPUs
#   -> systemctl stop irqbalance, or IRQBALANCE_BANNED_CPULIST=2-3 in /etc/default/irqbalance or /etc/sysconfig/irqbalance and 'systemctl restart irqbalance'

# cpu_frequency: 400 to 3500 MHz on CPUs 2-3
#   -> cpupower frequency-set -d FREQ -u FREQ, the same for both

# idle_states: down to C8, exit latency 200 us; over 10 us on CPUs 2-3
#   -> measure with --deepest-idle-state 0 or --dma-latency 0, or boot with idle=poll

# power_programs: power-profiles-daemon, thermald, TLP: frequencies and limits may change at any time
#   -> systemctl stop power-profiles-daemon; systemctl stop thermald; TLP_ENABLE=0 in /etc/tlp.conf

# thermal_throttle: 99 times since boot, on CPUs 2-3
#   -> improve the cooling, and see that the figure does not grow during the measurement

# microcode: 0xf0, but 0xea on CPU 3
#   -> update the firmware, or have microcode loaded at boot

# clocksource: hpet: the kernel marked the tsc as unstable
#   -> dmesg says why: firmware that changes it, or CPUs that differ

# untraced_interrupts: PIN, PIW: 425 since boot, on CPUs 2-3
#   -> their time is reported as hardware or unexplained: keep guests off these CPUs, or measure on the host

# load_average: 5.25 in the last minute, for 4 CPUs
#   -> wait, or end what should not run during the measurement

# pressure: waiting for a CPU 31.50 %, for memory 0.25 % of 10 s
#   -> wait, or end what should not run during the measurement

# swap: 512 of 2048 MB in use
#   -> swapoff -a

# trace_events: 2 on
#   -> echo > /sys/kernel/tracing/set_event

# trace_instances: 2 in use: mine, theirs
#   -> end the tools that trace there

# left_threads: osnoise/0-1 in osnoise_top: their command is gone
#   -> echo nop > /sys/kernel/tracing/instances/osnoise_top/current_tracer; rmdir /sys/kernel/tracing/instances/osnoise_top

# function_tracing: 1 traced
#   -> end what traces them: ftrace, kprobes, BPF; live patches stay

exit $failed
