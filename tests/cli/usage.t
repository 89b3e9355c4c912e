#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Command lines that are wrong: exit 129, one line that says what and what
# instead, nothing started and nothing left.

. "$(dirname "$0")/lib.sh"
PATH=$work/bin:$PATH
most=$(sed 's/.*[-,]//' /sys/devices/system/cpu/present)
machine=$(cat /sys/devices/system/cpu/present)
instances=$(ls /sys/kernel/tracing/instances 2>/dev/null)

refused "--bogus: unknown option" timerlat top --bogus
refused "-z: unknown option" timerlat top -z
refused "-z: unknown option" timerlat -qz
refused "--p: ambiguous option: it could be --period or --priority" \
	timerlat top --p 100
refused "--d: ambiguous option: it could be --duration, --dma-latency or --debug" \
	timerlat top --d
refused "extra: stray word: options start with '-'" timerlat top extra
refused "extra: stray word: options start with '-'" timerlat top -q -d 1 extra
refused "-q: stray word: options start with '-'" timerlat top -- -q
refused "--quiet=1: takes no value" timerlat top --quiet=1
refused "--no-period=1: takes no value" timerlat top --no-period=1

for form in "-p 99" -p99 -p=99 "--period 99" --period=99 "--per 99"; do
	refused "--period 99: out of range: give 100 to 1000000 us" \
		timerlat top $form
done
refused "--period 1000001: out of range: give 100 to 1000000 us" \
	timerlat top -p 1000001
refused "--period 1ms: not a number: give 100 to 1000000 us" \
	timerlat top -p 1ms
refused "--period -1: not a number: give 100 to 1000000 us" timerlat top -p -1
refused "--period: value missing: give US" timerlat top -p

for option in auto aa-only; do
	refused "--$option 0: out of range: give 1 to 3600000000 us" \
		timerlat top --$option 0
	refused "--$option 3600000001: out of range: give 1 to 3600000000 us" \
		timerlat top --$option 3600000001
done
for option in irq thread stack; do
	refused "--$option 3600000001: out of range: give 0 to 3600000000 us" \
		timerlat top --$option 3600000001
	refused "--$option abc: not a number: give 0 to 3600000000 us" \
		timerlat top --$option=abc
	refused "--$option: value missing: give US" timerlat top --$option
done
refused "--irq 99999999999999999999: too large: give 0 to 3600000000 us" \
	timerlat top -i 99999999999999999999

seconds="give seconds, or a number followed by s, m, h or d"
refused "--duration 0: out of range: $seconds" timerlat top -d 0
refused "--duration 1x: unknown unit: $seconds" timerlat top -d 1x
refused "--duration 1s1: unknown unit: $seconds" timerlat top -d 1s1
refused "--duration -1: not a number: $seconds" timerlat top -d -1
refused "--duration 1.5: unknown unit: $seconds" timerlat top -d 1.5
refused "--duration 3651d: out of range: $seconds" timerlat top -d 3651d
refused "--warm-up -1: not a number: $seconds" timerlat top --warm-up -1
refused "--warm-up abc: not a number: $seconds" timerlat top --warm-up abc

list="not a list of CPUs: give one like 0-3,5"
for option in cpus house-keeping; do
	for bad in abc -1 1- 0, 1-0 0-x; do
		refused "--$option $bad: $list" timerlat top --$option $bad
	done
	refused "--$option $((most + 1)): no such CPU: this machine has $machine" \
		timerlat top --$option $((most + 1))
done
refused "--cpus : $list" timerlat top --cpus=

forms="give o:NICE, r:PRIO, f:PRIO or d:RUNTIME:PERIOD"
refused "--priority 95: not a priority: $forms" timerlat top -P 95
refused "--priority x:5: not a priority: $forms" timerlat top -P x:5
refused "--priority f:0: out of range, a real-time priority is 1 to 99: $forms" \
	timerlat top -P f:0
refused "--priority r:100: out of range, a real-time priority is 1 to 99: $forms" \
	timerlat top -P r:100
refused "--priority o:20: out of range, nice is -20 to 19: $forms" \
	timerlat top -P o:20
refused "--priority o:-21: out of range, nice is -20 to 19: $forms" \
	timerlat top -P o:-21
refused "--priority d:100000:1000000: no unit: $forms" \
	timerlat top -P d:100000:1000000
refused "--priority d:2ms:1ms: the runtime is longer than the period: $forms" \
	timerlat top -P d:2ms:1ms
refused "--priority d:100us: no period: $forms" timerlat top -P d:100us

refused "--dma-latency 10001: out of range: give 0 to 10000 us" \
	timerlat top --dma-latency 10001
refused "--dma-latency -1: not a number: give 0 to 10000 us" \
	timerlat top --dma-latency -1
refused "--trace: empty file name: give one, or none for timerlat_trace.txt" \
	timerlat top --trace=
refused "x: stray word: options start with '-'" timerlat top -tfile x

refused "--no-aa, --aa-only: they exclude each other: leave one out" \
	timerlat top --no-aa --aa-only 5
refused "--aa-only: no threshold is left: leave out -i 0 and -T 0" \
	timerlat top --aa-only 5 -i 0 -T 0

refused "timerlat hist: not in this version: see what there is" timerlat hist
refused "osnoise: not in this version: see what there is" osnoise
refused "osnoise: not in this version: see what there is" osnoise top -q
refused "hwnoise: not in this version: see what there is" hwnoise -d 1
refused "timerlat bottom: no such command: see what there is" timerlat bottom
refused "osnoise: not in this version: see what there is" rtla osnoise hist
refused "foo: no such command: see what there is" rtla foo
refused "foo: no such command: see what there is" rtla help foo
refused "--foo: unknown option: see what there is" rtla --foo

run rtla timerlat top -p 1
is "the hint names the command as it was called" \
	"$(tail -n 1 "$work/err")" "Try 'rtla timerlat top --help'."
run timerlat -p 1
is "also with the mode left out" \
	"$(tail -n 1 "$work/err")" "Try 'timerlat top --help'."

# What is refused is refused before anything starts.
for words in "-p 1" "-c abc" "--aa-only 5 --no-aa" "-d 1 -t file extra"; do
	run "$work/simulated/timerlat" top $words
	[ $status -eq 129 ] && [ ! -e "$SIM_LOG" ]
	ok "nothing is started by timerlat top $words"
done
is "no instance is left" "$(ls /sys/kernel/tracing/instances 2>/dev/null)" \
	"$instances"
is "no file is left" "$(ls)" ""

finish
