#!/bin/sh
# Runs in the guest: records a hit of timerlat for each of these causes of the program
# long_calls, on the last CPU. The trace of NAME is NAME.txt in /out.
#
#	long_calls.sh NAME[@THRESHOLD][=FILE]...	(us; default 60)
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
cpu=$(($(nproc) - 1))
# The statistics of memory are updated by work that frees pages.
echo 3600 >/proc/sys/vm/stat_interval

# record NAME THRESHOLD [FILE]: have long_calls cause NAME until that is a hit. It begins when
# the command has long begun, whose own work would be a hit as well.
record() {
	rm -f begin timerlat_trace.txt
	mkfifo begin
	setsid taskset -c $cpu /root/long_calls "$@" <begin >said 2>&1 &
	causes=$!
	exec 3>begin
	eventually grep -qsx ready said
	timerlat top -q -k -c $cpu -a "$threshold" --warm-up 3 -d 10 >report 2>&1 &
	run=$!
	eventually is_measuring_or_ended $run
	sleep 3.2
	echo >&3
	wait $run
	status=$?
	exec 3>&-
	kill -KILL -$causes
	wait $causes 2>/dev/null
	grep -vx ready said
	if [ $status = 2 ]; then
		mv timerlat_trace.txt "/out/$1.txt"
	else
		echo "$1: no hit"
		tail -n 1 report
	fi
}

for asked; do
	cause=${asked%%=*} name=${asked%%[@=]*} threshold=60
	case $cause in *@*) threshold=${cause#*@} ;; esac
	case $asked in
	*=*) record "$name" "${asked#*=}" ;;
	*) record "$name" ;;
	esac
done
