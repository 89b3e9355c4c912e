#!/bin/sh
# The cgroups of measuring threads, as /proc shows them.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

cgroups=/sys/fs/cgroup
mkdir $cgroups/ours $cgroups/theirs
# in_ours COMMAND...: run COMMAND in the cgroup "ours"; called by background,
# whose process $run COMMAND becomes
in_ours() { exec sh -c "echo \$\$ >$cgroups/ours/cgroup.procs; exec \"\$@\"" sh "$@"; }

in_cgroup() { [ "$(cgroup_of "$1")" = "$2" ]; }
# cgroups_are NAME GROUP: test that all measuring threads are in GROUP; a busy
# thread may take some time to get there
cgroups_are() {
	for pid in $(workloads); do
		eventually in_cgroup "$pid" "$2"
		test_that "$1" same "$(cgroup_of "$pid")" "$2"
	done
}

background in_ours timerlat top -q -k
cgroups_are "kernel threads are in the root cgroup by default" /
interrupted
background in_ours timerlat top -q -u
cgroups_are "user threads are in the command's cgroup by default" /ours
interrupted
for threads in "timerlat top -q -k" "timerlat top -q -u" "osnoise hist -r 500000 -T 50" "hwnoise -q -c 1"; do
	# shellcheck disable=SC2086
	background in_ours $threads -C
	cgroups_are "$threads -C: threads are in the command's cgroup" /ours
	interrupted
	# shellcheck disable=SC2086
	background in_ours $threads -C /theirs
	cgroups_are "$threads -C /theirs: threads are in that cgroup" /theirs
	test_that "the command itself is where it was" same "$(cgroup_of $run)" /ours
	interrupted
done
exits "a cgroup that is not there ends it" 4 timerlat top -q -d 1 -C /nowhere
test_that "stderr names the cgroup" err_has '/nowhere'
test_that "stderr has one line" err_lines 1
test_that "nothing is left" nothing_left
test_that "the cgroups are empty" same "$(cat $cgroups/ours/cgroup.procs $cgroups/theirs/cgroup.procs)" ""
rmdir $cgroups/ours $cgroups/theirs
