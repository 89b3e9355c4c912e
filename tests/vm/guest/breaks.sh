#!/bin/sh
# A debug kernel has to notice each defect of the module rtla_break, and report
# it in its log. The order matters: after its first report about locks the
# kernel reports nothing more about them; KASAN reports only once, and after
# that the kernel reports nothing about locks and RCU either. So RCU, locks and
# KASAN come last, in this order. Only the access out of bounds comes later:
# KASAN would report it, too, and that would be KASAN's only report.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
modprobe rtla_break || exit 1
configured() { zcat /proc/config.gz | grep -qx "CONFIG_$1=y"; }

# noticed OPTION KIND TEXT: test that the kernel, if it has CONFIG_OPTION,
# reports the defect KIND with TEXT
noticed() {
	configured "$1" || return 0
	dmesg -C
	echo "$2" >/sys/kernel/debug/rtla_break
	dmesg >/tmp/log
	test_that "$1: $2" file_has /tmp/log "$3"
}

noticed DEBUG_LIST list_twice 'list_add double add'
noticed DEBUG_ATOMIC_SLEEP sleep_in_atomic 'BUG: sleeping function called from invalid context'
noticed DEBUG_OBJECTS_FREE free_active_timer 'ODEBUG: free active'
noticed KCSAN race 'BUG: KCSAN: data-race in race_thread \[rtla_break\]'
noticed PROVE_RCU no_rcu_reader 'WARNING: suspicious RCU usage'
noticed PROVE_LOCKING lock_order 'WARNING: possible circular locking dependency'
noticed KASAN use_after_free 'BUG: KASAN: slab-use-after-free in use_after_free'
noticed UBSAN_BOUNDS out_of_bounds 'UBSAN: array-index-out-of-bounds'
if configured DEBUG_KMEMLEAK; then
	echo leak >/sys/kernel/debug/rtla_break
	test_that "DEBUG_KMEMLEAK: leak" sh -c '. /tests/lib.sh; ! no_leaks'
fi
