#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that "rtla analyze" reads a saved trace in the forms that tracers' options, consoles,
# logs, grep, trace-cmd, mail programs and pages of the web give it: the report is that of the
# trace as the kernel prints it.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

traces=$here/../traces
latency=$traces/kernel/6.12-rt-preempt_off-thread.txt	# of the kernel's tracer, with a stack
noise=$traces/kernel/7.2-rt-osnoise-total.txt
module=$traces/6.12-rt-preempt_off-thread.txt

# same NAME FORM [TRACE]: tests that the file FORM has the report of TRACE, and no damage
same() {
	run rtla analyze "$2"
	is "$1: the report is that of the trace as it was" "$err$(cat "$work/out")" \
		"$(cat "${3%.txt}.report")"
}

# formed NAME COMMAND...: the same of each of these traces, which the command has changed
formed() {
	local trace

	for trace in "$latency" "$noise" "$module"; do
		"${@:2}" <"$trace" >form
		cmp -s form "$trace" && echo "not changed" >form
		same "$1, ${trace##*/}" form "$trace"
	done
}

# ---- one trace in several forms

rtla analyze "$traces/forms/plain.txt" >plain.report
[[ $(<plain.report) = *"dhcp:333 ran on in slow_driver_op, in a system call,"* ]]
ok "the trace in several forms has a cause"
for form in "$traces"/forms/*.txt; do
	run rtla analyze "$form" --json form.json
	is "forms/${form##*/}: nothing is damaged, and the analysis is complete" \
		"$err$(jq .hits[0].analysis.complete form.json)" true
	# The begin of a dump is only known to a microsecond.
	compared=
	[[ $form = */dump.txt ]] && compared=' % of '
	is "forms/${form##*/}: the report is that of the plain form" \
		"$(grep "$compared" "$work/out")" "$(grep "$compared" plain.report)"
done

sed '/irq/s/^ *[^ ]*-[0-9]* /          <idle>-0   /' "$traces/forms/plain.txt" >form
run rtla analyze form
[[ $out =~ " swapper/1:0 "[^$'\n']*$'\n      exit from idle' ]]
ok "the idle thread that the timer interrupted has the name that the kernel gives it"

# ---- blanks and ends of lines

formed "line ends of DOS" sed 's/$/\r/'
formed "blanks after lines" sed 's/$/   /'
formed "no-break spaces" sed 's/ /\xc2\xa0/g'
formed "every second blank is a no-break space" sed 's/  /\xc2\xa0 /g'
formed "no-break spaces of latin-1" sed 's/ /\xa0/g'
formed "narrow no-break spaces" sed 's/ /\xe2\x80\xaf/g'
formed "tabs" sed 's/        /\t/g; s/ => /\t=> /'
formed "em spaces" sed 's/ /\xe2\x80\x83/g'
formed "two blanks between words" sed '/^#/!s/ start /  &/; /^#/!s/ context /& /'
formed "the mark of UTF-8" sed '1s/^/\xef\xbb\xbf/'
formed "a colour around each line" sed 's/.*/\x1b[0;32m&\x1b[0m/'
formed "colours of grep" sed 's/^/\x1b[m\x1b[K/; s/latency/\x1b[01;31m\x1b[K&\x1b[m\x1b[K/'

# ---- what is put before lines

