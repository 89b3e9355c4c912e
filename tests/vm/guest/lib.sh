# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Functions for the guests' scripts, which look at a measurement from outside.
#
# A test waits for the state that it needs (eventually, background,
# while_measuring). If chance decides whether a run can show something, there
# are more runs (exits_once). A sleep only says for how long something is looked
# at.

# Nothing outlives the guest, so the files in /tmp need not be removed.
TAP_WORK=/tmp
# shellcheck source=tests/lib/tap.sh
. /tests/lib/tap.sh
# Looking often would disturb what is measured.
eventually_pause=0.2 eventually_tries=150

# exits_once HOLDS NAME STATUS COMMAND...: like exits, for a COMMAND whose
# outcome depends on chance: it is run up to four times, until the function
# HOLDS succeeds; only the last run is the test
exits_once() {
	exits_once_holds=$1
	shift
	for _ in 1 2 3 4; do
		exits "$@" >/tmp/exits_once
		! $exits_once_holds >/dev/null || break
	done
	cat /tmp/exits_once
}

# few_symbols, all_symbols: leave in /proc/kallsyms only what is in modules, and the functions
# that timers and stacks of the tests have, each with what follows it, so that no other address
# gets its name; undo that. A trace.dat contains this file: with all of it, the emulator takes
# 10 s more to save one, and 4 s to read one.
few_symbols() {
	LC_ALL=C grep -A 1 --no-group-separator -E \
		'\[| [tT] (asm_|kthread$|ktime_|ret_from_fork|read_tsc|__x86_|[a-z_]*(delay|sched_|tick_|timer|timeout|_update$|watchdog))' \
		/proc/kallsyms >/tmp/kallsyms
	mount --bind /tmp/kallsyms /proc/kallsyms
}
all_symbols() { umount /proc/kallsyms; }

# timer_irq: prints the name and the number of the timer's interrupt
timer_irq() {
	case $(uname -m) in
	x86_64) echo local_timer:236 ;;
	*) awk '$NF == "arch_timer" { print $NF ":" $1 + 0; exit }' /proc/interrupts ;;
	esac
}

same() { [ "$1" = "$2" ] || { echo "'$1', not '$2'"; return 1; }; }
between() { [ "$1" -ge "$2" ] && [ "$1" -le "$3" ] || { echo "'$1', not $2 to $3"; return 1; }; }

# file_has FILE PATTERN, file_lacks FILE PATTERN: PATTERN may begin with '-'
file_has() { grep -e "$2" "$1" || { cat "$1"; return 1; }; }
file_lacks() { ! grep -e "$2" "$1"; }
out_has() { file_has /tmp/out "$1"; }
out_lacks() { file_lacks /tmp/out "$1"; }
err_has() { file_has /tmp/err "$1"; }
err_lines() { [ "$(wc -l </tmp/err)" = "$1" ] || { cat /tmp/err; return 1; }; }

# without_module, with_module: unload rtla, and keep the commands from loading it again by
# themselves; undo that
without_module() { eventually rmmod rtla 2>/dev/null; mkdir -p /etc/modprobe.d && echo blacklist rtla >/etc/modprobe.d/rtla.conf; }
# without_bpf, with_bpf: hide what BPF programs need of this kernel; undo that
without_bpf() { [ ! -d /sys/kernel/btf ] || mount -t tmpfs none /sys/kernel/btf; }
with_bpf() { [ ! -d /sys/kernel/btf ] || umount /sys/kernel/btf; }
with_module() { rm /etc/modprobe.d/rtla.conf && modprobe rtla; }

# ---- A measurement in the background ----------------------------------------

# background COMMAND...: run COMMAND in the background, and return when it
# measures or has ended; its process is $run
background() {
	tap_about "$@"
	status="it was started in the background"
	"$@" >/tmp/out 2>/tmp/err &
	run=$!
	eventually is_measuring_or_ended $run
	sleep 0.5
}

# The functions that look again and again start no process: to start a measurement would take twice
# the time beside them.

