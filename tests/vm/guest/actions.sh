#!/bin/bash
# Actions at a hit (--on-threshold) and at the end (--on-end).
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
rm -f -- *.txt done.*

# The listener is a process that notes in done.signals which signals it gets.
cat >listener <<'X'
for s in HUP USR1 USR2; do trap "echo $s >>/tmp/done.signals" $s; done
mkfifo /tmp/never
while :; do read -r -t 0.1 _ <>/tmp/never; done
X
sh listener &
listener=$!
signal_came() { same "$(cat done.signals)" USR1; }

for command in "timerlat top -q -k -T 1" "timerlat hist -u -T 1" "osnoise top -q -s 1" \
	"osnoise hist -s 1" "hwnoise -q -S 1 -T 1 -p 200000 -r 100000 -P f:1"; do
	# hwnoise may have no hit, so its actions are done at the end.
	on=--on-threshold status=2
	case $command in
	hwnoise*) on=--on-end command="hwnoise -q -d 1 -T 20" status=0 ;;
	esac
	name=${command%% -[qkuTSs]*}
	rm -f done.*
	# shellcheck disable=SC2086
	exits "$name: several actions" $status $command $on shell,command='echo a,b >>done.1' \
		$on signal,num=10,pid=$listener $on "trace,file=done.trace" $on shell,command='echo c >>done.1'
	test_that "$name: actions are done in their order, commas and all" same "$(cat done.1)" $'a,b\nc'
	test_that "the signal came" eventually signal_came
	test_that "the trace is there" [ -s done.trace ]
done

parent() {
	trap 'echo parent >done.parent' USR2
	timerlat top -q -k -T 1 --on-threshold signal,pid=parent,num=12
	sleep 0.1
}
export -f parent
bash -c parent >/dev/null
test_that "pid=parent is the process that called the command" same "$(cat done.parent)" parent

# ---- An action that fails ------------------------------------------------------------

rm -f done.*
exits "an action that fails" 2 timerlat top -q -k -T 1 --on-threshold shell,command='exit 3' \
	--on-threshold shell,command='echo no >done.1'
test_that "stderr has the exit status of the action" err_has 'exit 3'
test_that "actions after the one that fails are not done" [ ! -e done.1 ]
exits "an action at the end that fails" 1 timerlat top -q -k -d 1 --on-end signal,num=10,pid=999999
test_that "stderr names the process" err_has '999999'
exits "a trace that cannot be written is refused" 1 osnoise top -q -s 1 --on-threshold trace,file=/nowhere/x
test_that "stderr names the trace" err_has '/nowhere/x'

# ---- The action "continue" ------------------------------------------------------------

for command in "timerlat top -q -k -T 1" "timerlat hist -u -T 1" "osnoise top -q -s 1" "osnoise hist -S 100 -T 50 -p 100000"; do
	rm -f done.*
	# shellcheck disable=SC2086
	exits "${command%% -[qkuTSs]*}: continue" 0 $command -d 3 \
		--on-threshold shell,command='echo hit >>done.1' --on-threshold continue
	test_that "the run goes on, to the next hit" [ "$(wc -l <done.1)" -gt 1 ]
	test_that "the run does not say that it stopped" out_lacks 'hit stop tracing'
done
rm -f done.*
exits "continue, while the action before it succeeds" 2 timerlat top -q -k -T 1 -d 20 \
	--on-threshold shell,command='echo hit >>done.1; [ $(wc -l <done.1) -lt 3 ]' --on-threshold continue
test_that "the action is done three times" same "$(wc -l <done.1)" 3
test_that "the run says that it stopped then" out_has '^rtla timerlat hit stop tracing$'

# ---- At the end ------------------------------------------------------------------------

rm -f done.*
exits "--on-end after the duration" 0 timerlat hist -k -d 1 --on-end shell,command='echo end >>done.1' --on-end trace
test_that "the action at the end is done" same "$(cat done.1)" end
test_that "the trace of no hit is saved" file_has timerlat_trace.txt 'timerlat_sample:'
background osnoise top -q --on-end shell,command='echo end >>done.1'
interrupted "a run with --on-end"
test_that "the action at the end is done at Ctrl-C" same "$(wc -l <done.1)" 2
exits "--on-end after a hit" 2 timerlat top -q -k -T 1 --on-end shell,command='echo end >>done.1'
test_that "the action at the end is done after a hit" same "$(wc -l <done.1)" 3
test_that "the run with an action at the end says that it stopped" out_has '^rtla timerlat hit stop tracing$'

# left_before NAME OPTION STATUS COMMAND...: test that no measuring thread is
# left while the action of COMMAND runs, which OPTION (--on-threshold or
# --on-end) adds; COMMAND has no other action. The measuring threads have to end
# first because an action may take long, and needs a CPU itself.
left_before() {
	local name=$1 on=$2 status=$3
	shift 3
	rm -f done.*
	exits "$name: what is done $on" "$status" "$@" "$on" \
		shell,command='sleep 1; pgrep "^(timerlat|timerlatu|osnoise)/" >done.threads; true'
	test_that "an action is done with all CPUs left" same "$(wc -l <done.threads)" 0
}
left_before "timerlat -k" --on-threshold 2 timerlat top -q -k -T 1
left_before "timerlat -u" --on-threshold 2 timerlat hist -u -T 1
left_before "timerlat -u" --on-end 0 timerlat top -q -u -d 1
left_before "osnoise" --on-threshold 2 osnoise hist -s 1
left_before "hwnoise" --on-end 0 hwnoise -q -d 1 -p 200000 -r 100000

# ---- An action in the kernel -------------------------------------------------------

echo >$tracefs/trace
exits "--bpf-action" 2 timerlat top -q -k -c 1 -T 1 --bpf-action /root/action.bpf.o
test_that "the BPF program runs at the hit, once" same "$(grep -c 'rtla action: context 1 latency' $tracefs/trace)" 1
latency=$(sed -n 's/.*rtla action.*latency //p' $tracefs/trace)
test_that "the BPF program gets the latency of the hit" out_has "^ *Thread latency: *$(awk "BEGIN { printf \"%.2f\", ${latency:-0} / 1000 }") us"
exits "--bpf-action with no program" 1 timerlat top -q -d 1 -T 1 --bpf-action /bin/sh
test_that "the file without a program is refused" err_has '/bin/sh'

kill $listener
test_that "nothing is left" nothing_left
