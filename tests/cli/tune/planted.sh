# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for the tests of "rtla tune" on the simulated machine, with settings in files below
# $machine: with "good" at 2, latencies are 30 % shorter, with "bad" at 2, 50 % longer, and "null"
# changes nothing.

# shellcheck source=tests/cli/lib.sh
. "${BASH_SOURCE[0]%/*}/../lib.sh"
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
