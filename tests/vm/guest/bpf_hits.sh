# shellcheck shell=sh
# Functions for the scripts of the tracer by BPF: for hits, which are in "said", "report.json"
# and "saved.txt". Whoever sources this has sourced lib.sh.

# shellcheck disable=SC2034
amount=40000	# us; a slow machine's own noise is far below half of it

# in_order FILE: the timer came before the switch to the thread, and that before its user latency.
# Least latencies tell nothing of that: they are of different activations, and a thread that had
# not gone to sleep has its user latency as its thread latency. An activation may lack the timer.
in_order() {
	jq -e '.all.latencies | [.irq, .thread, .user] | map(.count * .avg_ns) as $sum |
		(.[1].count == .[2].count) and $sum[0] < $sum[1] and $sum[1] < $sum[2] and
		.[0].max_ns <= .[1].max_ns and .[1].max_ns <= .[2].max_ns' "$1"
}

tool=timerlat	# what measures
# hit_by COMMAND...: run COMMAND while $tool measures CPU 1, until there is a hit
hit_by() {
	rm -f saved.txt report.json
	case $tool in
	timerlat) hit_options="-T $((amount / 2)) -s 5000" ;;
	*) hit_options="-T 50 -s $((amount / 2))" ;;
	esac
	# shellcheck disable=SC2086
	$tool top --tracer bpf -q -c 1 -d 30 $hit_options -tsaved.txt --json report.json >said 2>&1 &
	measures=$!
	eventually pgrep -x ${tool}u/1 >/dev/null
	sleep 1
	"$@"
	wait $measures
	cat said
}

# names WHAT: the latency is put down to WHAT, a regular expression
names() { grep -Eq "^  [0-9]+ % of [0-9.]+ us: $1" said; }
unexplained=2	# %
# adds_up: the parts of the last hit add up, and at most $unexplained % are not explained
adds_up() {
	jq -e --argjson most $unexplained '.stop.analysis |
		([.parts[].ns] | add) + .unexplained_ns == .latency_ns and .unexplained_ns * 100 < .latency_ns * $most' report.json
}
# read_again: the saved trace tells the same as the run did
read_again() {
	rtla analyze saved.txt --json again.json >again || return 1
	grep '^  .* us: ' said >sentence && grep '^  .* us: ' again | diff sentence -
}
# took BEGIN END: the cause of the last hit took as long as these times say, within the latency.
# The tick interrupts some causes, and the emulator any tick: with the time of all that is told
# beside it, the cause is not shorter, and alone it is not longer.
took() {
	took_from=$(awk '$0 ~ / stop: / { for (i = 1; i < NF; i++) if ($i == "t_w") print $(i + 1) }' saved.txt)
	jq -c --arg range "$*" '.stop.analysis | [$range, .latency_ns, [.parts[] | [.ns, .causes[]?.name]]]' report.json
	jq -e --argjson t_w "$took_from" --argjson begin "$1" --argjson end "$2" '.stop.analysis |
		(([$end, $t_w + .latency_ns] | min) - ([$begin, $t_w] | max)) as $whole |
		[.parts[].causes[].ns] | max < $whole * 1.03 and add > $whole * 0.97' report.json
}

# close: the cause took as long as it has told itself: from when to when, in "told"
close() {
	read -r begin finish <told
	took "$begin" "$finish"
}

# as_nobody CAPABILITIES [OPTION...]: measure as another user than root
as_nobody() {
	as_nobody_caps="-all$1"
	shift
	setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps="$as_nobody_caps" --ambient-caps="$as_nobody_caps" \
		timerlat top --tracer bpf -q -c 1 -d 1 "$@"
}
