#!/bin/bash
# Does everything at once, at random, for some time: sessions of all kinds that
# end in all ways, CPUs that come and go, a system that suspends, a module that
# is unloaded and loaded, traces and triggers of other programs, storms of
# interrupts and NMIs, floods of events, real-time threads that never sleep,
# memory that runs out. Afterwards nothing is left, and a measurement is as good
# as ever. The rig judges the kernel's log.
#
#	torture.sh [SECONDS [SEED]]
#
# With the same seed, each worker makes the same choices again, but how the
# workers meet depends on the machine.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/bpf_hits.sh
. /tests/bpf_hits.sh
seconds=${1:-30} seed=${2:-$SRANDOM}
cpus=$(nproc)
sys=/sys/devices/system/cpu
storm=/sys/kernel/debug/rtla_storm
rt=/proc/sys/kernel/sched_rt_runtime_us
throttling=$(cat $rt)
folder=/tmp/torture
mkdir -p $folder
cd $folder || exit 1
echo "# torture for $seconds s, seed $seed"

up() { read -r up _ </proc/uptime; up=${up/./}; }
up
end=$((up + seconds * 100))
# going: succeed if there is time for one more round, and count the round
going() { up; [ "$up" -lt $end ] && count=$((count + 1)); }

# chance N: set $chance to a random number from 0 to N - 1
chance() { chance=$((RANDOM % $1)); }
# one WORD...: set $one to one of the words, at random
one() { shift $((RANDOM % $#)); one=$1; }
# nap [SECONDS]: sleep for a random time, from 0.1 s to one second more than
# SECONDS, which is 0 by default
nap() { sleep "$((RANDOM % (${1:-0} + 1))).$((RANDOM % 900 + 100))"; }

# ---- The workers ----------------------------------------------------------------------

# may_end_with STATUS PID: succeed if a command may end with STATUS, which is
# one of its own or that of a signal it got. A command to which memory is
# refused may not even start: the kernel ends by SIGSEGV a program that it
# cannot load, but does not log a segfault then, as it does for a defect of the
# program.
may_end_with() {
	[[ " 0 1 2 4 130 137 143 " != *" $1 "* ]] || return 0
	[ -n "$refused" ] && [[ " 126 127 139 " == *" $1 "* ]] && ! dmesg | grep "\[$2\]: segfault"
}

# may_refuse: decide at random whether memory is refused to the next command,
# which is so one time in four, if the kernel can do that (failslab); $refused
# says so
may_refuse() {
	refused=
	chance 4
	[ "$chance" != 0 ] || [ ! -w /sys/kernel/debug/failslab/probability ] || refused=yes
}

begin() {
	[ -z "$refused" ] || echo 1 >/proc/self/make-it-fail
	exec "$@"
}

# session COMMAND...: run a measurement, and end it in some way, if it does not end before;
# counts in hits and cannot
session() {
	local refused pid status me=$BASHPID
	may_refuse
	begin "$@" >out.$me 2>err.$me &
	pid=$!
	# Some of the commands are ended before they measure.
	one 0 2 9
	nap "$one"
	one INT TERM KILL KILL
	kill -$one $pid 2>/dev/null
	# If memory is short, or another thread has the CPU, the end may take a while: more than half a
	# minute to save the trace of a hit, with KCSAN.
	for _ in {1..1200}; do
		[ -d /proc/$pid ] || break
		sleep 0.1
	done
	if [ -d /proc/$pid ]; then
		echo "$*: SIG$one, and goes on: $(cat /proc/$pid/wchan /proc/$pid/stack 2>/dev/null | head -n 8 | tr '\n' ' ')" >>stuck
		kill -KILL $pid
	fi
	wait $pid
	status=$?
	! grep -q "hit stop tracing" out.$me || hits=$((hits + 1))
	[ $status != 4 ] || { cannot=$((cannot + 1)); tail -n 1 err.$me >>cannot; }
	may_end_with $status $pid >&2 || echo "$*: status $status: $(tail -n 1 err.$me)" >>wrong
}

# measure CPUS: run measurements, mostly on CPUS, which no other worker is to
# measure
measure() {
	local options hits=0 cannot=0
	while going; do
		one "timerlat top -q -k" "timerlat top -q -u" "timerlat hist -k" "timerlat hist -u" \
			"timerlat top -q -u --tracer bpf" "timerlat hist -u --tracer bpf" \
			"osnoise top -q -p 100000 -r 50000" "osnoise hist -p 100000 -r 90000" "hwnoise -q -p 100000 -r 50000"
		options=$one
		one "-c $1" "-c $1" "-c $1" "-c $1" "-c 1-3" ""
		options="$options $one"
		one "" "-P f:1" "-P f:99" "-P o:0" "-P d:100us:1ms"
		options="$options $one"
		case $options in
		timerlat*) one "" "-T 50" "-T 50" "-i 20" "-a 30" "-T 100 --keep 3" "-p 100" "--deepest-idle-state 0" ;;
		*) one "" "" "-s 1" "-S 1" "-T 5" ;;
		esac
		# shellcheck disable=SC2086
		session $options $one -t $folder/trace.$BASHPID.txt
	done
	echo "measurements: $count, of which hit: $hits, and could not be: $cannot" >&3
}

# watch: run what watches threads and CPUs, which may be those that are measured
watch() {
	local options hits=0 cannot=0
	while going; do
		one "wakeup top -q --all" "wakeup top -q --all --by waker" "wakeup hist --rt --percentiles" \
			"wakeup top -q --all --tracer bpf" "overheads top -q" "overheads top -q --all-threads" \
			"overheads top -q --all-threads --tracer bpf" "bound top -q" "bound top -q --rules --cases" \
			"cycle top -q --all"
		options=$one
		case $options in
		wakeup*) one "" "-T 50" "-a 30" "-T 100 --keep 3" "--segment timer=1us" "--segment pick=1us" "--segment switch=1us" ;;
		overheads*) one "" "-T wake=1us" "-T release=1us" "-T sched=1us" "-T cxs=1us" "-T wake=1us --keep 3" ;;
		bound*) one "" "-T poid=1us" "-T psd=1us" "-T observed=1us" "-s poid=20us" "-T dst=1us --keep 3" ;;
		*) one "" "-T 50" "-p 1000 -a 30" "--segment run=1us" ;;
		esac
		options="$options $one"
		one "" "" "-c 0" "-c 1-3"
		# shellcheck disable=SC2086
		session rtla $options $one -t $folder/trace.$BASHPID.txt
	done
	echo "watching: $count, of which hit: $hits, and could not be: $cannot" >&3
}

