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

# hit KIND: have the injector cause KIND on CPU 1 while $tool measures
hit() { hit_by sh -c "echo '$1 1 0 ${amount}000' >$inject"; }
# named KIND WHAT: succeed if what the injector causes is put down to WHAT, a regular expression
named() { hit "$1" && names "$2"; }
# close: the cause took as long as the injector says
close() {
	read -r _ _ _ begin finish _ <$inject
	took "$begin" "$finish"
}
