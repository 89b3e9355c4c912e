#!/bin/sh
# The module listens to the kernel while a session runs, and at no other time:
# a kprobe on its hook for thread switches counts the calls, and another one who asks for hooks.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh

# hits PROBE: prints how often a kprobe was hit
hits() { awk -v probe="$1" '$1 == probe { print $2 }' $tracefs/kprobe_profile; }
calls() { hits on_switch_called; }
grows() {
	before=$(calls)
	sleep 0.5
	[ "$(calls)" -gt "$before" ]
}
does_not_grow() { ! grows; }

if ! echo 'p:on_switch_called rtla:common_hook_sched_switch' >$tracefs/kprobe_events 2>/dev/null; then
	skip "hooks" "this kernel has no kprobes"
	exit
fi
echo 1 >$tracefs/events/kprobes/on_switch_called/enable
test_that "no hook is called before a session" does_not_grow
background timerlat top -q -T 100000000
test_that "hooks are called in a session that traces noise" grows
interrupted
test_that "no hook is called after a session" does_not_grow
background timerlat top -q -T 100000000 --no-aa
test_that "no hook is called in a session that traces nothing" does_not_grow
interrupted
background hwnoise -q -c 1 -p 200000 -r 100000
test_that "no hook for threads is called in a session that only NMIs can disturb" does_not_grow
exits "another session that has hooks" 0 osnoise top -q -c 0 -p 200000 -r 100000 -d 1
test_that "another session takes its hooks off again" does_not_grow
interrupted

# To attach hooks, the kernel changes its code, which every CPU notices.
echo 'p:hooks_asked_for rtla:rtla_hooks_get' >>$tracefs/kprobe_events
echo 1 >$tracefs/events/kprobes/hooks_asked_for/enable
# attached: prints how many sessions have asked for hooks
attached() { hits hooks_asked_for; }
background osnoise top -q -c 1
test_that "a session asks for hooks" [ "$(attached)" = 1 ]
# refused LINE: writes a line to the device, which is refused
refused() { ! echo "$1" >/dev/rtla; }
for kind in timerlat osnoise hwnoise; do
	test_that "$kind on the CPU of another session is refused" refused "$kind cpus=0-1"
done
test_that "a session that is refused a CPU asks for no hooks" [ "$(attached)" = 1 ]
interrupted
for probe in on_switch_called hooks_asked_for; do
	echo 0 >$tracefs/events/kprobes/$probe/enable
done
echo >$tracefs/kprobe_events