# has_line BEGINNING FILE...: succeed if a line of a file begins so; files that cannot be read have
# none
has_line() {
	local IFS=$'\n' file has_lines beginning=$1
	shift
	for file; do
		mapfile -t has_lines <"$file" || continue
		case $'\n'"${has_lines[*]}" in
		*$'\n'"$beginning"*) return 0 ;;
		esac
	done 2>/dev/null
	return 1
}
# words_of PID: set $words to how this command was called, or to nothing
words_of() {
	local all
	words=
	{ mapfile -t -d '' all <"/proc/$1/cmdline" && words="${all[*]}"; } 2>/dev/null
}
# has_child PID BEGINNING...: succeed if the process has a child whose name begins so
has_child() {
	local children child beginning
	{ read -r children <"/proc/$1/task/$1/children"; } 2>/dev/null
	shift
	for child in $children; do
		for beginning; do
			! has_line "$beginning" "/proc/$child/comm" || return 0
		done
	done
	return 1
}
# is_measuring_by_bpf PID: likewise by BPF programs, all of which are attached then, unless they are
# of a kind without measuring threads
is_measuring_by_bpf() {
	words_of "$1"
	case $words in
	*bpf* | *cycle*) ;;
	*) return 1 ;;
	esac
	has_child "$1" timerlatu/ osnoiseu/ && return 0
	case $words in
	*wakeup* | *overheads* | *cycle*) has_line link_type: /proc/"$1"/fdinfo/* ;;
	*) return 1 ;;
	esac
}
# is_measuring PID: succeed if this command measures: the tracer counts its samples,
# or they come in a trace. The measuring threads would not show that, because with
# -U there are none; by BPF there are no others.
is_measuring() {
	has_line $'rtla-counts:\t1' /proc/"$1"/fdinfo/* || has_samples "$1" ||
		is_measuring_by_bpf "$1"
}
# has_samples PID: succeed if samples have come in the trace from which this command takes them.
# The trace is on for half a second and more before the kernel's own tracer has its threads. With
# -U, samples come only when somebody else measures.
has_samples() {
	has_line 1 "$tracefs/instances/rtla.$1.samples/tracing_on" || return 1
	words_of "$1"
	case $words in
	*-U*) ;;
	*) sampled '*' "$1" ;;
	esac
}
# anybody_is_measuring: succeed if any command measures
anybody_is_measuring() {
	local process name
	for process in /proc/[0-9]*; do
		read -r name <"$process/comm" || continue
		case $name in
		rtla | timerlat | osnoise | hwnoise) ! is_measuring "${process#/proc/}" || return 0 ;;
		esac
	done 2>/dev/null
	return 1
}
# is_measuring_or_ended PID: succeed if this command measures, or has ended
is_measuring_or_ended() { is_measuring "$1" || [ ! -d "/proc/$1" ]; }
# sampled CPU [PID]: succeed if $run or PID, which takes its samples from a trace, has got one of
# CPU, or of any, which is '*'
sampled() {
	# shellcheck disable=SC2086
	cat "$tracefs/instances/rtla.${2:-$run}.samples/per_cpu/cpu"$1/stats |
		awk '/^(entries|read events):/ { n += $NF } END { exit !n }'
}
# overwritten CPU: succeed if $run has lost samples of CPU
overwritten() { grep -q '^overrun: [1-9]' "$tracefs/instances/rtla.$run.samples/per_cpu/cpu$1/stats"; }
# while_measuring COMMAND...: wait in the background until any command measures,
# and then run COMMAND
while_measuring() { (eventually anybody_is_measuring && sleep 0.5 && "$@") & }

ended() {
	wait $run
	ended_got=$?
	[ $ended_got = "$1" ] || { echo "exit $ended_got"; cat /tmp/out /tmp/err; return 1; }
}

# interrupted [NAME]: send $run a SIGINT, as Ctrl-C does, and test that it ends
# with 0
interrupted() {
	kill -INT $run
	test_that "${1:-the run} ends well at Ctrl-C" ended 0
}

# ---- Effects on the system ----------------------------------------------------

tracefs=/sys/kernel/tracing
instances() { (cd $tracefs/instances && ls -d rtla.* 2>/dev/null); }
no_instances() { ! instances; }
# programs: print the numbers of the BPF programs that are loaded; there is a line of them
programs() { /root/bpf_objects | grep '^programs: [0-9]'; }
no_programs() { ! programs; }
workloads() { pgrep '^(timerlat|timerlatu|osnoise|bound)/'; }
no_workloads() { ! workloads; }
nothing_left() { no_workloads && no_instances; }

# no_leaks: succeed if there is no memory to which nothing points. This needs
# kmemleak, which does not report memory that is younger than 5 s. The first
# scan may report memory whose pointer was being moved from one place to
# another; after the second scan, kmemleak reports it no longer.
kmemleak=/sys/kernel/debug/kmemleak
no_leaks() {
	sleep 6
	echo scan >$kmemleak && echo scan >$kmemleak || return
	! grep . $kmemleak
}

# nothing_lost NAME: test that there are no leaks, if the kernel has kmemleak
nothing_lost() { [ ! -e $kmemleak ] || test_that "$1" no_leaks; }

# stays_in_memory PID: succeed if a measuring process, which has measured for a second, has no
# page fault in the next one
stays_in_memory() {
	sleep 1
	faults=$(cut -d ' ' -f 10,12 "/proc/$1/stat") || return
	sleep 1
	same "$(cut -d ' ' -f 10,12 "/proc/$1/stat")" "$faults"
}
# copies_little PID: succeed if a process has less than 6 MB of its own memory
copies_little() { between "$(sed -n 's/^RssAnon:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$1/status")" 1 6000; }

comm() { cat "/proc/$1/comm"; }
affinity() { sed -n 's/^Cpus_allowed_list:\s*//p' "/proc/$1/status"; }
# policy PID: print policy and priority, like "SCHED_FIFO 95"
policy() { chrt -p "$1" | sed -n 's/.*\(policy\|priority\): //p' | paste -s -d ' '; }
nice_of() { ps -o ni= -p "$1" | tr -d ' '; }
cgroup_of() { sed -n 's/^0:://p' "/proc/$1/cgroup"; }

