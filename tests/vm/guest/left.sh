# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Functions for tests that kill commands: they find what the commands leave.
# left() starts no other program: that would take longer than the clean-up that
# it watches.

# left: print the names of all that is left, one on a line
left() {
	for left_file in /sys/devices/system/cpu/cpu[0-9]*/cpuidle/state?/disable; do
		# Not every guest has idle states.
		read -r left_value 2>/dev/null <"$left_file" || continue
		[ "$left_value" = 0 ] || echo "$left_file"
	done
	# shellcheck disable=SC2154 # It is assigned in lib.sh.
	for left_file in "$tracefs"/instances/rtla.* /run/rtla; do
		[ ! -e "$left_file" ] || echo "$left_file"
	done
	while read -r left_value left_file; do
		case $left_value in
		rtla_*) echo "synthetic event $left_value" ;;
		esac
	done <"$tracefs"/synthetic_events
	for left_file in /proc/[0-9]*/comm; do
		read -r left_value 2>/dev/null <"$left_file" || continue
		case $left_value in
		rtla | timerlat* | osnoise* | hwnoise | bound/* | latency-guard | trace-cmd | sleep) echo "$left_value" ;;
		esac
	done
} 2>/dev/null

# cleaned: succeed as soon as nothing is left; /tmp/took then has the time that
# this took, in ms. After 2 s, print what is left and fail.
cleaned() {
	cleaned_at=${EPOCHREALTIME/./}
	while [ -n "$(left)" ]; do
		[ $((${EPOCHREALTIME/./} - cleaned_at)) -le 2000000 ] || { left; return 1; }
		eventually_pause=0.02 tap_pause
	done
	echo $(((${EPOCHREALTIME/./} - cleaned_at) / 1000)) >/tmp/took
}
