#!/bin/sh
# BPF programs record what a kworker, an interrupt or a softirq carries: each of the injector's
# causes that something else carries is named by the function, in the run and from its trace.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/bpf_injected.sh
. /tests/bpf_injected.sh
# shellcheck source=tests/vm/guest/carried_kinds.sh
. /tests/carried_kinds.sh
# shellcheck disable=SC2034
tool=osnoise

while read -r kind what; do
	test_that "what carries $kind is named by BPF, and its function" named "$kind" "$what"
	test_that "what carries $kind: the saved trace by BPF tells the same" read_again
done <<EOF
$(carried_kinds)
EOF
test_that "no program is left that recorded what is carried" no_programs
