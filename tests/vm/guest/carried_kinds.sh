# shellcheck shell=sh
# carried_kinds: prints each kind of the injector's causes that something else carries, and
# how it has to be named on this kernel, a regular expression
carried_kinds() {
	# RT has no softirqs of its own: threads run them. What a kernel has no event for is
	# named by what carries it.
	carried_soft='the softirq'
	case $(uname -v) in *PREEMPT_RT*) carried_soft='(the softirq|[a-z]+/1:[0-9]+)' ;; esac
	carried_calls=' ran carried_by_call [[]rtla_inject], sent by inject_sender:[0-9]+ on CPU 0'
	[ -d /sys/kernel/tracing/events/csd ] || carried_calls=
	cat <<-EOF
		work kworker/1:[^ ]*:[0-9]+ ran carried_by_work [[]rtla_inject]
		timer $carried_soft.* ran carried_by_timer [[]rtla_inject]
		hrtimer the interrupt local_timer:[0-9]+ ran carried_by_hrtimer [[]rtla_inject]
		soft_hrtimer $carried_soft.* ran carried_by_hrtimer [[]rtla_inject]
		tasklet $carried_soft.* ran carried_by_tasklet [[]rtla_inject]
		call the interrupt call_function(_single)?:[0-9]+$carried_calls
		handler irq/[0-9]+-(s-)?rtla_i[a-z]*:[0-9]+ ran carried_by_handler [[]rtla_inject]
		stopper migration/1:[0-9]+ ran
		rcu $carried_soft
	EOF
}
