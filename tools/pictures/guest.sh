#!/bin/bash
# Runs in the guest: records a session of timerlat top on a terminal, and makes the page of a
# run of timerlat hist; leaves both in /out.
#
# The cause of the late wake-up is known: the injector keeps preemption off on CPU 1.
rows=44 columns=80
modprobe rtla_inject || exit 1
cd /tmp || exit 1

# press TEXT: types it
press() {
	local i
	for ((i = 0; i < ${#1}; i++)); do
		printf %s "${1:i:1}"
		sleep 0.06
	done
	sleep 0.5
	printf '\r'
}

# The copies are made while the shell still waits at its prompt, before the end of its
# input ends it.
user() {
	sleep 0.8
	press 'timerlat top -a 300'
	sleep 3
	printf d
	sleep 3
	echo 'preempt_off 1 0 1400000' >/sys/kernel/debug/rtla_inject
	sleep 2
	cp session timing /out/
}

export TERM=xterm-256color
user | timeout 40 script -q -f -O session -T timing \
	-c "stty rows $rows cols $columns; exec env PS1='# ' bash --norc --noprofile --noediting" >shown

# The page of a run with a hit. A wake-up of CPU 1 is late, and the analysis says why.
(
	sleep 5
	echo 'preempt_off 1 0 1400000' >/sys/kernel/debug/rtla_inject
) &
timeout 60 timerlat hist -c 0-3 -a 300 --json result.json
rtla report result.json -o /out/report.html
