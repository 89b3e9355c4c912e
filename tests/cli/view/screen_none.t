#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: when the table is plain text, not a screen.

. "$(dirname "$0")/../lib.sh"
on_terminal

# ncurses leaks memory for a terminal that it does not know. The leak sanitizer is not to
# report that.
echo leak:libtinfo >"$work/lsan"
export LSAN_OPTIONS=suppressions=$work/lsan:print_suppressions=0
for term in dumb unheard-of ''; do
	TERM=$term see 60x100 timerlat top -k -d 2 <<-END
	END
	exits "TERM=$term cannot do it" 0
	plain "TERM=$term gets plain text"
	is "a table a second" "$(tables)" 2
done
for options in -q -D; do
	see 60x100 timerlat top -k -d 1 $options <<-END
	END
	plain "plain with $options"
done
see 60x100 sh -c 'timerlat top -k -d 2 </dev/null' <<END
END
plain "plain without a keyboard"
is "a table is printed each second without a keyboard" "$(tables)" 2
see 60x100 sh -c 'timerlat top -k -d 2 | cat' <<END
END
plain "plain into a pipe"
see 60x100 bash -c 'set -m; timerlat top -k -d 2 & wait' <<END
END
plain "plain in the background"
is "a run in the background is not stopped" "$(tables)" 2

finish
