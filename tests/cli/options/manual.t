#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests the manual pages: they are made without a warning, have every option, and their
# examples run, and so do those of upstream's pages.

. "$(dirname "$0")/../lib.sh"
top=$(readlink -f "$here/../..")
texts=$top/Documentation/man
export PATH=$work/simulated:$PATH
python=/usr/bin/python3

# The make that runs this test has its own jobs.
unset MAKEFLAGS MFLAGS
make_manual() { make -C "$top/tools/manual" strict RTLA="$RTLA" BUILD="$work/manual" "$@"; }
tap_run make_manual
exits "the pages are made" 0
is "make_manual has no warning" "$(<"$work/err")" ""
cd "$work/manual/man" || exit 1

# ---- the pages

# What each page is like on a terminal with wide lines.
declare -A shown
for page in *.[17]; do
	[[ $page = @(timerlat|osnoise|hwnoise).1 ]] && continue
	is "groff has nothing to complain of in $page" "$(groff -ww -man -Kutf8 -Tutf8 -z "$page" 2>&1)" ""
	shown[$page]=$(groff -man -Kutf8 -Tutf8 -P-cbou -rLL=2000n "$page")
	is "the page $page begins with its name" "$(sed -nE '/^\.SH NAME/{n;s/\\//g;s/ - .*//p}' "$page")" "${page%.*}"
	read_text text "$page"
	for section in SYNOPSIS DESCRIPTION EXAMPLES "EXIT STATUS" "SEE ALSO"; do
		[[ $page = *.7 && $section = @(SYNOPSIS|EXAMPLES|EXIT*) ]] && continue
		has "$text" ".SH $section" || has "$text" ".SH \"$section\""
		ok "the page $page has the section $section"
	done
	missing=
	while read -r name section; do
		[[ -e $name.$section || $name = @(cyclictest|oslat|trace-cmd|stress-ng|hackbench|rsvg-convert) ]] ||
			missing+=" $name($section)"
	done < <(sed -nE 's/\\-/-/g; s/\\fP|\\fB//g; p' "$page" | grep -oE '[a-z-]+\([1-8]\)' | tr '()' '  ')
	is "all pages that $page names are there" "$missing" ""
done
is "pages of the short names" "$(cat timerlat.1 osnoise.1 hwnoise.1)" \
	$'.so man1/rtla-timerlat.1\n.so man1/rtla-osnoise.1\n.so man1/rtla-hwnoise.1'

# listed PAGE MODE: prints the options of a page, those that only another mode has left out
listed() {
	awk -v mode="$2" '
		/^       (-., )?--/ {
			match($0, /--[a-z-]+/)
			name = substr($0, RSTART, RLENGTH)
			text = $0
			if (text !~ /\.$|\.\)$/) { getline; text = $0 }
			only = match(text, /\(Only [a-z ]+\.\)/) ? substr(text, RSTART + 5, RLENGTH - 7) " " : " " mode " "
			if (index(only, " " mode " ")) print name
		}' <<<"${shown[$1]}"
}

