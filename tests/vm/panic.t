#!/bin/bash
# Tests --panic-on-stop: a hit panics the kernel, for a crash dump. Prints TAP.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
for command in "timerlat top -q -k -T 1" "osnoise hist -s 1"; do
	# shellcheck disable=SC2086
	test_that "${command% -[Ts]*} --panic-on-stop" "$vm/run" -k 6.12 --panic rtla -- \
		$command --panic-on-stop </dev/null
done
test_that "the kernel's own tracer: timerlat top --panic-on-stop" "$vm/run" -k 6.12-rt --no-module --panic 'hit stop condition' -- \
	timerlat top -q -k -T 1 --tracer kernel --panic-on-stop </dev/null
finish
