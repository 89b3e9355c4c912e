#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine, on a terminal: the progress of a histogram.

. "$(dirname "$0")/../lib.sh"
on_terminal

# Any second of the run is right: on a busy machine the test may miss some of them.
see 20x100 sh -c "timerlat hist -k -d 4 >$work/hist" <<'END'
match ^rtla: timerlat hist: 00:00:0[1-3] of 00:00:04, \d\d %, left 00:00:0[1-3], \d+ samples$
show progress
END
exits "a histogram with a duration" 0
is "tells its progress in one line" "$(grep -c . "$work/seen/progress")" 1
is "which is gone in the end" "$out" ""
[ "$(head -n 1 "$work/hist")" = "# RTLA timerlat histogram" ]
ok "and not part of the result"
[[ $(line progress 1) =~ :0([1-3])" of 00:00:04, "([0-9]+)" %, left 00:00:0"([1-3]), ]] &&
	[ $((BASH_REMATCH[1] + BASH_REMATCH[3])) = 4 ] &&
	[ $((BASH_REMATCH[2] / 25)) = "${BASH_REMATCH[1]}" ]
ok "whose times and share agree"
see 20x36 timerlat hist -k <<END
match ^rtla: timerlat hist: 00:00:0[1-9]
show narrow
key intr
END
exits "without one it tells the time" 0
[[ $(line narrow 1) =~ ^"rtla: timerlat hist: 00:00:0"[1-9]", "[0-9][0-9]$ ]]
ok "as much as fits"
is "in one line" "$(grep -c . "$work/seen/narrow")" 1
is "which the result takes" "$(head -n 1 "$work/out")" \
	"# RTLA timerlat histogram"
run timerlat hist -k -d 2
is "nothing of it in a file" "$err" ""
see 20x100 bash -c 'set -m; timerlat hist -k -d 2 >/dev/null & wait' <<END
END
! grep -q rtla "$work/seen/raw"
ok "nor from the background"

finish
