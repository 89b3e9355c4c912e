# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for the tests of "rtla tune --boot" on the simulated machine, whose command line and
# boot are files: with "fast=1" on it, latencies are 30 % shorter, with "slow=1" 50 % longer.
# Guests that really boot are in tests/vm/tune_boots.t.

# shellcheck source=tests/cli/tune/planted.sh
. "${BASH_SOURCE[0]%/*}/planted.sh"

state=$work/state.json
mkdir -p "$machine/proc/sys/kernel/random"
release=6.12.0-test
echo $release >"$machine/proc/sys/kernel/osrelease"
boots=0

# booted OPTION...: boots the machine with these options before its usual ones
booted() {
	boots=$((boots + 1))
	echo "${*:+$* }root=/dev/vda quiet" >"$machine/proc/cmdline"
	echo "boot-$boots" >"$machine/proc/sys/kernel/random/boot_id"
	plant
}
resume() { run_wrapped rtla tune --resume --state "$state"; }
next() { jq -r .next "$state"; }
blocks() { jq '.blocks | length' "$state"; }
# all_boots [MOST]: boots as it is told, until the experiment has ended
all_boots() {
	for ((i = 0; i < ${1:-40}; i++)); do
		option=$(next)
		[ "$option" != null ] || return 0
		booted "$option"
		resume
	done
}
export SIM_SETTINGS=$machine/proc/cmdline=fast=1:70,$machine/proc/cmdline=slow=1:150,$machine$settings/good=2:70
booted
