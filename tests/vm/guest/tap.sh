# shellcheck shell=sh
# TAP for the guests' scripts; the numbers are given by all.sh.

# is NAME COMMAND...: a test that COMMAND succeeds
is() {
	is_name=$1
	shift
	if "$@" >/tmp/is.out 2>&1; then
		echo "ok - $is_name"
	else
		echo "not ok - $is_name"
		sed 's/^/#   /' /tmp/is.out
	fi
}

# exits NAME STATUS COMMAND...: output and messages are in /tmp/out and /tmp/err
exits() {
	exits_name=$1 exits_status=$2
	shift 2
	"$@" >/tmp/out 2>/tmp/err
	exits_got=$?
	if [ $exits_got = "$exits_status" ]; then
		echo "ok - $exits_name"
	else
		echo "not ok - $exits_name"
		echo "#   exit $exits_got, not $exits_status, of: $*"
		sed 's/^/#   /' /tmp/out /tmp/err
	fi
}

out_has() { grep -e "$1" /tmp/out || { cat /tmp/out; return 1; }; }
out_lacks() { ! grep -e "$1" /tmp/out; }
err_has() { grep -e "$1" /tmp/err || { cat /tmp/err; return 1; }; }
err_lines() { [ "$(wc -l </tmp/err)" = "$1" ] || { cat /tmp/err; return 1; }; }

tracefs=/sys/kernel/tracing
instances() { (cd $tracefs/instances && ls -d rtla.* 2>/dev/null); }
no_instances() { ! instances; }
workloads() { pgrep '^timerlat/'; }
no_workloads() { ! workloads; }
nothing_left() { no_workloads && no_instances; }
