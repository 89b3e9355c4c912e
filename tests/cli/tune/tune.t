#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests what "rtla tune" finds out about settings, and in which forms it writes what helps. How
# often verdicts are right is in tests/unit/tune.

. "$(dirname "$0")/planted.sh"

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

finish
