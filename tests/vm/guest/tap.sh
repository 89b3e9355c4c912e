# shellcheck shell=sh
# For the guests' scripts: TAP, whose numbers are given by all.sh, and looking at
# a measurement from outside.
#
# What a test needs it waits for: soon, background, while_measuring; and where chance
# decides whether a run can show it, there are more runs: exits_once. A sleep is for
# how long something is looked at.

# is NAME COMMAND...: a test that COMMAND succeeds
is() {
	is_name=$1
	shift
	if "$@" >/tmp/is.out 2>&1; then
		echo "ok - $is_name"
	else
		echo "not ok - $is_name"
		sed 's/^/#   /' /tmp/is.out
	fi
}

# exits NAME STATUS COMMAND...: output and messages are in /tmp/out and /tmp/err
exits() {
	exits_name=$1 exits_status=$2
	shift 2
	"$@" >/tmp/out 2>/tmp/err
	exits_got=$?
	if [ $exits_got = "$exits_status" ]; then
		echo "ok - $exits_name"
	else
		echo "not ok - $exits_name"
		echo "#   exit $exits_got, not $exits_status, of: $*"
		sed 's/^/#   /' /tmp/out /tmp/err
	fi
}

# exits_once COMMAND NAME STATUS COMMAND...: where chance decides what it comes to, it
# is run again, four times in all, until the first command, a function, succeeds
exits_once() {
	exits_once_holds=$1
	shift
	exits_once_left=4
	until exits "$@" >/tmp/exits_once && $exits_once_holds >/dev/null; do
		[ $((exits_once_left -= 1)) -gt 0 ] || break
	done
	cat /tmp/exits_once
}

same() { [ "$1" = "$2" ] || { echo "'$1', not '$2'"; return 1; }; }
between() { [ "$1" -ge "$2" ] && [ "$1" -le "$3" ] || { echo "'$1', not $2 to $3"; return 1; }; }

# The pattern may begin with '-'.
has() { grep -e "$2" "$1" || { cat "$1"; return 1; }; }
lacks() { ! grep -e "$2" "$1"; }
out_has() { has /tmp/out "$1"; }
out_lacks() { lacks /tmp/out "$1"; }
err_has() { has /tmp/err "$1"; }
err_lines() { [ "$(wc -l </tmp/err)" = "$1" ] || { cat /tmp/err; return 1; }; }

# ---- A measurement in the background ----------------------------------------

# background COMMAND...: until it measures; its process is $run
background() {
	"$@" >/tmp/out 2>/tmp/err &
	run=$!
	soon recording $run
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
while_measuring() { (soon instances_on && sleep 0.5 && "$@") & }

ended() {
	wait $run
	ended_got=$?
	[ $ended_got = "$1" ] || { echo "exit $ended_got"; cat /tmp/out /tmp/err; return 1; }
}

# soon COMMAND...: it succeeds within 30 s, which is long on slow machines only
soon() {
	soon_left=150
	until "$@"; do
		[ $((soon_left -= 1)) -gt 0 ] || return 1
		sleep 0.2
	done
}

# interrupted: by Ctrl-C; a test that this ends it well
interrupted() {
	kill -INT $run
	is "${1:-it} ends well" ended 0
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
nothing_lost() { [ ! -e $kmemleak ] || is "$1" no_leaks; }

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
