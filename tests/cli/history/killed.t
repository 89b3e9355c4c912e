#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that a "rtla history add" that is killed leaves whole results and nothing else but an
# index, and that the next one adds the rest.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

mkdir new
for day in 01 02 03 04; do
	make_result new/$day.json bare seed=$day 'host={"name":"board"}' \
		"started_at=\"2026-01-${day}T03:04:05Z\""
done

# sums FILE...: prints the checksums of files, sorted
sums() { sha256sum "$@" | cut -d' ' -f1 | sort; }

# whole: returns whether the history has only results that were to be added, as they were
whole() {
	local file

	while IFS= read -r -d '' file; do
		[[ $file =~ /2026-01-(..)T03-04-05Z_unknown-kernel.json$ ]] &&
			cmp "$file" "new/${BASH_REMATCH[1]}.json" || return
	done < <(find farm -type f ! -name .rtla-index -print0)
}

# The signal comes when 8 kB of 27 kB are written, and ends a command as SIGKILL does.
mkdir farm
run bash -c 'ulimit -c 0 -f 8 && exec rtla history add farm new/01.json' 2>"$work/killed"
exits "killed within a write" $((128 + $(kill -l XFSZ)))
is "nothing is in the history" "$(find farm -type f)" ""

# Whenever it is: the pauses go a little beyond the time that all of it takes.
begun=$EPOCHREALTIME
rtla history add farm new >"$work/out"
took=$((${EPOCHREALTIME/[.,]/} - ${begun/[.,]/}))
wrong=0 kills=0
for i in {0..9}; do
	rm -rf farm
	mkdir farm
	rtla history add farm new >"$work/out" 2>&1 &
	eventually_pause=$(printf '0.%06d' $((took * i / 9 % 1000000))) tap_pause
	kill -KILL $!
	wait $!
	[ $? != 137 ] || kills=$((kills + 1))
	whole || wrong=$((wrong + 1))
	run rtla history add farm new
	[ "$status" = 0 ] && [ "$(sums farm/board/timerlat/*)" = "$(sums new/*)" ] &&
		[ "$(rtla history show farm | grep -c '^ *2026-')" = 4 ] || wrong=$((wrong + 1))
done 2>/dev/null
[ $kills -gt 0 ]
ok "killed at other moments"
is "whole results are left, and the next one adds the others" $wrong 0

finish
