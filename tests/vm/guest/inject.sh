#!/bin/sh
# The injectors of windows and of interrupts do what they are asked for, refuse what they
# do not understand, and leave nothing behind.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
window=/sys/kernel/debug/rtla_window send=/sys/kernel/debug/rtla_send
test_that "the injectors are loaded" modprobe -a rtla_window rtla_send

# asks FILE LINE: write LINE to FILE
asks() { echo "$2" >"$1"; }
# refuses FILE LINE: succeed if FILE takes LINE for nonsense
refuses() { ! asks "$1" "$2" 2>/tmp/refused && grep 'Invalid argument' /tmp/refused; }
threads() { ps -e -o comm= | grep -E '^(window|preempt|send)/'; }
no_threads() { ! threads; }

# windows CONDITION: succeed if awk's CONDITION holds for each of the 20 windows, where DIST is
# the time since the one before it, or as long as it should be
windows() {
	awk '{
			DIST = end ? $5 - end : 1000000; end = $6
			if (!('"$1"')) { print; bad = 1 }
		}
		END { exit bad || NR != 20 }' $window
}

for kind in irqs_off preempt_off both paie; do
	for pause in sleep busy; do
		what="$kind, $pause"
		test_that "$what: there are windows" \
			asks $window "$kind $pause 1 0 20 500000 2000000 1000000 1000000"
		test_that "$what: windows are told" windows \
			"\$1 == \"$kind\" && \$2 == 1 && \$4 >= 500000 && \$4 <= 2000000"
		test_that "$what: the time in them adds up" windows \
			'$6 - $5 >= $7 && ($8 || $6 - $5 == $7)'
		test_that "$what: each window begins long enough after the one before it" windows \
			'DIST >= 1000000'
		# How late a thread wakes up depends on the machine, and on other threads.
		[ $pause = sleep ] ||
			test_that "$what: windows are not too far apart" windows 'DIST <= 6000000'
		if [ $kind = paie ]; then
			# They end with the next interrupt, if the kernel knows preemption.
			test_that "$what: no window is longer than it should be" windows '$7 <= $4 + 100000'
		else
			# A round of the loop takes some microseconds on a slow machine.
			test_that "$what: each window is as long as it should be" windows \
				'$7 >= $4 && $7 <= $4 + 5000'
		fi
	done
done
asks $window "irqs_off sleep 1 50 20 1000000 1000000 1000000 0"
test_that "windows have the same length, if that is asked for" windows '$4 == 1000000'

test_that "interrupts are sent" asks $send "1 50 20 20000000 1000000+100000 2000000+500000 2100000+100000"
test_that "all interrupts that were sent have come" [ "$(wc -l <$send)" = 60 ]
test_that "interrupts come after they were sent" awk '$3 > $4 { print; bad = 1 } END { exit bad }' $send
test_that "interrupts take as long as they should, or longer" \
	awk '$5 - $4 < (NR % 3 == 2 ? 500000 : 100000) { print; bad = 1 } END { exit bad }' $send
# On a slow machine, the tick and other threads that come meanwhile take long, so half of
# them may be late.
test_that "interrupts come at the right time" \
	awk 'NR % 3 == 1 { begin = $3 }
		NR % 3 == 2 && ($3 - begin < 500000 || $3 - begin > 1500000) { print; bad++ }
		END { exit bad > 10 }' $send
test_that "interrupts never come before the one before is over" \
	awk '$3 < end { print; bad = 1 } { end = $5 } END { exit bad }' $send

for line in '' irqs_off 'other sleep 0 0 1 5 5 1 1' 'irqs_off wait 0 0 1 5 5 1 1' \
	'irqs_off sleep 9999 0 1 5 5 1 1' 'irqs_off sleep 0 100 1 5 5 1 1' \
	'irqs_off sleep 0 0 0 5 5 1 1' 'irqs_off sleep 0 0 1 6 5 1 1' \
	'irqs_off sleep 0 0 1 0 5 1 1' 'irqs_off sleep 0 0 1 5 5 1' \
	'irqs_off sleep 0 0 1 5 5 1 1 1' 'irqs_off sleep 0 0 1 5 5 -1 1' \
	'irqs_off sleep 0 0 1 5 5 1 18446744073709551617'; do
	test_that "no windows: '$line'" refuses $window "$line"
done
for line in '' '0 0 1 0' '0 0 1 0 5' '0 0 1 0 5+' '0 0 1 0 +5' '0 0 1 0 5+5+5' \
	'0 0 1 0 5+5  5+5' '9999 0 1 0 5+5' '0 100 1 0 5+5' '0 0 0 0 5+5'; do
	test_that "no interrupts: '$line'" refuses $send "$line"
done
test_that "nonsense does not change what is told" windows '$4 == 1000000'
test_that "nonsense leaves no threads" no_threads

sh -c "echo 'paie sleep 0 0 1000 1000 1000 100000000 0' >$window" 2>/dev/null &
writer=$!
eventually threads >/dev/null
kill $writer
wait $writer 2>/dev/null
test_that "the threads end with whoever asked for windows" no_threads
sh -c "echo '0 0 1000 100000000 0+1000' >$send" 2>/dev/null &
writer=$!
eventually threads >/dev/null
kill $writer
wait $writer 2>/dev/null
test_that "the threads end with whoever asked for interrupts" no_threads
test_that "the injectors are unloaded" rmmod rtla_window rtla_send
