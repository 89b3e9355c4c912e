#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests how tests/vm/lib/fetch.sh fetches, with an apt-get that does as it is told: it waits
# for locks, tries again, gives up on what is too slow, and says so.

. "$(dirname "$0")/../cli/lib.sh"
top=$here/../..
mkdir "$work/apt" "$work/cache" "$work/debs"

# The file "plan" has a line for each call of apt-get: fine, locked, interrupted, failing,
# hanging or installing. Calls after the last line are fine. "calls" records what was called.
cat >"$work/apt/apt-get" <<X
#!/bin/bash
echo "apt-get \${*: -2}" >>$work/calls
read -r what <$work/plan
sed -i 1d $work/plan
case \${what:-fine} in
locked)
	echo "Waiting for cache lock: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 4711 (unattended-upgr)..."
	echo "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?"
	exit 100
	;;
interrupted)
	echo "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem."
	exit 100
	;;
failing) echo "E: Failed to fetch http://deb/x.deb  503"; exit 100 ;;
hanging) head -c 500000 /dev/zero >$work/debs/x.deb; exec -a "sleep 60 $work" sleep 60 ;;
installing) trap '' INT; : >$work/installing; sleep 1; exit 0 ;;
esac
head -c 2000000 /dev/zero >$work/debs/x.deb
X
cat >"$work/apt/dpkg" <<X
#!/bin/sh
echo "dpkg \$*" >>$work/calls
X
chmod +x "$work/apt"/*

# with_apt COMMAND...: runs COMMAND, of fetch.sh, with that apt-get
with_apt() {
	PATH=$work/apt:$PATH RTLA_CACHE=$work/cache LOCK_PATIENCE=${patience:-60} SLOW_SECONDS=6 FETCH_PAUSE=0.1 \
		bash -c 'TOP=$1; VM=$1/tests/vm; shift; . "$VM/lib/common.sh"; . "$VM/lib/fetch.sh"
			root_apt() { shift 2; "$@"; }
			"$@"' with_apt "$top" "$@"
}

# fetch PLAN COMMAND...: runs COMMAND, of fetch.sh, while apt-get does as PLAN says
fetch() {
	tr ' ' '\n' <<<"$1" >"$work/plan"
	: >"$work/calls"
	rm -f "$work"/debs/*
	run with_apt "${@:2}"
}
log=$work/apt.log

fetch "locked locked" unlocked "$log" apt-get install x
exits "a lock that another process has for two seconds" 0
is "stderr says once that the lock is waited for" "${err/([0-9] s/(N s}" \
	"vm: apt: waiting for process 4711 (unattended-upgr), which holds /var/lib/dpkg/lock-frontend (N s of at most 60)"
is "the command is run until it gets the lock" "$(grep -c 'install x' "$work/calls")" 3

patience=2 fetch "locked locked locked locked locked locked locked" unlocked "$log" apt-get install x
exits "a lock that is never free" 125
is "stderr says who has the lock, and what to do" "$(tail -n 1 "$work/err")" \
	"vm: apt: waited 2 s for process 4711 (unattended-upgr), which holds /var/lib/dpkg/lock-frontend: wait until it has ended, or end it, and run again"

# The apt-get of this machine, on folders of its own, says what it says: the lock of what is
# installed is taken after 2 s of its own waiting, that of the lists at once.
mkdir -p state/lists/partial cache/archives/partial
touch state/status empty
real=(apt-get -o "Dir::State=$PWD/state" -o "Dir::State::status=$PWD/state/status" -o "Dir::Cache=$PWD/cache"
	-o "Dir::Etc::sourcelist=$PWD/empty" -o Dir::Etc::sourceparts=none -o DPkg::Lock::Timeout=2 -q -y)
while read -r lock command; do
	/usr/bin/python3 -c 'import fcntl, sys, time
lock = open(sys.argv[1], "a+")
fcntl.lockf(lock, fcntl.LOCK_EX)
open(sys.argv[1] + ".held", "w")
time.sleep(4)' "state/$lock" &
	held() { [ -e "state/$lock.held" ]; }
	eventually held
	PATH=${PATH#"$work/apt:"} run bash -c 'TOP=$1; VM=$1/tests/vm; shift; . "$VM/lib/common.sh"; . "$VM/lib/fetch.sh"
		unlocked "$@"' bash "$top" "$log" "${real[@]}" "$command"
	exits "the lock $lock, which another process has, with apt-get itself" 0
	[[ $(<"$work/err") = "vm: apt: waiting for process $! (python3), which holds $PWD/state/$lock "* ]]
	ok "who has the lock $lock is read from what apt-get itself says"
	wait
done <<'END'
lock-frontend autoremove
lists/lock update
END

fetch "interrupted" unlocked "$log" apt-get install x
exits "an installation that was interrupted earlier" 0
is "the interrupted installation is finished first" "$(paste -sd ';' "$work/calls")" "apt-get install x;dpkg --configure -a;apt-get install x"

fetch "failing" fetching "kernel x" host "$log" unlocked "$log" apt-get download x
exits "what cannot be fetched at first" 0
is "the package lists are renewed" "$(paste -sd ';' "$work/calls")" "apt-get download x;apt-get -q update;apt-get download x"
fetch "failing fine failing fine failing fine" fetching "kernel x" host "$log" unlocked "$log" apt-get download x
exits "a mirror that stumbles three times" 0
down="failing failing failing failing failing failing failing failing"
fetch "$down" fetching "kernel x" host "$log" unlocked "$log" apt-get download x
exits "a mirror that is down" 125
is "stderr says that the mirror is down, and what to do" "$(tail -n 1 "$work/err")" \
	"vm: kernel x: the package lists cannot be refreshed (all that apt said is in $log): check the network and apt's sources, and run again"
test_that "stderr has what apt said" grep -q '^vm: | E: Failed to fetch' "$work/err"
http_proxy=http://proxy:3128 fetch "$down" fetching "kernel x" host "$log" unlocked "$log" apt-get download x
test_that "a proxy is named" grep -q 'check the network, the proxy http://proxy:3128 and apt' "$work/err"

fetch "" watched "kernel x" 2000000 "$work/debs" "$log" apt-get download x
exits "what is fetched at once" 0
is "stderr says how much is fetched" "$err" "vm: fetching kernel x: 2 MB"
fetch "hanging" watched "kernel x" 2000000 "$work/debs" "$log" apt-get download x
exits "what hangs is begun anew" 0
test_that "the bytes that came are told, and the seconds" grep -qE '^vm: fetching kernel x: [01] of 2 MB, [0-9]+ s$' "$work/err"
test_that "stderr says that it begins anew" grep -qE '^vm: fetching kernel x: only [0-9]+ bytes came in [0-9]+ s: beginning anew$' "$work/err"
test_that "the first one has ended" sh -c '! pgrep -f "$1"' sh "^sleep 60 $work"

section 'tests/vm/setup host'
if [ "$(id -u)" = 0 ]; then
	echo fine$'\n'fine$'\n'installing >"$work/plan"
	# Where these tests run in the background, SIGINT may be ignored, which env takes back.
	set -m
	PATH=$work/apt:$PATH RTLA_CACHE=$work/cache env --default-signal=INT \
		"$top/tests/vm/setup" host no-such-package 2>"$work/err" &
	set +m
	test_that "dpkg is at work" eventually [ -e "$work/installing" ]
	kill -INT -- -$!
	wait $!
	is "Ctrl-C meanwhile ends the set-up" "$?" 130
	is "stderr says that nothing is lost" "$(tail -n 1 "$work/err")" \
		"vm: interrupted: what is complete stays, and the next run uses it"
else
	skip "Ctrl-C while dpkg is at work" "only root can install"
fi
finish