formed "a quoted trace" sed 's/^/> /'
formed "a trace that is quoted twice" sed 's/^/> > /'
formed "a trace that is quoted twice without blanks" sed 's/^/>> /'
formed "numbers of grep -n" grep -n ''
formed "names and numbers of grep -Hn" grep -Hn --label=a-trace.txt ''
formed "names of grep -H" grep -H --label=trace ''
formed "numbers of grep -n -A" awk '{ print NR "-" $0 }'
formed "numbers on lines of their own" sed =
formed "a console" sed 's/^/[   12.345678] /'
formed "a console with callers" sed 's/^/[   12.345678][  T123] /'
formed "a console with levels" sed 's/^/<4>[   12.345678] /'
formed "dmesg -x" sed 's/^/kern  :warn  : [   12.345678] /'
formed "dmesg -T" sed 's/^/[Tue Nov 12 10:00:00 2024] /'
formed "the journal" sed 's/^/Nov 12 10:00:00 host kernel: /'
formed "the journal, short-iso" sed 's/^/2024-11-12T10:00:00+0100 host kernel: /'
formed "the journal, short-monotonic" sed 's/^/[   12.345678] host kernel: /'
formed "the file of a syslog" sed 's/^/Nov  2 10:00:00 host-1 kernel: [   12.345678] /'
formed "a log of Azure" sed 's/^/2024-01-01T00:00:00.1234567Z ##[debug]/'
formed "a quoted log" sed 's/^/> Nov 12 10:00:00 host kernel: /'
formed "a prefix that nobody knows" sed '/^#/!s/^/node7 | ttyS0 | /'

formed "the journal, export" sed 's/.*/_HOSTNAME=node7\nPRIORITY=4\nMESSAGE=&\n/'
formed "the journal, verbose" sed 's/.*/Tue 2024-11-12 10:00:00 CET [s=1;i=2]\n    PRIORITY=4\n    MESSAGE=&/'
call=$traces/6.12-call-single.txt
sed 's/.*/MESSAGE=&\n_HOSTNAME=node7/' "$call" >form
same "the journal, with a field after each line" form "$call"

# ---- what is put around lines

as_members() { jq -R -c "$@"; }
formed "a log of Docker" as_members '{ log: (. + "\n"), stream: "stdout", time: "2024-01-01T00:00:00.1Z" }'
formed "the journal as JSON" as_members '{ PRIORITY: "4", MESSAGE: ., _HOSTNAME: "node7" }'
formed "a log with the characters of HTML as codes" sed 's/.*/{"message":"&"}/; s/</\\u003c/g; s/>/\\u003e/g'
formed "a log of LAVA" sed 's/\\/\\&/g; s/"/\\"/g; s/.*/- {"dt": "2024-01-01T00:00:00.123456", "lvl": "target", "msg": "&"}/'
formed "a log of LAVA with other quotes" sed "s/'/''/g; s/.*/- {dt: '2024-01-01T00:00:00.123456', lvl: target, msg: '&'}/"
formed "strings" sed 's/.*/"&"/'
formed "lines that are continued" sed 's/$/ \\/'
formed "comments of a script" sed 's/^/    # /'

# ---- the same twice

twice() { tee copy; cat copy; }
formed "a trace that is there twice" twice
formed "a trace of which each line is there twice" sed p
twice <"$call" >form
same "a trace that is there twice, ${call##*/}" form "$call"

# ---- mails and pages

entities() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'; }
formed "entities of HTML" entities
twice_entities() { entities | entities; }
formed "a page within a page" twice_entities
other_first() { echo '{"a": 1}'; cat; }
formed "another first line" other_first
formed "a page of HTML" sed '1s/^/<pre>/; s/>/\&gt;/g; s/ => / =\&gt; /; s/ /\&nbsp;/g'
formed "breaks of HTML" sed 's/&/\&amp;/g; s/</\&lt;/g; s/$/<br \/>/'
spans() { entities | awk '{ print "<span id=\"L" NR "\" class=\"line\">" $0 "</span>" }'; }
formed "spans of HTML" spans
cells() { entities | awk '{ print "<tr><td>" NR "</td><td>" $0 "</td></tr>" }'; }
formed "a table of HTML" cells
formed "lines that were wrapped at 72 columns" fold -s -w 72
formed "lines that were wrapped at 60 columns" fold -s -w 60
sed 's/kdamond.0:54/kworker\/0:1:10/; s/\(noise\|threshold\): */\1:\n/' "$noise" >form
rtla analyze <(sed 's/kdamond.0:54/kworker\/0:1:10/' "$noise") >kworker.report
run rtla analyze form
is "lines that were wrapped before a name like that of grep" "$err$(cat "$work/out")" "$(<kworker.report)"
formed "lines that were wrapped at 45 columns, within the columns of the trace" fold -s -w 45
formed "lines that a terminal has cut at 100 columns" fold -w 100
for trace in "$latency" "$module"; do
	fold -w 79 "$trace" >form
	same "lines that a terminal has cut at 79 columns, ${trace##*/}" form "$trace"
