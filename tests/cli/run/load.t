#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests "rtla load": which program makes which load, and on which CPUs.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
cpu=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')

# shown SCENARIO COMMAND: tests that --show prints COMMAND, bound to one CPU
shown() {
	run rtla load "$1" --show -c "$cpu"
	is "$1" "$status $out" "0 taskset -c $cpu $2"
}
shown idle "sleep infinity"
shown cpu "stress-ng --quiet --cpu 1"
shown cache "stress-ng --quiet --cache 1 --stream 1"
TMPDIR=/elsewhere shown io "stress-ng --quiet --temp-path /elsewhere --hdd 1 --hdd-bytes 64M --iomix 1 --iomix-bytes 64M --sock 1 --udp 1 --fork 1"
shown sched "hackbench -g 1 -l 1000000000"
run rtla load cpu --show
is "without -c, as many as may be used" "$out" "stress-ng --quiet --cpu $(nproc)"

# These programs print how they were called, and on which CPUs they may run.
mkdir "$work/programs"
for program in stress-ng hackbench; do
	printf '#!/bin/sh\necho "${0##*/} $*"\ntaskset -cp $$ | sed "s/.*: //"\n' >"$work/programs/$program"
	chmod +x "$work/programs/$program"
done
PATH=$work/programs:$PATH run rtla load cpu -c "$cpu"
is "it becomes the program, on these CPUs" "$status $out" "0 stress-ng --quiet --cpu 1"$'\n'"$cpu"
PATH=$work/programs:$PATH run rtla load sched
is "or where we are" "$out" "hackbench -g $(nproc) -l 1000000000"$'\n'"$(taskset -cp $$ | sed 's/.*: //')"
run timeout 1 rtla load idle
exits "idle lasts until it is ended" 124

mkdir "$work/empty"
run env PATH="$work/empty" "$work/bin/rtla" load io
is "without the program" "$status $err" \
	"4 rtla: stress-ng: No such file or directory: install it, on Debian with 'apt-get install stress-ng'"
run env PATH="$work/empty" "$work/bin/rtla" load sched
is "or the other" "$status $err" \
	"4 rtla: hackbench: No such file or directory: install it, on Debian with 'apt-get install rt-tests'"
refused "no SCENARIO given: give idle, cpu, cache, io or sched" rtla load
refused "disk: no such scenario: give idle, cpu, cache, io or sched" rtla load disk
refused "io: stray word: there is one SCENARIO, cpu" rtla load cpu io
refused "--cpus x: character 1: not a list of CPUs: give one like 0-3,5" rtla load cpu -c x

finish
