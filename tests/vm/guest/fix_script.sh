#!/bin/sh
# The script of `rtla doctor --fix-script`, with the kernel's own files: it makes what it says,
# and undoes all of it. tests/cli/doctor tests it with files that take any value.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
rm -f restore.sh fix.sh expected
kernel=/proc/sys/kernel
workqueues=/sys/devices/virtual/workqueue/cpumask
machine_checks=/sys/devices/system/machinecheck/machinecheck1/ignore_ce
clock=/sys/devices/system/clocksource/clocksource0
hugepages=/sys/kernel/mm/transparent_hugepage/enabled
ksm=/sys/kernel/mm/ksm/run
nohz_full=/sys/devices/system/cpu/nohz_full

# chosen FILE: prints what is in FILE; of a choice like "a [b] c", b
chosen() { sed 's/.*\[\(.*\)\].*/\1/' "$1"; }
# spoil FILE VALUE CHECK: lets CHECK, if there is such a FILE, find VALUE there, and expects
# that the script changes this
spoil() {
	[ -e "$1" ] || return 0
	echo "echo '$(chosen "$1")' >$1" >>restore.sh
	echo "$2" >"$1" && echo "$3" >>expected
}
# settings: prints the kernel's settings, more than the script may change. To read watchdog while
# both detectors are off is a trap, see change_watchdog() in doctor/checks_isolation.c.
settings() {
	grep -s '' $kernel/* /proc/irq/default_smp_affinity /proc/irq/*/smp_affinity_list \
		$workqueues /sys/devices/virtual/workqueue/*/cpumask /proc/sys/vm/stat_interval $machine_checks $hugepages $ksm $clock/current_clocksource \
		/sys/kernel/debug/sched/fair_server/cpu*/* $tracefs/current_tracer $tracefs/set_event |
		grep -v -e "^$kernel/ns_last_pid:" -e "^$kernel/tainted:"
}
are_as() { settings | diff "$1" -; }
# warnings: prints which checks warn, without those of other tasks, and those that depend on what
# is changed: threadirqs warns while interrupts come, tsc_watchdog while the tsc is the clock
warnings() {
	rtla doctor -c 1 --json - | jq -r '.environment.checks[] | select(.status == "warning").name' |
		grep -vx -e load_average -e pressure -e rt_programs -e kernel_threads -e threadirqs -e tsc_watchdog | sort
}
# have_new [EXCEPT]: succeeds if each file that the script changes has its new value, but EXCEPT
have_new() {
	awk -F "'" -v except="${1:-^$}" '/^change \// {
		file = $1
		gsub(/^change | $/, "", file)
		getline has <file
		gsub(/.*\[|\].*/, "", has)
		gsub(/\t/, " ", has)
		if (has != $2 && file !~ except) { print file ": " has; bad = 1 }
		n++
	} END { exit bad || !n }' fix.sh
}
# works NAME SHELL [undo]: tests that SHELL runs the script, which says nothing
works() {
	works_name=$1
	shift
	exits "$works_name" 0 "$@"
	test_that "$works_name: the script says nothing" same "$(cat /tmp/out /tmp/err)" ''
}

section "a machine on which all is wrong"

settings >before
# Linux 7.2 does not throttle real-time threads unless it is told to.
spoil $kernel/sched_rt_runtime_us 950000 rt_throttling
[ ! -d /sys/kernel/debug/sched/fair_server ] || echo fair_server >>expected
printf '%s\n' workqueue_cpumask workqueue_masks soft_watchdog >>expected
[ ! -e $machine_checks ] || echo machine_checks >>expected
! grep -q '^tty[A-Z]' /proc/consoles || spoil $kernel/printk '7 4 1 7' console
# Later kernels leave the CPUs of nohz_full alone, see below.
case $(uname -r) in
[1-5].* | 6.[0-4].*) spoil /proc/sys/vm/stat_interval 1 stat_interval ;;
*) echo "echo $(cat /proc/sys/vm/stat_interval) >/proc/sys/vm/stat_interval" >>restore.sh
	echo 10 >/proc/sys/vm/stat_interval ;;