done
sed -E 's/^(.*_noise: +)([a-z]+\/[0-9]+:[0-9].*)/\1\n\2/' "$traces/kernel/7.2-rt-osnoise-total.txt" >form
same "a line that is wrapped before a name that looks like a file's" form "$noise"
for columns in 80 100; do
	fold -w "$columns" "$call" >form
	same "names that a terminal has cut at $columns columns" form "$call"
done
quoted_fold() { sed 's/^/> /' | fold -s -w 70; }
formed "quoted lines of which only the first is marked" quoted_fold
signed() { cat; printf '\nRegards, Jo\n-- \nJo: 5 ns\n'; }
formed "a mail with a signature" signed

# ---- options of the tracer

formed "record-tgid" sed -E 's/^( *[^ #].{0,15}-[0-9]+ *)(\[[0-9]+\])/\1(-------) \2/'
formed "record-tgid, with ids" sed -E 's/^( *[^ #].{0,15}-[0-9]+ *)(\[[0-9]+\])/\1(    123) \2/'
sed -E 's/^( => [^ ]+)/\1+0x1c\/0x40/' "$module" >form
same "sym-offset" form "$module"
sed -E 's/^ => .*/& <ffffffff8123456>/' "$module" >form
same "sym-addr" form "$module"

formed "two blanks between the fields" sed 's/ start /  start /'
sed 's/<stack trace>/stack trace/' "$latency" >form
same "a stack without brackets" form "$latency"
for trace in "$latency" "$module"; do
	sed 's/^ => .*/&\t\t\t<---- here/' "$trace" >form
	same "frames with a remark, ${trace##*/}" form "$trace"
	sed 's/^ => .*/&\n => /' "$trace" >form
	same "frames without a name, ${trace##*/}" form "$trace"
	(cat "$trace"; echo 'CPU:0 [LOST 345 EVENTS]') >form
	same "events that are lost after the hit, ${trace##*/}" form "$trace"
done
for name in '# tracer: nop' '=> f'; do
	sed "s/  dhcp-333/$name-333/; s/dhcp:/$name:/" "$traces/forms/plain.txt" >form
	run rtla analyze form
	is "a thread of the name $name: the cause is named" "$err$(grep -c " % of 82.00 us: $name:333 ran on" "$work/out")" 1
done

# latency: the CPU and the state are one column
latency_format() { sed -E 's/^( *[^ #].{0,15}-[0-9]+ +)\[0*([0-9]+)\] ([^ ]+) /\1\2\3 /'; }
formed "latency-format" latency_format

# ftrace_dump: the same with times that count from the beginning of the trace, as the kernel
# dumps it on a console
ftrace_dump() {
	latency_format | perl -pe '
		s/ (\d+)\.(\d{6}):(?= )/ sprintf " %4dus%s: ", 1000000 * $1 + $2 - ($begin \/\/= 1000000 * $1 + $2 - 7), $. % 2 ? " " : "+"/e
			unless /^#/; s/^/[   99.100200] /'
}
# The begin of the trace is only known to a microsecond.
for trace in "$latency" "$module"; do
	ftrace_dump <"$trace" >form
	run rtla analyze form
	is "a dump of ftrace on a console, ${trace##*/}: the cause is that of the trace as it was" \
		"$err$(grep ' % of ' "$work/out" | grep -o ': .*')" \
		"$(grep ' % of ' "${trace%.txt}.report" | grep -o ': .*')"
	is "a dump of ftrace on a console, ${trace##*/}: the stack is complete" \
		"$(grep -c '^ *-> ' "$work/out")" "$(grep -c '^ *-> ' "${trace%.txt}.report")"
