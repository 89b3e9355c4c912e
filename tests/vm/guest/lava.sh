# shellcheck shell=dash
# Follows the recipe for LAVA, of which /root has run-gates and report. A script that notes
# its arguments in /tmp/lava stands in for lava-test-case.

mkdir -p /tmp/bin
printf '#!/bin/sh\necho "$*" >>/tmp/lava\n' >/tmp/bin/lava-test-case
chmod +x /tmp/bin/lava-test-case
# lava GATE: follow the recipe with this gate; /tmp/lava then has the arguments
# of each call of lava-test-case
lava() {
	rm -f /tmp/lava
	echo "$1" >/tmp/board.gates
	lava_status=0
	RTLA_CPUS=1 RTLA_DURATION=3s sh /root/run-gates /tmp/board.gates /tmp/lava.out >/tmp/out 2>/tmp/err || lava_status=$?
	PATH=/tmp/bin:$PATH sh /root/report $lava_status /tmp/lava.out/rtla.json >>/tmp/out 2>>/tmp/err
}

# lava_passed: what /tmp/lava has, with N for the value
lava_passed() { sed -E 's/[0-9.]+ --units/N --units/' /tmp/lava | paste -s -d ';'; }
