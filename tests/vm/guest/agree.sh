#!/bin/sh
# rtla agree with the real cyclictest, and with the real oslat: both measure all that was asked for, and nothing is
# left of them. What their figures are worth is tested by tests/vm/agree.t, with a clock that
# counts instructions; here they are only shown.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

# figure FILTER: prints a figure of the result
figure() { jq -r "$1" a.json; }
nothing_runs() { ! pgrep -x 'cyclictest|oslat|sleep|latency-guard' && nothing_left; }
no_folder() { [ -z "$(find /tmp -name 'rtla-agree*')" ]; }
# told STATUS: succeed if the verdict in the result is the one of this exit status
told() {
	case "$1 $(figure .verdict)" in
	"0 agree" | "1 cannot tell" | "2 disagree") ;;
	*) cat out err; return 1 ;;
	esac
}

# compared NAME WORD...: lets both measure for 6 rounds of 1 s
compared() {
	name=$1
	shift
	tap_run rtla agree -d 12 --rounds 6 --json a.json "$@"
	sed 's/^/# /' out
	test_that "$name: all rounds are complete" same "$(figure '.rounds | length')" 6
	test_that "$name: exit status and verdict" told $status
	test_that "$name: nothing is left" eventually nothing_runs
	test_that "$name: no file is left" no_folder
}

compared "both CPUs"
samples() { figure ".tools[$1].figures.count"; }
test_that "no sample is missing of timerlat" between "$(samples 0)" 11900 12000
test_that "no sample is missing of cyclictest" between "$(samples 1)" 11900 12100
compared "one CPU, at another priority" -c 1 -p 500 -P r:80 --load 'sleep 1000'
test_that "the load was ended with the last round" same "$(figure .load.ended)" stopped

compared "oslat, on one CPU" --with oslat -c 1
test_that "osnoise and oslat have counted interruptions" [ "$(samples 0)" -gt 100 ] &&
	test_that "osnoise and oslat have counted about as many interruptions" between "$(samples 1)" \
		$(($(samples 0) / 2)) $(($(samples 0) * 2))
compared "oslat, at a priority" --with oslat -c 1 -P f:1 --above 20

# has_thread NAME: succeed if a process NAME has a thread with the priority of the run
has_thread() { chrt -a -p "$(pgrep "$1")" 2>/dev/null | grep -q 'priority: 81$'; }
rtla agree -c 1 -d 60 --rounds 3 -P f:81 >/dev/null 2>&1 &
run=$!
test_that "timerlat has the priority that was asked for" eventually has_thread '^timerlatu/1$'
test_that "cyclictest has the priority that was asked for" eventually has_thread '^cyclictest$'
kill -KILL $run
wait $run 2>/dev/null
test_that "a run that is killed leaves nothing" eventually nothing_runs
test_that "no file is left by a kill" eventually no_folder

rtla agree -d 60 --rounds 3 --load 'sleep 1000' >out 2>err &
run=$!
test_that "timerlat runs" eventually pgrep '^timerlatu/'
kill -INT $run
wait $run
test_that "a run that is interrupted cannot tell" same "$? $(head -n 1 out)" \
	"1 Verdict: cannot tell: rounds complete: 0, needed: 3"
test_that "nothing is left by an interruption" eventually nothing_runs
test_that "no file is left by an interruption" no_folder

without_module
exits "rtla agree without the module" 4 rtla agree -d 6 --rounds 3
test_that "the module is named" err_has "^rtla: /dev/rtla: .*modprobe rtla"
with_module
PATH=/nowhere exits "rtla agree without cyclictest" 4 "$(command -v rtla)" agree
test_that "the package of cyclictest is named" err_has "^rtla: cyclictest: .* 'apt-get install rt-tests'"
