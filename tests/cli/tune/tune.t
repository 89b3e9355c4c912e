#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla tune" on the simulated machine, with settings in files below $machine: with
# "good" at 2, latencies are 30 % shorter, with "bad" at 2, 50 % longer, and "null" changes
# nothing. How often verdicts are right is in tests/unit/tune.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2 TMPDIR=$work/tmp OWN=$$
mkdir "$work/tmp"
machine=$work/machine
settings=/proc/sys/test
export SIM_SETTINGS=$machine$settings/good=2:70,$machine$settings/bad=2:150
mkdir -p "$machine/run" "$machine$settings"

# plant: makes all settings, as they are before anything is tried
plant() {
	for setting in good bad null; do
		echo 1 >"$machine$settings/$setting"
	done
}
as_before() { [ "$(cat "$machine$settings"/{good,bad,null} | paste -s -d ' ')" = "1 1 1" ]; }
# try [WORD...]: runs the command for settings that are no findings of the doctor
try() { run_wrapped rtla tune --root "$machine" --only none --block 1 "$@"; }
nothing_is_left() {
	test_that "$1: all settings are as before" eventually as_before
	test_that "$1: no folder is left" eventually folder_is_gone
	test_that "$1: no undo list is left" eventually list_is_gone
	test_that "$1: no process is left" eventually processes_are_gone
}
folder_is_gone() { [ -z "$(ls "$TMPDIR")" ]; }
list_is_gone() { [ ! -e "$machine/run/rtla" ]; }
processes_are_gone() { ! pgrep -f "sleep 100[3-5].$OWN"; }
# is_trying SETTING: succeeds when it has another value
is_trying() { [ "$(cat "$machine$settings/$1")" != 1 ]; }
plant

# ---- The command line -----------------------------------------------------------------

refused "--duration: no setting can be judged: give 160 s or more, or a shorter --block" rtla tune -d 159
refused "--duration: no setting can be judged: give 16 s or more, or a shorter --block" rtla tune -d 15 --block 1
refused "--undo: nothing is tried then: leave out --apply" rtla tune --undo --apply
refused "--root /nowhere: No such file or directory: give the directory that contains proc and sys" rtla tune --root /nowhere
status_wanted=1
for word in /etc/passwd=1 /proc/sys/x "/proc/../etc/passwd=1" "/sys/a b=1"; do
	fails "a file of --try that is none of the kernel's: $word" \
		"--try $word: not a file of the kernel with a value: give one like /proc/sys/vm/stat_interval=10" \
		rtla tune --root "$machine" --try "$word"
done
fails "a file of --try that is missing" \
	"--try /proc/sys/none=1: it cannot be read, or needs quotes: see that there is such a file, and run this as root" \
	rtla tune --root "$machine" --try /proc/sys/none=1
status_wanted=4
fails "nothing to try" \
	"nothing to try: no check of rtla doctor would change a file: see 'rtla doctor', or name one with --try" \
	rtla tune --root "$machine" --only none
fails "a value that is there already is nothing to try" \
	"nothing to try: no check of rtla doctor would change a file: see 'rtla doctor', or name one with --try" \
	rtla tune --root "$machine" --only none --try $settings/good=1

# ---- What helps -----------------------------------------------------------------------

# Nothing can be written to a link.
ln -s null "$machine$settings/link"
try -d 100 --try $settings/good=2 --try $settings/bad=2 --try $settings/null=2 --try $settings/link=2 \
	--load "sleep 1003.$OWN" --json tune.json --script tune.sh --sysctl tune.conf --tuned latency
is "the first line says what helps" "$status $(head -n 1 "$work/out")" "0 Verdict: 1 of 4 settings helps"
is "a row for each setting" "$(grep "^$settings" "$work/out" | tr -s ' ')" "\
$settings/good 16 -30.0% -30.0 to -30.0 gain, undone in the end
$settings/bad 16 +50.0% +50.0 to +50.0 loss, undone
$settings/null 16 +0.0% +0.0 to +0.0 no difference, undone
$settings/link 0 failed"
is "what cannot be written is told, and left out" "$err" \
	"rtla: $settings/link: '2' cannot be written: Too many levels of symbolic links: leave it out by --only
rtla: $settings/link: it is left out: the message above says why"
test_that "no line of the table is wider than 80" [ "$widest" -le 80 ]
test_that "JSON of an experiment is as documented" as_documented tune.json
json_is tune.json "the JSON has the verdicts" '[.settings[] | .trial.verdict, .helps]' \
	'["gain",true,"loss",false,"no difference",false,"failed",false]' \
	"the JSON has the load" .load.command "sleep 1003.$OWN"
nothing_is_left "after an experiment"
is "only what helps is a sysctl" "$(grep -v '^#' tune.conf)" "test.good = 2"
is "only what helps is in the profile of tuned" "$(grep ' = ' latency/tuned.conf)" "test.good = 2"
RTLA_ROOT=$machine sh tune.sh
is "the script makes what helps, and nothing else" "$(cat "$machine$settings"/{good,bad,null} | paste -s)" "2	1	1"
RTLA_ROOT=$machine sh tune.sh undo
test_that "the script undoes it" as_before
RTLA_ROOT=$machine sh latency/script.sh start
test_that "what is a sysctl is not in the script of tuned" as_before

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
