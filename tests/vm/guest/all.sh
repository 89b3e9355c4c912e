#!/bin/sh
# Runs tests in a guest, as one TAP stream: all.sh NAME...
for name; do
	echo "# $name"
	case $name in
	abi) /root/abi_test ;;
	*) sh "/tests/$name.sh" ;;
	esac | grep -v '^1\.\.[0-9]*$'
done | awk '
	/^(not )?ok / { n++; sub(/ok ([0-9]+ )?/, "ok " n " "); if (/^not/) bad++ }
	{ print; fflush() }
	END { print "1.." n; exit n == 0 || bad > 0 }'
