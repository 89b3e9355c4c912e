#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla doctor" with machines that consist of files: machines/*.tree lists the
# files of a machine, and machines/*.txt is what "rtla doctor --all" is expected to print
# about it. The expected JSON and, with the ranks of the checks, the expected default view
# are derived from that text.
# This command writes the texts anew; review the difference afterwards:
#
#	RTLA_EXPECT_NEW=1 bash tests/cli/doctor/doctor.t

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
trees=$here/doctor/machines
page=$here/../../Documentation/doctor.md

# machine NAME TREE...: makes the files of these trees in $work/NAME
machine() {
	"$trees/plant" "$work/$1" "${@:2}"
}

# copy NAME [-l]: makes $work/NAME a new copy of the tuned machine; with -l, of links of the
# same files, which takes a fifth of the time
copy() {
	rm -rf "${work:?}/$1"
	cp -a "${@:2}" "$work/tuned" "$work/$1"
}

# expected NAME FILE GOT: tests that the file GOT equals machines/FILE; with
# RTLA_EXPECT_NEW, machines/FILE is replaced first
expected() {
	if [ "${RTLA_EXPECT_NEW:-}" ]; then
		cp "$3" "$trees/$2"
	fi
	is "$1" "$(cat "$3")" "$(cat "$trees/$2")"
}

# documented NAME FILE: tests that Documentation/ describes all of a JSON file
documented() {
	test_that "$1" as_documented "$2"
}

# check_of NAME [FILE]: prints "STATUS: VALUE" of the check NAME in FILE, by default in
# the JSON that the last run printed
check_of() {
	jq -r --arg name "$1" '.environment.checks[] | select(.name == $name)
		| "\(.status): \(.value)"' "${2:-$work/out}"
}

