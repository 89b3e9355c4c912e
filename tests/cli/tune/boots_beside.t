#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla tune --boot" beside settings that are made at run time, and with a machine that does
# not come up.

. "$(dirname "$0")/booted.sh"

# ---- Beside settings that are made at run time ----------------------------------------

try -d 64 --boot slow=1 --try $settings/good=2 --state "$state" --apply
is "what needs no boot is tried in this one" "$(grep "^$settings/good" "$work/out" | tr -s ' ')" \
	"$settings/good 16 -30.0% -30.0 to -30.0 gain, undone in the end"
test_that "all is undone before the boot" as_before
booted slow=1
# The boot has undone what a run of the boot before has left.
mkdir -m 700 "$machine/run/rtla"
printf 'boot boot-0\nfile %s 7\n' "$machine$settings/null" >"$machine/run/rtla/999999999"
resume
is "a list of an earlier boot undoes nothing" "$(grep -c restored <<<"$err") $(cat "$machine$settings/null")" "0 1"
all_boots
is "what hurts is found beside what helps" "$(grep '^slow=1' "$work/out" | tr -s ' ')" "slow=1 16 +50.0% +50.0 to +50.0 loss"
is "what is kept is made again in each boot, and stays in the last" "$(cat "$machine$settings"/{good,bad,null} | paste -s -d ' ')" "2 1 1"
nothing_is_left_but() { list_is_gone && folder_is_gone; }
test_that "no list and no folder are left after all boots" nothing_is_left_but

# ---- A machine that does not come up --------------------------------------------------

booted
plant
try -d 16 --boot crash=1 --state "$state" >/dev/null
# The boots have begun the block, and have gone down in it.
jq '.begun = ["boot-x", "boot-y"]' "$state" >crashed.json
mv crashed.json "$state"
booted crash=1
resume
is "what the machine goes down with has failed" "$status $(grep '^crash=1' "$work/out" | tr -s ' ')" "0 crash=1 0 failed"
is "what has failed that way is told" "$err" "rtla: crash=1: it is left out: the machine has gone down each time that it was tried"

finish
