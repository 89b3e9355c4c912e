#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests on a simulated machine that a signal ends a command whose output nobody takes: a FIFO
# without a reader, or with one that has stopped. Nothing of the run is left then.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
mkfifo fifo stopped

# begin WORD...: runs a command in the background, with what it prints in files
begin() {
	rm -f "$SIM_LOG"
	tap_about "$@"
	# A shell starts background jobs with SIGINT ignored, which env takes back.
	env --default-signal=INT,QUIT "$@" >"${to:-$work/out}" 2>"$work/err" &
	pid=$!
}

# ended SIGNAL STATUS NAME: sends the signal, and tests how the command ends
ended() {
	kill -"$1" $pid
	wait $pid
	status=$?
	exits "$3" "$2"
	undone "all is undone"
}

# holds TEXT: returns whether stderr has it
holds() {
	read_text err "$work/err"
	[[ $err = *"$1"* ]]
}

# ---- FIFOs that nobody reads

signals=(INT TERM HUP QUIT)
for output in --json --openmetrics --junit; do
	begin timerlat top -q -k -d 1 --gate 'thr.max<=1s' $output fifo
	# The machine is as it was before the command waits for the reader.
	eventually log_has close
	ok "$output fifo: all is undone before it is written"
	ended "${signals[0]}" 1 "SIG${signals[0]} ends the wait"
	holds "$output fifo: a signal ended the command, and nobody read this: it is not written"
	ok "$output fifo: stderr says that nobody read it"
	signals=("${signals[@]:1}")
done
begin timerlat top -q -k -d 9 --json fifo
begun
ended TERM 1 "a signal that ends the measurement ends the wait, too"
begin overheads top -q -d 1 --csv fifo
eventually log_has close
ended QUIT 1 "SIGQUIT ends a wait for a reader of --csv"
for trace in fifo "fifo --on-end shell,command=true"; do
	# shellcheck disable=SC2086
	SIM=hit=200 begin timerlat top -q -k -d 9 -T 100 -t $trace
	eventually log_has end
	ended TERM 2 "a saved trace"
done

# blocks: returns whether the command, and not yet the shell that starts it, has blocked the
# signals
blocks() {
	local name state
	read_text name "/proc/$pid/comm"
	read_text state "/proc/$pid/status"
	[[ $name = timerlat* && $state = *SigBlk:*([[:blank:]])*(0)4007* ]]
}
shopt -s extglob
begin timerlat top -q -k -d 1 --stream fifo
eventually blocks
ended TERM 1 "a stream without a reader"

run timerlat top -q -k -d 1 --bpf-action fifo
exits "a BPF program is not read from a FIFO, which would wait as well" 1

# ---- readers that have stopped

exec {reader}<>stopped
dd if=/dev/zero of=stopped bs=4096 count=1024 oflag=nonblock 2>"$work/err"
to=stopped
begin timerlat top -k
begun
ended TERM 1 "a live table"
begin timerlat top -q -k --json result.json
begun
ended INT 1 "a last table"
json_is result.json "the result is written all the same" .ended_by user
begin timerlat top -q -k --json -
begun
ended HUP 1 "a result"
to=
exec {reader}<&-

finish
