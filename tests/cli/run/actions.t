#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: actions at a hit and at the end.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
hit=(-k -q -T 100 -d 5)
export SIM=hit=100,cpus=2

# merged WORD...: runs a command as "run" does, but with stdout and stderr both in out
merged() {
	tap_command="$*"
	rm -f "$SIM_LOG"
	"$@" >"$work/out" 2>&1
	status=$?
	out=$(<"$work/out")
	: >"$work/err"
}

# lines_of TEXT: prints output without its analysis text, and with one line TABLE for the
# table
lines_of() {
	grep -vE '^ *Timer Latency|^  0 00:|^CPU COUNT|^  [01] #|^-----|^$' <<<"$1" |
		sed '/^## CPU/,$d; s/^ALL .*/TABLE/'
}

# ---- the order

merged timerlat top "${hit[@]}" -t first.txt \
	--on-threshold shell,command='echo one, and two' \
	--on-threshold trace,file=second.txt \
	--on-threshold shell,command='echo three >&2' \
	--on-end shell,command='echo four' --on-end trace
exits "a hit with actions exits with 2" 2
is "threshold, table, end, verdict" "$(lines_of "$out")" \
"  Saving trace to first.txt
one, and two
  Saving trace to second.txt
three
TABLE
four
  Saving trace to timerlat_trace.txt
