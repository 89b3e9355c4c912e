#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla wakeup -- PROGRAM" on a simulated machine, on a terminal: what the program
# prints neither breaks the table nor is lost.

. "$(dirname "$0")/../lib.sh"
on_terminal
export SIM=cpus=2

# printed TEXT: returns whether TEXT is a line of what was on the terminal
printed() {
	has "$out" "$1"
}

# see_all COMMAND...: runs COMMAND on a terminal that only keeps what it gets, which is
# faster; sets status, and leaves what was on the main screen in the file "all"
see_all() {
	tap_about "$@"
	/usr/bin/python3 -c 'if True:
		import os, pty, re, sys
		pid, terminal = pty.fork()
		if not pid:
			os.execvp(sys.argv[1], sys.argv[1:])
		got = b""
		try:
			while more := os.read(terminal, 65536):
				got += more
		except OSError:
			pass
		got = re.sub(rb"\x1b\[\?1049h.*?\x1b\[\?1049l", b"", got, flags=re.DOTALL)
		got = re.sub(rb"\x1b(\[[?0-9;]*[A-Za-z]|[>=])", b"", got)
		open("all", "wb").write(got.replace(b"\r", b""))
		sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))' "$@" 2>"$work/err"
	status=$?
}

# ---- before, during and after the table

see 12x80 wakeup -- sh -c 'echo first; echo wrong >&2; [ -t 1 ] && [ -t 2 ] && echo "on a terminal"; stty size <&1; sleep 2; exit 3' <<END
match worker/1
show table
END
exits "the measurement ends with the program" 0
! grep -qE '^first|wrong' "$work/seen/table"
ok "what the program prints does not break the table"
is "the table begins at the top" "$(line table 1)" "Wake-ups and their parts, max (us)"
is "what it has printed is there in the end, in its order" "$(head -n 4 "$work/out")" \
	"first"$'\n'"wrong"$'\n'"on a terminal"$'\n'"12 80"
is "the last table follows" "$(sed -n 5p "$work/out")" "Wake-ups and their parts, max (us)"
restored "the terminal is as it was"
undone "all is undone"

# ---- nothing of it is lost

see_all wakeup -- sh -c 'sleep 2; seq -f "line %.0f of many" 300000; printf %s "no end"'
exits "a burst of megabytes does not stop the measurement" 0
head -n 300000 all | cmp -s - <(seq -f "line %.0f of many" 300000)
ok "all of a burst of megabytes is printed, once, in its order"
is "a last line without an end stays apart from the table" "$(sed -n '300001,300002p' all)" \
	"no end"$'\n'"Wake-ups and their parts, avg/max (us)"

see_all wakeup -d 1 -- bash -c 'trap "seq -f \"late %.0f\" 100000; exit 0" TERM; while :; do sleep 0.1; done'
exits "the duration ends the program" 0
grep "^late" all | cmp -s - <(seq -f "late %.0f" 100000)
ok "all that a program prints when it is told to end is printed"

see_all wakeup -d 1 -- sh -c 'exec yes "again and again"'
exits "a program that never stops to print is ended" 0
[ "$(grep -c "^again and again$" all)" -gt 1000 ]
ok "what it has printed is there"

see 12x80 wakeup --json r.json -- sh -c 'echo before; kill -KILL $$' <<END
END
printed before
ok "a program that is killed has printed what it did"
json_is r.json "the results tell how it ended" .configuration.targets.program.signal 9

see 12x80 wakeup -- sh -c 'echo one; exec >&- 2>&-; sleep 2' <<END
match worker/1
key q
END
exits "a program may close its outputs" 0
printed one
ok "what it printed before is there"

begin=$SECONDS
see 12x80 wakeup -- bash -c 'setsid sleep 77.'$$' & echo gone; sleep 2' <<END
END
exits "a process that the program leaves behind is no error" 0
[ $((SECONDS - begin)) -lt 10 ] && printed gone
ok "the command does not wait for a process that keeps its output open"
pkill -f "^sleep 77.$$\$"

see 12x80 wakeup -- bash -c 'trap "echo told; exit" TERM; echo "PID $$"; while :; do sleep 0.1; done' <<END
match worker/1
key intr
END
exits "Ctrl-C ends the measurement" 0
printed told
ok "Ctrl-C reaches the program as the signal that ends it"
pid=$(sed -n 's/^PID //p' "$work/out")
! kill -0 "${pid:-none}" 2>/dev/null
ok "nothing of the program is left"

# ---- what is no table on a terminal, and inputs

see 12x80 bash -c 'wakeup -d 1 -- sh -c "[ -t 1 ] || echo no terminal; [ -t 2 ] && echo a terminal >&2" >file' <<END
END
grep -qx "no terminal" file && printed "a terminal"
ok "a program writes to the command's own outputs where there is no live table"
run wakeup -q -d 20 -- cat <<<"some input"
has "$out" "some input"
ok "a program reads the command's input"
see 12x80 wakeup -- sh -c 'cat; echo end of file; sleep 1' <<END
END
printed "end of file"
ok "where the input is the terminal with the keys, that of the program is empty"

finish
