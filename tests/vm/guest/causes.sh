#!/bin/sh
# A truth test in half a minute, for "make check": five known causes of a late thread or
# interrupt, each of which the report has to name, in its sentence and with its amount. The
# other causes, amounts and mixtures of them are in "make truth".
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
amount=40000	# us; a slow machine's own latencies are below half of it

# named CASE WHAT: succeed if the report of CASE, in the file "said", blames WHAT, a regular
# expression, for AMOUNT us. What interrupted the cause, and was told for itself, is part of
# the time in which it went on.
named() {
	awk -v case="case: $1" -v what="$2" -v amount=$amount '
		/^case: / { here = $0 == case }
		!here { next }
		{ print }
		/^status: / { status = $2 }
		/^report: *(IRQ|Softirq|NMI) interference/ && !(what ~ /softirq/ && /Softirq/) { besides += us($0) }
		/^report: *Taking the stack/ { besides += us($0) }
		/^report: *[0-9]+ % of / { said = $0 ~ what; share = $2; whole = $5 }
		function us(line) { match(line, /[0-9.]+ us/); return substr(line, RSTART, RLENGTH) }
		END {
			took = share / 100 * whole + besides
			printf "%.0f us are told, in which %.0f us interrupted the cause\n", took, besides
			exit !(status == 2 && said && took > 0.97 * amount && took < 1.03 * amount)
		}' said
}

cases="irqs_off/irq preempt_off/thread irq/irq softirq/thread fifo/thread"
set --
for case in $cases; do set -- "$@" "$case/$amount/$((amount / 2))"; done
sh /tests/truth_latency.sh timerlat 1 10000 500 1 "$@" >said 2>&1
while read -r case what; do
	test_that "${case%/*} is named, with its amount" named "$case/$amount/$((amount / 2))" "$what"
done <<'EOF'
irqs_off/irq inject/1:[0-9]+ kept interrupts off in [a-z_]+ [[]rtla_inject]
preempt_off/thread inject/1:[0-9]+ kept preemption off in spin [[]rtla_inject]
irq/irq the interrupt rtla_inject:[0-9]+
softirq/thread the softirq TASKLET:6
fifo/thread inject/1:[0-9]+ ran in spin [[]rtla_inject], with real-time priority 99
EOF
test_that "nothing is left" nothing_left