mapfile -t calls < <(rtla help --json | jq -r '.commands[] | [.tool, .mode // empty] | join(" ")')
for call in "${calls[@]}"; do
	page=rtla-${call/ /-}.1
	[ -e "$page" ] || page=rtla-${call% *}.1
	is "the page $page has every option of $call" "$(listed "$page" "${call#* }" | sort)" \
		"$(rtla $call --list-opts | tr ' ' '\n' | sort)"
	usage=$'\n +'"rtla $call \\[OPTION]"
	[[ ${shown[$page]} =~ $usage ]]
	ok "$page shows how $call is called"
	above=rtla.1
	[ "$page" = "rtla-${call% *}.1" ] || above=rtla-${call% *}.1
	[[ ${shown[$above]} = *"See ${page%.1}(1)"* ]]
	ok "$above names $page"
done
# Only the live table has colours.
mapfile -t live < <(rtla help --json | jq -r '.commands[] | select([.titles[].options[].name] | index("color"))
	| [.tool, .mode // empty] | join(" ")')
with_keys=
for call in "${calls[@]}"; do
	page=rtla-${call/ /-}.1
	[ -e "$page" ] || page=rtla-${call% *}.1
	[[ ${shown[$page]} != *$'\nKEYS\n'* || $call = *" hist" && ! -e rtla-${call/ /-}.1 ]] || with_keys+="$call"$'\n'
done
is "pages of commands that have a live table have its keys, and no others" "$with_keys" \
	"$(printf '%s\n' "${live[@]}")"$'\n'
words=$(sed -nE 's/^ {7}\*\*([a-z-]+)\*\*$/\1/p; s/^\*\*([a-z-]+)\*\*$/\1/p' "$texts/rtla-load.1.rst" | paste -sd ' ')
is "the page of load has its scenarios" "$words" \
	"$(rtla help --json | jq -r '.commands[] | select(.tool == "load") | .operand_words | join(" ")')"

# ---- the outputs

# output PAGE: prints what a page shows of an output, without the command
output() { awk '/^\.\. output::/ { on = 1; next } /^[^ ]/ { on = 0 } on && !/^ *# / { print substr($0, 5) }' "$texts/$1"; }

without=
for call in "${calls[@]}"; do
	page=rtla-${call/ /-}.1
	[ -e "$page" ] || page=rtla-${call% *}.1
	[[ ${shown[$page]} = *$'\nOUTPUT\n'* ]] || without+=" $page"
done
is "each page of a command has an output" "$without" ""

printf '.. output::\n\n    %081d\n' 0 >"$work/wide.rst"
mkdir "$work/wide_texts" "$work/wide_pages"
sed 's/^OPTIONS$/.. include:: wide.rst\n\nOPTIONS/' "$texts/rtla-doctor.1.rst" >"$work/wide_texts/rtla-doctor.1.rst"
cp "$texts"/common_*.txt "$work/wide.rst" "$work/wide_texts"
tap_run "$top/tools/manual/pages" "$RTLA" "$work/wide_texts" "$work/wide_pages"
[[ $status != 0 && $(<"$work/err") = *"more than 80 columns: 000"* ]]
ok "an output that is wider than a terminal is refused"

is "rtla-analyze.1 shows lines of a recorded analysis" \
	"$(output rtla-analyze.1.rst | grep -vxF -e ... -f "$here/../traces/6.12-memory_reclaim-thread.report")" ""

# Figures are those of the machine on which a page's output was printed; the heads of its
# table are those that the command prints today.
export SIM=cpus=2
while IFS=: read -r page head call; do
	tap_about $call
	line=$(output "$page" | grep "^ *$head ")
	"$here/view/terminal" 24x80 "$work/seen" $call </dev/null 2>"$work/err"
	[ "$line" ] && grep -qxF "$line" <(sed 's/ *$//' "$work/seen/last")
	ok "$page: '$call' has the heads that the page shows"
done <<'END'
rtla-timerlat-top.1.rst:CPU COUNT:timerlat top -d 1
rtla-osnoise-top.1.rst:CPU Period:osnoise top -d 1
rtla-hwnoise.1.rst:CPU Period:hwnoise -d 1
rtla-wakeup.1.rst:TID COMM:rtla wakeup -d 1
rtla-cycle.1.rst:TID COMM:rtla cycle -d 1
rtla-overheads.1.rst:Name:rtla overheads -d 1
rtla-bound.1.rst:Bound:rtla bound -d 1
END
unset SIM

# ---- the examples

cd "$work/dir" || exit 1
mkdir before
printf '#include <rtla_cycle.h>\n#include <unistd.h>\nvoid update(void) { }\nint main(void) { RTLA_CYCLE_BEGIN(control); RTLA_CYCLE_END(control); update(); return sleep(1); }\n' >program.c
cc -I"$top/include" -o program program.c
# Programs that a machine need not have
mkdir "$work/others"
cp program "$work/others/cyclictest"
PATH=$PATH:$work/others
cp "$here/../traces/6.12-irq-thread.txt" timerlat_trace.txt
for name in base new r before/1 before/2; do
	SIM=cpus=2 timerlat hist -d 1 --json $name.json >"$work/out" 2>&1
done
# The plan that the page of rtla matrix shows.
sed -n '/^    {$/,/^    }$/p' "$texts/rtla-matrix.1.rst" >night.json
cp timerlat_trace.txt r.json base.json new.json night.json "$work/seen"
rtla history add farm base.json >"$work/out" 2>&1

"$here/doctor/machines/plant" "$work/tuned" "$here/doctor/machines/tuned.tree"

# example LINE: runs an example as it is written, on a simulated machine with 24 CPUs. A
# command that measures has to come as far as its measurement, which ends at once, but is
# late on a busy machine if it starts a load before; another one must not be refused.
example() {
	local limit=30 measures=yes command
	[[ ! $1 =~ ^rtla\ (analyze|report|compare|history|export|doctor|load|agree|tune|matrix|record|schedulable|help)( |$) ]] || limit=3 measures=
	rm -f "$SIM_LOG"
	cp "$work"/seen/* .
	# It would change settings of this machine.
	command=${1/#rtla tune/"rtla tune --root $work/tuned"}
	SIM=arm=0,cpus=24 tap_run timeout "$limit" bash -c "$command" </dev/null
	if [ "$measures" ]; then
		log_has arm
	else
		read_text err "$work/err"
		[[ $status != 129 && $status != 127 && $'\n'$err != *$'\n'"Try '"* ]]
	fi
	ok "$2: $1"
}

count=0
for text in "$texts"/*.rst; do
	while IFS= read -r line; do
		example "$line" "${text##*/}"
		count=$((count + 1))
	done < <(sed -n '/^EXAMPLES/,/^EXIT STATUS/s/^    \([a-z]\)/\1/p' "$text")
done
[ "$count" -ge 40 ]
ok "there are examples"

# The folder of node_exporter is not here.
unit=$top/Documentation/examples/rtla-openmetrics.service
example "$(sed -n 's|/var/lib/.*/||; s|^ExecStart=/usr/bin/||p' "$unit")" "${unit##*/}"

while IFS= read -r line; do
	example "$line" upstream
done <<'END'
rtla timerlat top -p 100 --no-period
rtla timerlat top -d 5s --on-end trace
rtla timerlat top -T 20 --on-threshold trace --on-threshold shell,command="grep ipi_send timerlat_trace.txt" --on-threshold signal,num=2,pid=parent
rtla timerlat hist -d 5s --on-end trace
rtla timerlat hist -T 20 --on-threshold trace --on-threshold shell,command="grep ipi_send timerlat_trace.txt" --on-threshold signal,num=2,pid=parent
timerlat hist -d 10m -c 0-4 -P d:100us:1ms -p 1000 --no-aa
timerlat -a 40 -c 1-23 -q
rtla osnoise top -d 5s --on-end trace
rtla osnoise top -s 20 --on-threshold trace --on-threshold shell,command="grep ipi_send osnoise_trace.txt" --on-threshold signal,num=2,pid=parent
rtla osnoise top -P F:1 -c 0-3 -r 900000 -d 1M -q
rtla osnoise hist -d 5s --on-end trace
rtla osnoise hist -s 20 --on-threshold trace --on-threshold shell,command="grep ipi_send osnoise_trace.txt" --on-threshold signal,num=2,pid=parent
rtla osnoise hist -P F:1 -c 0-11 -r 900000 -d 1M -b 10 -E 25
rtla hwnoise -d 5s --on-end trace
rtla hwnoise -s 20 --on-threshold trace --on-threshold shell,command="grep ipi_send osnoise_trace.txt" --on-threshold signal,num=2,pid=parent
rtla hwnoise -c 1-7 -T 1 -d 10m -q
END

# The test of examples finds one that is wrong.
rm -f "$SIM_LOG"
SIM=arm=0,cpus=24 tap_run timeout 3 rtla timerlat top --cpu-list 1
[[ $status = 129 ]] && ! grep -qs '^arm' "$SIM_LOG"
ok "a wrong example would be found"

# ---- without docutils

tap_run make -C "$top/tools/manual" RTLA="$RTLA" BUILD="$work/none" PYTHON="$python -S"
exits "the completion is made without docutils" 0
is "one line says that docutils is missing" "$(<"$work/err")" \
	"manual pages: python3-docutils is missing, so they are not made: install it, on Debian with 'apt-get install python3-docutils'"
[[ -s $work/none/rtla.bash && ! -e $work/none/man ]]
ok "there are no pages"
tap_run make -C "$top/tools/manual" install BUILD="$work/none" DESTDIR="$work/installed" PREFIX=/usr
exits "what there is can be installed" 0
is "the completion" "$(cd "$work/installed" && find . ! -type d | sort)" \
	"$(printf './usr/share/bash-completion/completions/%s\n' hwnoise osnoise rtla timerlat; echo ./usr/share/zsh/site-functions/_rtla)"
tap_run make -C "$top/tools/manual" strict RTLA="$RTLA" BUILD="$work/none" PYTHON="$python -S"
[[ $status != 0 ]]
ok "make man fails then"
tap_run make -C "$top/tools/manual" install BUILD="$work/manual" DESTDIR="$work/installed" PREFIX=/usr
is "the pages are installed where man looks for them" \
	"$(cd "$work/installed/usr/share/man" && find . -type f | sort)" \
	"$(cd "$work/manual/man" && for page in *.[17]; do echo "./man${page##*.}/$page"; done | sort)"
tap_run make -C "$top/tools/manual" uninstall BUILD="$work/manual" DESTDIR="$work/installed" PREFIX=/usr
is "uninstall removes pages and completion" "$(find "$work/installed" ! -type d)" ""

finish
