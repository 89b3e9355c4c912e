# shellcheck shell=sh
# For the truth tests' scripts: the injector, an instance of our own, and going
# through the cases, each of them words with slashes in between.

# shellcheck disable=SC2034
inject=/sys/kernel/debug/rtla_inject
instance=/sys/kernel/tracing/instances/truth

# watch [EVENT]: of ours, in that instance; without it, all of them
watch() {
	mkdir $instance && echo mono >$instance/trace_clock &&
		echo 1 >"$instance/events/rtla/${1:+$1/}enable" && modprobe rtla_inject
}

# cause KIND CPU START DURATION MARK: as the injector takes them, but DURATION, and
# AFTER and DURATION of further causes in KIND, in us; prints what it measured
cause() {
	echo "$(echo "$1" | sed 's/[@+][0-9]*/&000/g') $2 $3 ${4}000 $5" >$inject && sed 's/^/injected: /' $inject
}

# all_cases CASE...: calls one_case with the words of each
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
