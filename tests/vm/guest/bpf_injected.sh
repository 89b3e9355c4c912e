# shellcheck shell=sh
# For the scripts of BPF tracers whose hits have injected causes. Whoever sources this has
# sourced lib.sh.
# shellcheck source=tests/vm/guest/truth.sh
. /tests/truth.sh
# shellcheck source=tests/vm/guest/bpf_hits.sh
. /tests/bpf_hits.sh
cd /tmp || exit 1
modprobe rtla_inject
calm_memory
# The shell itself does not run where it is measured.
taskset -p -c 0 $$ >/dev/null

# hit KIND: have the injector cause KIND on CPU 1 while $tool measures, and tell when that was
hit() {
	hit_by sh -c "echo '$1 1 0 ${amount}000' >$inject"
	awk '{ print $4, $5; exit }' $inject >told
}
# named KIND WHAT: succeed if what the injector causes is put down to WHAT, a regular expression
named() { hit "$1" && names "$2"; }
# judge NAME KIND WHAT: test that KIND is put down to WHAT, in the run and later, and has its time
judge() {
	test_that "$1 is named" named "$2" "$3"
	test_that "$1: the saved trace tells the same" read_again
	test_that "$1 adds up" adds_up
	test_that "$1 has its time" close
}