hotplug() {
	while going; do
		chance $((cpus - 1))
		echo 0 >$sys/cpu$((chance + 1))/online
		nap
		echo 1 >$sys/cpu$((chance + 1))/online
		nap 2
	done
}

# sleeping: suspend the system; now and then a CPU fails to come back
# (rtla_hotplug)
sleeping() {
	while going; do
		one freezer devices processors
		echo "$one" >/sys/power/pm_test
		chance $((2 * cpus))
		echo "$((chance == 0 ? -1 : chance))" >/sys/module/rtla_hotplug/parameters/refuse
		one freeze mem
		echo "$one" >/sys/power/state
		echo none >/sys/power/pm_test
		echo -1 >/sys/module/rtla_hotplug/parameters/refuse
		bring_back
		nap 7
	done
}

# bring_back: bring each CPU online that did not come back from a suspend.
# Writing to its file "online" would not help: the device of such a CPU takes
# the CPU for online.
bring_back() {
	local last
	last=$(tail -n 1 $sys/hotplug/states)
	for cpu in $(seq $((cpus - 1))); do
		[[ ,$(cat $sys/online), == *[,-]"$cpu"[,-]* ]] || echo "${last%%:*}" >$sys/cpu"$cpu"/hotplug/target
	done
}

# apart COMMAND...: run COMMAND, and on Linux 6.1 not while another command runs
# in this way. There, as of 6.1.192, event_trigger_regex_write() uses freed
# memory: it takes the event of a file that was opened before the module of the
# event was unloaded. Later kernels check whether the event is freed
# (EVENT_FILE_FL_FREED).
apart() {
	case $(uname -r) in
	6.1.*) flock $folder/apart "$@" ;;
	*) "$@" ;;
	esac
}

reload() {
	while going; do
		nap 7
		apart rmmod rtla
		modprobe rtla
	done
}

others() {
	local instance=$tracefs/instances/torture
	while going; do
		mkdir $instance
		one rtla rtla/timerlat_sample rtla/irq_noise irq
		echo 1 >$instance/events/"$one"/enable
		one stop irq_noise thread_noise stack
		apart sh -c "echo 'hist:keys=common_pid' >$instance/events/rtla/$one/trigger"
		nap
		rmdir $instance
	done
}

