#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests wrong command lines: the command exits with 129, prints in one line what is wrong
# and what to give instead, starts nothing and leaves nothing.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
# The commands end at once: with sanitizers, a search for leaks would be a third of their time.
export ASAN_OPTIONS=detect_leaks=0
most=$(sed 's/.*[-,]//' /sys/devices/system/cpu/present)
machine=$(cat /sys/devices/system/cpu/present)
instances=$(ls /sys/kernel/tracing/instances 2>/dev/null)
none=$((most + 1))

# table: tests each line of stdin, GROUP|WORDS|MESSAGE: all commands of the group refuse
# the words, which are quoted for the shell, with this message
table() {
	local group words message call given=()

	while IFS='|' read -r group words message; do
		eval "given=($words)"
		calls_of "$group"
		for call in "${calls[@]}"; do
			refused "$message" $call "${given[@]}"
		done
	done
}

# ---- numbers

while IFS='|' read -r group option min max unit _; do
	[[ $group = \#* ]] && continue
	calls_of "$group"
	give="give $min to $max${unit:+ $unit}"
	case $option,$unit in
	*,us) give+=", or with a unit like 30us" ;;
	*,kB) give+=", or with a unit like 10M" ;;
	bucket-size,*) give+=", or a time like 5us" ;;
	esac
	for call in "${calls[@]}"; do
		for value in $((min - 1)) $((max + 1)); do
			refused "--$option $value: out of range [$min, $max]: $give" \
				$call --$option $value
		done
	done
	bad=(abc " 5" - +5 -D)
	# Only where there is a unit, a number may have another one, and decimals.
	[ "$unit" ] || bad+=(1.5 5kg 0x10)
	for value in "${bad[@]}"; do
		refused "--$option $value: not a number: $give" \
			${calls[0]} --$option "$value"
	done
	refused "--$option 99999999999999999999: too large: $give" \
		${calls[0]} --$option=99999999999999999999
	[ "$unit" ] || continue
	for value in 5kg 0x10 5% "5 us" 1e3; do
		refused "--$option $value: unknown unit: $give" ${calls[0]} --$option "$value"
	done
	refused "--$option 10.0001: not a whole number of the unit: $give" \
		${calls[0]} --$option 10.0001
done <"$here/options/ranges"

# ---- every option that takes a value without one, and the other options with one

while IFS='|' read -r group option arg; do
	calls_of "$group"
	for call in "${calls[@]}"; do
		refused "--$option: value missing: give $arg" $call --$option
		refused "--$option: empty value: give $arg" $call --$option=
	done
done <<'END'
all|cpus|LIST
all|house-keeping|LIST
all|duration|TIME
all|warm-up|TIME
measuring|priority|PRIO
all|event|SYSTEM[:EVENT]
all|filter|FILTER
all|trigger|TRIGGER
all|keep|N
all|trace-buffer-size|KB
all|on-threshold|ACTION
all|on-end|ACTION
analysing|auto|US
measuring|period|US
histograms|bucket-size|N
histograms|entries|N
timerlat|irq|US
timerlat|thread|US
timerlat|stack|US
timerlat|stack-format|FORMAT
timerlat|aligned|US
timerlat|dma-latency|US
timerlat|deepest-idle-state|N
timerlat|bpf-action|FILE
timerlat top|aa-only|US
noise|stop|US
noise|stop-total|US
noise|threshold|US
noise|runtime|US
END
table <<'END'
all|--trace=|--trace: empty value: give FILE or nothing
all|-t=|--trace: empty value: give FILE or nothing
measuring|--cgroup=|--cgroup: empty value: give NAME or nothing
measuring|-C ''|--cgroup: empty value: give NAME or nothing
all|--debug=1|--debug=1: takes no value
all|--panic-on-stop=1|--panic-on-stop=1: takes no value
measuring|--no-period=1|--no-period=1: takes no value
all|--help=1|--help=1: takes no value
tables|--quiet=1|--quiet=1: takes no value
histograms|--no-header=1|--no-header=1: takes no value
timerlat|--nano=1|--nano=1: takes no value
timerlat|--kernel-threads=1|--kernel-threads=1: takes no value
osnoise|--irqs-off=1|--irqs-off=1: takes no value
END

