#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla history farm": boards that became worse come first, with the run from which on they
# are; and each number of the pages leads to its run. tests/unit/stats/change_point_test.c has
# the statistics.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

"$here/history/make_farm.py" farm 8 60 2=50:200 5=55:160 6=30:50
# These have not run for some nights; and this one is new.
rm farm/board03/timerlat/2026-02-2[4-9]* farm/board03/timerlat/2026-03-*
rm farm/board07/timerlat/2026-0[1-2]-*[0-8]T*
last=$(echo farm/board04/timerlat/2026-03-01*)
jq -c '.verdict.outcome = "fail"' "$last" >failed.json && mv failed.json "$last"

run rtla history farm farm --json farm.json
exits "a farm is shown" 0
is "boards that became worse are first, the last change before the others; then what failed, and what is silent" \
	"$(jq -r '.boards[] | "\(.host) \(.states[0])"' farm.json | head -n 4)" "board05 worse
board02 worse
board04 failed
board03 silent"
is "a board with a change for the better comes last" "$(jq -r '.boards[-1] | "\(.host) \(.states[0])"' farm.json)" \
	"board06 better"
is "boards without a change are not said to have one" \
	"$(jq -r '[.boards[] | select(.change) | .host] | sort | join(" ")' farm.json)" "board02 board05 board06"
is "the first run of the new level is told" \
	"$(jq -r '.boards[] | select(.host == "board02") | .change.first.path' farm.json)" \
	"farm/board02/timerlat/2026-02-20T03-02-05Z_6.12.2-rt.json"
jq -e '[.boards[] | select(.host == "board02") | .change.after_ns / .change.before_ns] | .[0] > 1.7 and .[0] < 2.4' \
	farm.json >"$work/out"
ok "the levels before and after a change are those of the results"
jq -e '.boards[] | select(.host == "board07") | .states | index("few runs")' farm.json >"$work/out"
ok "a board with few runs is not judged"
is "the table is in the order of the JSON" \
	"$(rtla history farm farm | awk '/^board[0-9]/ { print $1 }')" "$(jq -r '.boards[].host' farm.json)"
[ "$(rtla history farm farm | wc -L)" -le 80 ]
ok "the table fits a terminal of 80 columns"
rtla history farm farm | tr '\n' ' ' | tr -s ' ' | grep -q 'No run since 2026-02-23T03:03:05Z\.'
ok "the table says since when a board is silent"
is "the JSON of a farm is as documented" "$(as_documented farm.json 2>&1)" ""

# A result of another period begins another series: the change is not one of the kernel.
cp -r farm other
for result in other/board05/timerlat/2026-02-{25,26,27,28}* other/board05/timerlat/2026-03-*; do
	jq -c '.configuration.period_ns = 2000000' "$result" >changed.json && mv changed.json "$result"
done
is "runs with another configuration are not compared" \
	"$(rtla history farm other --json - | jq -r '.boards[] | select(.host == "board05") | "\(.change) \(.comparable)"')" \
	"null 5"

# ---- pages

run rtla history farm farm --output pages/of
exits "a folder of pages in a folder that does not exist is refused" 1
rtla report "$last" -o "${last%.json}.html"
run rtla history farm farm --output pages
exits "pages are written" 0
is "a page of all boards and one of each machine" "$(cd pages && echo *)" \
	"board-board00.html board-board01.html board-board02.html board-board03.html board-board04.html board-board05.html board-board06.html board-board07.html index.html"
mkdir 'a b' && cp -r farm 'a b/c%d"e'
rtla history farm 'a b/c%d"e' --output 'a b/c%d"e' >"$work/out"

# astray FOLDER: prints how many links pages of a folder have, and those that lead nowhere
astray() {
	python3 - "$1" <<'END'
import pathlib
import re
import sys
import urllib.parse

folder, links = pathlib.Path(sys.argv[1]), 0
for page in folder.glob("*.html"):
    for link in re.findall('href="([^"]*)"', page.read_text()):
        path, _, place = urllib.parse.unquote(link).partition("#")
        target = (page.parent / path) if path else page
        links += 1
        if not target.is_file() or place and f'id="{place}"' not in target.read_text():
            print(page.name, link)
print(links > 400)
END
}

is "all links of pages lead to a run, beside the history" "$(astray pages)" True
is "all links of pages lead to a run, within a history of any name" "$(astray 'a b/c%d"e')" True
grep -q "2026-03-01T03-04-05Z_6.12.2-rt.html\">report</a>" pages/board-board04.html
ok "a run with a report beside it leads to that"
[ "$(sed 's/<a [^>]*>[^<]*<\/a>//g; s/<svg.*//' pages/index.html | grep -c '<td class="n">[0-9]')" = 0 ]
ok "no number of the page of all boards is without a link"
rtla history show farm -o alone.html >"$work/out"
grep -q 'href="farm/board00/timerlat/2026-01-01T03-00-05Z_6.12.0-rt.json"' alone.html
ok "the page of a history leads to its results, too"

# ---- what is refused

run rtla history farm farm --output -
exits "pages to standard output are refused" 129
is "the reason of that" "$(head -n 1 <<<"$err")" \
	"rtla: --output -: several pages do not go to standard output: name a folder"
run rtla history farm farm --output "$last"
exits "a file in place of the folder of pages is refused" 1
run rtla history farm
exits "a farm without a folder is refused" 129

finish
