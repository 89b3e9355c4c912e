#!/bin/sh
# Runs scripts of tests in a guest, and prints their tests as one TAP stream, in which the
# names of tests begin with that of their script: all.sh NAME...
#
# ALONE is the command that runs a script alone on the host, with NAME in place of its name.

for name; do
	echo "# $name, $(cut -d ' ' -f 1 /proc/uptime) s"
	{
		case $name in
		abi) /root/abi_test ;;
		wakeup) modprobe rtla_inject && /root/abi_test wakeup ;;
		interface | neighbours | resume) /root/abi_test "$name" ;;
		# A NAME may end with arguments for the script.
		*) sh "/tests/${name%% *}.sh" ${name#"${name%% *}"} ;;
		esac
		# A script that died has not printed all of its tests, so a bad
		# status is a failure, too.
		status=$?
		[ $status = 0 ] || echo "not ok - ends with $status"
	} | grep --line-buffered -v '^1\.\.[0-9]*$'
done | mawk -W interactive -v alone="${ALONE:-}" '
	/^# [a-z][^,]*, [0-9.]+ s$/ {
		subject = $2
		sub(/,$/, "", subject)
		name = substr($0, 3, length($0) - length($(NF - 1)) - 6)
		this = alone
		sub(/NAME/, name ~ / / ? "\"" name "\"" : name, this)
	}
	/^(not )?ok / { n++; sub(/ok ([0-9]+ )?(- )?/, "ok " n " - " subject ": "); if (/^not/) bad++ }
	{ print }
	/^not ok / && this != "" { print "# run it alone: " this }
	{ fflush() }
	END { print "1.." n; exit n == 0 || bad > 0 }'
