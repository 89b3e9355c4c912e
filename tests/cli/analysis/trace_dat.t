#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine that save traces in the format of the program
# trace-cmd. Here a script in its place only notes how it was called; tests in guests
# use the real one.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=hit=100,cpus=2
hit=(timerlat top -k -q -T 100)

noted=$work/noted
# notes: prints the calls of trace-cmd. Files without a name, which are paths below
# /proc/PID/fd, are printed as FILE, as their numbers differ from run to run.
notes() { sed -E 's|/proc/[0-9]+/fd/[0-9]+|FILE|g' "$noted"; }
mkdir "$work/others"
cat >"$work/others/trace-cmd" <<X
#!/bin/sh
echo "\$*" >>$noted
call=\$1
while [ \$# -gt 1 ]; do
	[ "\$1" != -o ] || echo "made by trace-cmd" >"\$2"
	shift
done
echo "noise of trace-cmd"
[ "\$call" != "\${TRACE_CMD_REFUSES_FIRST:-none}" ] || ! mkdir $work/refused 2>/dev/null || exit 3
exit \${TRACE_CMD_FAILS:-0}
X
chmod 755 "$work/others/trace-cmd"
PATH=$work/others:$PATH

saves() {
	local name=$1
	shift
	rm -f "$noted" ./*
	run "${hit[@]}" "$@"
	exits "$name" 2
}

saves "-t with a name that ends in .dat" -t night.dat
is "trace-cmd makes it: head, both CPUs, all of it compressed" "$(notes)" \
	"restore -c -o FILE
restore -i FILE -o FILE FILE FILE
convert -i FILE -o FILE"
is "trace-cmd has made the file" "$(cat night.dat)" "made by trace-cmd"
is "the output says once that the trace is saved" "$(grep -c '^  Saving trace to night.dat$' "$work/out")" 1
is "what trace-cmd says is not seen" "$(grep -c noise "$work/out" "$work/err")" \
	"$work/out:0
$work/err:0"
is "the hit is explained, by an instance of its own" \
	"$(grep -c '^## CPU 0 hit stop tracing, analyzing it ##$' "$work/out")" 1
undone "all is undone"

saves "several files of one hit" -t a.txt --on-threshold trace,file=b.dat \
	--on-threshold trace,file=c.txt --on-threshold trace,file=d.dat --on-end trace,file=b.dat
is "the events are taken out once" "$(notes | grep convert)" "convert -i FILE -o FILE"
is "the others have them, too" "$(cat a.txt b.dat c.txt d.dat)" "# tracer: simulated
made by trace-cmd
# tracer: simulated
made by trace-cmd"

rm -f "$noted" ./*
run timerlat top -k -q -T 100 -d 2 -t night.dat --keep 2
exits "--keep" 0
is "each hit that is kept has its own trace.dat" "$(echo ./*)" "./night-1.dat ./night-2.dat"
is "trace.dat is made at each hit that is kept, with one head for all" "$(notes | grep -v 'restore -i')" \
	"restore -c -o FILE
convert -i FILE -o FILE
convert -i FILE -o FILE"

# ---- more CPUs than a process may have files open, as many sessions have it

rm -f "$noted" ./*
ulimit -Sn 128
SIM=hit=100,cpus=256 run "${hit[@]}" -t night.dat
exits "256 CPUs, of which trace-cmd gets a file each" 2
is "trace-cmd gets the events of 256 CPUs" "$(notes | sed -n 's/^restore -i FILE -o FILE //p' | wc -w)" 256
is "the trace.dat of 256 CPUs is made" "$(cat night.dat)" "made by trace-cmd"
undone "all is undone after a trace.dat of 256 CPUs"

# ---- errors

TRACE_CMD_FAILS=3 saves "trace-cmd that fails" -t night.dat
is "stderr says that the trace is not saved" "$(head -n 1 "$work/err")" \
	"rtla: --trace night.dat: trace-cmd: noise of trace-cmd: the trace is not saved"
is "trace-cmd that fails leaves no file" "$(ls)" ""
rm -f ./*
echo old >night.dat
TRACE_CMD_FAILS=3 run "${hit[@]}" -t night.dat
is "an old file stays" "$(cat night.dat)" old
TRACE_CMD_REFUSES_FIRST=convert saves "a file that cannot be made" -t night.dat --on-end trace,file=late.dat
is "events of a trace that failed are kept for the next" "$(notes | grep -v 'restore -c')" \
	"restore -i FILE -o FILE FILE FILE
convert -i FILE -o FILE
restore -i FILE -o FILE FILE FILE
convert -i FILE -o FILE"
is "the next trace is made" "$(ls)" late.dat
rm -rf "$noted"
run "${hit[@]}" -t nowhere/night.dat
is "stderr says why the trace is not saved" "$(head -n 1 "$work/err")" \
	"rtla: --trace nowhere/night.dat: No such file or directory: give a file that can be written"
is "trace-cmd is not asked where the folder is missing" "$(ls "$noted" 2>/dev/null)" ""

# This PATH has no trace-cmd, whether it is installed on this machine or not.
run env PATH="$work/simulated" "${hit[@]}" -t night.dat
exits "a run for a trace.dat does not begin without trace-cmd" 4
is "stderr says that trace-cmd is needed" "$err" \
	"rtla: trace-cmd: not found, but needed for a trace that is called *.dat: install it, or save text under another name"
undone "nothing was changed"

finish
