#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla tune --boot" and "--resume": an experiment with an option of the kernel's command
# line, which goes on across boots.

. "$(dirname "$0")/booted.sh"
helps=fast=1

# ---- The command line -----------------------------------------------------------------

refused "--resume: all is as it was begun: leave out everything but --state and --debug" rtla tune --resume -d 160
refused "--state: nothing goes on across boots: leave it out, or give --boot or --resume" rtla tune --state x
status_wanted=1
fails "a state that is missing" "$work/none.json: No such file or directory: give the file that 'rtla tune --boot' names" \
	rtla tune --resume --state "$work/none.json"
echo '{"format": "rtla-tuning"}' >other.json
fails "a state that is none" "$work/dir/other.json: no state of an experiment that this version of rtla can read: give the file that 'rtla tune --boot' names" \
	rtla tune --resume --state other.json
fails "no options" "--boot 'a\"b': not options of the kernel's command line: give some like 'isolcpus=2-3 nohz_full=2-3'" \
	rtla tune --root "$machine" --only none --boot 'a"b'
fails "options that are there" "--boot 'quiet': this kernel was booted with that: boot without it first" \
	rtla tune --root "$machine" --only none --boot quiet
fails "an option that is tried twice" "--boot 'fast=2 b': an option of it is in 'a fast=1', too: try one after the other" \
	rtla tune --root "$machine" --only none --boot "a fast=1" --boot "fast=2 b"
fails "a state that cannot be written" "--state /nowhere/none/x: No such file or directory: it is not written" \
	rtla tune --root "$machine" --only none --boot a --state /nowhere/none/x
status_wanted=4
fails "the doctor wants no options" "--boot doctor: no check of rtla doctor wants an option of the kernel's command line: name some" \
	rtla tune --root "$machine" --only none --boot doctor

# ---- One setting ----------------------------------------------------------------------

try -d 16 --boot $helps --state "$state" --json tune.json --script tune.sh --sysctl tune.conf --tuned latency
is "the first block is without it, and says how to boot" "$status $err" \
	"0 rtla: block 2 is next: $helps: add them where the boot loader has this kernel's options, and boot again; then call 'rtla tune --resume --state $state'"
is "the table has what is known" "$(grep "^$helps" "$work/out" | tr -s ' ')" "$helps 0 cannot tell yet"
is "the state has the block, and the next boot" "$(blocks) $(next)" "1 $helps"
test_that "there is no script before the end" [ ! -e tune.sh ]
run rtla tune --root "$machine" --only none --boot $helps --state "$state"
is "an experiment that goes on is not replaced" "$status $err" \
	"1 rtla: --state $state: it has an experiment that has not ended: go on with --resume, or remove the file"
resume
is "a boot without it measures nothing" "$status $(blocks)" "0 1"
booted $helps
cd / || exit
resume
cd - >/dev/null || exit
is "a boot with it measures the second block" "$(blocks) $err" \
	"2 rtla: block 3 is next: boot again, with the command line as it is; then call 'rtla tune --resume --state $state'"
resume
is "a boot is measured once" "$(blocks)" 2
booted $helps
resume
is "the third block is with it, and it is taken away for the fourth" "$(blocks) $err" \
	"3 rtla: block 4 is next: take $helps away from the kernel's command line, and boot again; then call 'rtla tune --resume --state $state'"
booted debug
resume
is "another command line measures nothing" "$(blocks) ${err%%;*}" \
	"3 rtla: block 4 is next: take debug away from the kernel's command line, and boot again"
booted
echo 6.13 >"$machine/proc/sys/kernel/osrelease"
resume
is "another kernel is refused" "$status $err" "4 rtla: $state: it is about the kernel $release, but 6.13 runs: boot that kernel"
echo $release >"$machine/proc/sys/kernel/osrelease"

# A block that is killed is measured again, in the same boot or in the next one.
booted
rtla tune --resume --state "$state" >/dev/null 2>&1 &
kill -KILL $!
wait $! 2>/dev/null
eventually processes_are_gone
is "a change is told only after four quadruples" "$(rtla tune --resume --state "$state" 2>/dev/null | grep "^$helps" | tr -s ' ')" "$helps 4 cannot tell yet"
test_that "what is killed leaves a state that can be read" [ "$(blocks)" -ge 3 ]
all_boots
is "sixteen boots tell" "$status $(head -n 1 "$work/out")" "0 Verdict: 1 of 1 settings helps"
is "the row says to keep it" "$(grep "^$helps" "$work/out" | tr -s ' ')" "$helps 16 -30.0% -30.0 to -30.0 gain, to be kept"
is "blocks come in quadruples" "$(jq -r '[.blocks[] | if .with then "B" else "A" end] | join("")' "$state")" ABBAABBAABBAABBA
is "each block has a boot of its own" "$(jq '[.blocks[].boot] | unique | length' "$state")" 16
is "the experiment has ended" "$(jq -c '[.complete, .next]' "$state")" "[true,null]"
test_that "JSON of an experiment with boots is as documented" as_documented tune.json
json_is tune.json "the JSON has the options" '[.settings[0] | .options, .changes, .helps]' "[\"$helps\",[],true]"
is "the file of sysctl names the options" "$(tail -n 1 tune.conf)" "# boot with $helps"
is "the profile of tuned names the options" "$(sed -n 2p latency/tuned.conf)" "# boot with $helps"
is "the script names the options" "$(grep -c "^#   -> boot with $helps\$" tune.sh)" 1
resume
is "the verdict is told again" "$status $(head -n 1 "$work/out")" "0 Verdict: 1 of 1 settings helps"
nothing_is_left "after boots"

finish
