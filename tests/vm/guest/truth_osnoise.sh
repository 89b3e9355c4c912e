#!/bin/sh
# In the guest: causes known noise while osnoise runs, and prints, for each case,
# what was asked for, what the injector measured, the events, and what osnoise
# said.
#
#	truth_osnoise.sh CPU SECONDS NOISE KIND/COMMAND/AMOUNT[/THRESHOLD]...
#							(times in us)
#
# COMMAND is "top", "hist" or "hwnoise", or "single" or "total": a stop at such a
# noise, of top, or of hwnoise if it is the machine's. NOISE is the shortest gap that
# counts. KIND "hardware" has the machine stand still; "none" injects nothing;
# further causes in it come as long after the first one's begin as they say.
# shellcheck source=tests/vm/guest/truth.sh
. /tests/truth.sh
set -u
cpu=$1 seconds=$2 noise=$3
shift 3
trace=$instance/per_cpu/cpu$cpu/trace

# Has osnoise got a sample? To read a trace would wait for RCU, with the trace off.
sampled() {
	awk '/^(entries|read events):/ { n += $NF } END { exit !n }' \
		"${instance%/*}"/rtla.*.samples/per_cpu/cpu"$cpu"/stats 2>/dev/null
}

# inject KIND AMOUNT LATER: when it is measured, and long before the end. What it
# takes to ask for it is LATER ms before.
inject() {
	sleep 0.3
	case $1 in
	none) ;;
	hardware)
		# There, the guest is as slow as what else the host does.
		until sampled || [ ! -d /proc/$osnoise ]; do sleep 0.1; done
		pause=$(vm-pause $(($2 / 1000)) "$3") && echo "injected: $pause"
		;;
	*) cause "$1" "$cpu" "$(awk -v later="$3" '{ printf "%d", $1 * 1000 + later }' /proc/uptime)000000" "$2" 0 ;;
	esac
}

one_case() {
	kind=$1 command=$2 amount=$3 later=100
	# The machine may be stopped between two periods, where nobody looks. Without a
	# sleep there the guest needs a few milliseconds of 200, so this is seldom.
	hwnoise="hwnoise -q -p 200000 -r 200000"
	stopped="osnoise top -q -p 20000 -r 20000 --warm-up 1"
	# Nothing else hits it, and when a warm-up ends a slow guest cannot tell.
	[ "$kind" != hardware ] || stopped=$hwnoise
	case $2 in
	top) set -- osnoise top -q -p 200000 -r 200000 -d "$seconds" ;;
	hist) set -- osnoise hist -p 200000 -r 200000 -d "$seconds" -E 1000 ;;
	hwnoise) set -- $hwnoise -d "$seconds" ;;
	single) set -- $stopped -d 20 -s "$4" ;;
	total) set -- $stopped -d 20 -S "$4" ;;
	esac
	case $command in
	# The thresholds count from the end of the warm-up on.
	single | total) later=1200 events= ;;
	*) events=$trace ;;
	esac
	echo >$instance/trace
	echo 1 >$instance/tracing_on
	"$@" -c "$cpu" -T "$noise" >report 2>&1 &
	osnoise=$!
	inject "$kind" "$amount" $later
	wait $osnoise
	echo "status: $?"
	echo 0 >$instance/tracing_on
	sed 's/^/report: /' report
	[ -z "$events" ] || sed -n 's/^[^#].* \([a-z_]*: .*\)/event: \1/p' "$events"
}

watch && echo 16384 >$instance/buffer_size_kb || exit 1
all_cases "$@"
