#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that each command says so if standard output cannot be written, once, and that the
# exit status is 1 then, also after a hit, a failed gate, or a result that is worse.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2
remedy="the results are lost: send them where they can be written"

# lost NAME WORD...: tests a command on a full disk
lost() {
	local name=$1

	shift
	run bash -c '"$@" >/dev/full' - "$@"
	is "$name" "$status $(grep 'standard output' "$work/err")" \
		"1 rtla: standard output: No space left on device: $remedy"
}

if [ ! -w /dev/full ]; then
	skip "output that cannot be written" "no /dev/full"
	finish
	exit
fi

make_result base.json bare
make_result worse.json bare seed=3 percent=130
make_result named.json bare 'host={"name":"a","machine_id":null,"cpu_model":"b","board":"c"}'
rtla history add all named.json >/dev/null

lost "a table" timerlat top -q -d 1
lost "a histogram" timerlat hist -d 1
export SIM=cpus=2,hit=100
lost "the table of a hit" timerlat top -q -T 100 -d 5 --json hit.json
json_is hit.json "a result says the same" '[.verdict.exit_code, .verdict.outcome]' '[1,"untrusted"]'
lost "the histogram of a hit" timerlat hist -T 100 -d 5
lost "the analysis of a hit alone" timerlat top -a 100 -q -d 5
lost "tables, one after the other" timerlat top -T 100 -d 5
run bash -c 'timerlat top -q -T 100 -d 5 --json - >/dev/full 2>err'
is "JSON that cannot be written" "$status $(tail -n 1 err)" "1 rtla: --json -: No space left on device: it is not written"
export SIM=cpus=2
lost "a gate that failed" timerlat top -q -d 1 --gate 'thr.max<=1us'
lost "an analysis" rtla analyze "$here/../traces/6.12-irq-thread.txt"
lost "a comparison" rtla compare base.json worse.json
lost "a comparison as JSON" rtla compare base.json worse.json --json -
lost "a page" rtla report base.json -o -
lost "CSV" rtla export --format csv base.json
lost "a history" rtla history show all
lost "the place of a result that was added" rtla history add other named.json
lost "a verdict on it" rtla history check all named.json
lost "findings" rtla doctor
lost "a script" rtla doctor --fix-script
lost "a load" rtla load sched --show
lost "help" rtla help

run bash -c '"$@" >&-' - rtla compare base.json worse.json
is "output that is closed" "$status $err" "1 rtla: standard output: Bad file descriptor: $remedy"
run bash -c 'rtla compare nowhere.json base.json >/dev/full'
is "what has no output has lost none" "$status $err" \
	"1 rtla: nowhere.json: No such file or directory: give a file that --json wrote"
run bash -c '"$@" >/dev/full' - rtla compare base.json
is "a wrong command line has no output to lose" "$status" 129

finish