done

# ---- trace-cmd report

cat >report.txt <<'TRACE'
cpus=2
        worker-70    [001] d.h1.   100.000003: timerlat:             seq:1	context:0	timer_latency:2833
        worker-70    [001] d.h1.   100.000005: irq_noise:            local_timer:236 start 100.000001000 duration 4000 ns
        worker-70    [001] d..3.   100.000080: thread_noise:         worker:70 start 100.000000500 duration 75000 ns
    timerlat/1-90    [001] .....   100.000082: timerlat:             seq:1	context:1	timer_latency:82000
    timerlat/1-90    [001] ....1   100.000083: kernel_stack:         	=> timerlat_irq
	=> asm_sysvec_apic_timer_interrupt
	=> slow_driver_op
TRACE
cat >kernel.txt <<'TRACE'
# tracer: timerlat
          worker-70      [001] d.h1.   100.000003: #1     context    irq timer_latency      2833 ns
          worker-70      [001] d.h1.   100.000005: irq_noise: local_timer:236 start 100.000001000 duration 4000 ns
          worker-70      [001] d..3.   100.000080: thread_noise:     worker:70 start 100.000000500 duration 75000 ns
      timerlat/1-90      [001] .....   100.000082: #1     context thread timer_latency     82000 ns
      timerlat/1-90      [001] ....1   100.000083: <stack trace>
 => timerlat_irq
 => asm_sysvec_apic_timer_interrupt
 => slow_driver_op
TRACE
rtla analyze kernel.txt >kernel.report
[[ $(<kernel.report) = *"ran on in slow_driver_op"* ]]
ok "the function of the stack is named"

# reported NAME COMMAND...: tests that the file report.txt, changed by a command, says the same
reported() {
	"${@:2}" <report.txt >form
	same "trace-cmd report, $1" form kernel.txt
}
reported "as it is" cat
reported "a stack of its own lines" sed 's/kernel_stack: .*=> /&\n=> /; s/\(kernel_stack: *\)\t=> /\1<stack trace >/'
reported "addresses of functions" sed 's/=> .*/& (ffffffff81234567)/'
reported "no states" sed -E 's/\] [.a-z0-9]{5}/]/'
# Otherwise, a time is up to a microsecond later.
sed -E 's/^(.*\] [.a-z0-9]{5} +[0-9.]+): /\1500: /' report.txt >form
same "trace-cmd report, nanoseconds" form kernel.txt
reported "differences of times" sed -E 's/^(.*\] [.a-z0-9]{5} +[0-9.]+): /\1: (+5)  /'
reported "the latency format" sed -E 's/ \[001\] / 1/'
reported "events whose format it cannot apply" sed \
	's/local_timer:236 start.*/[FAILED TO PARSE] start=100000001000 duration=4000 vector=236 desc=local_timer/
	 s/worker:70 start.*/[FAILED TO PARSE] comm=worker start=100000000500 duration=75000 pid=70/'
sed -i '3a\        worker-70    [001] d..2.   100.000005: sched_switch:         old:5 [120] S ==> worker:70 [98]' report.txt
sed '3a\          worker-70      [001] d..2.   100.000005: sched_switch: prev_comm=old prev_pid=5 prev_prio=120 prev_state=S ==> next_comm=worker next_pid=70 next_prio=98' kernel.txt >switched.txt
rtla analyze switched.txt >switched.report
same "trace-cmd report, a switch as its plugin prints it" report.txt switched.txt
sed '5iCPU:1 [3 EVENTS DROPPED]' report.txt >form
run rtla analyze form
[[ $out = *"Events are missing"* ]]
ok "trace-cmd report: events that were dropped are missing"

