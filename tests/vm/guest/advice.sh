#!/bin/sh
# The commands of the catalogue of remedies (tools/rtla/remedies/catalogue.c), one after the
# other: each does what it says, and what undoes it undoes it. What only looks at something
# succeeds, and what is to be measured can be. The other rows are counted.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

modprobe rtla
all_cpus=$(affinity self)
hugepages=/sys/kernel/mm/transparent_hugepage/enabled
workqueues=/sys/devices/virtual/workqueue/cpumask
huge=$(sed 's/.*\[\(.*\)\].*/\1/' $hugepages)
# An interrupt of a device, and the name of its handler.
handler=$(ls -d /proc/irq/*/*/ | head -n 1)
device=$(basename "$handler")
irq=$(basename "${handler%/*/}")

# A thread with a real-time priority that can be moved.
chrt -f 50 sh -c 'while :; do sleep 0.1; done' &
worker=$!

# A thread without one, and a control group with a quota.
sleep 1000 &
delayed=$!
box=/sys/fs/cgroup/box
echo +cpu >/sys/fs/cgroup/cgroup.subtree_control
mkdir $box

# ---- What the tests know of each row ---------------------------------------------------------

# Each row that changes a setting has three functions, by its name: spoil_NAME makes the
# machine one on which it helps, probe_NAME prints what it changes, and wanted_NAME what that
# is then.

chosen() { sed 's/.*\[\(.*\)\].*/\1/' "$1"; }
cpus_of() { sed -n 's/^Cpus_allowed_list:\s*//p' /proc/"$1"/task/*/status | paste -s -d ' '; }

spoil_console() { dmesg -n 7; }
probe_console() { cut -f 1 /proc/sys/kernel/printk; }
wanted_console() { echo 1; }
spoil_vmstat() { echo 1 >/proc/sys/vm/stat_interval; }
probe_vmstat() { cat /proc/sys/vm/stat_interval; }
wanted_vmstat() { echo 10; }
spoil_workqueues() { :; }
probe_workqueues() { cat $workqueues; }
wanted_workqueues() { echo 1; }
spoil_huge_pages() { echo always >$hugepages; }
probe_huge_pages() { chosen $hugepages; }
wanted_huge_pages() { echo madvise; }
spoil_compaction() { echo 20 >/proc/sys/vm/compaction_proactiveness; }
probe_compaction() { cat /proc/sys/vm/compaction_proactiveness; }
wanted_compaction() { echo 0; }
spoil_merged_pages() { echo 1 >/sys/kernel/mm/ksm/run; }
probe_merged_pages() { cat /sys/kernel/mm/ksm/run; }
wanted_merged_pages() { echo 2; }
spoil_interrupt() { echo 0-1 >"/proc/irq/$irq/smp_affinity_list"; }
probe_interrupt() { cat "/proc/irq/$irq/smp_affinity_list"; }
wanted_interrupt() { echo 0; }
spoil_keep_away() { :; }
probe_keep_away() { cpus_of $worker; }
wanted_keep_away() { echo 0; }
spoil_lower() { :; }
probe_lower() { policy $worker; }
wanted_lower() { echo "SCHED_FIFO 10"; }
spoil_serve_sooner() { :; }
probe_serve_sooner() { policy $worker; }
wanted_serve_sooner() { echo "SCHED_FIFO 96"; }
spoil_user_memory() { :; }
probe_user_memory() { cpus_of $worker; }
wanted_user_memory() { echo 0; }
spoil_membarrier() { :; }
probe_membarrier() { cpus_of $worker; }
wanted_membarrier() { echo 0; }
spoil_expedited() { echo 0 >/sys/kernel/rcu_normal; }
probe_expedited() { cat /sys/kernel/rcu_normal; }
wanted_expedited() { echo 1; }
# Where the kernel's detector is a performance counter, a machine without one cannot switch it on.
spoil_nmi_watchdog() { echo 1 >/proc/sys/kernel/nmi_watchdog; }
probe_nmi_watchdog() { cat /proc/sys/kernel/nmi_watchdog; }
wanted_nmi_watchdog() { echo 0; }
spoil_migration() { echo 0 >/proc/sys/kernel/timer_migration; }
probe_migration() { cat /proc/sys/kernel/timer_migration; }
wanted_migration() { echo 1; }
spoil_real_time_limit() { echo 950000 >/proc/sys/kernel/sched_rt_runtime_us; }
probe_real_time_limit() { cat /proc/sys/kernel/sched_rt_runtime_us; }
wanted_real_time_limit() { echo -1; }
fair_server=/sys/kernel/debug/sched/fair_server/cpu1/runtime
# Its text says that there is no other limit of real-time threads then.
spoil_fair_server() {
	[ -e $fair_server ] && echo -1 >/proc/sys/kernel/sched_rt_runtime_us && echo 50000000 >$fair_server
}
probe_fair_server() { cat $fair_server; }
wanted_fair_server() { echo 0; }
spoil_quota() { echo 20000 100000 >$box/cpu.max; }
probe_quota() { cat $box/cpu.max; }
wanted_quota() { echo max 100000; }
spoil_real_time() { :; }
probe_real_time() { policy $delayed; }
wanted_real_time() { echo "SCHED_FIFO 50"; }

# expanded NUMBER: sets text, command and undo to those of a row, on this guest
expanded() {
	/root/remedies expand "$1" here=yes cpu=1 others=0 others_mask=1 thread="sh:$worker" name=sh pid=$worker movable=$worker \
		its_cpus="$all_cpus" policy=-f priority=50 lower=10 higher=96 delayed_prio=96 irq="$irq" softirq=TIMER:1 \
		function=rtla_noise module=rtla carried="$device" sender="sh:$worker" sender_pid=$worker sender_cpus="$all_cpus" \
		console_level=7 governor=powersave smis=3 steal=4.00 nmi_handler=yes model=voluntary package=true \
		class=fair delayed=$delayed group=/box \
		again="measure again" >expanded || return
	text=$(sed -n 1p expanded)
	command=$(sed -n 2p expanded)
	undo=$(sed -n 3p expanded)
}

# ---- The tests -------------------------------------------------------------------------------

# is_now NAME WANTED: succeed if what the command changes is so now
is_now() { same "$("probe_$1")" "$2"; }

# changes NUMBER NAME FUNCTIONS: tests a row that changes something
changes() {
	if ! "spoil_$3" 2>/dev/null; then
		skip "$2" "this kernel has no such setting"
		return
	fi
	was=$("probe_$3")
	test_that "$2: a machine in need of a command gets one" expanded "$1" || return
	test_that "$2: the command has another one that undoes that" [ -n "$undo" ]
	exits "$2: the command" 0 sh -c "$command"
	test_that "$2: the command does what it says" is_now "$3" "$("wanted_$3")"
	case $command in
	echo* | sysctl*) test_that "$2: a machine that is so already gets no such line" eval "! expanded $1" ;;
	esac
	exits "$2: undoing what the command did" 0 sh -c "$undo"
	test_that "$2: all is as before after the undoing" is_now "$3" "$was"
}

# looks NUMBER NAME: tests a row that looks at something
looks() {
	test_that "$2: there is a command" expanded "$1" || return
	exits "$2: the command" 0 sh -c "$command"
	test_that "$2: the command finds something" [ -s /tmp/out ]
}

# The event of NMIs is one of x86.
lacks_nmi_handlers() { [ ! -d $tracefs/events/nmi ]; }

# measured NUMBER NAME FUNCTIONS: tests that something can be measured as a row says: with its
# command, or with the options in its text; for a second. The row is skipped if lacks_FUNCTIONS
# succeeds.
measured() {
	if command -v "lacks_$3" >/dev/null && "lacks_$3"; then
		skip "$2" "this kernel has no such event"
		return
	fi
	test_that "$2: there is a text" expanded "$1" || return
	if [ -n "$command" ]; then
		how=$(echo "$command" | sed 's/ -d [0-9]*//')
	else
		how="timerlat top -c 1 $(echo "$text" | grep -o -e ' -[eP] .*' -e ' --dma-latency [0-9]*')"
	fi
	# shellcheck disable=SC2086
	exits "$2: measuring so" 0 $how -q -d 1
}