storms() {
	while going; do
		one irq nmi
		chance "$cpus"
		echo "$one $chance 100000" >$storm
		nap
		echo off >$storm
		nap 3
	done
}

flood() {
	local instance=$tracefs/instances/flood
	while going; do
		mkdir $instance
		one sched timer
		for system in "$one" rtla; do echo 1 >$instance/events/"$system"/enable; done
		timeout 2 hackbench -l 50 -g 1
		rmdir $instance
		nap 7
	done
}

hogs() {
	while going; do
		one 950000 -1
		echo "$one" >$rt
		one 1 50 96 99
		chance "$cpus"
		# The thread ends by itself: another process may not get the
		# time to end it, and a timer may be kept off as well.
		chrt -f "$one" taskset -c "$chance" \
			bash -c 'while [ ${EPOCHREALTIME/./} -lt $0 ]; do :; done' $((${EPOCHREALTIME/./} + 1000000))
		nap 7
	done
	echo "$throttling" >$rt
}

faults() {
	local fault
	for fault in failslab fail_page_alloc; do
		cd /sys/kernel/debug/$fault 2>/dev/null || continue
		echo 3 >probability
		echo -1 >./times
		echo 0 >verbose
		echo Y >task-filter
		echo N >ignore-gfp-wait 2>/dev/null
	done
	cd $folder || exit
	sleep "$seconds"
	for fault in failslab fail_page_alloc; do
		[ ! -d /sys/kernel/debug/$fault ] || echo 0 >/sys/kernel/debug/$fault/probability
	done
}

# ---- All of them ------------------------------------------------------------------------

modprobe -a rtla rtla_storm rtla_hotplug
modprobe rtla_idle 2>/dev/null
# A task that waits for a lock cannot be frozen, and the holder of the lock may
# wait for a storm or for the host: for more than the usual 20 s, after which
# the kernel would print what the tasks do.
echo 300000 >/sys/power/pm_freeze_timeout
# A CPU in a storm of NMIs may also be kept busy for long: the kernel reports
# a soft lockup only after two minutes, which is twice the threshold.
[ ! -w /proc/sys/kernel/watchdog_thresh ] || echo 60 >/proc/sys/kernel/watchdog_thresh
settings() { cat $rt $sys/online $sys/cpu*/cpuidle/state*/disable 2>/dev/null; }
before=$(settings)
number=0
for worker in "measure 0" "measure 1" "measure 2,3" watch watch hotplug sleeping reload others storms flood hogs faults; do
	number=$((number + 1))
	(
		RANDOM=$(((seed + number) % 32768))
		count=0
		$worker
		[[ $worker = measure* || $worker = watch || $worker = faults ]] || echo "$worker: $count times" >&3
	) 3>>did >log.$number 2>&1 &
done
wait

section "afterwards"

sed 's/^/# /' did
sort cannot 2>/dev/null | uniq -c | sort -rn | sed -n '1,5s/^/# could not be: /p'
# The log of each worker shows which of its actions this kernel cannot do.
for log in log.*; do
	sort "$log" | uniq -c | sort -rn | sed -n "1,3s/^/# ${log#log.}: /p"
done
echo off >$storm
bring_back
no_processes() { ! pgrep -x 'rtla|timerlat|osnoise|hwnoise|latency-guard'; }
none_of() { [ ! -s "$1" ] || { cat "$1"; return 1; }; }
test_that "whoever was to end did" none_of stuck
test_that "no command ended as it may not" none_of wrong
test_that "no process is left" eventually no_processes
test_that "no measuring thread is left" eventually no_workloads
test_that "no BPF program is left by anybody" eventually no_programs
# If a run and its guard were both killed, the next run removes what they left.
modprobe rtla
exits "a measurement is as good as ever" 0 timerlat top -q -k -d 2
for cpu in $(seq 0 $((cpus - 1))); do
	test_that "CPU $cpu is measured" between "$(top_field "$cpu" 2)" 100 3000
done
test_that "no trace instance is left" eventually no_instances
test_that "what was set is as it was" same "$(settings)" "$before"
test_that "nobody uses the module" same "$(cat /sys/module/rtla/refcnt)" 0
test_that "the module can be unloaded" rmmod rtla
nothing_lost "the module has lost no memory"
modprobe -r rtla_storm rtla_hotplug