cut="rtla: form: trace-cmd report prints only the 8 innermost functions of a stack: to see all of them, analyze the trace.dat itself"
sed '$a\	=> four\n\t=> five\n\t=> six\n\t=> seven' report.txt >form
run rtla analyze form
is "trace-cmd report: a stack of seven functions is whole" "$status $err" "0 "
sed -i '$a\	=> eight' form
run rtla analyze form
is "trace-cmd report: a stack of eight functions may be cut" "$status $err" "0 $cut"
sed 's/: kernel_stack: .*=>/: <stack trace>\n =>/' form >uncut
run rtla analyze uncut
is "a stack of eight functions that the kernel has printed is whole" "$status $err" "0 "
# Of the module, all frames are in one line, and 0x0 for each that 24 are too many.
deep=$traces/6.12-function_tracer-thread.txt
awk '/ stack: / { printf "%s", $0; left = 24; next }
	left && /^ => / { printf "%s", $0; left--; next }
	left { while (left--) printf " 0x0"; left = 0; print "" }
	1' "$deep" >form
[[ $(grep -c ' stack: .* pid=[0-9]* => .* => .* 0x0 0x0$' form) = 1 ]]
ok "trace-cmd prints a stack of the module in one line"
same "trace-cmd report, a stack of the module" form "$deep"

cat >periods.txt <<'TRACE'
cpus=1
     osnoise/0-90    [000] .....   100.000003: osnoise:              noise:5	max_sample:3	hw:0	nmi:0	irq:2	softirq:0	thread:0
     osnoise/0-90    [000] .....   101.000003: osnoise:              noise:95	max_sample:30	hw:0	nmi:0	irq:1	softirq:0	thread:0
TRACE
run rtla analyze periods.txt
[[ $out = *"95.00 us"* ]]
ok "trace-cmd report: the periods of osnoise"

# ---- no header, and older kernels

grep -v '^#' "$latency" >form
same "no header" form "$latency"
grep -v '^#' "$noise" >form
same "no header of osnoise" form "$noise"
cat >old.txt <<'TRACE'
     osnoise/7-26    [007] d..h2..   530.100005: irq_noise: mydev:178 start 530.100003000 duration 260 ns
     osnoise/7-26    [007] .......   530.100014: sample_threshold: start 530.100001000 duration 12800 ns interferences 1
TRACE
run rtla analyze old.txt --json old.json
has "$out" "  82 % of 12.80 us: hardware, firmware or a hypervisor: the kernel did nothing in that time."
ok "a noise of an older kernel, without a header"
is "a noise of an older kernel: the kernel's tracer has recorded it" "$(jq -r .tracer old.json)" kernel

# ---- times that are shifted

# later SECONDS: adds these, an expression of awk, to the time of each line
later() {
	awk 'match($0, / [0-9]+[.][0-9]+: /) {
		rest = substr($0, RSTART + 1)
		$0 = substr($0, 1, RSTART) int(rest) + ('"$1"') substr(rest, index(rest, "."))
	} 1'
}

# shifted NAME SECONDS NOTE: tests that each trace with later times has the report of the one
# before, and that stderr says how far they are away
shifted() {
	local trace

	for trace in "$latency" "$noise" "$module"; do
		later "$2" <"$trace" >form
		run rtla analyze form
		is "$1, ${trace##*/}: the report is that of the trace as it was" \
			"$(<"$work/out")" "$(<"${trace%.txt}.report")"
		is "$1, ${trace##*/}: stderr says how far times are away" "$err" \
			"rtla: form: its times are $3 than those in its events: they are read without that"
	done
}
shifted "trace-cmd report --ts-offset 5000000000000" 5000 "5000.000000 s later"
shifted "trace-cmd report --ts-offset -5000000000" -5 "5.000000 s earlier"
run rtla analyze "$traces/kernel/6.12-rt-other.clock"
is "a clock that runs as that in its events: the trace is read" "$status $err" \
	"0 rtla: $traces/kernel/6.12-rt-other.clock: its times are 0.179249 s later than those in its events: they are read without that"
