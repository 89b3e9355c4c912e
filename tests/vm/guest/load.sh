#!/bin/sh
# Each load of "rtla load" does what it is for: by its own figures at least ten times as
# much as the idle machine. Loads whose programs this guest does not have are skipped. The
# guest has no disk, so that io has to be told to move no sectors.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

# verified NAME SCENARIO: tests a load with --verify, and shows what it does
verified() {
	rtla load "$2" --verify 5 >/tmp/out 2>/tmp/err
	status=$?
	sed 's/^/# /' /tmp/out
	if [ $status = 4 ]; then
		skip "$1" "$(sed 's/^rtla: \(.*\): not installed.*/\1: not installed/' /tmp/err)"
	else
		exits "$1" 0
		test_that "no file is left of $2" no_files
	fi
}

# nothing_runs: succeed if no program of a load runs
nothing_runs() { ! pgrep -f '^(stress-ng|hackbench|yes|xargs|sleep infinity|busybox (wget|httpd)|gcc|fio|bonnie)'; }

no_files() { [ -z "$(find /tmp -name 'rtla-load*')" ]; }

# Without namespaces, net is what it was once, downloads over lo.
mkdir programs
printf '#!/bin/sh\nexit 1\n' >programs/unshare
chmod +x programs/unshare
PATH=/tmp/programs:$PATH exits "net over the loopback device is not enough" 1 rtla load net --verify 2 --patience 2
sed 's/^/# /' out
test_that "net says that it has only the loopback device" err_has '^rtla: load net: no network namespace may be made here: '
test_that "--verify finds that no device had packets" err_has '^rtla: net: busybox: device packets: 0 per second under load, 0 without it: '
test_that "nothing is left of net over the loopback device" eventually nothing_runs

verified "sched switches" sched
exits "io without a disk" 1 rtla load io --verify 5 --patience 2
sed 's/^/# /' /tmp/out
test_that "io moves no sectors without a disk" err_has '^rtla: io: stress-ng: sectors written: 0 per second under load, 0 without it: '
test_that "io makes interrupts without a disk" file_lacks /tmp/err '^rtla: io: stress-ng: interrupts'
verified "compile forks" compile
verified "memory has more than the L2 cache" memory
verified "--verify finds what cpu is to do" cpu
verified "--verify finds what cache is to do" cache
verified "--verify finds what idle is to do" idle
verified "rteval switches and forks" rteval
verified "litmus-io switches, and moves packets and sectors" litmus-io
verified "ecrts-io forks, makes interrupts and moves sectors" ecrts-io

# namespaces: prints how many network namespaces processes are in
namespaces() { readlink /proc/[0-9]*/ns/net 2>/dev/null | sort -u | wc -l; }
one_namespace() { [ "$(namespaces)" = 1 ]; }
if insmod "$(echo /rig/modules/veth.ko*)" 2>/dev/null; then
	verified "net has packets of devices, their softirqs and interrupts" net
	verified "a list of loads does all of them" net,memory
	# Until its namespaces are there, net does nothing.
	mkdir late
	printf '#!/bin/sh\nsleep 3\nexec /usr/bin/unshare "$@"\n' >late/unshare
	chmod +x late/unshare
	PATH=/tmp/late:$PATH verified "a load that begins late is waited for" net
	test_that "nothing is left" eventually nothing_runs
	test_that "no device is left of net" same "$(ls /sys/class/net)" lo

	# Under hackbench, looking for processes would take minutes in this guest.
	rtla load net,cpu -c 1 >/dev/null 2>&1 &
	load=$!
	test_that "a load runs" eventually pgrep -f '^busybox wget'
	test_that "net has two namespaces of its own" same "$(namespaces)" 3
	kill -KILL $load
	test_that "the load ends with the command, even if that is killed" eventually nothing_runs
	test_that "the files of the load go with the command" eventually no_files
	test_that "the namespaces go with the command" eventually one_namespace
else
	skip "net" "no module veth: remove this kernel from the cache, so that it is fetched with it"
fi
