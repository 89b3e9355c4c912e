# shellcheck shell=bash
# TAP for scripts that run on this machine: source it, call test_that for each
# test and finish at the end.

tap_number=0 tap_failed=0

# test_that NAME COMMAND...: a test that COMMAND succeeds; what it said, and what
# the function explain says where there is one, is shown if not
test_that() {
	local name=$1 said
	shift
	tap_number=$((tap_number + 1))
	if said=$("$@" 2>&1); then
		echo "ok $tap_number - $name"
		return
	fi
	echo "not ok $tap_number - $name"
	{
		[ -z "$said" ] || printf '%s\n' "$said"
		! declare -F explain >/dev/null || explain
	} | sed 's/^/# /'
	tap_failed=1
}

# finish: the plan; its status is that of the tests
finish() {
	echo "1..$tap_number"
	return $tap_failed
}