has "$out" "                        inject/0:497                        87.88 us"
ok "a clock that runs as that in its events: the cause is named"

# ---- a stack is never lost in silence

# stack_lost NAME SED-SCRIPT: tests that a stack without frames is missing
stack_lost() {
	sed "$2" kernel.txt >form
	run rtla analyze form --json form.json
	is "$1: counts as a loss" "$err" "rtla: form: line $3 is damaged and counts as a lost event"
	is "$1: the analysis is not complete" "$(jq .hits[0].analysis.complete form.json)" false
}
stack_lost "a stack without its frames" '/=>/d' 6
stack_lost "frames without their stack" '/<stack/d' 6
run rtla analyze kernel.txt --json form.json
is "a stack with its frames: the analysis is complete" "$(jq .hits[0].analysis.complete form.json)" true

# ---- forms that are named

status_wanted=1
form_refused() { fails "$1" "form: $2" rtla analyze form; }
later NR <"$latency" >form
form_refused "a clock that runs faster than that in its events" \
	'it was recorded with another trace clock than the times in its events have: record it with the clock "local"'
unitless='its time is a number without a unit, as those of the trace clocks x86-tsc and counter, and has no place beside times in ns: record it with trace_clock "local"'
sed -E 's/ 100\.([0-9]{6}):/ 100\1:/' kernel.txt >form
form_refused "a clock that does not count time" "line 2: $unitless"
sed -E 's/^( .* [0-9]+)\.([0-9]{6}):/\1\2:/' "$module" >form
run rtla analyze form
is "a clock that does not count time, of the module: its own clock is named" "$status ${err##*record}" '1  it with trace_clock "mono"'
sed -E 's/ 100\.([0-9]{6}):/ 300000000\1:/; s/(-[0-9]+ *)\[001\] /\1 1/' kernel.txt >form
form_refused "the same in the latency format" "line 2: $unitless"
sed -E 's/^.*[0-9]: (#1|.*_noise)/\1/' kernel.txt >form
form_refused "lines without their columns" \
	"line 2: it has fields of a tracer, but not the columns before them, like \"TASK-PID [CPU] STATE TIME:\": give the trace as the kernel prints it, with its option context-info"
sed -E 's/timer_latency.*|_noise.*/tim/; /stack/d; /=>/d' kernel.txt >form
form_refused "only the beginnings of lines" \
	"line 2: a part of the tracer's entry is missing: give the trace as it was saved"
for encoding in UTF-16 UTF-32 UTF-16LE UTF-16BE; do
	iconv -f UTF-8 -t $encoding kernel.txt >form
	form_refused "$encoding" "it is text in ${encoding%?E}: change it first: iconv -f $encoding -t UTF-8"
done
tr '\n' '\r' <kernel.txt >form
form_refused "lines that end with CR" "its lines end with CR alone: change it first: tr '\\r' '\\n'"
sed -z 's/\n/\\n/g' kernel.txt >form
form_refused "lines that end with a backslash and n" \
	"its lines end with a backslash and n: change it first: sed 's/\\\\n/\\n/g'"
{ printf 'Content-Transfer-Encoding: base64\n\n'; base64 kernel.txt; } >form
form_refused "a mail in base64" \
	"it is a mail whose text is encoded: save its text, or what is attached, in the mail program"
printf 'Subject: a hit\nContent-Transfer-Encoding: quoted-printable\n\n' |
	cat - <(sed -E 's/=/=3D/g; s/(.{75})/\1=\n/g; s/thread timer/thr=\nead timer/' kernel.txt) >form
form_refused "a mail in quoted-printable" \
	"it is a mail whose text is encoded: save its text, or what is attached, in the mail program"
sed -E 's/-([0-9]+) +(\[001\]) [^ ]+/ \1 \2/; s/[a-z]*_noise:/osnoise:&/' kernel.txt >form
form_refused "perf script" \
	"it is what perf script prints, which has other columns: record it by --trace, or by trace-cmd"

finish
