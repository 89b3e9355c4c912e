#!/bin/bash
# Tests the rig itself: streams and status of the command are passed through,
# and trouble in the guest's kernel is a failure. Prints TAP.
run=$(dirname "$(readlink -f "$0")")/run
# shellcheck source=tests/lib/tap.sh
. "${run%vm/run}lib/tap.sh"
explain() { tail -n 200 "$work/out" "$work/err"; }

# guest OPTION... -- COMMAND...: runs COMMAND in a guest, and sets $status to
# its status
guest() {
	"$run" "$@" >"$work/out" 2>"$work/err"
	status=$?
}

# The set-up prints to stderr what it builds; so build that before stderr is
# tested.
"${run%run}setup" boot 6.12 >/dev/null

test_that "a kernel that was built here needs no list of modules" python3 -B -c '
import runpy, sys
sys.path.insert(0, sys.argv[1])
runpy.run_path(sys.argv[1] + "/__main__.py")["add_veth"](None, {"kernel": "/nowhere", "release": "6.12"})' \
	"${run%run}runner"

seq 100000 >"$work/in"
guest sh -c "uptime='cut -d . -f 1 /proc/uptime'"'
	cat
	exec >&2
	echo talk
	$uptime; vm-pause 3000 >/dev/null && $uptime || exit 1
	nmis() { awk "/NMI:/ { print \$2 }" /proc/interrupts; }
	nmis; vm-nmi 5 && nmis || exit 2
	exit 255' <"$work/in"
test_that "the command's status is the run's, up to 255" [ $status = 255 ]
test_that "stdin and stdout come through, all of it" cmp -s "$work/in" "$work/out"
test_that "stderr comes through, apart" [ "$(head -n 1 "$work/err")" = talk ]
test_that "a guest can have its machine stand still, and its clock goes on meanwhile" \
	awk 'NR == 2 { t = $1 } NR == 3 { exit $1 - t < 3 }' "$work/err"
test_that "a guest can have NMIs, as many as it wants" \
	awk 'NR == 4 { n = $1 } END { exit $1 - n != 5 }' "$work/err"

mkdir -p "$work/put/empty" && echo word >"$work/put/file" && ln -s file "$work/put/link" && mkfifo "$work/put/pipe"
guest --put "$work/put" sh -c 'cd /root/put && ls && cat link' </dev/null
is "a folder is put into a guest with all but its pipe" "$status $(tr '\n' ' ' <"$work/out")" "0 empty file link word "
guest --put /dev/zero true </dev/null
test_that "a device, which never ends, is not put into a guest" [ $status = 125 ]
test_that "the refusal of a device names what can be put" grep -q -- '--put /dev/zero: it is a device: give a file or a folder$' "$work/err"

guest sh -c 'modprobe rtla_inject && echo warning 0 0 0 >/sys/kernel/debug/rtla_inject' </dev/null
test_that "a kernel warning fails a command that did not" [ $status = 253 ]
test_that "the log of a warning is shown" grep -q 'a warning, as asked for' "$work/err"

guest sh -c 'echo c >/proc/sysrq-trigger' </dev/null
test_that "a panic fails" [ $status = 253 ]
test_that "the log of a panic is shown" grep -q 'Kernel panic' "$work/err"

guest -t 15 sleep 1000 </dev/null
test_that "a command that hangs fails" [ $status = 124 ]
test_that "the log shows where the CPUs of a guest that hangs are" grep -q '^vm: | CPU#1 at RIP=' "$work/err"
test_that "the log shows the stacks of a guest that hangs" grep -q 'NMI backtrace for cpu 0' "$work/err"

guest --panic 'as asked for' sh -c 'echo 1 >/proc/sys/kernel/panic_on_warn
	modprobe rtla_inject && echo warning 0 0 0 >/sys/kernel/debug/rtla_inject' </dev/null
test_that "a panic can be asked for, but not an oops before it" [ $status = 254 ]
guest --panic 'sysrq triggered' true </dev/null
test_that "the absence of an expected panic is a failure" [ $status = 254 ]

guest --clock icount sh -c "vm-pause 100 || exit 7" </dev/null
test_that "a pause is refused where it could not be seen" [ $status = 7 ]
test_that "stderr says why a pause is refused" grep -q 'number of instructions' "$work/err"

# busy CLOCK STOPPED: prints how long a loop takes in a guest, in s; the guest's
# emulator is stopped for STOPPED s meanwhile
busy() {
	: >"$work/out"
	"$run" --clock "$1" -- sh -c 'uptime() { read -r up _ </proc/uptime; echo "$up"; }
		uptime
		i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done
		uptime' </dev/null >"$work/out" 2>"$work/err" &
	until [ -s "$work/out" ] || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
	pkill -STOP -P $!
	sleep "$2"
	pkill -CONT -P $!
	wait $! && awk '{ last = now; now = $1 } END { print now - last }' "$work/out"
}
# within FROM TO VALUE: succeeds if VALUE is a number from FROM to TO
within() { awk -v from="$1" -v to="$2" -v value="$3" 'BEGIN { exit !(value != "" && value >= from && value <= to) }'; }
test_that "plain: a guest sees that its machine stood still" within 3 100 "$(busy plain 3)"
undisturbed=$(busy steady 0)
echo "# the loop takes $undisturbed s"
test_that "steady: a guest does not see that its machine stood still" within "$(awk "BEGIN { print $undisturbed - 0.1 }")" \
	"$(awk "BEGIN { print $undisturbed + 0.1 }")" "$(busy steady 3)"
finish