# top_field CPU NUMBER [FILE]: print column NUMBER (from 1 on) of the row of
# CPU, in the last "top" table of FILE that has this row
top_field() { awk -v cpu="$1" -v n="$2" '$1 == cpu && $2 ~ /^#/ { gsub(/[|#]/, " "); v = $n } END { print v }' "${3:-/tmp/out}"; }

# ---- Sleep ------------------------------------------------------------------------

# clocks_stop: succeed if the clocks stand still in system_sleeps; the emulated machine for
# arm64 refuses that
clocks_stop() { [ "$(uname -m)" = x86_64 ] && grep -qw mem /sys/power/state; }

# system_sleeps: let the system sleep for a second (the rig's pm_test_delay), as far as its
# kernel can test that: all but the last step of a suspend to memory, in which the other CPUs
# are off and clocks stand still, or where there is none, processes and devices alone
system_sleeps() {
	local test=devices state=freeze status=0
	! clocks_stop || test=core state=mem
	echo $test >/sys/power/pm_test
	echo $state >/sys/power/state || status=1
	echo none >/sys/power/pm_test
	return $status
}

# ---- Figures ------------------------------------------------------------------

# keeps_time: succeed unless the kernel checks its locks or its memory accesses (see
# configs/). With such checks, and in the host's time, it is so slow that threads miss
# periods of some milliseconds.
keeps_time() { [ ! -e /proc/lockdep_stats ] && [ ! -e /sys/kernel/debug/kcsan ]; }

# in_time NAME COMMAND...: like test_that, for a test of times alone, which is skipped on a
# kernel that does not keep them
in_time() {
	if keeps_time; then
		test_that "$@"
	else
		skip "$1" "a kernel that checks itself is too slow for this time"
	fi
}

# ---- Events, recorded in an instance of the tests' own ------------------------

watch=$tracefs/instances/watch
watch() {
	mkdir -p $watch
	echo mono >$watch/trace_clock
	echo 4096 >$watch/buffer_size_kb
	echo >$watch/set_event
	for watch_event; do echo "rtla:$watch_event" >>$watch/set_event; done
	echo >$watch/trace
	echo 1 >$watch/tracing_on
}
watched() { grep -v '^#' $watch/trace; }
