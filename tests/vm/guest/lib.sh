# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# For the guests' scripts: how a measurement is looked at from outside.
#
# What a test needs it waits for: eventually, background, while_measuring; and where
# chance decides whether a run can show it, there are more runs: exits_once. A sleep is
# for how long something is looked at.

# Nothing in a guest outlives it. Looking often would disturb what is measured.
TAP_WORK=/tmp
# shellcheck source=tests/lib/tap.sh
. /tests/lib/tap.sh
eventually_pause=0.2 eventually_tries=150

# exits_once COMMAND NAME STATUS COMMAND...: where chance decides what it comes to, it
# is run again, four times in all, until the first command, a function, succeeds
exits_once() {
	exits_once_holds=$1
	shift
	for exits_once_try in 1 2 3 4; do
		exits "$@" >/tmp/exits_once
		! $exits_once_holds >/dev/null || break
	done
	cat /tmp/exits_once
}

same() { [ "$1" = "$2" ] || { echo "'$1', not '$2'"; return 1; }; }
between() { [ "$1" -ge "$2" ] && [ "$1" -le "$3" ] || { echo "'$1', not $2 to $3"; return 1; }; }

# The pattern may begin with '-'.
file_has() { grep -e "$2" "$1" || { cat "$1"; return 1; }; }
file_lacks() { ! grep -e "$2" "$1"; }
out_has() { file_has /tmp/out "$1"; }
out_lacks() { file_lacks /tmp/out "$1"; }
err_has() { file_has /tmp/err "$1"; }
err_lines() { [ "$(wc -l </tmp/err)" = "$1" ] || { cat /tmp/err; return 1; }; }

# ---- A measurement in the background ----------------------------------------

# background COMMAND...: until it measures; its process is $run
background() {
	"$@" >/tmp/out 2>/tmp/err &
	run=$!
	eventually recording $run
	sleep 0.5
}

# Of threads alone it could not be told: with -U there are none.
instances_on() { grep -qs 1 $tracefs/instances/rtla.*/tracing_on; }
# recording PID: does this command measure?
recording() { grep -qs 1 "$tracefs/instances/rtla.$1.samples/tracing_on" || [ ! -d "/proc/$1" ]; }
# sampled CPU: has $run got a sample of it?
sampled() { awk '/^(entries|read events):/ { n += $NF } END { exit !n }' "$tracefs/instances/rtla.$run.samples/per_cpu/cpu$1/stats"; }
# overwritten CPU: have samples of it got lost?
overwritten() { grep -q '^overrun: [1-9]' "$tracefs/instances/rtla.$run.samples/per_cpu/cpu$1/stats"; }
# while_measuring COMMAND...: once something measures, in the background
while_measuring() { (eventually instances_on && sleep 0.5 && "$@") & }

ended() {
	wait $run
	ended_got=$?
	[ $ended_got = "$1" ] || { echo "exit $ended_got"; cat /tmp/out /tmp/err; return 1; }
}

# interrupted: by Ctrl-C; a test that this ends it well
interrupted() {
	kill -INT $run
	test_that "${1:-it} ends well" ended 0
}

# ---- What it does to the system -----------------------------------------------

tracefs=/sys/kernel/tracing
instances() { (cd $tracefs/instances && ls -d rtla.* 2>/dev/null); }
no_instances() { ! instances; }
workloads() { pgrep '^(timerlat|timerlatu|osnoise)/'; }
no_workloads() { ! workloads; }
nothing_left() { no_workloads && no_instances; }

# no_leaks: there is no memory that nothing points to. Needs kmemleak, which does not
# look at what is younger than 5 s. The first scan may find what was on its way between
# two places; the second one takes that back.
kmemleak=/sys/kernel/debug/kmemleak
no_leaks() {
	sleep 6
	echo scan >$kmemleak && echo scan >$kmemleak || return
	! grep . $kmemleak
}

# nothing_lost NAME: a test that there are no leaks, where the kernel can tell
nothing_lost() { [ ! -e $kmemleak ] || test_that "$1" no_leaks; }

comm() { cat "/proc/$1/comm"; }
affinity() { sed -n 's/^Cpus_allowed_list:\s*//p' "/proc/$1/status"; }
# SCHED_FIFO 95
policy() { chrt -p "$1" | sed -n 's/.*\(policy\|priority\): //p' | paste -s -d ' '; }
nice_of() { ps -o ni= -p "$1" | tr -d ' '; }
cgroup_of() { sed -n 's/^0:://p' "/proc/$1/cgroup"; }

# The numbers of a "top" table: column NUMBER of the row of CPU, from 1 on
top_field() { awk -v cpu="$1" -v n="$2" '$1 == cpu && $2 ~ /^#/ { gsub(/[|#]/, " "); v = $n } END { print v }' "${3:-/tmp/out}"; }

# ---- Events, seen by an instance of our own -----------------------------------

watch=$tracefs/instances/watch
watch() {
	mkdir -p $watch
	echo mono >$watch/trace_clock
	echo 4096 >$watch/buffer_size_kb
	echo >$watch/set_event
	for watch_event; do echo "rtla:$watch_event" >>$watch/set_event; done
	echo >$watch/trace
}
watched() { grep -v '^#' $watch/trace; }
