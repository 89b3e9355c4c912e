#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# `rtla tune` with settings of a real kernel: the one that helps is found, the one that hurts
# and those that do nothing are undone, what is written makes and undoes it, and wherever the
# command is killed, all settings are as they were.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/left.sh
. /tests/left.sh
cd /tmp || exit 1

# Functions are traced of which each latency has a dozen calls. That makes it some three times
# as long; with the stack of each call, thirty times.
tracer=$tracefs/current_tracer
stacks=$tracefs/options/func_stack_trace
enabled=/proc/sys/kernel/ftrace_enabled
nulls="/proc/sys/vm/swappiness /proc/sys/vm/dirty_expire_centisecs"
[ "$(cat $tracer)" = nop ] &&
	echo '*hrtimer*' '*enqueue*' >$tracefs/set_ftrace_filter && echo function >$tracer || { skip "settings are tried" "there is no tracer of functions"; exit; }
settings() { grep -s '' $tracer $stacks $enabled $nulls; }
settings >before
are_as_before() { settings | diff before -; }
as_before() { are_as_before >/dev/null; }
is_trying() { ! as_before; }

# tuned [WORD...]: tries all of these settings
tuned() {
	rtla tune -c 1 --only current_tracer --try $stacks=1 \
		--try /proc/sys/vm/swappiness=50 --try /proc/sys/vm/dirty_expire_centisecs=2900 \
		--command 'timerlat hist -k -p 10000' "$@"
}
# row NAME: prints the verdict of a setting
row() { jq -r --arg name "$1" '.settings[] | select(.name == $name).trial.verdict' tune.json; }

section "what helps"

exits "settings are tried" 0 tuned --block 1 -d 130 --figure avg --same-within 50 --json tune.json \
	--script tune.sh --sysctl tune.conf --tuned latency
grep -v '^$' /tmp/out | sed 's/^/# /'
test_that "the setting that helps is found" same "$(row current_tracer)" gain
for setting in $nulls; do
	test_that "what does nothing is no gain: $setting" [ "$(row "$setting")" != gain ]
done
test_that "one setting helps, and no other" same "$(jq '[.settings[] | select(.helps)] | length' tune.json)" 1
test_that "all settings are as before" are_as_before
exits "the script makes what helps" 0 sh tune.sh
test_that "the setting is made by the script" same "$(cat $tracer)" nop
exits "the script undoes it" 0 sh tune.sh undo
test_that "all settings are as before the script" are_as_before
test_that "no sysctl helps" same "$(grep -v '^#' tune.conf)" ''
test_that "the profile of tuned has what helps" grep -q '/current_tracer = nop$' latency/tuned.conf

section "what hurts, and a sysctl that helps"

exits "a setting that hurts is tried" 0 tuned --only none --try $enabled=0 --block 1 -d 130 --figure avg \
	--json tune.json --sysctl tune.conf
test_that "the setting that hurts is found" same "$(row $stacks)" loss
test_that "a sysctl that helps is found" same "$(row $enabled)" gain
test_that "all settings are as before after that" are_as_before
exits "sysctl takes the file" 0 sysctl -p tune.conf
test_that "the sysctl is made by the file" same "$(cat $enabled)" 0
echo 1 >$enabled

section "what interacts"

exits "two settings that do the same are tried" 0 rtla tune -c 1 --only current_tracer --try $enabled=0 \
	--command 'timerlat hist -k -p 10000' --block 1 -d 130 --figure avg --same-within 50 --json tune.json
test_that "of two settings that do the same, one helps" same "$(jq -c '[.settings[].helps]' tune.json)" '[true,false]'
test_that "all settings are as before after both" are_as_before

section "the cycles of a program"

exits "a setting is tried by the cycles of a program" 0 rtla tune --only none --try $enabled=0 \
	--command 'cycle hist --wait clock_nanosleep' --block 2 -d 32 --figure avg --json tune.json \
	-- /root/loop -w nanosleep -p 20000 -n 1000 run=1000
test_that "the cycles were measured" same "$(jq -r '.command' tune.json) $(jq '.settings[0].trial.blocks' tune.json)" "cycle hist --wait clock_nanosleep 16"
test_that "all settings are as before after cycles" are_as_before

section "a killed experiment"

times=5
[ -z "${LONG:-}" ] || times=100
left_over=0 tried=0
for i in $(seq $times); do
	tuned --block 1 -d 64 --load 'sleep 987' >/dev/null 2>&1 &
	run=$!
	# Most of them when a setting is made, or soon after.
	[ $((i % 4)) = 0 ] || eventually is_trying
	sleep "$((RANDOM % 4)).$((RANDOM % 10))"
	as_before || tried=$((tried + 1))
	# Each second time its guard is killed with it.
	[ $((i % 2)) = 1 ] || pkill -KILL -f "^latency-guard of $run\$"
	kill -KILL $run
	wait $run 2>/dev/null
	[ $((i % 2)) = 1 ] || rtla tune --undo 2>/dev/null
	eventually as_before || left_over=$((left_over + 1))
	pkill -KILL -x sleep
done
echo "# killed $times times, of which $tried while a setting was tried"
test_that "all settings are as before, wherever it is killed" same $left_over 0
test_that "nothing else is left of those that were killed" cleaned

echo nop >$tracer
echo >$tracefs/set_ftrace_filter