/root/remedies list >list
test_that "the catalogue has rows" [ -s list ]
booted=0 outside=0 told=0 tested=0
while IFS='	' read -r number id when _ <&3; do
	functions=$(echo "$id" | tr ' ' _)
	section "$id"
	case $when in
	now | look | measured) tested=$((tested + 1)) ;;
	esac
	case $when in
	now)
		if command -v "probe_$functions" >/dev/null; then
			changes "$number" "row $number" "$functions"
		else
			test_that "row $number has functions here: spoil_$functions and so on" false
		fi
		;;
	look) looks "$number" "row $number" ;;
	measured) measured "$number" "row $number" "$functions" ;;
	*) eval "$when=\$(($when + 1))" ;;
	esac
done 3<list
section
skip "$booted rows that take another boot" "this guest is not booted again"
skip "$outside rows for hardware, or for a host" "a guest has no such thing"
skip "$told rows without a command" "people have to do what they say"
test_that "no row is left out" same $((booted + outside + told + tested)) "$(wc -l <list)"
{ kill -KILL $worker $delayed && wait $worker $delayed; } 2>/dev/null
rmdir $box
echo 950000 >/proc/sys/kernel/sched_rt_runtime_us
echo 1 >/proc/sys/kernel/timer_migration
echo 0 >/sys/kernel/mm/ksm/run
echo "$huge" >$hugepages
dmesg -n 1
test_that "nothing is left" nothing_left
