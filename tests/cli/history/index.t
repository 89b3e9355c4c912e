#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that "rtla history show" shows what is in the results, whatever becomes of the index
# that it keeps beside them. tests/unit/history/runs_test.c tests that no result is parsed
# again without need.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

# make DAY [SEED]: writes a made-up result of the machine "board" to DAY.json
make() {
	make_result "$1.json" bare cpus=1 seconds=1 seed="${2:-$1}" \
		'host={"name":"board"}' "started_at=\"2026-01-${1}T03:04:05Z\""
}

for day in 01 02 03 04; do make $day; done
rtla history add farm 01.json 02.json 03.json >"$work/out"
folder=farm/board/timerlat index=farm/board/timerlat/.rtla-index
at=$folder/2026-01

# maxima FILE...: prints what "history show" has to show as the maxima of these results
maxima() { jq -r '.all.latencies | "\(.irq.max_ns) \(.thread.max_ns)"' "$@"; }

# shows NAME FILE...: tests that the history has these results, and no others
shows() {
	run rtla history show farm --json -
	is "$1" "$status $(jq -r '.runs[].latencies | "\(.irq.max_ns) \(.thread.max_ns)"' "$work/out")" \
		"0 $(maxima "${@:2}")"
}

is "adding results makes their index" "$(sed 1d $index | jq -r 'keys | join(" ")')" \
	"$(find $folder -name '*.json' -printf '%f\n' | sort | paste -s -d ' ')"
cp -p $index added
shows "a history with the index of what was added" 0[123].json
cmp -s $index added && [ ! $index -nt added ]
ok "the index of what was added has all that is shown"
rm $index
shows "a history without an index" 0[123].json
[ -s $index ]
ok "an index is made"
cmp $index added
ok "showing makes the same index as adding"
run rtla history show farm -o with.html --json with.json
cp "$work/out" with.txt
rm $index
run rtla history show farm -o without.html --json without.json
cmp with.txt "$work/out" && cmp with.html without.html && cmp with.json without.json
ok "table, page and JSON are the same with an index and without it"
is "a percentile that the index lacks is shown" \
	"$(rtla history show farm --percentile 70)" "$(rm $index && rtla history show farm --percentile 70)"

rtla history add farm 04.json >"$work/out"
shows "a result that is added" 0[1234].json
make 05 && cp 05.json $at-05.json
shows "a result that is copied into the folder" 0[12345].json
rm $at-02*.json
shows "a result that is removed from the folder" 0[1345].json
[ "$(grep -c 2026-01-02 $index)" = 0 ]
ok "a result that is removed is removed from the index, too"
make 03 9
cp --preserve=timestamps $at-03*.json old.json
cp 03.json $at-03*.json
touch -r old.json $at-03*.json
shows "a result that is changed, without a change of its time" 0[1345].json

for damage in "truncate -s 200" "truncate -s 0" "sed -i s/99900000/99900001/" "sed -i 1d" \
	"sed -i 1s/index/rabbit/" "cp 01.json"; do
	$damage $index
	cp $index damaged
	shows "an index after '$damage'" 0[1345].json
	! cmp -s $index damaged
	ok "the index is written again"
done

mv farm moved
cp -r moved farm
shows "a copy of the history" 0[1345].json
rm -rf moved

# Some read while others add, and write the index at the same time.
for day in $(seq 10 25); do
	make "$day"
	rtla history add farm "$day.json" >"$work/out" &
	rtla history show farm >"shown.$day" 2>&1 &
done
wait
shows "after many have added and shown at the same time" 0[1345].json [12]?.json
is "nobody has seen an error" "$(grep -h rtla: shown.*)" ""
is "nothing is left behind" "$(find $folder -mindepth 1 ! -name '2026-*.json' -printf '%P')" .rtla-index
run rtla compare --base $folder 01.json
is "compare takes it for no result" "$err $(sed -n 's/^BASE is the mean of \([0-9]* runs\).*/\1/p' "$work/out")" " 20 runs"

# ---- where nobody may write

rm $index
if [ "$(id -u)" -ne 0 ]; then
	nobody=
elif command -v setpriv >/dev/null; then
	nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi
if [ -n "${nobody+x}" ]; then
	chmod 555 $folder
	run $nobody "$work/bin/rtla" history show farm
	is "a folder that is read-only" "$status $err" "0 "
	is "a folder that is read-only shows all results" "$(grep -c '2026-' "$work/out")" 20
	[ ! -e $index ]
	ok "a folder that is read-only gets no index"
	chmod 755 $folder
else
	skip "a folder that is read-only" "no setpriv"
fi

# ---- a first reading that takes long

# results FIRST LAST: makes results with these numbers, which are one file
results() {
	local number

	for number in $(seq "$1" "$2"); do
		ln big/0.json "big/board/timerlat/$number.json"
	done
}

mkdir -p big/board/timerlat
make_result big/0.json bare cpus=32 seconds=60 seed=1 'host={"name":"board"}' \
	'started_at="2026-01-01T00:00:00Z"'
# As many as this build of the command reads in two seconds of a CPU of this machine.
results 1 20
TIMEFORMAT="%3U %3S"
{ time rtla history show big >"$work/out"; } 2>took
count=$(awk '{ print int(20 * 2 / ($1 + $2)) }' took)
rm big/board/timerlat/.rtla-index
results 21 $count
on_terminal
see 24x100 sh -c "rtla history show big >$work/shown" <<END
match ^rtla: \\d+ of $count results are read, the next time is faster *\$
END
exits "a first reading that takes long" 0
is "how many are read is not there in the end" "$out" ""

# ---- results that several processes read

rm -rf many
mkdir -p many/board/timerlat
for i in {100..139}; do
	cp 0$((1 + i % 2)).json many/board/timerlat/$i.json
done
echo '{' >many/board/timerlat/117.json
taskset -c "$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')" rtla history show many >one.txt 2>one.err
mv many/board/timerlat/.rtla-index one.index
run rtla history show many
cmp -s one.txt "$work/out" && cmp -s one.err "$work/err"
ok "results that several processes read are shown as by one, and so is what is wrong with one"
cmp -s one.index many/board/timerlat/.rtla-index
ok "the index of several processes is that of one"
is "what is wrong with a result is told once" "$(grep -c 117.json "$work/err")" 1

finish
