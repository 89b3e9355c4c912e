#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that what "rtla tune" has changed is undone, or stays where that is asked for, whatever it
# measures, and however it ends.

. "$(dirname "$0")/planted.sh"

# The affinity of an interrupt is neither a sysctl nor in sysfs.
affinity=/proc/irq/9/smp_affinity_list
mkdir -p "$machine/proc/irq/9"
echo 1 >"$machine$affinity"
SIM_SETTINGS=$machine$affinity=0:70 try -d 16 --apply --try $affinity=0 --figure avg --json - --sysctl tune.conf --tuned latency
is "--apply lets stay what helps" "$status $(cat "$machine$affinity")" "0 0"
test_that "JSON of an experiment is all there is on stdout" as_documented "$work/out"
is "the JSON says that it stays, and of what" "$(jq -c '[.applied, .figure]' "$work/out")" '[true,"avg"]'
is "what is no sysctl is named in its file" "$(tail -n 1 tune.conf)" "# $affinity is no sysctl: $affinity has to have '0'"
RTLA_ROOT=$machine latency/script.sh stop
is "the script of tuned undoes it" "$(cat "$machine$affinity")" 1
RTLA_ROOT=$machine latency/script.sh start
is "the script of tuned makes it" "$(cat "$machine$affinity")" 0
RTLA_ROOT=$machine latency/script.sh verify
is "the script of tuned leaves it at other words" "$? $(cat "$machine$affinity")" "0 0"

# ---- The cycles of a program ----------------------------------------------------------

try -d 16 --try $settings/null=2 --load "sleep 1003.$OWN" --json tune.json -- sleep "1005.$OWN"
is "the cycles of a program are measured" "$status $(jq -r '.command, .context' tune.json | paste -s -d ' ')" "0 cycle hist response"
test_that "JSON of an experiment with cycles is as documented" as_documented tune.json
nothing_is_left "after the cycles of a program"

# ---- What doctor finds ----------------------------------------------------------------

"$here/doctor/machines/plant" "$work/tuned" "$here/doctor/machines/tuned.tree"
mkdir "$work/tuned/run"
SIM_SETTINGS=$work/tuned/proc/sys/kernel/soft_watchdog=0:50 \
	run_wrapped rtla tune --root "$work/tuned" --only soft_watchdog --block 1 -d 16 --script tune.sh
is "what doctor would change is tried" "$status $(grep '^soft_watchdog' "$work/out" | tr -s ' ')" \
	"0 soft_watchdog 16 -50.0% -50.0 to -50.0 gain, undone in the end"
is "the setting is as before" "$(cat "$work/tuned/proc/sys/kernel/soft_watchdog")" 1
test_that "the script has it" grep -q "^change /proc/sys/kernel/soft_watchdog '0' '1'" tune.sh

# ---- Faults ---------------------------------------------------------------------------

echo old >tune.json
try -d 16 --try $settings/good=2 --command "timerlat hist --no-such" --json tune.json
is "a measurement that fails ends it" "$status $(tail -n 1 <<<"$err")" \
	"1 rtla: timerlat hist --no-such: exit status 129: see the lines above, and --debug for its command line"
test_that "no old JSON is left" [ ! -e tune.json ]
nothing_is_left "a measurement that fails"
try -d 16 --try $settings/good=2 --load false
is "a load that ends is an error" "$status $(head -n 1 <<<"$err")" \
	"1 rtla: --load false: it ended before the measurement did, exit status 1: give a command that keeps running"
nothing_is_left "a load that ends"

# begin_trying: lets the command run in the background until it tries "bad"
begin_trying() {
	rtla tune --root "$machine" --only none --block 1 -d 32 --try $settings/bad=2 --load "sleep 1004.$OWN" \
		>trying.out 2>trying.err &
	trying=$!
	eventually is_trying bad
}
begin_trying
test_that "a setting is tried" is_trying bad
kill -INT $trying
wait $trying
is "a signal ends it, and the table has what is known" "$? $(head -n 1 trying.out) $(cat trying.err)" \
	"0 Verdict: 0 of 1 settings help; of 1 it cannot be told yet rtla: interrupted: all settings are as they were"
nothing_is_left "a signal"
# Whoever reads what it prints has stopped.
mkfifo stopped
exec {reader}<>stopped
dd if=/dev/zero of=stopped bs=4096 count=1024 oflag=nonblock 2>/dev/null
rtla tune --root "$machine" --only none --block 1 -d 32 --try $settings/bad=2 --load "sleep 1004.$OWN" >stopped 2>stopped &
trying=$!
eventually is_trying bad
kill -TERM $trying
wait $trying
is "a signal ends it, although nobody reads what it prints" $? 1
exec {reader}<&-
nothing_is_left "nobody who reads"
begin_trying
kill -KILL $trying
wait $trying 2>/dev/null
nothing_is_left "SIGKILL"

# Both are killed: what is left is undone by the next call.
begin_trying
kill -KILL "$(pgrep -f "latency-guard of $trying\$")" $trying
wait $trying 2>/dev/null
test_that "a setting is left if the guard is killed, too" is_trying bad
pkill -f "sleep 1004.$OWN"
run rtla tune --root "$machine" --undo
is "--undo says what it has restored" "$status $err" \
	"0 rtla: $machine/run/rtla/$trying: that run and its guard were killed: restored 1 setting of the kernel"
test_that "--undo puts it back" as_before
test_that "--undo leaves no list" list_is_gone
run rtla tune --root "$machine" --undo
is "--undo with nothing to undo says nothing" "$status $out$err" "0 "
rm -rf "${TMPDIR:?}"/*

finish
