# shellcheck shell=sh
# Functions for the scripts of the truth tests: for the injector, for a trace
# instance of the tests' own, and to go through the cases. A case is a list of
# words with slashes in between.

# shellcheck disable=SC2034
inject=/sys/kernel/debug/rtla_inject
instance=/sys/kernel/tracing/instances/truth

# load_injector: its NMIs may come from a performance counter, and the kernel is not to judge
# how long they take
load_injector() {
	echo 100 >/proc/sys/kernel/perf_cpu_time_max_percent
	modprobe rtla_inject
}

# watch SYSTEM[/EVENT]: record this event in $instance, or all events of the system, and
# load the injector
watch() {
	mkdir $instance && echo mono >$instance/trace_clock &&
		echo 1 >"$instance/events/$1/enable" && load_injector
}

# calm_memory: switch off what the kernel does with memory from time to time
calm_memory() {
	# Huge pages cause real latencies, too, but not those that the tests look for.
	thp=/sys/kernel/mm/transparent_hugepage/enabled
	[ ! -f $thp ] || echo never >$thp
	# So do the statistics of memory, whose update frees pages (decay_pcp_high).
	echo 3600 >/proc/sys/vm/stat_interval
}

# cause KIND CPU START DURATION MARK: have the injector cause KIND, and print
# what it measured. The arguments are those of the injector, except that
# DURATION, and AFTER and DURATION of further causes in KIND, are in us.
cause() {
	echo "$(echo "$1" | sed 's/[@+][0-9]*/&000/g') $2 $3 ${4}000 $5" >$inject && sed 's/^/injected: /' $inject
}

# all_cases CASE...: call one_case with the words of each CASE
all_cases() {
	for case; do
		echo "case: $case"
		(
			IFS=/
			# shellcheck disable=SC2086
			set -- $case
			unset IFS
			one_case "$@"
		)
	done
	echo "end"
}
