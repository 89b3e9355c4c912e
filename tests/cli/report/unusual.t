#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla report" with results that hardly any machine writes: with nonsense in them, and
# of very many CPUs. It takes as long as all other tests of report together.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

# ---- results with proper figures, and nonsense in other places

make_result small.json full cpus=2 seconds=1 kept=1
mkdir nonsense
bad=''
step=3
[ -z "${LONG:-}" ] || step=1
# From a pipe, bash reads each character by itself.
"$here/report/nonsense" small.json >documents
mapfile -t documents <documents
for ((i = 0; i < ${#documents[@]}; i += step)); do
	printf '%s' "${documents[i]}" >nonsense.json
	rtla report nonsense.json -o nonsense/$i.html >"$work/out" 2>"$work/err"
	status=$?
	[ $status -le 1 ] || bad+="line $i: status $status: $(tail -n 3 "$work/err")"$'\n'
done
is "documents with nonsense in them are shown or refused" "$bad" ""
is "there were 250 documents" "${#documents[@]}" 250
is "all tags are closed, of nonsense" "$("$here/report/page" open nonsense/*.html)" ""
[ "$(compgen -G 'nonsense/*.html' | wc -l)" -gt $((100 / step)) ]
ok "most of them are shown"

# ---- hundreds of CPUs

make_result large.json full cpus=256 seconds=2
TIMEFORMAT="%U %S"
{ time run rtla report large.json -o large.html; } 2>took
exits "256 CPUs" 0
test_that "256 CPUs take less than 10 s of CPU" awk '{ exit $1 + $2 >= 10 }' took
[ "$(stat -c %s large.html)" -lt 1500000 ]
ok "256 CPUs take less than 1.5 MB"
is "each of 256 CPUs has its rows" "$(grep -o '<title>CPU [0-9]*: max' large.html | wc -l)" 768
jq -c '.cpus[0] as $one | .cpus = [range(2048) as $i | $one | .cpu = 3 * $i]' small.json >huge.json
run rtla report huge.json -o huge.html
is "2048 CPUs share rows" "$(grep -o 'Each row stands for 2 CPUs' huge.html | wc -l)" 3

run rtla report large.json --plot large.svg
exits "256 CPUs in a picture" 0
run rtla report huge.json --plot huge.png
exits "2048 CPUs in a picture" 0

finish