# ---- options of measuring commands, which others do not have

for call in compare doctor export load report "history add" "history show" "history farm" "history check"; do
	refused "-D: unknown option" rtla $call -D
	refused "--debug: unknown option" rtla $call --debug
done

# ---- words that no command knows

table <<'END'
all|--bogus|--bogus: unknown option
all|-z|-z: unknown option
all|-Dz|-z: unknown option
all|--=5|--=5: unknown option
timerlat|--threshold 5|--threshold: unknown option; did you mean --thread?
timerlat|--threshold=5|--threshold=5: unknown option; did you mean --thread?
all|--trace-file x|--trace-file: unknown option; did you mean --trace?
all|--prefix 5|--prefix: unknown option
all|--debugs|--debugs: unknown option; did you mean --debug?
all|--duratoin=5|--duratoin=5: unknown option; did you mean --duration?
measuring|extra|extra: stray word: options start with '-'
measuring|-D -d 1 extra|extra: stray word: options start with '-'
measuring|-- -D|-D: stray word: options start with '-'
all|-|-: stray word: options start with '-'
measuring|-tfile x|x: stray word: options start with '-'
measuring|-Cname x|x: stray word: options start with '-'
all|--no-help|--no-help: unknown option
all|--no-event|--no-event: unknown option
all|--no-filter|--no-filter: unknown option
all|--no-trigger|--no-trigger: unknown option
all|--no-on-threshold|--no-on-threshold: unknown option
all|--no-on-end|--no-on-end: unknown option
without_habits|-b 5|-b: unknown option
timerlat top|-b 5|-b: unknown option; a latency that is to end it is given by -a, or --auto, like -a 100us
tables|--no-header|--no-header: unknown option
osnoise hist|-q|-q: unknown option
histograms|--quiet|--quiet: unknown option
all|-t1|--trace 1: a number: give ./1 if the trace file is to have this name; threads measure on all CPUs, or on those of --cpus
analysing|-a 5 -t 4|--trace 4: a number: give ./4 if the trace file is to have this name; threads measure on all CPUs, or on those of --cpus
timerlat|--irqs-off|--irqs-off: unknown option
timerlat top|--no-irq|--no-irq: unknown option
timerlat top|--no-thread|--no-thread: unknown option
timerlat hist|--aa-only 5|--aa-only: unknown option
noise|-n|-n: unknown option
noise|-u|-u: unknown option
noise|-k|-k: unknown option
noise|-i 5|-i: unknown option
noise|--dma-latency 0|--dma-latency: unknown option
noise|--no-stop|--no-stop: unknown option
noise|--no-stop-total|--no-stop-total: unknown option
hwnoise|--irqs-off|--irqs-off: unknown option
hwnoise|--preempt-off|--preempt-off: unknown option
timerlat|--p 100|--p: ambiguous option: it could be --period or --priority
timerlat|--d|--d: ambiguous option: it could be --dump-tasks, --dma-latency, --deepest-idle-state, --duration or --debug
noise|--t|--t: ambiguous option: it could be --threshold, --trace, --trigger or --trace-buffer-size
all|--tr|--tr: ambiguous option: it could be --trace, --trigger or --trace-buffer-size
END

# ---- what cyclictest calls otherwise

