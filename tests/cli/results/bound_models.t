#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests contrib/bound_models.py: it computes from a result the columns that the command has
# computed from all arrivals, of simulated runs and of two on real kernels; and models of
# others, windows, and what is no result of a bound.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
models=$here/../../contrib/bound_models.py results=$here/../results
export SIM=cpus=2 PYTHONDONTWRITEBYTECODE=1

# columns RESULT : prints both ends of all columns of each CPU, as the command has them
columns() {
	jq -Sc '[.cpus[] | {cpu, columns: (.bound.columns + {joint: (.bound.joint // .bound.columns.window)} |
		map_values({lower_ns, upper_ns}))}]' "$1"
}
# same_columns NAME RESULT [OPTION] : tests that the program has the same
same_columns() {
	is "$1: the columns are those of the command" "$("$models" --json "${@:3}" "$2" | jq -Sc .)" "$(columns "$2")"
}

for of in "cpus=1" "cpus=2,storm=1" "cpus=1,absent=12,gap_ns=250000" "cpus=1,storm=1,uncalibrated=1"; do
	SIM=$of run bound -q -d 1 --json r.json
	same_columns "simulated, $of" r.json
done
as_documented r.json
ok "a result with the demand of interrupts is as documented"
run bound -q -d 1 --no-idle --json without.json
same_columns "a result without idle" without.json
run bound -q -d 1 --json r.json
is "idle is left out of a result that has it" "$("$models" --json --no-idle r.json | jq -Sc .)" "$(columns without.json)"
same_columns "recorded on 6.12-rt" "$results/bound_rt.json"
same_columns "recorded on 6.12" "$results/bound.json"

# ---- The text, and a model of one's own

SIM=cpus=1,storm=1 run bound -q -d 1 --json r.json
cat >own.py <<'END'
def three_of_each(vectors, length):
    return sum(3 * vector.longest for vector in vectors)
def two_in_10_us(vectors, length):
    return -(-length // 10000) * 2 * max(vector.longest for vector in vectors if vector.count > 60)
MODELS = {"three_of_each": three_of_each, "two_in_10_us": two_in_10_us}
END
table=$("$models" --models own.py r.json)
is "models of a file are below those of the paper" "$(sed -n '/window_owcet/,$p' <<<"$table" | tr -s ' ')" \
	" window_owcet 60.8 90.4
 joint 60.8 90.4
 three_of_each 84.0 114.5
 two_in_10_us - does not converge"
is "the table has the ends of a column in us" "$(grep -w each <<<"$table" | xargs)" "each 46.4 75.7"
is "what comes in a window has no need of a bound" "$("$models" --window 9.7 r.json | tr -s ' ')" \
	"CPU 0, in any window of 9.7 us
 Interrupt Arrivals us
 virtio1-req:26 1 14.7
 local_timer:236 1 4.7"
is "a longer window has more arrivals" "$("$models" --window 9.8 r.json | grep virtio | xargs)" "virtio1-req:26 2 29.4"
echo "def falls(vectors, length): return 200000 - length
MODELS = {'falls': falls}" >falls.py
is "a model that falls is refused" "$("$models" --models falls.py r.json 2>&1 >/dev/null)" \
	"a model takes less from a longer window: let it never fall with the length"

# ---- What is no result of a bound

echo "none = 1" >none.py
is "a file without models is refused" "$("$models" --models none.py r.json 2>&1)" \
	"none.py: it has no MODELS, a table of names and functions: see --help"
jq 'del(.cpus[].bound.interrupts[].demand)' r.json >old.json
is "a result of an older version is refused" "$("$models" old.json 2>&1)" \
	"old.json: it has no demand of interrupts: an older version wrote it: measure again"
run osnoise top -q -d 1 --json noise.json
is "a result of another kind is refused" "$("$models" noise.json 2>&1)" \
	"noise.json: it has no bound: give a result of 'rtla bound --json'"
echo "{" >broken.json
[[ $("$models" broken.json 2>&1) == "broken.json: "*": give a result of 'rtla bound --json'" ]]
ok "a file that is no JSON is refused"
finish
