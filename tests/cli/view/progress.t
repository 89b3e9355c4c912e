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
is "the progress is one line" "$(grep -c . "$work/seen/progress")" 1
is "the progress is gone in the end" "$out" ""
[ "$(head -n 1 "$work/hist")" = "# RTLA timerlat histogram" ]
ok "the progress is not part of the result"
[[ $(line progress 1) =~ :0([1-3])" of 00:00:04, "([0-9]+)" %, left 00:00:0"([1-3]), ]] &&
	[ $((BASH_REMATCH[1] + BASH_REMATCH[3])) = 4 ] &&
	[ $((BASH_REMATCH[2] / 25)) = "${BASH_REMATCH[1]}" ]
ok "the progress has times and a share that agree"
see 20x36 timerlat hist -k <<END
match ^rtla: timerlat hist: 00:00:0[1-9]
show narrow
key intr
END
exits "a histogram without a duration tells the time" 0
[[ $(line narrow 1) =~ ^"rtla: timerlat hist: 00:00:0"[1-9]", "[0-9][0-9]$ ]]
ok "the time is told as far as it fits"
is "the time is told in one line" "$(grep -c . "$work/seen/narrow")" 1
is "the result takes the place of the time" "$(head -n 1 "$work/out" | cut -d, -f1)" \
	"timerlat hist"
run timerlat hist -k -d 2
is "nothing of it in a file" "$err" ""
see 20x100 bash -c 'set -m; timerlat hist -k -d 2 >/dev/null & wait' <<END
END
! grep -q rtla "$work/seen/raw"
ok "no progress is shown from the background"

finish