cpus="all CPUs are measured unless --cpus names some: leave it out"
loops="a measurement has a duration, not a number of loops: give one like -d 5min"
hist="a histogram is made by 'timerlat hist', and has N buckets with -E N"
duration="a duration is given by -d, like -d 5min"
table <<END
timerlat|-S -m -p 1000|-S: unknown option; $cpus
timerlat|--smp|--smp: unknown option; $cpus
timerlat|--threads=4|--threads=4: unknown option; $cpus
timerlat|-m|-m: unknown option; memory is locked without it: leave it out
timerlat|--mlockall|--mlockall: unknown option; memory is locked without it: leave it out
timerlat|-l 1000|-l: unknown option; $loops
timerlat|--loops=1000|--loops=1000: unknown option; $loops
timerlat|-h 400|-h: it takes no number; $hist
timerlat|-h400|-h400: it takes no number; $hist
timerlat|-D 5m|-D: it takes no number; $duration
timerlat|-D5m|-D5m: it takes no number; $duration
timerlat|-N|-N: unknown option; give -n, or --nano, for nanoseconds
timerlat hist|-q|-q: unknown option; a histogram is shown at the end only: leave it out
timerlat|--interval=200|--interval=200: unknown option; the period is given by -p, or --period, like -p 1ms; -i is a threshold
timerlat|--affinity=1|--affinity=1: unknown option; CPUs are given by -c, or --cpus, like -c 0-3
timerlat|--policy=fifo|--policy=fifo: unknown option; policy and priority are given by -P, or --priority, like -P f:99
timerlat|--priority=95|--priority 95: not a priority: give one like f:95
osnoise|--smp|--smp: unknown option
END

# ---- values that are no numbers

seconds="give seconds, or with a unit like 5min"
list="not a list of CPUs: give one like 0-3,5"
forms="give o:NICE, r:PRIO, f:PRIO or d:RUNTIME:PERIOD"
for option in duration warm-up; do
	least=1
	[ $option = duration ] || least=0
	table <<END
all|--$option abc|--$option abc: not a number: $seconds
all|--$option -1|--$option -1: out of range [$least, 315360000]: $seconds
all|--$option 1e3|--$option 1e3: unknown unit: $seconds
all|--$option 1x|--$option 1x: unknown unit: $seconds
all|--$option 1s1|--$option 1s1: unknown unit: $seconds
all|--$option 1m30s|--$option 1m30s: unknown unit: $seconds
all|--$option "1 s"|--$option 1 s: unknown unit: $seconds
all|--$option 1.5|--$option 1.5: not a whole number of the unit: $seconds
all|--$option 1500ms|--$option 1500ms: not a whole number of the unit: $seconds
all|--$option 99999999999999999999|--$option 99999999999999999999: too large: $seconds
END
done
table <<END
all|-d 0|--duration 0: out of range [1, 315360000]: $seconds
all|-d 3651d|--duration 3651d: out of range [1, 315360000]: $seconds
all|--warm-up 3651d|--warm-up 3651d: out of range [0, 315360000]: $seconds
END
for option in cpus house-keeping; do
	wrong=$list
	[ $option = house-keeping ] || wrong+=", or auto"
	for bad in abc:1 -1:1 1-:3 '0,:3' 1-0:4 0-x:3; do
		table <<<"all|--$option ${bad%:*}|--$option ${bad%:*}: character ${bad#*:}: $wrong"
	done
	table <<<"all|--$option $none|--$option $none: no such CPU: this machine has $machine"
done
table <<END
measuring|-P 95|--priority 95: not a priority: give one like f:95
measuring|-P 99|--priority 99: not a priority: give one like f:99
measuring|-P f99|--priority f99: not a priority: give one like f:99
measuring|-P fifo|--priority fifo: not a priority: give one like f:95
measuring|-P rr|--priority rr: not a priority: give one like r:50
measuring|-P 100|--priority 100: not a priority: $forms
measuring|-P fif:5|--priority fif:5: not a priority: $forms
measuring|-P x:5|--priority x:5: not a priority: $forms
measuring|-P f:0|--priority f:0: out of range, a real-time priority is 1 to 99: $forms
measuring|-P r:100|--priority r:100: out of range, a real-time priority is 1 to 99: $forms
measuring|-P f:-1|--priority f:-1: out of range, a real-time priority is 1 to 99: $forms
measuring|-P o:20|--priority o:20: out of range, nice is -20 to 19: $forms
measuring|-P o:-21|--priority o:-21: out of range, nice is -20 to 19: $forms
measuring|-P o:x|--priority o:x: not a number: $forms
measuring|-P d:100000:1000000|--priority d:100000:1000000: no unit: $forms
measuring|-P d:2ms:1ms|--priority d:2ms:1ms: the runtime is longer than the period: $forms
measuring|-P d:100us|--priority d:100us: no period: $forms
timerlat|--stack-format foo|--stack-format foo: unknown: give truncate, skip or full
timerlat|--stack-format Full|--stack-format Full: unknown: give truncate, skip or full
END

