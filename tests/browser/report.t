#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Shows pages of "rtla report" and "rtla history" in a real browser, Chromium. A page must not request other
# files, and the browser must not refuse anything in it; every part must be there and have
# a size, pictures must not be blank, and texts must be readable.
#
#	make -C tests/cli all && tests/browser/report.t
#
# KEEP=FOLDER saves a picture of each page there, for a person to look at.

. "$(dirname "$0")/../cli/lib.sh"
PATH=$work/bin:$PATH
look=$here/../browser/look

# In the first result, each text that somebody may choose freely, like the name of a
# host, contains this one.
hostile='<img src=x onerror=alert(1)><script>alert(2)</script></svg></style>'
make_result one.json full "text=$hostile"
make_result two.json full scale=1.5 outcome=pass segments=300 kept=2
make_result noise.json full tracer=osnoise kept=1
make_result large.json full cpus=256 seconds=1 outcome=measured segments=0
make_result bound.json bare bound=1 cpus.1.bound.columns.window_owcet.upper_ns=801000
make_result timerlat.json bare
rtla report one.json -o one.html
rtla report one.json two.json noise.json -o several.html
rtla report noise.json -o noise.html
rtla report large.json -o large.html
rtla report bound.json timerlat.json -o bound.html
for run in 1 2 3 4 5; do
	"$here/results/make_result.py" full "text=$hostile" "scale=1.$run" |
		jq -c --arg kernel "6.12.$run-rt$hostile x86_64" ".started_at = \"2026-01-0${run}T03:04:05Z\" |
			(.environment.checks[] | select(.name == \"kernel_release\") | .value) = \$kernel" >"run$run.json"
done
rtla history add runs run?.json noise.json >"$work/out"
rtla history show runs -o history.html >"$work/out"

# fact NAME...: prints the rest of the line that "look" printed for this fact
fact() {
	sed -n "s/^$* //p" "$work/out"
}

# seen PAGE WIDTH MODE PICTURES: tests for every page, in any width and mode; PICTURES
# is how many pictures the page has
seen() {
	local name="$1, $2 wide, $3"

	run "$look" "$1.html" "$2" "$3" "${KEEP:+$KEEP/$1-$2-$3.png}"
	exits "$name: the page can be opened" 0 || return
	is "$name: nothing is said, asked for, or could run" \
		"$(fact said) $(fact asked) $(fact scripts) $(fact handlers)" "0 0 0 0"
	[ "$(fact wide)" -le 0 ]
	ok "$name: the page fits the width"
	awk -v least="$(fact contrast)" 'BEGIN { exit !(least + 0 >= 4.5) }'
	ok "$name: texts stand out"
	is "$name: every section has a size" \
		"$(awk '$1 == "section" && ($3 < 250 || $4 < 60)' "$work/out")" ""
	is "$name: the verdict and what belongs to it have a size" \
		"$(awk '$1 == "element" && $3 >= 20 && $4 >= 15' "$work/out" | wc -l)" \
		"$(grep -c ^element "$work/out")"
	is "$name: there are so many pictures" "$(grep -c ^picture "$work/out")" "$4"
	is "$name: no picture is blank, or all of one colour" \
		"$(awk '$1 == "picture" && ($5 < 3 || $6 < 10)' "$work/out")" ""
	is "$name: heat maps have several colours, and cells" \
		"$(awk '$1 == "picture" && $2 ~ /^heat/ && ($5 < 6 || $7 < 60) ||
			$1 == "cells" && $3 < 20' "$work/out")" ""
}

[ -z "${KEEP:-}" ] || mkdir -p "$KEEP"
for mode in light dark; do
	for width in 1400 390; do
		seen one $width $mode 10
		is "one, $width wide, $mode: no picture is too small to read" \
			"$(grep ^cut "$work/out")" ""
	done
done
seen one 720 print 10
seen several 1280 light 30
is "several, 1280 wide: no picture is too small to read" "$(grep ^cut "$work/out")" ""
seen several 390 dark 30
is "several, 390 wide: no picture is too small to read" "$(grep ^cut "$work/out")" ""
seen noise 1400 dark 12
for run in {1..12}; do
	make_result a_longer_name_of_$run.json bare seed=$run percent=$((60 + 20 * run))
done
rtla report a_longer_name_of_{1..12}.json -o twelve.html
seen twelve 1280 dark 32
seen twelve 390 light 32
sed 's/^<details class="reading">/<details class="reading" open>/' several.html >reading.html
seen reading 1280 light 32
seen reading 390 dark 32
is "how to read the page, 390 wide: no picture is too small to read" "$(grep ^cut "$work/out")" ""
seen bound 1400 light 22
seen bound 390 dark 22
seen large 1400 light 8
is "256 CPUs: a heat map is as high as that takes" \
	"$(awk '$1 == "picture" && $2 ~ /^heat/ && $4 < 700' "$work/out")" ""

seen history 1400 light 5
seen history 390 dark 5
"$here/history/make_farm.py" farm 12 60 2=50:200 6=30:50
rtla history farm farm -o . >"$work/out"
seen index 1400 light 12
seen index 390 dark 12
seen board-board02 1400 light 2

# Test the test itself: it must notice faults.
sed 's/<main>/<main><script>alert(1)<\/script><img src="x.png" onerror="alert(1)">/' one.html >bad.html
run "$look" bad.html 1400 light
[ "$(fact said)" -gt 0 ] && [ "$(fact scripts)" = 2 ] && [ "$(fact handlers)" = 1 ]
ok "a script, and a picture from elsewhere, are noticed, and refused by the page"
sed 's/class="cell h[0-9]"/class="cell"/g; s/<\/style>/.cell{fill:none}.mark{stroke:none}&/' one.html >bad.html
run "$look" bad.html 1400 light
is "a heat map without colours is noticed" \
	"$(awk '$1 == "picture" && $2 ~ /^heat/ && ($5 < 6 || $7 < 60)' "$work/out" | wc -l)" 3
sed 's/<\/style>/.note{color:#bbb}&/' one.html >bad.html
run "$look" bad.html 1400 light
awk -v least="$(fact contrast)" 'BEGIN { exit !(least + 0 < 4.5) }'
ok "a text that can hardly be read is noticed"

finish
