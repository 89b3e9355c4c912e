#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests how results name the machine that was measured, and the labels that a user gives
# them.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
measure=(timerlat top -q -k -d 1)
unset RTLA_LABELS

run "${measure[@]}" --json r.json --label board=rack3 --label commit=1a2b --label 'board=rack 4, "left"'
exits "labels" 0
json_ask r.json .labels .host.name '.host.machine_id // ""' .host
is "labels are in the result, the last of each" "${found[0]}" '{"board":"rack 4, \"left\"","commit":"1a2b"}'
test_that "the result with labels is as documented" as_documented r.json
is "the host's name is in the result" "${found[1]}" "$(hostname | cut -d . -f 1)"
is "the host's id is not the machine's" "$(grep -cxF "$(cat /etc/machine-id 2>/dev/null || echo none)" <<<"${found[2]}")" 0
run timerlat top -q -k -d 3 --json again.json
json_is again.json "the host is the same each time" .host "${found[3]}" \
	"the result of a run without a label has none" .labels "{}"

RTLA_LABELS='farm=a,,board=b' run "${measure[@]}" --json r.json --label board=rack3
is "labels of RTLA_LABELS are added, an option counts more" "$status $(jq -cS .labels r.json)" '0 {"board":"rack3","farm":"a"}'

run "${measure[@]}" --json r.json --no-host --openmetrics r.prom
is "--no-host leaves the host out" "$status $(jq -c .host r.json) $(grep -c 'host=' r.prom)" "0 null 0"
test_that "the result without a host is as documented" as_documented r.json
run "${measure[@]}" --no-host --host --json r.json
is "--host takes it back" "$status $(jq -r .host.name r.json)" "0 $(hostname | cut -d . -f 1)"

run "${measure[@]}" --openmetrics r.prom --junit r.xml --gate 'thr.max<1s' --label board='a<"b">'
is "OpenMetrics has them" "$(grep -o 'label_board="[^}]*' r.prom)" 'label_board="a<\"b\">"'
is "OpenMetrics have the host" "$(grep -c "^rtla_run_info{.*,host=\"$(hostname | cut -d . -f 1)\"," r.prom)" 1
test_that "OpenMetrics are as documented" as_documented r.prom
is "JUnit has them" "$(xmllint --xpath 'string(//property[@name="board"]/@value)' r.xml)" 'a<"b">'
is "JUnit has the host" "$(xmllint --xpath 'string(/testsuite/@hostname)' r.xml)" "$(hostname | cut -d . -f 1)"

while IFS='|' read -r text reason; do
	refused "--label $text: $reason" timerlat top -d 1 --label "$text"
done <<'X'
board|not a label: give KEY=VALUE, where KEY is letters, digits and _
=rack|not a label: give KEY=VALUE, where KEY is letters, digits and _
3d=x|not a label: give KEY=VALUE, where KEY is letters, digits and _
a-b=x|not a label: give KEY=VALUE, where KEY is letters, digits and _
abcdefghijklmnopqrstuvwxyz_12345=x|too long: give a key of at most 31 and a value of at most 95 bytes
X
refused $'--label a=b\tc: a control character in it: give a value without' timerlat top -d 1 --label $'a=b\tc'
RTLA_LABELS=x refused "RTLA_LABELS=x: not a label: give KEY=VALUE, where KEY is letters, digits and _" timerlat top -d 1
many=()
for ((i = 0; i < 17; i++)); do many+=(--label "k$i=v"); done
refused "--label k16=v: too many labels: give at most 16" timerlat top -d 1 "${many[@]}"

# ---- Readers ignore fields that they do not know

jq -c '. + {later: 1} | .cpus[0] += {later: [1]} | .configuration += {later: "x"}' again.json >later.json
run rtla compare again.json later.json
exits "compare ignores fields that it does not know" 0
jq -c 'del(.host, .labels)' again.json >earlier.json
run rtla compare earlier.json again.json
exits "compare does without fields that are new" 0
finish
