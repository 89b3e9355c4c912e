#!/bin/sh
# A short test of each command, for kernels that do not get all tests: the
# command measures every CPU, with each kind of threads, stops at a threshold,
# and leaves nothing.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1

for threads in -u -k; do
	exits "timerlat top $threads" 0 timerlat top $threads -q -d 1
	test_that "the table has a row for each CPU" out_has '^  1 #[1-9]'
	test_that "the table has a row for all CPUs" out_has '^ALL #[1-9]'
	exits "timerlat hist $threads" 0 timerlat hist $threads -d 1
	test_that "the histogram has counts" out_has '^count: *[1-9]'
	exits "timerlat top -a $threads" 2 timerlat top $threads -q -a 1
	test_that "the hit is explained" out_has '^## CPU [01] hit stop tracing, analyzing it ##$'
	test_that "the trace is saved" [ -s timerlat_trace.txt ]
done
if command -v trace-cmd >/dev/null; then
	few_symbols
	exits "timerlat top -t FILE.dat" 2 timerlat top -k -q -a 1 -t late.dat
	test_that "trace-cmd prints the stack of a hit" sh -c "trace-cmd report late.dat | grep ' stack: .* pid=[0-9]* => [a-z_]'"
	all_symbols
fi
exits "osnoise top" 0 osnoise top -q -p 200000 -r 150000 -d 2
test_that "the table of osnoise has a row for each CPU" out_has '^  1 #[1-9]'
exits "osnoise hist" 0 osnoise hist -p 200000 -r 150000 -T 50 -d 2
test_that "the histogram of osnoise has counts" out_has '^count: *[1-9]'
exits "osnoise top -a" 2 osnoise top -q -a 1
test_that "osnoise says that it stopped" out_has '^rtla osnoise hit stop tracing$'
test_that "osnoise saves the trace" [ -s osnoise_trace.txt ]
exits "hwnoise" 0 hwnoise -q -p 200000 -r 100000 -d 2
test_that "the table of hwnoise has a row for each CPU" out_has '^  1 #[1-9]'
# Each kernel verifies the programs in its own way. Those that check themselves have no BTF.
if [ -e /sys/kernel/btf/vmlinux ] && command -v cyclictest >/dev/null; then
	exits "cycle, by BPF programs," 0 rtla cycle -q -d 2 --wait clock_nanosleep -- cyclictest -q -i 1000 -D 4
	test_that "the table of cycles has a row for the program" out_has ' cyclictest  *[1-9][0-9]* '
fi
if [ -e /sys/kernel/btf/vmlinux ]; then
	exits "timerlat with all programs by BPF" 0 timerlat top --tracer bpf -q -T 1s -d 1
	test_that "the table by BPF has a row for each CPU" out_has '^  1 #[1-9]'
else
	exits "no BPF program measures without BTF" 4 timerlat top --tracer bpf -q -d 1
	test_that "the message says what a kernel without BTF lacks" err_has '^rtla: --tracer bpf: this kernel has no /sys/kernel/btf/vmlinux: '
fi
test_that "nothing is left" nothing_left
test_that "the module can be unloaded" rmmod rtla
test_that "the module can be loaded again" modprobe rtla