# ---- events and actions

before="no event before it: give --event SYSTEM:EVENT first"
single="applies only for single events, not for all of a system: give --event SYSTEM:EVENT before it"
event="not an event: give SYSTEM or SYSTEM:EVENT, like sched:sched_switch"
for option in filter trigger; do
	table <<END
all|--$option x|--$option x: $before
all|--$option x -e sched:sched_switch|--$option x: $before
all|-e sched --$option x|--$option x: $single
all|-e a:b -e sched --$option x|--$option x: $single
END
done
for bad in : sched: :sched_switch a:b:c ../events "a b"; do
	table <<<"all|-e '$bad'|--event $bad: $event"
done
many=$(printf -- '-e a:b %.0s' {1..64})
table <<<"all|$many -e c:d|--event c:d: too many events: give a system instead of its events"

kinds="give trace[,file=FILE], signal,num=N,pid=PID, shell,command=COMMAND or continue"
signal="give signal,num=N,pid=PID"
for option in on-threshold on-end; do
	table <<END
all|--$option foo|--$option foo: no such action: $kinds
all|--$option tracer|--$option tracer: no such action: $kinds
all|--$option trace,foo=bar|--$option trace,foo=bar: not a file: give trace or trace,file=FILE
all|--$option trace,file=|--$option trace,file=: not a file: give trace or trace,file=FILE
all|--$option trace,file=a,b|--$option trace,file=a,b: not a file: give trace or trace,file=FILE
all|--$option signal|--$option signal: no signal: $signal
all|--$option signal,num=2|--$option signal,num=2: no process: $signal, or pid=parent
all|--$option signal,pid=2|--$option signal,pid=2: no signal: $signal
all|--$option signal,num=0,pid=2|--$option signal,num=0,pid=2: no such signal: $signal with N from 1 to 64
all|--$option signal,num=65,pid=2|--$option signal,num=65,pid=2: no such signal: $signal with N from 1 to 64
all|--$option signal,num=2,pid=0|--$option signal,num=2,pid=0: not a process: $signal, or pid=parent
all|--$option signal,num=2,pid=-1|--$option signal,num=2,pid=-1: not a process: $signal, or pid=parent
all|--$option signal,foo=1|--$option signal,foo=1: unknown word: $signal
all|--$option shell|--$option shell: no command: give shell,command=COMMAND
all|--$option shell,foo|--$option shell,foo: no command: give shell,command=COMMAND
all|--$option continue,x|--$option continue,x: it takes nothing: give continue
END
	many=$(printf -- "--$option continue %.0s" {1..32})
	table <<<"all|$many --$option trace|--$option trace: too many actions: give one shell,command= for several of them"
done

# ---- options that do not go together

