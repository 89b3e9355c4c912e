#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla tune --boot" across real boots of a guest: an option of the kernel's command line
# that helps is found beside a setting that is made at run time, and one boot is killed. The
# state is all that outlives a boot. Prints TAP.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/state"

# Functions are traced of which each latency has a dozen calls, from the boot on, and their
# stacks, too. Tracing no functions helps, and so does leaving out the stacks.
filter='ftrace_filter=*hrtimer*,*enqueue*'
stacks=/sys/kernel/tracing/options/func_stack_trace
cat >"$work/state/go" <<END
# Goes on with an experiment: go begin|resume [killed]
echo 1 >$stacks
case \$1 in
begin)	set -- "\$2" -c 1 --only none --try $stacks=0 --boot ftrace=nop --apply --block 1 -d 64 \\
		--figure avg --same-within 50 --command 'timerlat hist -k -p 10000' --json /root/state/tune.json ;;
*)	set -- "\$2" --resume ;;
esac
killed=\$1
shift
if [ -n "\$killed" ]; then
	rtla tune "\$@" --state /root/state/tune.state &
	for _ in 1 2 3 4 5 6 7 8 9; do
		[ "\$(cat $stacks)" = 1 ] || break
		sleep 0.3
	done
	sleep 0.3
	kill -KILL \$! \$(pgrep -f "latency-guard of \$!\$")
	echo "killed while the stacks are \$(cat $stacks)"
else
	rtla tune "\$@" --state /root/state/tune.state
fi
status=\$?
cat $stacks >/root/state/stacks
cp -r /root/state /out
exit \$status
END

next() { jq -r .next "$work/state/tune.state"; }
blocks() { jq '.blocks | length' "$work/state/tune.state"; }
# boot OPTION WORD...: goes on in a guest with this option in place of ftrace=function, if any
boot() {
	rm -rf "$work/out"
	"$vm/run" -k 6.12 --clock steady -c 2 -a "${1:-ftrace=function} $filter" -p "$work/state=/root/state" -o "$work/out" -- \
		sh /root/state/go "${@:2}" </dev/null >"$work/said" 2>&1
	status=$?
	sed 's/^/# /' "$work/said"
	rm -rf "$work/state"
	cp -r "$work/out/files/state" "$work/state"
	return $status
}

test_that "the first boot begins" boot "" begin
at_first=$(blocks)
test_that "what needs no boot is tried in the first one" [ "$at_first" = 17 ]
test_that "the next boot is to have the option" [ "$(next)" = ftrace=nop ]
test_that "all is undone before the boot" [ "$(<"$work/state/stacks")" = 1 ]
test_that "a boot without the option measures nothing" boot "" resume
test_that "the needed boot is named" grep -q '^rtla: block 18 is next: ftrace=nop: add them .*, and take ftrace=function away, and boot again; then call .rtla tune --resume --state /root/state/tune.state.$' "$work/said"
test_that "no block is added by that" [ "$(blocks)" = 17 ]
boot ftrace=nop resume killed
test_that "what is kept is made again after a boot, before that is killed" grep -q 'killed while the stacks are 0' "$work/said"
test_that "a killed block is none" [ "$(blocks)" = 17 ]
for ((i = 18; i < 40; i++)); do
	option=$(next)
	[ "$option" != null ] || break
	boot "$option" resume || break
	[ "$(blocks)" -ge $i ] || break
done
test_that "the experiment ends" [ "$(jq -c '[.complete, (.blocks | length)]' "$work/state/tune.state")" = '[true,48]' ]
test_that "each block of the option had a boot of its own" [ "$(jq '[.blocks[].boot | values] | length == 16 and (unique | length) == 16' "$work/state/tune.state")" = true ]
test_that "the option helps, and so does what needs no boot" [ "$(jq -c '[.settings[] | .trial.verdict]' "$work/state/tune.json")" = '["gain","gain"]' ]
# Without traced functions there are no stacks of them.
test_that "beside the option, the other one is tried again, and does not help" [ "$(jq -c '[.settings[] | .helps]' "$work/state/tune.json")" = '[false,true]' ]
test_that "what does not help beside the option is undone" [ "$(<"$work/state/stacks")" = 1 ]
finish
