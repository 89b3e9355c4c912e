#!/bin/sh
# Who measures where, and as what: priorities, CPUs, cgroups, seen in /proc.
# shellcheck source=tests/vm/guest/tap.sh
. /tests/tap.sh
cd /tmp || exit 1

cgroups=/sys/fs/cgroup
mkdir $cgroups/ours $cgroups/theirs
# in_ours COMMAND...: in that cgroup, in the background
in_ours() { exec sh -c "echo \$\$ >$cgroups/ours/cgroup.procs; exec \"\$@\"" sh "$@"; }

# measures NAME COMM POLICY COMMAND...: one thread of that name and policy, on CPU 1
measures() {
	name=$1 comm=$2 policy=$3
	shift 3
	background "$@" -c 1
	pid=$(workloads)
	is "$name: one thread measures" same "$(echo "$pid" | wc -l)" 1
	is "$name: it is $comm" same "$(comm "$pid")" "$comm"
	is "$name: bound to CPU 1" same "$(affinity "$pid")" 1
	is "$name: as $policy" same "$(policy "$pid")" "$policy"
	is "$name: the command keeps off that CPU" same "$(affinity $run)" 0
}

# ---- Their names, policies, CPUs -----------------------------------------------

measures "timerlat -k" timerlat/1 "SCHED_FIFO 95" timerlat top -q -k
interrupted
measures "timerlat -u" timerlatu/1 "SCHED_FIFO 95" timerlat hist -u
is "timerlat -u: it is a child of the command" same "$(ps -o ppid= -p "$pid" | tr -d ' ')" $run
interrupted
measures "timerlat by default" timerlatu/1 "SCHED_FIFO 95" timerlat top -q
interrupted
measures "osnoise" osnoise/1 "SCHED_OTHER 0" osnoise top -q -r 500000
is "osnoise: at nice 0" same "$(nice_of "$pid")" 0
interrupted
measures "hwnoise" osnoise/1 "SCHED_OTHER 0" hwnoise -q
interrupted

for threads in "timerlat top -k -q" "timerlat hist -u" "osnoise hist -r 500000 -T 50"; do
	name=${threads% -q*}
	name=${name% -r*}
	# shellcheck disable=SC2086
	background $threads -P f:42
	for pid in $(workloads); do
		is "$name -P f:42: as FIFO 42" same "$(policy "$pid")" "SCHED_FIFO 42"
	done
	is "on both CPUs" same "$(for pid in $(workloads); do affinity "$pid"; done | sort | paste -s -d ' ')" "0 1"
	interrupted
	# shellcheck disable=SC2086
	background $threads -c 1 -P R:7
	is "$name -P R:7: as RR 7" same "$(policy "$(workloads)")" "SCHED_RR 7"
	interrupted
	# shellcheck disable=SC2086
	background $threads -c 1 -P o:-5
	is "$name -P o:-5: as OTHER" same "$(policy "$(workloads)")" "SCHED_OTHER 0"
	is "at nice -5" same "$(nice_of "$(workloads)")" -5
	interrupted
done
for threads in "timerlat top -q -k -p 2000" "osnoise top -q -r 500000"; do
	name=${threads%% *}
	# shellcheck disable=SC2086
	background $threads -c 1 -P d:500us:1ms
	is "$name -P d: as DEADLINE" has /proc/"$(workloads)"/sched '^policy *: *6$'
	is "with its runtime and period" sh -c "chrt -p $(workloads) | grep 500000/1000000/1000000"
	interrupted
done

# ---- The command's own place ---------------------------------------------------

background timerlat top -q -k -H 1
is "-H puts the command where it says" same "$(affinity $run)" 1
interrupted
background osnoise top -q -r 500000 -c 0 -H 0-1
is "-H may be on measured CPUs" same "$(affinity $run)" 0-1
interrupted
background timerlat top -q -k
is "where all CPUs are measured, it stays where it was" same "$(affinity $run)" 0-1
interrupted

# ---- cgroups --------------------------------------------------------------------

in_cgroup() { [ "$(cgroup_of "$1")" = "$2" ]; }
# cgroups_are NAME GROUP: of all measuring threads; a busy one takes its time
cgroups_are() {
	for pid in $(workloads); do
		soon in_cgroup "$pid" "$2"
		is "$1" same "$(cgroup_of "$pid")" "$2"
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
	cgroups_are "$threads -C: in the command's cgroup" /ours
	interrupted
	# shellcheck disable=SC2086
	background in_ours $threads -C /theirs
	cgroups_are "$threads -C /theirs: in that cgroup" /theirs
	is "the command itself is where it was" same "$(cgroup_of $run)" /ours
	interrupted
done
exits "a cgroup that is not there ends it" 4 timerlat top -q -d 1 -C /nowhere
is "is named" err_has '/nowhere'
is "in one line" err_lines 1
is "nothing is left" nothing_left
is "the cgroups are empty" same "$(cat $cgroups/ours/cgroup.procs $cgroups/theirs/cgroup.procs)" ""
rmdir $cgroups/ours $cgroups/theirs
