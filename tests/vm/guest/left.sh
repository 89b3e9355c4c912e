# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What commands leave, for tests that kill them. Without other programs, which would
# take longer than what they look for.

# left: names of what there is; nothing if there is nothing
left() {
	for left_file in /sys/devices/system/cpu/cpu[0-9]*/cpuidle/state?/disable; do
		# Not every guest has idle states.
		read -r left_value 2>/dev/null <"$left_file" || continue
		[ "$left_value" = 0 ] || echo "$left_file"
	done
	for left_file in "$tracefs"/instances/rtla.* /run/rtla; do
		[ ! -e "$left_file" ] || echo "$left_file"
	done
	for left_file in /proc/[0-9]*/comm; do
		read -r left_value 2>/dev/null <"$left_file" || continue
		case $left_value in
		rtla | timerlat* | osnoise* | hwnoise | latency-guard | trace-cmd | sleep) echo "$left_value" ;;
		esac
	done
} 2>/dev/null

# cleaned: all is gone within 2 s of now
cleaned() {
	cleaned_at=${EPOCHREALTIME/./}
	while [ -n "$(left)" ]; do
		[ $((${EPOCHREALTIME/./} - cleaned_at)) -le 2000000 ] || { left; return 1; }
		sleep 0.02
	done
	echo $(((${EPOCHREALTIME/./} - cleaned_at) / 1000)) >/tmp/took
}
