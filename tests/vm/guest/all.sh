#!/bin/sh
# Runs scripts of tests in a guest, and prints their tests as one TAP stream:
# all.sh NAME...
for name; do
	echo "# $name, $(cut -d ' ' -f 1 /proc/uptime) s"
	{
		case $name in
		abi) /root/version1_client && /root/abi_test ;;
		wakeup) modprobe rtla_inject && /root/abi_test wakeup ;;
		resume) /root/abi_test resume ;;
		# A NAME may end with arguments for the script.
		*) sh "/tests/${name%% *}.sh" ${name#"${name%% *}"} ;;
		esac
		# A script that died has not printed all of its tests, so a bad
		# status is a failure, too.
		status=$?
		[ $status = 0 ] || echo "not ok - ends with $status"
	} | grep --line-buffered -v '^1\.\.[0-9]*$'
done | mawk -W interactive '
	/^# [a-z][^,]*, [0-9.]+ s$/ { subject = $2; sub(/,$/, "", subject) }
	/^(not )?ok / { n++; sub(/ok ([0-9]+ )?(- )?/, "ok " n " - " subject ": "); if (/^not/) bad++ }
	{ print; fflush() }
	END { print "1.." n; exit n == 0 || bad > 0 }'