threads="--user-threads, --kernel-threads, --user-load: they exclude each other: give one of them"
long="the runtime is longer than the period: give less, or a longer period"
table <<END
timerlat|-k -u|$threads
timerlat|-u -U|$threads
timerlat|-kU|$threads
timerlat top|--no-aa --aa-only 5|--no-aa, --aa-only: they exclude each other: leave one out
timerlat top|--counters|--counters: they are read at a stop: give a threshold, like -a 100
timerlat top|--aa-only 5 -i 0 -T 0|--aa-only: no threshold is left: leave out -i 0 and -T 0
timerlat hist|--no-irq --no-thread|no-irq and no-thread set, there is nothing to do here: leave one out
histograms|-b 1s|--bucket-size 1000000000ns: out of range [1, 999999]: give 1 to 999999 us
timerlat hist|-b 500ns|--bucket-size 500ns: not a whole number of us: give a multiple of 1us, or add --nano
histograms|--no-index|--no-index: rows could not be identified: add --with-zeros
noise|-r 1000001|--runtime 1000001, --period 1000000: $long
noise|-r 600 -p 500|--runtime 600, --period 500: $long
noise|-p 500 -r 600|--runtime 600, --period 500: $long
END

# RTLA_NO_BPF=1 gives the same result whether the command is built with libbpf or not.
RTLA_NO_BPF=1 run "$work/simulated/timerlat" top --bpf-action file.o
exits "--bpf-action where there is none is an error" 1
is "stderr says that there are no BPF actions" "${err%: *}" \
	"rtla: --bpf-action file.o: BPF actions are not supported in tracefs-only mode"
run "$work/simulated/timerlat" top --bpf-action file.o
exits "--bpf-action with no such file is an error" 1
is "stderr names the file" "${err%%.o: *}" "rtla: --bpf-action file"
undone "nothing is left of a refused --bpf-action"

# ---- names of commands

table <<'END'
timerlat bottom||unknown command 'timerlat bottom'
timerlat hits||unknown command 'timerlat hits'; did you mean 'timerlat hist'?
rtla osnoise histo|-q|unknown command 'osnoise histo'; did you mean 'osnoise hist'?
osnoise hwnoise||unknown command 'osnoise hwnoise'
hwnoise top||top: stray word: options start with '-'
rtla foo||unknown command 'foo'
rtla top||unknown command 'top'; did you mean 'rtla timerlat top'?
rtla hist|-d 1|unknown command 'hist'; did you mean 'rtla timerlat hist'?
rtla timrlat|top|unknown command 'timrlat'; did you mean 'timerlat'?
rtla wakeup ./program||./program: unknown mode: put -- before the program: rtla wakeup -- ./program
wakeup ls|-l|ls: unknown mode: put -- before the program: wakeup -- ls
rtla wakeup tpo||unknown command 'wakeup tpo'; did you mean 'wakeup top'?
rtla wakeup top|-q ./program|./program: stray word: put -- before the program: rtla wakeup top -- ./program
overheads hist|./program|./program: stray word: put -- before the program: overheads hist -- ./program
rtla doctr||unknown command 'doctr'; did you mean 'doctor'?
rtla help timmerlat||unknown command 'timmerlat'; did you mean 'timerlat'?
rtla --foo||--foo: unknown option
END
is "the list of commands is by rtla" "$(tail -n 1 "$work/err")" "Try 'rtla --help'."

for call in "rtla timerlat top" "rtla osnoise hist" "rtla hwnoise" hwnoise \
	    "osnoise top" "timerlat hist"; do
	run $call -p 0
	is "the hint names the command as it was called: $call" \
		"$(tail -n 1 "$work/err")" "Try '$call --help'."
done
run timerlat -p 1
is "the hint names the command with the mode left out" \
	"$(tail -n 1 "$work/err")" "Try 'timerlat top --help'."

# ---- wrong command lines are refused before anything starts

for words in "timerlat top -p 1" "osnoise hist -c abc" "hwnoise -r 5" \
	     "timerlat --aa-only 5 --no-aa" "timerlat -d 1 -t file extra" \
	     "osnoise -a 5 --on-end foo"; do
	run "$work/simulated/"$words
	[[ $status != [02] && ! -s $SIM_LOG ]]
	ok "nothing is started by $words"
done
is "no instance is left" "$(ls /sys/kernel/tracing/instances 2>/dev/null)" \
	"$instances"
is "no file is left" "$(ls)" ""

finish