rtla timerlat hit stop tracing"
is "all traces are saved" "$(cat first.txt second.txt timerlat_trace.txt)" \
"# tracer: simulated
# tracer: simulated
# tracer: simulated"
is "traces are read from the instance 'trace'" "$(grep -c '^read trace$' "$SIM_LOG")" 3
undone "all is undone"
rm -f ./*.txt

run timerlat top "${hit[@]}" --on-threshold shell,command='sleep 1'
exits "what CPUs do after the hit does not count" 2
[ "$(grep -nxm1 'end' "$SIM_LOG" | cut -d: -f1)" -lt "$(grep -nx 'close' "$SIM_LOG" | cut -d: -f1)" ] &&
	[[ $(sed -n 2p "$work/out") = "  0 00:00:00 "* ]]
ok "the time stops with the hit"

run osnoise top -q -S 100 -d 5 --on-threshold shell,command='echo one'
exits "osnoise has actions, too" 2
is "the action is done at once, before the table" "$(sed -n 1p "$work/out")" one
is "the verdict of osnoise is there" "$(grep 'hit stop tracing$' "$work/out")" \
	"rtla osnoise hit stop tracing"
grep -q '^## CPU 0 hit stop tracing, analyzing it ##$' "$work/out"
ok "the cause of osnoise is there"
run osnoise hist -S 100 -d 5 --no-aa
is "--no-aa leaves out the cause" "$(tail -n 1 "$work/out")" "rtla osnoise hit stop tracing"
run hwnoise -q -S 100 -d 5 --on-end trace
is "hwnoise: the tracer's name is osnoise" "$(grep 'hit stop tracing$' "$work/out")" \
	"rtla osnoise hit stop tracing"
is "hwnoise: the trace is called osnoise, too" "$(cat osnoise_trace.txt)" \
	"# tracer: simulated"
rm -f osnoise_trace.txt

# ---- the environment of a shell action

# Only the last 7 digits of a mask, which are signals 1 to 28, are compared: signals above
# 31 belong to the C library. The descriptors have to be those that a shell started by
# this test has, too.
descriptors='cd /proc/self/fd && echo *'
run timerlat top "${hit[@]}" \
	--on-threshold shell,command='cat /proc/$PPID/comm; readlink /proc/self/fd/0' \
	--on-threshold shell,command='grep -E "^Sig(Blk|Ign)" /proc/self/status | sed "s/\t.*\(.......\)$/ \1/"' \
	--on-threshold shell,command='[ "$(cut -d" " -f5 /proc/$$/stat)" = $$ ] && echo leader' \
	--on-threshold shell,command="$descriptors"
is "a shell action has its parent, its input, its signals, its group, its descriptors" \
	"$(sed '/Timer Latency/,$d' "$work/out")" \
"timerlat
/dev/null
SigBlk: 0000000
SigIgn: 0000000
leader
$(sh -c "$descriptors" </dev/null)"

# RTLA_CACHE says where the test rig keeps its parts of guests. It is unset because the
# tests below list all variables that begin with RTLA_.
unset RTLA_CACHE
variables='env | LC_ALL=C sort | grep ^RTLA_'
run timerlat top "${hit[@]}" -t file --on-threshold shell,command="$variables" \
	--on-threshold trace,file=second --on-end shell,command="$variables"
expected="RTLA_CAUSE=97 % of 150.00 us: culprit:77 kept preemption off.
RTLA_CONTEXT=thread
RTLA_CPU=0
RTLA_LATENCY_NS=150000
RTLA_THRESHOLD_NS=100000
RTLA_TRACER=timerlat"
is "what hit, how much, and why, also at the end" \
	"$(grep ^RTLA_ "$work/out")" "$expected
$expected"
is "the trace to be saved is not what was analysed for it" \
	"$(cat file second)" "# tracer: simulated
# tracer: simulated"
rm -f file second
run timerlat top "${hit[@]}" --on-end shell,command="$variables"
is "what hit, how much, and why, with an action at the end only" "$(grep ^RTLA_ "$work/out")" "$expected"
run timerlat top "${hit[@]}" --no-aa --on-threshold shell,command="$variables"
is "an action knows no cause without an analysis" "$(grep ^RTLA_ "$work/out")" "${expected#*$'\n'}"
run osnoise top -q -S 100 -d 5 --no-aa --on-threshold shell,command="$variables"
is "what hit osnoise, and how much" "$(grep ^RTLA_ "$work/out")" "RTLA_CONTEXT=single
RTLA_CPU=0
RTLA_LATENCY_NS=150000
RTLA_THRESHOLD_NS=100000
RTLA_TRACER=osnoise"
RTLA_CPU=9 run timerlat top -k -q -d 1 --on-end shell,command="$variables; true"
is "an action knows nothing of a hit without one" "$(grep ^RTLA_ "$work/out")" ""

# ---- actions that fail

for what in "false|exit status 1" "exit 3|exit status 3" \
	    'kill -9 $$|ended by signal 9' \
	    "no-such-command 2>/dev/null|exit status 127"; do
	run timerlat top "${hit[@]}" \
		--on-threshold shell,command="echo -n 1; ${what%|*}" \
		--on-threshold shell,command='echo -n 2' --on-end shell,command='echo 3'
	[ $status -eq 2 ] && [[ $out = 1\ * && $out = *$'\n3\nrtla timerlat hit'* ]]
	ok "${what%|*} ends the list, but not that of --on-end"
	is "stderr says which actions were not done" "$err" \
		"rtla: --on-threshold shell,command=echo -n 1; ${what%|*}: ${what#*|}: the actions after it were not done"
done
merged timerlat hist -k -T 100 -d 5 --on-threshold shell,command='echo -n 1; false'
is "the output of an action is followed by the results" \
	"$(sed -n 1p "$work/out")" "1# RTLA timerlat histogram"
is "stderr says it after that" "$(grep -A1 '^rtla: ' "$work/out")" \
"rtla: --on-threshold shell,command=echo -n 1; false: exit status 1: the action was not completed
rtla timerlat hit stop tracing"

run timerlat top "${hit[@]}" --on-threshold trace,file=/dev/full \
	--on-threshold shell,command='echo never'
[ $status -eq 2 ] && [[ $out != *never* ]]
ok "a trace that cannot be saved ends the list"
is "stderr says which actions were not done" "$err" \
	"rtla: --on-threshold trace,file=/dev/full: No space left on device: the actions after it were not done"
run timerlat top "${hit[@]}" -t /dev/full \
	--on-threshold shell,command='echo never'
[ $status -eq 2 ] && [[ $out != *never* ]]
ok "a trace of --trace that cannot be saved ends the list"
SIM=$SIM,unreadable=1 run timerlat top "${hit[@]}" -t
is "a trace that cannot be read" "$err" \
	"rtla: --trace timerlat_trace.txt: Input/output error: the trace is not saved"
run timerlat top -k -q -d 1 --on-end shell,command='exit 7' --on-end trace
exits "a failing action exits with 1 without a hit" 1
is "stderr says which action failed" "$err" \
	"rtla: --on-end shell,command=exit 7: exit status 7: the actions after it were not done"
[ -z "$(ls)" ]
ok "the trace after it is not saved"

# ---- signals

trap 'got=USR1' USR1
got=
run timerlat top "${hit[@]}" --on-threshold "signal,num=$(kill -l USR1),pid=$$"
is "a signal to a process" "$status $got" "2 USR1"
got=
run timerlat top "${hit[@]}" --on-end "signal,num=$(kill -l USR1),pid=parent"
is "a signal to the parent" "$status $got" "2 USR1"
trap - USR1
sleep 60 &
gone=$!
kill -9 $gone
wait $gone 2>/dev/null
run timerlat top "${hit[@]}" --on-threshold "signal,pid=$gone,num=15"
[ $status -eq 2 ] &&
	[ "$err" = "rtla: --on-threshold signal,num=15,pid=$gone: No such process: the action was not completed" ]
ok "a signal to a process that is gone"

# ---- the action continue

SIM=hit=200,cpus=2 run timerlat top -k -q -T 100 -d 2 \
	--on-threshold shell,command='sleep 0.2; echo hit' \
	--on-threshold continue --on-threshold shell,command='echo never'
exits "a run that goes on exits with 0" 0
hits=$(grep -c '^hit$' "$work/out")
[ "$hits" -ge 2 ] && [[ $out != *never* ]]
ok "a run that goes on has several hits, and does nothing behind continue"
[[ $out != *"stop tracing"* && $out != *missed* ]]
ok "a run that goes on has no verdict, and all samples"
! grep -qx "start hit ends" "$SIM_LOG"
ok "no hit ends the counting"
called "a hit freezes the trace" "collect all in trace, freeze"
is "each time another is switched on and armed, and then it is emptied" \
	"$(grep -E '^(on|arm|clear) ' "$SIM_LOG" | sed -n '/^on trace2/,/^on trace$/p' | head -n 4)" \
"on trace2
arm irq=0 thread=100000 user=100000
clear trace
on trace"
undone "all is undone"
run timerlat top -k -q -T 100 -d 5 --on-threshold trace \
	--on-threshold shell,command='if [ -f a ]; then echo 2; exit 1; else echo -n 1; touch a; fi' \
	--on-threshold continue
exits "a later hit that does not go on exits with 2" 2
has "$out" "12" || grep -q '^12$' "$work/out" || sed -n '1,4p' "$work/out" | grep -q '2$'
ok "the actions were done at a hit before it"
has "$out" "rtla timerlat hit stop tracing"
ok "the output says that it stopped"
is "the trace is saved at each" "$(grep -c 'Saving trace to timerlat_trace.txt$' "$work/out")" 2
rm -f a timerlat_trace.txt
SIM=hit=100,cpus=2,gap=0 run timerlat top -k -q -T 100 -d 1 --on-threshold continue \
	--on-end continue --on-end shell,command='echo never'
[ $status -eq 0 ] && [[ $out != *never* ]]
ok "--on-end continue ends the list, and no more"

# ---- interrupting a command

# interrupted SIGNALS COMMAND: sends these signals to a run whose action runs COMMAND;
# sets status and err
interrupted() {
	rm -f "$SIM_LOG" started
	env --default-signal=INT timerlat top -k -q -T 100 \
		--on-threshold shell,command="touch started; $2" \
		>"$work/out" 2>"$work/err" &
	eventually test -e started
	for signal in $1; do
		kill "-$signal" $!
		# The next one is another only when this one was taken.
		eventually grep -qs "waiting for the command" "$work/err"
	done
	wait $!
	status=$?
	err=$(<"$work/err")
	rm -f started
}

interrupted INT 'sleep 1; echo finished'
[ $status -eq 2 ] && grep -qx finished "$work/out"
ok "a signal waits for the command"
is "stderr says that it waits for the command" "$err" \
	"rtla: waiting for the command of an action: interrupt again to end it"
interrupted "INT TERM" "sleep 61.$$ & sleep 61.$$"
exits "the second ends it" 2
is "stderr says that the command is interrupted" "$err" \
"rtla: waiting for the command of an action: interrupt again to end it
rtla: --on-threshold shell,command=touch started; sleep 61.$$ & sleep 61.$$: ended by signal 9: the action was not completed"
! pgrep -f "sleep 61.$$\$" >/dev/null
ok "all that the command started is ended"
undone "all is undone"

# ---- interrupting a command while the next hit waits

rm -f "$SIM_LOG"
SIM=hit=50,cpus=2 env --default-signal=INT timerlat top -k -q -T 100 \
	--on-threshold shell,command='echo >>begun; sleep 1; echo finished' \
	--on-threshold continue >"$work/out" 2>"$work/err" &
eventually grep -qs '^hit 2' "$SIM_LOG"
kill -INT $!
wait $!
status=$?
[ $status -eq 0 ] && grep -qx finished "$work/out"
ok "a signal waits for the command of a run that goes on"
is "the next hit's is not begun" "$(wc -l <begun)" 1
rm -f begun

# ---- without a hit

SIM=cpus=2
run timerlat top -k -q -d 1 --on-threshold shell,command='echo never'
is "--on-threshold without a threshold is told to be useless" "$err" \
	"rtla: --on-threshold: nothing will be done: set a threshold"
[ $status -eq 0 ] && [[ $out != *never* ]]
ok "--on-threshold without a threshold is no error"
run timerlat top -k -q -d 1 --on-end trace
[ $status -eq 0 ] && [ -f timerlat_trace.txt ]
ok "--on-end trace saves the trace without a hit"
rm -f timerlat_trace.txt
rm -f "$SIM_LOG"
env --default-signal=INT timerlat top -k -q --on-end shell,command='echo end' \
	>"$work/out" 2>"$work/err" &
begun
kill -INT $!
wait $!
status=$?
[ $status -eq 0 ] && [ "$(tail -n 1 "$work/out")" = end ]
ok "--on-end is also done after a signal"

is "no file is left" "$(ls)" ""
finish
