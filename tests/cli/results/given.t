#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that results of other programs, and our own, are read as people have them: in a log, in a
# mail, on a page, packed. All commands read results in one way; here it is "rtla export".

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
cp "$here"/../results/*.txt "$here"/../results/*.json "$here"/../results/*.xml .

# figures FILE: prints the figures of a result, without what the file alone tells of it
figures() { rtla export "$1" 2>&1 | cut -d, -f4-; }

# same NAME FILE RESULT: tests that FILE has the figures of RESULT
same() { is "$1: $3 has its figures" "$(figures "$2")" "$(figures "$3")"; }

# ---- texts in logs, mails and pages

texts=(cyclictest_h.txt cyclictest_q.txt hwlatdetect.txt oslat.txt upstream_osnoise_hist.txt
	upstream_timerlat_hist_whole.txt upstream_timerlat_top.txt oslat.json)

# formed NAME COMMAND...: tests each text as the command changes it
formed() {
	local text

	for text in "${texts[@]}"; do
		"${@:2}" <"$text" >form
		same "$1" form "$text"
	done
}
formed "a mail" sed 's/^/> > /'
formed "a mail without blanks" sed 's/^/>/'
formed "a patch" sed 's/^/+/'
formed "a log with the time of each line" sed 's/^/2026-11-29T10:00:00.1234567Z /'
formed "the journal" sed 's/^/Nov 29 10:00:00 node7 ci[123]: /'
formed "the journal with full times" sed 's/^/2026-11-29T10:00:00+0100 node7 ci[123]: /'
formed "ts of moreutils" sed 's/^/Nov 29 10:00:00 /'
formed "grep -n" grep -n ''
formed "grep -H" sed 's/^/logs\/run.txt:12:/'
formed "a serial console" sed 's/^/[   12.345678] /'
formed "a log of Azure" sed 's/^/##[debug]/'
formed "line ends of DOS" sed 's/$/\r/'
formed "colours" sed 's/^/\x1b[32m/; s/$/\x1b[0m/'
formed "a log of Docker" jq -Rc '{log: (. + "\n"), stream: "stdout"}'
formed "a log of LAVA" sed "s/'/''/g; s/^/- {\"dt\": \"2026-11-29T10:00:00\", \"lvl\": \"target\", \"msg\": '/; s/\$/'}/"
page() {
	echo "<html><body><pre>"
	sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g'
	echo "</pre></body></html>"
}
formed "a page" page

unset "texts[-1]"	# blanks of JSON are of ASCII
formed "no-break spaces" sed 's/  /\xc2\xa0 /g'

# ---- packed files

rtla_result=$work/ours.json
"$work/simulated/rtla" timerlat hist -k -d 2 --json "$rtla_result" >/dev/null 2>&1
cp "$rtla_result" ours.json
for packer in gzip xz zstd bzip2 lz4; do
	if ! command -v "$packer" >/dev/null; then
		skip "$packer" "it is not installed"
		continue
	fi
	for file in ours.json cyclictest_h.txt rteval_summary.xml; do
		"$packer" -c <"$file" >packed
		same "$packer" packed "$file"
	done
	is "$packer, on standard input" "$(rtla export - <packed | cut -d, -f4-)" "$(figures rteval_summary.xml)"
	head -c $(($(wc -c <packed) / 2)) packed >short
	run rtla export short
	[[ $status = 1 && $err = "rtla: short: it cannot be unpacked to its end: "*": give the whole file" ]]
	ok "$packer: a result whose end is missing is refused"
done
gzip -c <ours.json >packed
run rtla report packed -o page.html
exits "a page of a packed result" 0
run rtla compare packed ours.json
exits "a packed result is compared" 0
run rtla history add folder packed
exits "a packed result is added to a history" 0
run rtla history show folder
[[ $status = 0 && $out = *"1 run"* ]]
ok "a history shows a packed result"

# ---- forms that are named

status_wanted=1
gzip -c <packed >twice
fails "a result that is packed twice" "twice: it is packed twice: unpack it once first" rtla export twice
for file in ours.json cyclictest_h.txt; do
	for encoding in UTF-16 UTF-16LE UTF-16BE; do
		iconv -f UTF-8 -t "$encoding" "$file" >wide
		fails "$file in $encoding" "wide: it is text in UTF-16: change it first: iconv -f $encoding -t UTF-8" rtla export wide
	done
done
iconv -f UTF-8 -t UTF-32 ours.json >wide
fails "a result in UTF-32" "wide: it is text in UTF-32: change it first: iconv -f UTF-32 -t UTF-8" rtla export wide

finish