# lines_of_json FILE: prints for each check a line "GROUP STATUS NAME VALUE", and a line
# "-> REMEDY" if there is a remedy
lines_of_json() {
	jq -r '.environment.checks[] | "\(.group) \(.status) \(.name) \(.value)",
		(.remedy // empty | "-> \(.)")' "$1" | tr -s ' ' | sed 's/ $//'
}

# lines_of_text FILE: prints the same lines, taken from a text that --all printed
lines_of_text() {
	awk '
		/^(To boot|To measure|Everything)/ { exit }
		/^[a-z]/ { group = $1 }
		/^  [a-z]/ || /^ *-> / {
			if (line) print line
			line = (/^ *-> / ? "" : group) $0
			next
		}
		# A command goes on behind a backslash.
		/^   / { sub(/ \\$/, "", line); line = line $0 }
		END { print line }
	' "$1" | tr -s ' ' | sed 's/^ //; s/ $//'
}

# with_status FILE STATUS: prints the findings with this status in a text that --all
# printed
with_status() {
	awk -v status="$2" '
		/^[^ ]/ || /^$/ || /^  [a-z]/ { shown = /^ / && $1 == status }
		shown
	' "$1"
}

# block FILE CHECK: prints the finding of CHECK in a text that --all printed
block() {
	awk -v check="$2" '
		/^[^ ]/ || /^$/ || /^  [a-z]/ { shown = /^ / && $2 == check }
		shown
	' "$1"
}

# no_options FILE: prints a text without what is said about the kernel's command line, which
# depends on the findings that are shown
no_options() { awk '/^To boot with/ { skipped = 1 } !skipped; /^$/ { skipped = 0 }' "$1"; }

# ranked FILE: prints the names of the findings that are not ok: the failures, then the
# warnings and then what is unknown, each by rank
ranked() {
	awk '
		NR == FNR { rank[$1] = $2; next }
		/^  [a-z]/ && $1 != "ok" {
			print index("failure warning unknown", $1), $1 == "failure" ? 0 : rank[$2], $2
		}
	' "$work/ranks" "$1" | sort -s -k1,1n -k2,2nr | cut -d' ' -f3
}

# default_view FILE: prints the output without --all, derived from the text with --all
default_view() {
	local names shown more

	mapfile -t names < <(ranked "$1")
	shown=$(grep -c '^  failure ' "$1")
	[ "$shown" -gt 5 ] || shown=5
	for name in "${names[@]:0:shown}"; do
		block "$1" "$name"
	done
	[ ${#names[@]} = 0 ] || echo
	more=$((${#names[@]} - shown))
	[ $more -le 0 ] || echo "$more more, from which less is expected: --all shows them"
	sed -n '/^[0-9]* ok, /,$p' "$1" | if [ $more -gt 0 ]; then cat; else sed '1{/^0 ok/!s/$/; --all shows what is ok, too/}'; fi
}

# next FILE: prints the end of a text, without its line breaks
ready="Everything that 'timerlat top -a 30' needs is here."
next() { sed -n '/^[0-9]* ok, /,$p' "$1" | sed 1d | tr -s '\n ' ' ' | sed 's/ $//'; }

# first_remedy FILE: prints what the text says first of what keeps one from measuring
first_remedy() {
	with_status "$1" failure | awk '
		/^  [a-z]/ && got { exit }
		/^  [a-z]/ { name = $2 }
		/^ *-> / { got = 1; print "To measure here, first mend " name ":"; $1 = "" }
		got' | tr -s '\n ' ' ' | sed 's/ $//'
}

# counts FILE: prints the last line that a text should have, from the statuses of all
# findings in it
counts() {
	awk '
		function of(status) {
			return n[status] + 0 " " status (n[status] == 1 ? "" : "s")
		}
		/^  [a-z]/ { n[$1]++ }
		END {
			printf "%d ok, %s, %s, %d unknown\n", n["ok"], of("warning"),
			       of("failure"), n["unknown"]
		}
	' "$1"
}

# ---- whole machines

checks=$(rtla doctor --checks | grep -c '^  [a-z]')
mkdir "$work/nothing"
rtla doctor --root "$work/nothing" --json - 2>/dev/null | jq -r '.environment.checks[] | "\(.name) \(.rank)"' >"$work/ranks"

# Each line is NAME|OPTIONS|EXIT STATUS|TREES.
while IFS='|' read -r name options wanted list; do
	read -ra files <<<"$list"
	files=("${files[@]/#/$trees/}")
	machine "$name" "${files[@]/%/.tree}"
	# shellcheck disable=SC2086
	run rtla doctor $options --root "$work/$name" --all --json "$work/$name.json"
	exits "$name: exit status" "$wanted"
	failures=$(grep -c '^  failure ' "$work/out")
	[ "$wanted" = 0 ] && said='' ||
		said="rtla: doctor: $failures of $checks checks failed: the remedy follows each of them"
	is "$name: what is said besides" "$err" "$said"
	expected "$name: --all" "$name.txt" "$work/out"
	is "$name: no line is longer than 80" "$(awk 'length > 80' "$work/out")" ""
	is "$name: a line counts them" "$(grep '^[0-9]* ok, ' "$work/out")" "$(counts "$work/out")"
	is "$name: the end says whether it can be measured" "$(next "$work/out")" \
		"$([ "$failures" = 0 ] && echo "$ready" || first_remedy "$work/out")"
	documented "$name: JSON as documented" "$work/$name.json"
	is "$name: JSON says the same as the text" "$(lines_of_json "$work/$name.json")" \
		"$(lines_of_text "$trees/$name.txt")"
	is "$name: JSON with a line for each value" "$(cat "$work/$name.json")" \
		"$(jq . "$work/$name.json")"
	# shellcheck disable=SC2086
	run rtla doctor $options --root "$work/$name"
	exits "$name: exit status without --all" "$wanted"
	is "$name: what is said besides, without --all" "$err" "$said"
	is "$name: what is not ok, the worst first" "$(no_options "$work/out")" "$(default_view "$trees/$name.txt")"
	# shellcheck disable=SC2086
	run rtla doctor $options --root "$work/$name" --json -
	exits "$name: JSON on stdout exits alike" "$wanted"
	cmp -s "$work/out" "$work/$name.json"
	ok "$name: JSON on stdout is what is in the file" || diff "$work/out" "$work/$name.json" | head -n 5
done <<'END'
tuned|-c 2-3|0|tuned
laptop||0|laptop
laptop-isolated|-c 2-3|0|laptop
guest||2|guest
secure||2|laptop secure
empty||2|empty
END

# ---- the default view of a machine, in full

copy single
echo 0 >"$work/single/proc/sys/kernel/timer_migration"
echo 3 >"$work/single/sys/devices/system/cpu/cpu2/thermal_throttle/core_throttle_count"
rm "$work/single/dev/rtla" "$work/single/proc/loadavg"
run rtla doctor -c 2-3 --root "$work/single"
exits "four findings that are not ok" 2
is "the failure first, then the warnings" "$out" "$(sed "s/CHECKS/$((checks - 5))/" <<'END'
  failure  module                 loaded, but there is no /dev/rtla
           -> modprobe -r rtla; modprobe rtla
  warning  thermal_throttle       3 times since boot, on CPU 2
           -> improve the cooling, and see that the figure does not grow during
              the measurement
  warning  timer_migration        off: timers stay on the CPUs of nohz_full
           -> sysctl -w kernel.timer_migration=1
  warning  tracer                 none yet: the kernel has no timerlat and
                                  osnoise of its own, or not for this user
           -> see module
  unknown  load_average           /proc/loadavg: No such file or directory
           -> mount /proc and /sys here; if they are, this kernel does not
              provide it

CHECKS ok, 3 warnings, 1 failure, 1 unknown; --all shows what is ok, too
To measure here, first mend module: modprobe -r rtla; modprobe rtla
END
)"
is "a single failure is said to be one" "$err" \
	"rtla: doctor: 1 of $checks checks failed: the remedy follows each of them"
copy single
echo 0 >"$work/single/proc/sys/kernel/timer_migration"
rm "$work/single/dev/rtla"
run rtla doctor -c 2-3 --root "$work/single"
is "Documentation/doctor.md shows what is printed" \
	"$(sed -n '/^    \$ rtla doctor /,/^    To measure/{s/^    //;p}' "$page" | sed 1d)" "$out"
run rtla doctor -c 2-3 --root "$work/tuned"
cmdline_of() { sed -n '/^To boot with/,/^$/p' "$work/out" | tr -s '\n ' ' '; }
is "nothing to do wants nothing of the kernel's command line" "$(cmdline_of)" ""
is "nothing to do is two lines" "$out" \
	"$checks ok, 0 warnings, 0 failures, 0 unknown; --all shows what is ok, too
$ready"

# ---- the kernel's command line

copy single
mkdir -p "$work/single/etc/default" "$work/single/usr/sbin"
touch "$work/single/etc/default/grub" "$work/single/usr/sbin/update-grub"
cpus=$work/single/sys/devices/system/cpu
echo >"$cpus/isolated"
echo >"$cpus/nohz_full"
echo "root=/dev/sda1 isolcpus=nohz,1 rcu_nocbs=2-3 skew_tick=1" >"$work/single/proc/cmdline"
run rtla doctor -c 2-3 --root "$work/single"
is "the options of all findings are merged with each other and those of now" "$(cmdline_of)" \
	"To boot with, for what is above: isolcpus=managed_irq,domain,nohz,1-3 nohz_full=2-3 -> add them to GRUB_CMDLINE_LINUX in /etc/default/grub, then run update-grub, and take isolcpus=nohz,1 away, and boot again "
echo "root=/dev/sda1 isolcpus=managed_irq,domain,2-3 rcu_nocbs=2-3 skew_tick=1" >"$work/single/proc/cmdline"
touch "$work/single/usr/sbin/grubby"
run rtla doctor -c 2-3 --root "$work/single"
is "what is there already is not said again" "$(cmdline_of)" \
	"To boot with, for what is above: nohz_full=2-3 -> 'grubby --update-kernel=ALL --args=\"nohz_full=2-3\"', and boot again "
run rtla doctor -c 2-3 --root "$work/laptop"
is "options of findings that are not shown are not said" "$(cmdline_of | grep -o 'preempt=.*4')" "preempt=full loglevel=4"
run rtla doctor -c 2-3 --root "$work/laptop" --all
is "--all says the options of all findings" "$(cmdline_of | grep -o 'preempt=.*skew_tick=1')" \
	"preempt=full loglevel=4 isolcpus=managed_irq,domain,2-3 irqaffinity=0-1 nohz_full=2-3 rcu_nocbs=2-3 skew_tick=1"

# ---- without libkmod, which the command opens only when it needs it

mkdir "$work/no_libkmod"
echo >"$work/no_libkmod/libkmod.so.2"
LD_LIBRARY_PATH=$work/no_libkmod run rtla doctor --root "$work/laptop" --json -
is "the module is not called missing without libkmod" "$(check_of module)" \
	"failure: not loaded; whether it is installed is unknown without libkmod"

# ---- the order of messages if stderr is the same pipe as stdout

# piped WORD...: runs a command, and sets out to its stdout and stderr together
piped() {
	tap_command="$*"
	"$@" 2>&1 | cat >"$work/out"
	out=$(<"$work/out")
}

message="rtla: doctor: $(grep -c '^  failure ' "$trees/empty.txt") of $checks checks failed: the remedy follows each of them"
piped rtla doctor --root "$work/empty"
is "the summary follows the text" "$(no_options "$work/out")" "$(default_view "$trees/empty.txt")"$'\n'"$message"
piped rtla doctor --root "$work/empty" --json -
is "the summary follows the JSON" "$out" "$(cat "$work/empty.json")"$'\n'"$message"
piped rtla doctor --root "$work/empty" --all --json nowhere/file
is "an error follows the text" "$out" "$(cat "$trees/empty.txt")
rtla: --json nowhere/file: No such file or directory: it is not written"

# ---- single checks: each line is OPTIONS|LINES OF A TREE|CHECK|RESULT, where ";"
# separates the lines of the tree, and OPTIONS are "-c 2-3" if there are none

# restore TREE: undoes in $work/single what TREE changed of the tuned machine. This takes
# much less time than another copy.
restore() {
	local path removed=() copied=()

	while read -r path _; do
		path=${path%!}
		path=${path%/}
		# A folder that the tuned machine does not have is removed as a whole.
		while [ ! -d "$work/tuned${path%/*}" ]; do
			path=${path%/*}
		done
		removed+=("$work/single${path:?}")
		[ ! -e "$work/tuned$path" ] || copied+=(".$path")
	done <"$1"
	rm -rf "${removed[@]}"
	[ ${#copied[@]} = 0 ] || (cd "$work/tuned" && cp -a --parents "${copied[@]}" "$work/single")
}

copy single
singles=() wanted=()
while IFS='|' read -r options lines name result; do
	echo "${lines//;/$'\n'}" >"$work/single.tree"
	machine single "$work/single.tree"
	# shellcheck disable=SC2086
	rtla doctor ${options:--c 2-3} --root "$work/single" --json - >>"$work/singles" 2>/dev/null
	singles+=("$name")
	wanted+=("$name ${options:+$options }with ${lines:0:60}|$result")
	restore "$work/single.tree"
done <<'END'
|/sys/kernel/realtime -;/proc/version Linux 6.12 #1 SMP PREEMPT x|preemption|ok: full, not PREEMPT_RT
|/sys/kernel/realtime 0;/proc/version Linux #1 SMP PREEMPT_DYNAMIC x;/sys/kernel/debug/sched/preempt (none) full|preemption|warning: none (dynamic)
|/sys/kernel/realtime 0;/proc/version Linux #1 SMP PREEMPT_DYNAMIC x;/sys/kernel/debug/sched/preempt none full (lazy)|preemption|warning: lazy (dynamic)
|/sys/kernel/realtime 0;/proc/version Linux #1 SMP PREEMPT_DYNAMIC x;/sys/kernel/debug/sched/preempt -;/proc/cmdline preempt=full -- preempt=none|preemption|ok: full (dynamic), not PREEMPT_RT
|/sys/kernel/realtime 0;/proc/version Linux #1 SMP PREEMPT_DYNAMIC x;/sys/kernel/debug/sched/preempt -|preemption|unknown: not available in /sys/kernel/debug/sched/preempt: it is chosen at boot (PREEMPT_DYNAMIC)
|/sys/kernel/realtime 0;/proc/version Linux #1 SMP x;/sys/kernel/debug/sched/preempt -;/boot/config-6.12.30-rt-amd64 #\nCONFIG_PREEMPT_NONE=y|preemption|warning: none
|/proc/sys/kernel/sched_rt_runtime_us 1000000|rt_throttling|ok: none, all of 1000000 us: a real-time thread that never sleeps keeps its CPU from all others, for ever
|/proc/sys/kernel/sched_rt_runtime_us 950000;/proc/sys/kernel/sched_rt_period_us x|rt_throttling|unknown: /proc/sys/kernel/sched_rt_runtime_us: its content is not understood
|/proc/sys/kernel/sched_rt_runtime_us 950000|rt_throttling|warning: real-time threads may run 950000 of each 1000000 us
|/proc/sys/kernel/printk 5\t4\t1\t7|console|warning: ttyS0: messages up to level 4 are printed, a character after the other
|/proc/sys/kernel/printk 7\t4\t1\t7;/proc/consoles tty0                 -WU (EC p  )    4:1|console|ok: no serial port
|/proc/sys/kernel/printk 7\t4\t1\t7;/proc/consoles! |console|ok: no serial port
|/sys/module/printk/parameters/ignore_loglevel Y|console|warning: ttyS0: all messages are printed, a character after the other
|/sys/module/printk/parameters/ignore_loglevel N|console|ok: ttyS0, for errors only (4)
|/proc/sys/kernel/printk 7|console|unknown: /proc/sys/kernel/printk: its content is not understood
|/proc/consoles -|console|unknown: /proc/consoles: No such file or directory
|/sys/kernel/debug/sched/fair_server/cpu3/runtime 50000000|fair_server|warning: 50000 us reserved for other threads beside real-time threads, on CPU 3
|/boot/config-6.12.30-rt-amd64 #\nCONFIG_KCSAN=y|debug_options|failure: KCSAN: these checks dominate what is measured
|/boot/config-6.12.30-rt-amd64 #\n#CONFIG_KCSAN=y\nCONFIG_KCSAN=m\nXCONFIG_KCSAN=y\nCONFIG_KCSAN=yes|debug_options|ok: none
|/boot/config-6.12.30-rt-amd64 #\nCONFIG_KASAN=y\nCONFIG_KASAN_HW_TAGS=y|debug_options|ok: none
|/proc/cmdline kmemleak=on|debug_options|failure: DEBUG_KMEMLEAK: these checks dominate what is measured
|/boot/config-6.12.30-rt-amd64 -|debug_options|unknown: no configuration of this kernel in /proc/config.gz, /boot or /lib/modules
|/boot/config-6.12.30-rt-amd64 -;/proc/lockdep x|debug_options|failure: LOCKDEP: these checks dominate what is measured
|/boot/config-6.12.30-rt-amd64 -;/sys/kernel/debug/kmemleak x|debug_options|failure: DEBUG_KMEMLEAK: these checks dominate what is measured
|/proc/sys/kernel/tainted 128|taint|warning: D (128): the kernel has warned, or worse
|/proc/sys/kernel/tainted -1|taint|unknown: /proc/sys/kernel/tainted: its content is not understood
|/sys/devices/system/cpu/online 0-2|measured_cpus|failure: 2-3, not online: 3
|/sys/devices/system/cpu/isolated 2|isolcpus|warning: 2: lacks the measured CPU 3
|/sys/devices/system/cpu/isolated 2;/sys/fs/cgroup/cpuset.cpus.isolated 3|isolcpus|ok: 2-3
|/sys/devices/system/cpu/isolated 2-|isolcpus|unknown: /sys/devices/system/cpu/isolated: its content is not understood
-c 0-3|/sys/devices/system/cpu/isolated|isolcpus|ok: none
|/sys/devices/system/cpu/nohz_full -|nohz_full|warning: none: lacks the measured CPUs 2-3
|/sys/devices/system/cpu/nohz_full -;/proc/cmdline rcu_nocbs=1,3 rcu-nocbs=2-N|rcu_nocbs|ok: 2-7
|/sys/devices/system/cpu/nohz_full -;/proc/cmdline rcu_nocbs=all|rcu_nocbs|ok: 0-3
|/sys/devices/system/cpu/nohz_full -;/proc/cmdline rcu_nocbs|rcu_nocbs|warning: none: lacks the measured CPUs 2-3
|/proc/cmdline rcu_nocbs=9999|rcu_nocbs|unknown: rcu_nocbs=, not a plain list of CPUs
|/proc/irq/24/effective_affinity_list 3;/proc/irq/24/smp_affinity_list 0-3|irq_affinity|warning: 1 of 5 arrive at measured CPUs: 24 eth0; 1 more may
|/proc/irq/24/effective_affinity_list 3;/proc/irq/24/smp_affinity_list 0-1|irq_affinity|ok: 0 of 5 arrive at measured CPUs; 1 more may
|/proc/irq/24/effective_affinity_list 1;/proc/irq/24/smp_affinity_list 2|irq_affinity|warning: 1 of 5 arrive at measured CPUs: 24 eth0; 1 more may
|/proc/irq/24/effective_affinity_list 3;/proc/irq/24/smp_affinity_list 7|irq_affinity|warning: 1 of 5 arrive at measured CPUs: 24 eth0; 1 more may
|/proc/irq/24/effective_affinity_list 3;/proc/irq/24/smp_affinity_list|irq_affinity|warning: 1 of 5 arrive at measured CPUs: 24 eth0; 1 more may
|/proc/irq/24/effective_affinity_list;/proc/irq/24/smp_affinity_list 1-2|irq_affinity|warning: 1 of 5 arrive at measured CPUs: 24 eth0; 1 more may
|/sys/devices/system/cpu/nohz_full -;/sys/devices/system/cpu/isolated 2|irqbalance|warning: running: it moves interrupts between CPUs
|/sys/devices/system/cpu/nohz_full -;/sys/devices/system/cpu/isolated 2;/etc/default/irqbalance # x\nIRQBALANCE_BANNED_CPULIST="2-3"|irqbalance|ok: running; it is told to leave measured CPUs alone
|/etc/sysconfig/irqbalance IRQBALANCE_BANNED_CPUS=00000004|irqbalance|warning: running: it leaves only CPU 2 alone, and moves interrupts between the others
|/etc/default/irqbalance IRQBALANCE_BANNED_CPULIST=2-3;/proc/612/environ A=B\0000IRQBALANCE_BANNED_CPULIST=0|irqbalance|warning: running: it leaves only CPU 0 alone, and moves interrupts between the others
|/etc/default/irqbalance #IRQBALANCE_BANNED_CPULIST=0\nIRQBALANCE_BANNED_CPULIST=|irqbalance|ok: running; it leaves isolated CPUs alone
|/proc/612 -|irqbalance|ok: not running
|/proc/cmdline isolcpus=2-3|managed_irqs|warning: 1 may come to measured CPUs, and cannot be moved: 28 nvme0q1
|/proc/cmdline isolcpus=managed_irq,domain,2|managed_irqs|warning: 1 may come to measured CPUs, and cannot be moved: 28 nvme0q1
|/proc/cmdline isolcpus=managed_irq,domain,2;/sys/kernel/debug/irq/irqs/28 IRQD_ACTIVATED|managed_irqs|ok: none known
|/proc/cmdline isolcpus=nohz,2-3;/proc/irq/24/smp_affinity_list 0-3;/sys/kernel/debug/irq/irqs/24 IRQD_AFFINITY_MANAGED|managed_irqs|warning: 2 may come to measured CPUs, and cannot be moved: 24 eth0, 28 nvme0q1
|/proc/cmdline isolcpus=2-3;/proc/irq/28/smp_affinity_list 0-1|managed_irqs|ok: none known
-c 0-3|/proc/cmdline isolcpus=2-3|managed_irqs|ok: 1
|/sys/kernel/realtime 0;/proc/version Linux #1 SMP PREEMPT x;/proc/irq/24/effective_affinity_list 3;/proc/irq/24/smp_affinity_list 0-3|threadirqs|ok: not in this kernel
|/sys/kernel/realtime 0;/proc/version Linux #1 SMP PREEMPT x;/proc/irq/24/effective_affinity_list 3;/proc/irq/24/smp_affinity_list 0-3;/boot/config-6.12.30-rt-amd64 #\nCONFIG_IRQ_FORCED_THREADING=y|threadirqs|warning: not: no thread can run before the handlers of 1 interrupts that arrive at measured CPUs have ended
|/sys/kernel/realtime 0;/proc/version Linux #1 SMP PREEMPT x;/proc/cmdline threadirqs|threadirqs|ok: all that can be
|/sys/kernel/realtime 0;/proc/version Linux #1 SMP PREEMPT x|threadirqs|ok: not, but none arrives at measured CPUs
|/sys/devices/virtual/workqueue/cpumask f|workqueue_masks|warning: 1 may run on measured CPUs: writeback
|/sys/devices/virtual/workqueue/cpumask f;/sys/devices/virtual/workqueue/writeback/cpumask 3|workqueue_masks|ok: 0 may run on measured CPUs
|/sys/devices/virtual/workqueue/cpumask -|workqueue_masks|warning: 1 may run on measured CPUs: writeback
|/sys/devices/virtual/workqueue/writeback/cpumask x|workqueue_masks|unknown: /sys/devices/virtual/workqueue/NAME/cpumask: its content is not understood
-c 0-3|/sys/devices/virtual/workqueue/cpumask f|workqueue_masks|ok: 0 may run on measured CPUs
|/proc/sys/vm/stat_interval 1|stat_interval|ok: 1 s, not for isolated CPUs
|/proc/sys/vm/stat_interval 1;/proc/sys/kernel/osrelease 6.4.9|stat_interval|warning: 1 s: a kworker then adds up the counters of each CPU that has used memory
|/proc/sys/vm/stat_interval 1;/sys/devices/system/cpu/isolated 2;/sys/devices/system/cpu/nohz_full -|stat_interval|warning: 1 s: a kworker then adds up the counters of each CPU that has used memory
|/proc/sys/vm/stat_interval 1;/sys/devices/system/cpu/isolated 2;/sys/devices/system/cpu/nohz_full -;/sys/fs/cgroup/cpuset.cpus.isolated 3|stat_interval|ok: 1 s, not for isolated CPUs
-c 0-3|/proc/sys/vm/stat_interval 1;/proc/sys/kernel/osrelease 6.4.9|stat_interval|ok: 1 s
|/proc/sys/vm/stat_interval -|stat_interval|ok: not in this kernel
|/sys/devices/system/cpu/nohz_full 2|skew_tick|warning: off: the ticks of 4 CPUs come at the same moment, and wait for each other's locks
|/sys/devices/system/cpu/nohz_full 2;/proc/cmdline skew_tick=1|skew_tick|ok: on
-c 0-3|/sys/devices/system/cpu/nohz_full -|skew_tick|ok: off
-c 1|/sys/devices/system/cpu/nohz_full -;/sys/devices/system/cpu/online 0-1|skew_tick|ok: off
|/sys/devices/virtual/workqueue/cpumask 00000000,0000000c|workqueue_cpumask|warning: 2-3: includes measured CPUs
|/sys/devices/virtual/workqueue/cpumask 1,00000000|workqueue_cpumask|ok: 32
|/sys/devices/virtual/workqueue/cpumask ,|workqueue_cpumask|unknown: /sys/devices/virtual/workqueue/cpumask: its content is not understood
|/proc/15/task/15/status Name: x\nCpus_allowed_list:\t0-2\nx|kernel_threads|warning: 1 of 3 that can be moved may run on measured CPUs: rcu_preempt 15 SCHED_FIFO 1
-c 0-3|/proc/15/task/15/status Name: x\nCpus_allowed_list:\t0-2\nx|kernel_threads|ok: 3 that can be moved
|/proc/15/task/15/status Name: x\nCpus_allowed_list:\t0-2,\nx|kernel_threads|unknown: /proc/PID/status: its content is not understood
|/proc/15/task/15/status Name: x\nCpus_allowed: 3|kernel_threads|unknown: /proc/PID/status: its content is not understood
|/proc/15/task/15/status -|kernel_threads|ok: 0 of 2 that can be moved may run on measured CPUs
|/proc/2/task/2/status -;/proc/15/task/15/status -;/proc/41/task/41/status -|kernel_threads|unknown: /proc/PID/status: No such file or directory
|/proc/2 -;/proc/9 -;/proc/15 -;/proc/27 -;/proc/41 -|kernel_threads|unknown: no kernel thread is visible in /proc
|/proc/2 -;/proc/15 -;/proc/41 -|kernel_threads|ok: 0 of 0 that can be moved may run on measured CPUs
|/proc/580/task/581/status Name: x\nCpus_allowed_list:\t1-2\nx|rt_programs|warning: 1 of 1 may run on measured CPUs: rtkit-daemon 581 SCHED_RR 99
-c 0-3|/proc/580/task/581/status Name: x\nCpus_allowed_list:\t1-2\nx|rt_programs|ok: 1: rtkit-daemon 581 SCHED_RR 99
|/proc/580 -|rt_programs|ok: none
|/proc/1 -;/proc/2 -;/proc/9 -;/proc/15 -;/proc/27 -;/proc/41 -;/proc/580 -;/proc/612 -|rt_programs|unknown: no thread is visible in /proc
|/proc/sys/kernel/timer_migration 0|timer_migration|warning: off: timers stay on the CPUs of nohz_full
-c 0-1|/proc/sys/kernel/timer_migration 0|timer_migration|ok: off
|/proc/sys/kernel/watchdog_cpumask -|soft_watchdog|warning: on: a timer and a thread every 4 s on CPUs 2-3
|/sys/devices/system/cpu/cpu3/topology/thread_siblings_list 1,3|smt|warning: CPU 1 on the same cores as the measured CPU 3
|/sys/devices/system/cpu/cpu3/topology/thread_siblings_list 2-3|smt|warning: CPUs 3 share cores with each other
|/sys/devices/system/cpu/cpu3/cpufreq/scaling_governor schedutil|cpufreq_governor|warning: schedutil on CPU 3
-c 0|/sys/devices/system/cpu/cpu3/cpufreq/scaling_governor schedutil|cpufreq_governor|ok: performance
-c 0|/sys/devices/system/cpu/cpu3/cpufreq/scaling_governor performance|energy_preference|warning: balance_power on CPU 0
|/sys/devices/system/cpu/cpu3/cpufreq/energy_performance_preference -|energy_preference|ok: performance
|/sys/devices/system/cpu/cpu3/cpufreq/energy_performance_preference -;/sys/devices/system/cpu/cpu2/cpufreq/energy_performance_preference -|energy_preference|ok: not in this cpufreq driver
|/sys/devices/system/cpu/cpu2/cpufreq -;/sys/devices/system/cpu/cpu3/cpufreq -|energy_preference|unknown: no cpufreq: firmware or a hypervisor controls it
|/sys/devices/system/cpu/cpu3/cpufreq/scaling_min_freq 800000|cpu_frequency|warning: 800 to 3000 MHz on CPU 3
|/sys/devices/system/cpu/intel_pstate/no_turbo -;/sys/devices/system/cpu/cpufreq/boost 1|turbo|warning: on: frequencies depend on what other cores do
|/sys/devices/system/cpu/cpu3/cpuidle/state2/disable 0|idle_states|ok: down to C1, exit latency 2 us
|/sys/devices/system/cpu/cpu3/cpuidle/state2/disable 0;/dev/cpu_dma_latency -|idle_states|warning: down to C10, exit latency 890 us; over 10 us on CPU 3
|/dev/cpu_dma_latency! x|dma_latency|unknown: /dev/cpu_dma_latency: its content is not understood
|/proc/700/task/700/stat 700 (power-profiles-) S 0 0 0 0 -1 4194560 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0|power_programs|warning: power-profiles-daemon: frequencies and limits may change at any time
|/proc/700/task/700/stat 700 (thermald) S 0 0 0 0 -1 4194560 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0;/run/tlp/last_pwr 0|power_programs|warning: thermald, TLP: frequencies and limits may change at any time
|/proc/1 -;/proc/2 -;/proc/9 -;/proc/15 -;/proc/27 -;/proc/41 -;/proc/580 -;/proc/612 -|power_programs|unknown: no process is visible in /proc
|/sys/devices/system/cpu/cpu2/thermal_throttle/core_throttle_count 3|thermal_throttle|warning: 3 times since boot, on CPU 2
|/sys/devices/system/cpu/cpu3/thermal_throttle/package_throttle_count 1|thermal_throttle|warning: 1 time since boot, on CPU 3
|/sys/devices/system/cpu/cpu2/thermal_throttle -;/sys/devices/system/cpu/cpu3/thermal_throttle -|thermal_throttle|unknown: this kernel does not count it for these CPUs
-c 0-1|/sys/devices/system/cpu/cpu2/thermal_throttle/core_throttle_count 3|thermal_throttle|ok: never since boot
|/proc/cpuinfo processor : 0\nCPU part : 0xd0b|cpu_model|ok: part 0xd0b
|/proc/cpuinfo processor : 0\nCPU part : 0xd0b|virtualisation|unknown: no flags in /proc/cpuinfo
|/sys/hypervisor/type xen|virtualisation|warning: a guest, xen, Example, Box 4
|/sys/devices/system/clocksource/clocksource0/current_clocksource hpet|clocksource|warning: hpet: slower to read than the tsc, which is available
|/sys/devices/system/cpu/cpu2/topology/physical_package_id 1|tsc_watchdog|ok: off: the kernel trusts the tsc of this CPU
|/sys/devices/system/cpu/cpu2/topology/physical_package_id 1;/sys/devices/system/cpu/cpu3/topology/physical_package_id 2|tsc_watchdog|warning: on: twice a second, on one CPU after the other, it reads a slow clock
|/proc/cpuinfo processor : 0\nflags : fpu tsc constant_tsc nonstop_tsc|tsc_watchdog|warning: on: twice a second, on one CPU after the other, it reads a slow clock
|/proc/cpuinfo processor : 0\nflags : fpu tsc constant_tsc nonstop_tsc;/proc/cmdline tsc=nowatchdog tsc=recalibrate|tsc_watchdog|ok: off
|/proc/cpuinfo processor : 0\nflags : fpu tsc tsc_reliable|tsc_watchdog|ok: off: the kernel trusts the tsc of this CPU
|/sys/devices/system/clocksource/clocksource0/current_clocksource hpet|tsc_watchdog|ok: the clock is hpet
|/sys/devices/system/machinecheck/machinecheck2/ignore_ce 0|machine_checks|warning: every 300 s, or sooner after one, a timer on each CPU looks for them
-c 0-3|/sys/devices/system/machinecheck/machinecheck0/ignore_ce 0|machine_checks|ok: every 300 s
|/sys/devices/system/machinecheck/machinecheck2/ignore_ce 0;/sys/devices/system/machinecheck/machinecheck2/check_interval 0|machine_checks|ok: not looked for
|/sys/devices/system/machinecheck/machinecheck2/ignore_ce 0;/sys/devices/system/machinecheck/machinecheck2/check_interval z|machine_checks|unknown: /sys/devices/system/machinecheck/machinecheckN: its content is not understood
|/sys/devices/system/machinecheck/machinecheck2 -|machine_checks|ok: not in this kernel
|/proc/cmdline mitigations=off|mitigations|ok: mitigations=off; of 4: mitigated: spectre_v1, spectre_v2; vulnerable: mds
-c 1-2|/sys/kernel/realtime 1|smi_count|unknown: /dev/cpu/N/msr: No such file or directory
-c 0-1|/sys/kernel/realtime 1|untraced_interrupts|warning: PIW: 408 since boot, on CPUs 0-1
|/proc/interrupts CPU0 CPU3\n HYP: 1 2 x\nXHVS: 1 1\nHVSX: 1 1\nMCE: 7|untraced_interrupts|warning: HYP: 2 since boot, on CPU 3
|/proc/interrupts CPU2\nHYP: 99999999999999999999\nPIN: x\nPIW: -1\nHVS|untraced_interrupts|warning: HYP: 18446744073709551615 since boot, on CPU 2
|/proc/interrupts nothing|untraced_interrupts|unknown: /proc/interrupts: its content is not understood
|/proc/interrupts -|untraced_interrupts|unknown: /proc/interrupts: No such file or directory
|/proc/pressure/memory some avg10=1.00 avg60=0|pressure|warning: waiting for a CPU 0.00 %, for memory 1.00 % of 10 s
|/proc/loadavg nan 1 2|load_average|unknown: /proc/loadavg: its content is not understood
|/proc/700/task/700/stat 700 (a) R (b) R 1 1 1 0 -1 4194304 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 2 50 1 0 0 0 0|rt_threads|warning: a) R (b (700, SCHED_FIFO 50) runs on CPU 2 and does not sleep
|/proc/700/task/700/stat 700 (a) R 1 1 1 0 -1 4194304 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 2 98 2 0 0 0 0;/proc/700/task/701/stat 701 (b) R 1 1 1 0 -1 4194304 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 3 99 1 0 0 0 0;/proc/700/task/702/stat 702 (c) R 1 1 1 0 -1 4194304 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 3 1 1 0 0 0 0|rt_threads|warning: b (701, SCHED_FIFO 99) runs on CPU 3 and does not sleep, and 2 more threads
|/proc/700/task/700/stat 700 (a) R 1 1 1 0 -1 4194304 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 3 99 1 0 0 0 0;/proc/700/task/701/stat 701 (d) R 1 1 1 0 -1 4194304 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 2 0 6 0 0 0 0|rt_threads|warning: d (701, SCHED_DEADLINE) runs on CPU 2 and does not sleep, and 1 more thread
|/proc/700/task/700/stat 700 (a) S 1 1 1 0 -1 4194304 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 2 50 1 0 0 0 0;/proc/700/task/701/stat 701 (b) R 1 1 1 0 -1 4194304 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 1 50 1 0 0 0 0;/proc/700/task/702/stat 702 (c) R 1 1 1 0 -1 4194304 1 0 0 0 9 9 0 0 20 0 1 0 5 6 7 8 9 1 1 0 0 0 0 0 0 0 0 0 17 2 0 0 0 0 0 0;/proc/700/task/703/stat 703 (x) R 1 1;/proc/700/task/704/stat )(|rt_threads|ok: none
|/proc/1 -;/proc/2 -;/proc/9 -;/proc/15 -;/proc/27 -;/proc/41 -;/proc/580 -;/proc/612 -|rt_threads|unknown: no thread is visible in /proc
|/proc/swaps Filename Type\n/swap\\\\040file file 4096 0 -2|swap|ok: 4 MB, none in use
|/sys/kernel/mm/ksm/run 1|ksm|warning: on: tasks take page faults when they write to merged pages
|/sys/kernel/mm/ksm/pages_shared 12|ksm|warning: off, but pages are merged still: tasks take page faults when they write to them
|/sys/kernel/mm/ksm/run 2|ksm|ok: off
|/sys/kernel/mm/ksm/run 4|ksm|ok: off
|/sys/kernel/mm/ksm -|ksm|ok: not in this kernel
|/sys/kernel/mm/ksm/run -|ksm|unknown: /sys/kernel/mm/ksm: No such file or directory
|/sys/kernel/mm/ksm/pages_shared x|ksm|unknown: /sys/kernel/mm/ksm: its content is not understood
|/sys/kernel/tracing/current_tracer -;/sys/kernel/debug/tracing/current_tracer nop|tracefs|ok: /sys/kernel/debug/tracing
|/sys/kernel/tracing/set_event! sched|trace_events|warning: 1 on
|/dev/rtla -|module|failure: loaded, but there is no /dev/rtla
|/dev/rtla -;/sys/module/rtla -|module|failure: not loaded, and not installed for this kernel
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/btf/vmlinux x|module|warning: not loaded, and not installed for this kernel
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/btf/vmlinux x;/sys/kernel/tracing/available_tracers nop|tracer|warning: BPF programs, not for hwnoise and bound; without callbacks of RCU and stop_machine(), sums of causes, its own work and the switch of wake-ups
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/btf/vmlinux x;/sys/kernel/tracing/available_tracers nop;/proc/self/status Name: x\nCapEff:\t0000004000000000|tracer|warning: none yet: the kernel has no timerlat and osnoise of its own, or not for this user, and no BPF programs: this user lacks CAP_BPF
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/btf/vmlinux x;/sys/kernel/tracing/available_tracers nop;/proc/self/status Name: x\nCapEff:\t000000c000000000|tracer|warning: BPF programs, not for hwnoise and bound; without callbacks of RCU and stop_machine(), sums of causes, its own work and the switch of wake-ups; their processes get no priority: this user lacks CAP_SYS_NICE
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/btf/vmlinux x;/sys/kernel/tracing/available_tracers nop;/proc/self/status Name: x\nCapEff:\t000000c000800000|tracer|warning: BPF programs, not for hwnoise and bound; without callbacks of RCU and stop_machine(), sums of causes, its own work and the switch of wake-ups
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/btf/vmlinux x;/sys/kernel/tracing/available_tracers nop;/proc/self/uid_map 0 1000 65536|tracer|warning: none yet: the kernel has no timerlat and osnoise of its own, or not for this user, and no BPF programs: this user has CAP_BPF and CAP_PERFMON in a user namespace only, as in a container that was started without root
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/btf/vmlinux x;/proc/self/uid_map 0 1000 65536|module|failure: not loaded, and not installed for this kernel
|/dev/rtla -;/sys/module/rtla -;/lib/modules/6.12.30-rt-amd64/updates/rtla.ko.xz module|module|ok: not loaded; /lib/modules/6.12.30-rt-amd64/updates/rtla.ko.xz is installed
|/dev/rtla -;/sys/module/rtla -;/proc/self/status Name: x\nCapEff:\t0000000000000000;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko module|module|failure: not loaded, and not for this user to load: /lib/modules/6.12.30-rt-amd64/extra/rtla.ko
|/dev/rtla -;/sys/module/rtla -;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko module|tracer|ok: the module, not for cycle, if it can be loaded
|/dev/rtla -;/sys/module/rtla -;/etc/modprobe.d/rtla.conf blacklist rtla;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko module|module|failure: not loaded, and modprobe's configuration blacklists it; /lib/modules/6.12.30-rt-amd64/extra/rtla.ko is installed
|/dev/rtla -;/sys/module/rtla -;/lib/modules/6.12.30-rt-amd64/a/xrtla.ko module|module|failure: not loaded, and not installed for this kernel
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/tracing/osnoise/;/sys/kernel/tracing/available_tracers timerlat osnoise function nop|module|warning: not loaded, and not installed for this kernel
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/tracing/osnoise/;/sys/kernel/tracing/available_tracers timerlat osnoise function nop|tracer|warning: the kernel's own, not for hwnoise, wakeup, overheads, bound and cycle; without processes of user space, aligned timers, what kworkers, softirqs and interrupts carry, sums of causes and its own work
|/dev/rtla -;/sys/kernel/tracing/available_tracers timerlat osnoise function nop;/sys/kernel/tracing/osnoise/options DEFAULTS;/sys/kernel/tracing/osnoise/per_cpu/cpu0/timerlat_fd x|tracer|warning: the kernel's own, not for wakeup, overheads, bound and cycle; without aligned timers, what kworkers, softirqs and interrupts carry, sums of causes and its own work
|/dev/rtla -;/sys/kernel/tracing/available_tracers timerlat osnoise function nop;/sys/kernel/tracing/osnoise/options DEFAULTS;/sys/kernel/tracing/osnoise/per_cpu/cpu0/timerlat_fd x;/sys/kernel/tracing/osnoise/timerlat_align_us 0|tracer|ok: the kernel's own, not for wakeup, overheads, bound and cycle; without what kworkers, softirqs and interrupts carry, sums of causes and its own work
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/tracing/osnoise/;/sys/kernel/tracing/available_tracers timerlat osnoise nop;/sys/kernel/tracing/instances/timerlat_hist/current_tracer timerlat;/sys/kernel/tracing/instances/timerlat_top/current_tracer timerlat|tracer|failure: the kernel's own, but for others: instances timerlat_hist, timerlat_top have the kernel's own tracer on, whose settings are the same for all
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/tracing/osnoise/;/sys/kernel/tracing/available_tracers timerlat osnoise nop;/sys/kernel/tracing/instances/rtla.15.kernel/current_tracer timerlat|tracer|failure: the kernel's own, but for others: instance rtla.15.kernel: process 15 measures with the kernel's own tracer, whose settings are the same for all
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/tracing/osnoise/;/sys/kernel/tracing/available_tracers timerlat osnoise nop;/sys/kernel/tracing/instances/rtla.99999.kernel/current_tracer timerlat|tracer|warning: the kernel's own, not for hwnoise, wakeup, overheads, bound and cycle; without processes of user space, aligned timers, what kworkers, softirqs and interrupts carry, sums of causes and its own work
|/dev/rtla -;/sys/module/rtla -;/sys/kernel/tracing/osnoise/;/sys/kernel/tracing/available_tracers timerlat osnoise nop;/sys/kernel/tracing/current_tracer timerlat|tracer|failure: the kernel's own, but for others: the kernel's own tracer is on in the top-level instance, and its settings are the same for all
|/dev/rtla -;/sys/kernel/tracing/available_tracers osnoise nop|tracer|warning: none yet: the kernel has no timerlat and osnoise of its own, or not for this user
|/dev/rtla -;/sys/kernel/tracing/available_tracers timerlat osnoise nop|tracer|warning: none yet: the kernel has no timerlat and osnoise of its own, or not for this user
|/dev/rtla -;/sys/module/rtla -;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko module;/proc/sys/kernel/modules_disabled 1|module|failure: not loaded, and this kernel loads no more modules (kernel.modules_disabled); /lib/modules/6.12.30-rt-amd64/extra/rtla.ko is installed
|/dev/rtla -;/sys/module/rtla -;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko module;/proc/sys/kernel/modules_disabled 1;/sys/kernel/tracing/osnoise/;/sys/kernel/tracing/available_tracers timerlat osnoise nop|module|warning: not loaded, and this kernel loads no more modules (kernel.modules_disabled); /lib/modules/6.12.30-rt-amd64/extra/rtla.ko is installed
|/dev/rtla -;/sys/module/rtla -;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko module;/proc/sys/kernel/modules_disabled 0;/sys/kernel/tracing/osnoise/;/sys/kernel/tracing/available_tracers timerlat osnoise nop;/sys/kernel/tracing/instances/osnoise_top/current_tracer osnoise;/sys/kernel/tracing/instances/timerlat_top/current_tracer timerlat|tracer|ok: the module, not for cycle, if it can be loaded
|/dev/rtla -;/sys/module/rtla -;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko module;/proc/sys/kernel/modules_disabled 1;/sys/kernel/tracing/osnoise/;/sys/kernel/tracing/available_tracers timerlat osnoise nop;/sys/kernel/tracing/instances/osnoise_top/current_tracer osnoise;/sys/kernel/tracing/instances/timerlat_top/current_tracer timerlat|tracer|failure: the kernel's own, but for others: instances osnoise_top, timerlat_top have the kernel's own tracer on, whose settings are the same for all
|/dev/rtla -;/sys/module/rtla -;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko module;/sys/module/module/parameters/sig_enforce Y;/sys/kernel/tracing/osnoise/;/sys/kernel/tracing/available_tracers timerlat osnoise nop;/sys/kernel/tracing/instances/osnoise_top/current_tracer osnoise;/sys/kernel/tracing/instances/timerlat_top/current_tracer timerlat|tracer|failure: the kernel's own, but for others: instances osnoise_top, timerlat_top have the kernel's own tracer on, whose settings are the same for all
|/dev/rtla -;/sys/module/rtla -;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko module;/sys/module/module/parameters/sig_enforce Y;/sys/kernel/tracing/osnoise/;/sys/kernel/tracing/available_tracers timerlat osnoise nop|tracer|warning: the kernel's own, not for hwnoise, wakeup, overheads, bound and cycle; without processes of user space, aligned timers, what kworkers, softirqs and interrupts carry, sums of causes and its own work
|/dev/rtla -;/sys/module/rtla -;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko module;/sys/module/module/parameters/sig_enforce Y|tracer|failure: none: the kernel would refuse the module, and has no timerlat and osnoise of its own
|/dev/rtla -;/sys/module/rtla -;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko module;/sys/kernel/security/lockdown none integrity [confidentiality]|tracer|failure: none: the kernel would refuse the module, and has no timerlat and osnoise of its own
|/dev/rtla -;/sys/module/rtla -;/proc/modules -|module|failure: this kernel cannot load modules
|/proc/self/status Name: x\nCapEff:\t00000000001fffff|module|failure: loaded, but not for this user: /dev/rtla: Operation not permitted
|/sys/kernel/security/lockdown none [integrity] confidentiality|lockdown|ok: integrity: modules must be signed; the module is loaded
|/sys/kernel/security/lockdown none integrity [confidentiality]|lockdown|warning: confidentiality: there are no traces, and no causes
|/sys/kernel/security/lockdown [none|lockdown|unknown: /sys/kernel/security/lockdown: its content is not understood
|/sys/module/rtla -;/sys/module/module/parameters/sig_enforce Y|module_signature|failure: enforced; there is no module
|/sys/module/rtla -;/sys/module/module/parameters/sig_enforce Y;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko signed|module_signature|warning: enforced; the module is signed by 'rtla-test'; whether its key is enrolled is unknown
|/sys/module/rtla -;/sys/module/module/parameters/sig_enforce Y;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko.xz signed|module_signature|warning: enforced; the module is signed by 'rtla-test'; whether its key is enrolled is unknown
|/sys/module/rtla -;/sys/module/module/parameters/sig_enforce Y;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko signed;/proc/keys 1b2c3d4e I------     2 perm 1f030000     0     0 keyring   .machine: 1\n0a1b2c3d I------     1 perm 1f010000     0     0 asymmetri rtla-test: 3f6b7c1d: X509.rsa 7c1d []|module_signature|ok: enforced; the module is signed by 'rtla-test', whose key this kernel has
|/sys/module/rtla -;/sys/module/module/parameters/sig_enforce Y;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko.xz signed;/proc/keys 1b2c3d4e I------     2 perm 1f030000     0     0 keyring   .machine: 1\n0a1b2c3d I------     1 perm 1f010000     0     0 asymmetri rtla-test: 3f6b7c1d: X509.rsa 7c1d []|module_signature|ok: enforced; the module is signed by 'rtla-test', whose key this kernel has
|/sys/module/rtla -;/sys/module/module/parameters/sig_enforce Y;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko signed;/proc/keys 1b2c3d4e I------     2 perm 1f030000     0     0 keyring   .machine: 1\n0a1b2c3d I------     1 perm 1f010000     0     0 asymmetri rtla-tester: 3f6b7c1d: X509.rsa 7c1d []|module_signature|failure: enforced; the module is signed by 'rtla-test', whose key is not enrolled
|/sys/module/rtla -;/sys/module/module/parameters/sig_enforce Y;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko signed;/proc/keys 1b2c3d4e I------     2 perm 1f030000     0     0 keyring   .machine: 1\n0a1b2c3d I------     1 perm 1f010000     0     0 asymmetri rtla-tester: 3f6b7c1d: X509.rsa 7c1d [];/sys/kernel/tracing/osnoise/ ;/sys/kernel/tracing/available_tracers timerlat osnoise nop|module_signature|warning: enforced; the module is signed by 'rtla-test', whose key is not enrolled
|/sys/module/rtla -;/sys/module/module/parameters/sig_enforce Y;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko module|module_signature|failure: enforced; the module is not signed
|/sys/module/rtla -;/sys/module/module/parameters/sig_enforce Y;/lib/modules/6.12.30-rt-amd64/extra/rtla.ko broken|module_signature|warning: enforced; whether the module is signed is unknown
|/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c! \06\00\00\00\01|secure_boot|ok: on; the module is loaded
|/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c! \06\00\00\00|secure_boot|unknown: /sys/firmware/efi/efivars/SecureBoot-*: empty
|/sys/firmware/efi/|secure_boot|unknown: /sys/firmware/efi/efivars/SecureBoot-*: No such file or directory
|/proc/sys/kernel/osrelease ../../x|kernel_release|unknown: /proc/sys/kernel/osrelease: its content is not understood
END

# One process of jq reads all of them, as each takes 40 ms to begin.
mapfile -t got < <(jq -rn 'foreach inputs as $found (-1; . + 1; . as $n
	| first($found.environment.checks[] | select(.name == $ARGS.positional[$n]) | "\(.status): \(.value)") // "absent")' \
	--args "${singles[@]}" <"$work/singles")
section "single checks"
for n in "${!wanted[@]}"; do is "${wanted[n]%%|*}" "${got[n]}" "${wanted[n]#*|}"; done
is "each began with the tuned machine" "$(diff -r "$work/tuned" "$work/single")" ""
section

# ---- who measures with the module

# session PID COMM FD CPUS PLACE: gives the machine a process with a session of the module
session() {
	mkdir -p "$work/busy/proc/$1/fd" "$work/busy/proc/$1/fdinfo"
	echo "$2" >"$work/busy/proc/$1/comm"
	ln -sf /dev/rtla "$work/busy/proc/$1/fd/$3"
	printf 'pos:\t0\nflags:\t02\nmnt_id:\t6\nrtla-session:\t1\nrtla-cpus:\t%s\nrtla-place:\t%s\nrtla-counts:\t1\n' \
		"$4" "$5" >"$work/busy/proc/$1/fdinfo/$3"
}

# finds NAME CPUS STATUS RESULT: tests that the check tracer has this RESULT for CPUS
finds() {
	run rtla doctor -c "$2" --root "$work/busy" --json "$work/busy.json"
	exits "$1" "$3"
	is "$1: what the check says" "$(check_of tracer "$work/busy.json")" "$4"
}

copy busy
session 9001 timerlat 3 1-2 workload
session 9002 timerlat 4 1-2 workload
finds "a session on a measured CPU" 2-3 2 "failure: the module, but timerlat (process 9001) already measures with it on CPU 2"
is "a session on a measured CPU: the remedy" \
	"$(jq -r '.environment.checks[] | select(.name == "tracer") | .remedy' "$work/busy.json")" \
	"end it, or wait for its end, or leave CPU 2 out with --cpus"
is "a session on a measured CPU: not everything is here" "$(grep -c 'Everything' "$work/out")" 0
finds "a session on other CPUs" 3 0 "ok: the module, not for cycle"
is "a session on other CPUs: everything is here" "$(grep -c '^Everything' "$work/out")" 1
session 9003 osnoise 3 3 workload
finds "two sessions" 2-3 2 \
	"failure: the module, but timerlat (process 9001), osnoise (process 9003) already measures with it on CPUs 2-3"
rm -r "$work"/busy/proc/900?
session 9001 rtla 3 0-3 none
finds "a session that only watches" 2-3 0 "ok: the module, not for cycle"
session 9002 rtla 3 2-3 probe
finds "a session of a bound" 2-3 0 \
	"warning: the module, but rtla (process 9002) already measures a bound on CPUs 2-3, which disturbs other measurements, and there can be no second one"
rm -r "$work"/busy/proc/900?
session 9001 timerlat 3 2-3 workload
ln -sf /dev/null "$work/busy/proc/9001/fd/3"
finds "a descriptor of another file" 2-3 0 "ok: the module, not for cycle"
ln -sf /dev/rtla "$work/busy/proc/9001/fd/3"
for info in '' 'rtla-cpus:\t2-3\n' 'rtla-place:\tworkload\nrtla-cpus:\tx\n' 'rtla-place:\tworkload\n'; do
	# shellcheck disable=SC2059
	printf "$info" >"$work/busy/proc/9001/fdinfo/3"
	finds "a descriptor that says '$info'" 2-3 0 "ok: the module, not for cycle"
done
rm -r "$work/busy"

# ---- the configuration in /proc/config.gz

# packed OPTION [SIZE]: gives the machine a /proc/config.gz with CONFIG_OPTION=y. SIZE,
# four bytes as for printf, replaces the uncompressed size that the last four bytes of the
# file state.
copy single -l
config=$work/single/proc/config.gz
packed() {
	printf '#\nCONFIG_%s=y\n' "$1" | gzip >"$config"
	# shellcheck disable=SC2059
	[ -z "${2:-}" ] || printf "$2" | dd of="$config" bs=1 conv=notrunc status=none \
		seek=$(($(stat -c %s "$config") - 4))
}

# told NAME RESULT: tests that RESULT is the result of the check debug_options
told() {
	run rtla doctor -c 2-3 --root "$work/single" --json -
	is "$1" "$(check_of debug_options)" "$2"
}

packed KCSAN
told "/proc/config.gz wins over that in /boot" \
	"failure: KCSAN: these checks dominate what is measured"
release=$work/single/proc/sys/kernel/osrelease
mv "$release" "$work/release"
told "KCSAN without a release" "failure: KCSAN: these checks dominate what is measured"
mv "$work/release" "$release"
packed KCSAN
truncate -s 30 "$config"
told "a configuration that is cut" "ok: none"
packed KCSAN '\377\377\377\377'
told "a configuration that says to be huge" "ok: none"
packed "KCSAN=y$(head -c 1000000 /dev/zero | tr '\0' '\n')CONFIG_A" '\100\0\0\0'
told "a configuration that is larger than it says" "ok: none"

# ---- files with arbitrary content, and paths that are no regular files

# survives NAME ROOT: tests that the doctor neither crashes nor hangs, that its JSON is
# valid, and that its text can be printed; nothing but the status is tested if it is 129
survives() {
	run timeout 60 rtla doctor -c 2-3 --root "$2" --all --json "$work/got.json"
	[[ $status = 0 || $status = 2 || $status = 129 ]]
	ok "$1: the doctor ends as it should"
	[ $status = 129 ] && return
	documented "$1: JSON as documented" "$work/got.json"
	[ "$(LC_ALL=C grep -c '[^ -~]' "$work/out")" = 0 ]
	ok "$1: the text can be printed"
	is "$1: no line is longer than 80" "$(awk 'length > 80' "$work/out")" ""
}

copy whole -l
echo CONFIG_KCSAN=y | gzip >"$work/whole/proc/config.gz"
cp -a "$work/whole" "$work/spoilt"
mapfile -t files < <(cd "$work/whole" && find . -type f -printf '%P\n' | LC_ALL=C sort)
for kind in empty huge binary zeros cut words terminal directory pipe loop \
	    terminals endless; do
	# All files are spoilt at once. For kind huge, only files that the doctor reads as a
	# whole are spoilt, as their sizes add up.
	for file in "${files[@]}"; do
		becomes=$kind
		[[ $kind != huge || $file = *@(config-*|cmdline|cpuinfo|online|set_event) ]] || becomes=keep
		echo "$becomes $file"
	done | "$here/doctor/spoil" "$work/whole" "$work/spoilt"
	survives "all files are $kind" "$work/spoilt"
	if [ $kind = empty ]; then
		# For these checks it only matters whether a file is there.
		is "nothing can be ok of empty files but" \
			"$(sed -n 's/^  ok *\([a-z_]*\).*/\1/p' "$work/out" | paste -sd' ')" \
			"cgroup module tracer secure_boot"
	fi
done

# Each file is damaged in another way, chosen at random. The seed is fixed, so it is the
# same in every run.
RANDOM=5
kinds=(empty binary zeros cut words terminal directory pipe loop endless keep keep)
for round in {1..10}; do
	for file in "${files[@]}"; do
		echo "${kinds[RANDOM % ${#kinds[@]}]} $file"
	done >"$work/kinds"
	"$here/doctor/spoil" "$work/whole" "$work/spoilt" <"$work/kinds"
	survives "mixture $round" "$work/spoilt"
done

# ---- the real machine

run rtla doctor --json -
[[ $status = 0 || $status = 2 ]]
ok "this machine is found good or bad"
cp "$work/out" "$work/this.json"
documented "JSON of this machine is as documented" "$work/this.json"
[[ $(check_of kernel_release) = "ok: $(uname -r)"* ]]
ok "the JSON has this machine's kernel"
is "the JSON has this machine's CPUs" "$(check_of measured_cpus)" \
	"ok: $(cat /sys/devices/system/cpu/online), all that are online"
first=$(sed 's/[-,].*//' /sys/devices/system/cpu/online)
run rtla doctor -c "$first" --json -
[[ $(check_of measured_cpus) = "ok: $first"* ]]
ok "-c names one CPU"
if command -v setpriv >/dev/null && [ "$(id -u)" = 0 ]; then
	run setpriv --reuid=65534 --regid=65534 --clear-groups \
		"$work/bin/rtla" doctor --json -
	exits "another user's doctor exits with 2" 2
	[[ $(check_of tracefs) = failure:* && $(check_of module) = failure:* ]]
	ok "another user's doctor finds that nothing can be measured"
else
	skip "another user's doctor exits with 2" "no setpriv, or not root"
fi

# ---- the script that mends

# tree DIR: prints all files of a machine with their contents, with blanks for tabs; of a
# choice, what is chosen
tree() { (cd "$1" && grep -ar '' proc/sys proc/irq sys | sed 's/\[\(.*\)\].*/\1/' | tr '\t' ' ' | LC_ALL=C sort); }
tree "$work/laptop" >"$work/before"
run rtla doctor -c 2-3 --root "$work/laptop" --fix-script
exits "--fix-script" 0
expected "--fix-script prints a script" laptop-fix.sh "$work/out"
run rtla doctor -c 2-3 --root "$work/laptop" --fix-script fix.sh
is "--fix-script writes a script to a file" "$status $(cat fix.sh)" "0 $(cat "$trees/laptop-fix.sh")"
is "the findings are printed beside a file" "$(grep -c '^  warning  current_tracer' "$work/out")" 1
rtla doctor -c 2-3 --root "$work/laptop" --json before.json >/dev/null
RTLA_ROOT=$work/laptop run sh fix.sh undo
is "undo before the script ran changes nothing" "$status $out$err $(diff "$work/before" <(tree "$work/laptop"))" "0  "
RTLA_ROOT=$work/laptop run sh fix.sh
is "the script works" "$status $out$err" "0 "
touch "$work/worked"
RTLA_ROOT=$work/laptop run sh fix.sh
is "the script works a second time" "$status $out$err" "0 "
is "the script writes nothing when it runs again" "$(find "$work/laptop" -newer "$work/worked")" ""
rtla doctor -c 2-3 --root "$work/laptop" --json after.json >/dev/null
names_of() { jq -r '.environment.checks[] | select(.status == "warning") | .name' "$1"; }
is "what it changes is well then" \
	"$(diff <(names_of before.json) <(names_of after.json) | sed -n 's/^[<>] //p' | LC_ALL=C sort)" \
	"$(sed -n '/^# ----/q; s/^# \([a-z_]*\): .*/\1/p' fix.sh | LC_ALL=C sort)"
RTLA_ROOT=$work/laptop run sh fix.sh undo
is "undo works" "$status $out$err" "0 "
tree "$work/laptop" >"$work/after"
is "all is as before after undo" "$(diff "$work/before" "$work/after")" ""
RTLA_ROOT=$work/nowhere run sh fix.sh
exits "what cannot be changed is an error" 1
is "stderr names each file that cannot be changed" "$(grep -c ': this user sees no such file: run this as root, or make this script again$' "$work/err")" "$(grep -c '^change /' fix.sh)"
ln -sf /dev/null "$work/laptop/proc/sys/kernel/nmi_watchdog"
RTLA_ROOT=$work/laptop run sh fix.sh
is "a value that does not last is an error" "$status $err" \
	"1 fix.sh: /proc/sys/kernel/nmi_watchdog: the kernel keeps '' instead of '0': end what uses it and run this again, or see its remedy in this script"
RTLA_ROOT=$work/laptop sh fix.sh undo 2>/dev/null
rm "$work/laptop/proc/sys/kernel/nmi_watchdog"
is "a value that does not last does not stop the others" "$(diff "$work/before" <(tree "$work/laptop") | grep '^[<>]')" \
	"< proc/sys/kernel/nmi_watchdog:1"
copy single
echo 0,0000000f >"$work/single/sys/devices/virtual/workqueue/cpumask"
run rtla doctor -c 2-3 --root "$work/single" --fix-script
is "a mask has as many digits as the kernel prints" "$(grep workqueue.cpumask "$work/out" | head -n 3)" \
	"# workqueue_cpumask: 0-3: includes measured CPUs
#   -> echo 0,00000003 > /sys/devices/virtual/workqueue/cpumask
change /sys/devices/virtual/workqueue/cpumask '0,00000003' '0,0000000f'"
copy many
cpus=$work/many/sys/devices/system/cpu
every_other=$(seq -s, 0 2 2046)
echo 0-2047 | tee "$cpus/online" "$cpus/present" >"$cpus/possible"
printf 'ffffffff%.0s,' {1..64} | sed 's/,$//' >"$work/many/sys/devices/virtual/workqueue/cpumask"
mkdir -p "$work/many/proc/irq/300/eth9"
echo 0-2047 | tee "$work/many/proc/irq/300/smp_affinity_list" >"$work/many/proc/irq/300/effective_affinity_list"
run rtla doctor -c "$(seq -s, 1 2 2047)" --root "$work/many" --fix-script
is "a mask of many CPUs is whole" "$(grep 'workqueue/cpumask .0*5' "$work/out")" \
	"change /sys/devices/virtual/workqueue/cpumask '$(printf '55555555%.0s,' {1..64} | sed 's/,$//')' '$(printf 'ffffffff%.0s,' {1..64} | sed 's/,$//')'"
is "a list of many CPUs is whole" "$(grep -o '^change /proc/irq/300/.*' "$work/out")" \
	"change /proc/irq/300/smp_affinity_list '$every_other' '0-2047'"
is "the remedy for many CPUs is whole" "$(grep -c -- '-> echo 5[5,]*5 > /sys/devices/virtual/workqueue/cpumask$' "$work/out")" 1
for file in nmi_watchdog=1 soft_watchdog=0 watchdog=1 watchdog_cpumask=0-3; do
	echo "${file#*=}" >"$work/single/proc/sys/kernel/${file%=*}"
done
run rtla doctor -c 2-3 --root "$work/single" --fix-script
is "the last watchdog ends with all of them" "$(grep '^change.*watchdog' "$work/out")" \
	"change /proc/sys/kernel/nmi_watchdog '0' '1'
change /proc/sys/kernel/watchdog '0' '1'"
run sh fix.sh redo
is "other words are refused" "$status $err" "2 usage: sh fix.sh [undo]"
run rtla doctor --root "$work/empty" --fix-script
run sh "$work/out"
is "a script with nothing to change changes nothing" "$status $out$err" "0 "
run rtla doctor --root "$work/laptop" --fix-script nowhere/fix.sh
is "a script that cannot be written is an error" "$status $err" \
	"1 rtla: --fix-script nowhere/fix.sh: No such file or directory: it is not written"
rm fix.sh before.json after.json

# ---- the list of checks

rtla doctor --checks >"$work/checks"
awk '/^   / { sub(/^ */, " "); line = line $0; next } { print line; line = $0 } END { print line }' "$work/checks" |
	sed -n 's/^  \([a-z_0-9]*\)  *\(.*\)/\1 \2/p' >"$work/names"
is "--checks lists them" "$(cut -d' ' -f1 "$work/names")" \
	"$(jq -r '.environment.checks[].name' "$work/tuned.json")"
is "each check is in Documentation/doctor.md, in this order" \
	"$(sed -n 's/^### `\([a-z_0-9]*\)`: \(.*\)/\1 \2/p' "$page")" \
	"$(cat "$work/names")"

is "Documentation/doctor.md has the rank of each check that has one, the highest first" \
	"$(sed -n 's/^| \([0-9]*\) | `\([a-z_0-9]*\)` | .*/\2 \1/p' "$page")" \
	"$(grep -v ' 0$' "$work/ranks" | sort -k2,2nr)"
is "no two ranks are the same" "$(cut -d' ' -f2 "$work/ranks" | grep -vx 0 | sort | uniq -d)" ""

# ---- refused command lines, and output that cannot be written

for of in "tuned|CPUs 2-3: isolated" "laptop|CPUs 0-1: online, as none is isolated, one of each core"; do
	run rtla doctor -c auto --root "$work/${of%%|*}" --json -
	is "-c auto: ${of%%|*}" "$(head -n 1 "$work/err")" "rtla: --cpus auto: ${of#*|}"
	is "-c auto: the checked CPUs of ${of%%|*}" "$(check_of measured_cpus)" "ok: $(grep -o '[0-9]-[0-9]' <<<"${of#*|}") of 0-3"
done
refused "--cpus 0-: character 3: not a list of CPUs: give one like 0-3,5, or auto" rtla doctor -c 0-
refused "--cpus: no such CPU: this machine has 0-3" \
	rtla doctor -c 3-4 --root "$work/tuned"
refused "--root $work/nowhere: No such file or directory: give the directory that contains proc and sys" \
	rtla doctor --root "$work/nowhere"
refused "--root $work/out: Not a directory: give the directory that contains proc and sys" \
	rtla doctor --root "$work/out"
refused "x: stray word: options start with '-'" rtla doctor x
run rtla doctor --root "$work/tuned" --json nowhere/file
exits "a file that cannot be written is an error" 1
is "stderr says why it is not written" "$err" "rtla: --json nowhere/file: No such file or directory: it is not written"
is "no file is left" "$(ls)" ""

finish
