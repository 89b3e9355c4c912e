#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Runs in the guest: upstream's own tests of its command, with this command in its place.
# Prints TAP: a line for each of upstream's checks. A check that fails because this command
# is different on purpose passes, with the reason; so it has to be in the list below.
#
#	upstream_tests.sh FOLDER	that has the folder "tests" of upstream's rtla
cd "$1" || exit 1
tracing=/sys/kernel/tracing
tracer=kernel
if [ -e /dev/rtla ]; then
	tracer=module
else
	# Otherwise the command would load it.
	mkdir -p /etc/modprobe.d
	echo blacklist rtla >/etc/modprobe.d/rtla.conf
fi

# What upstream's tests need of a machine: a program without its buffering, and cgroups.
bin=$(mktemp -d)
printf '#!/bin/sh\nexec cat\n' >"$bin/col"
# shellcheck disable=SC2016
printf '#!/bin/sh\nshift\nexec "$@"\n' >"$bin/stdbuf"
chmod +x "$bin"/*
export PATH=$bin:$PATH RTLA=/usr/bin/rtla
grep -q ' cgroup2 ' /proc/mounts || mount -t cgroup2 none /sys/fs/cgroup

# differs CHECK: print why this command may fail in it
differs() {
	case $1 in
	*'verify help page')
		echo "help that is asked for is no error, and goes to stdout"
		return
		;;
	*'verify -s/--stack')
		echo "no stack of a thread that was in user space, nor before Linux 7.1 of a return to it"
		return
		;;
	esac
	case $tracer:$1 in
	kernel:*'default tracing_thresh')
		echo "the threshold is written, as its default is 5 us before Linux 6.10"
		;;
	kernel:*'with BPF action program'*)
		echo "status 4: this tracer has no event of a hit"
		;;
	kernel:*'TIMERLAT_ALIGN' | kernel:*'timerlat_align_us')
		[ -e $tracing/osnoise/timerlat_align_us ] || echo "this kernel cannot align timers"
		;;
	module:*'apply default '* | module:*' sets '* | module:*'verify OSNOISE_IRQ_DISABLE')
		echo "the settings of the kernel's own tracers are not those of the module"
		;;
	module:*'--priority'* | module:*'--cpus'* | module:*'--kernel-threads')
		echo "the CPUs are free when actions begin"
		;;
	esac
}

# judge NAME: read the TAP of the test of this name, and print it with other numbers
judge() {
	local line planned=0 found=0 number why
	while IFS= read -r line; do
		case $line in
		1..*) planned=${line#1..} ;;
		'ok '* | 'not ok '*)
			found=$((found + 1))
			number=$((before + found))
			why=
			[ "${line#not}" = "$line" ] || why=$(differs "$1: ${line#* - }")
			if [ -n "$why" ]; then
				echo "ok $number - $1: ${line#* - }, but differs: $why"
			else
				echo "${line%%ok *}ok $number - $1: ${line#* - }"
			fi
			;;
		*) [ -n "$why" ] || echo "$line" ;;
		esac
	done
	before=$((before + found + 1))
	[ "$planned" != 0 ] && [ "$planned" = $found ] || printf 'not '
	echo "ok $before - $1: all $planned checks were made"
}

before=0
for file in tests/*.t; do
	name=${file##*/}
	judge "${name%.t}" < <(bash "$file" 2>&1)
done
echo "1..$before"