esac
# Of these two interrupts, the kernel moves none before it comes for the next time.
for irq in $(ls -d /proc/irq/*/*/ | head -n 2); do
	spoil "${irq%/*/}"/smp_affinity_list 1 irq_affinity
done
# In this guest no CPU is one of nohz_full, but the doctor reads so.
echo 1 >full
! mount --bind full $nohz_full 2>/dev/null || spoil $kernel/timer_migration 0 timer_migration
spoil $hugepages always transparent_hugepages
spoil $ksm 1 ksm
spoil $kernel/numa_balancing 1 numa_balancing
! grep -q 'tsc.*hpet' $clock/available_clocksource || spoil $clock/current_clocksource hpet clocksource
! grep -qw blk $tracefs/available_tracers || spoil $tracefs/current_tracer blk current_tracer
settings >spoilt
warnings >found

exits "the doctor writes a script" 0 rtla doctor -c 1 --fix-script fix.sh
test_that "the script changes all that is wrong" same \
	"$(sed -n '/^# ----/q; s/^# \([a-z_]*\): .*/\1/p' fix.sh | sort)" "$(sort -u expected)"

section "changed and undone"

works "undoing works before anything was changed" busybox sh fix.sh undo
test_that "undoing before anything was changed changes nothing" are_as spoilt
works "dash runs it" dash fix.sh
test_that "each file has its new value" have_new
test_that "all that the script changes is well then, and nothing else" same \
	"$(warnings | diff found - | sed -n 's/^[<>] //p')" "$(sort -u expected)"
settings >mended
works "bash runs it once more" bash fix.sh
test_that "the script changes nothing when it runs once more" are_as mended
works "busybox undoes it" busybox sh fix.sh undo
test_that "all is as before after it is undone" are_as spoilt
works "dash undoes it again" dash fix.sh undo
test_that "undoing a second time changes nothing" are_as spoilt

section "what cannot be written"

# The file is read-only; the kernel keeps the tracer while somebody reads its trace, and
# does not move the interrupt of the first timer.
mount --bind $workqueues $workqueues
mount -o remount,ro,bind $workqueues
exec 5<$tracefs/trace_pipe
timer="change /proc/irq/0/smp_affinity_list '0' '$(cat /proc/irq/0/smp_affinity_list)'"
sed "s|^done\$|$timer\n&|" fix.sh >refused.sh
exits "the script fails where files cannot be written" 1 busybox sh refused.sh
test_that "a read-only file is named, with a remedy" err_has \
	"^refused.sh: $workqueues: '1' cannot be written there: run this as root, and see that"
test_that "an interrupt that cannot be moved is named" err_has \
	"^refused.sh: /proc/irq/0/smp_affinity_list: the kernel keeps '0-1' instead of '0': end what uses it"
refused=2
if grep -q current_tracer fix.sh; then
	test_that "a tracer in use is named, with a remedy" err_has "current_tracer: the kernel keeps 'blk' instead of 'nop': end what uses it"
	refused=3
fi
test_that "no other file is named" err_lines $refused
test_that "the other files are changed" have_new "cpumask|current_tracer"
exec 5<&-
umount $workqueues
chmod a+rx . && chmod a+r fix.sh
exits "the script fails for a user who may write nothing" 1 setpriv --reuid 1234 --clear-groups dash fix.sh undo
test_that "each file's message says to run the script as root" same "$(grep -c ': run this as root' /tmp/err)" \
	"$(grep -c . /tmp/err)"
works "undone after that, it says nothing" busybox sh refused.sh undo
test_that "all is as before" are_as spoilt

sh restore.sh
umount $nohz_full 2>/dev/null
test_that "the machine is as it was" are_as before
