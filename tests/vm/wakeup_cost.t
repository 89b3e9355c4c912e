#!/bin/bash
# Tests what "rtla wakeup" and "rtla overheads" cost each wake-up, in instructions: of
# threads that nobody watches, and of those that are watched, by the module or by BPF
# programs. Prints TAP.
# shellcheck source=tests/vm/lib/counted.sh
. "$(dirname "$(readlink -f "$0")")/lib/counted.sh"

measure() {
	count 6.12-rt 600 pingpong
	sed -n 's/^cost: /# instructions of a wake-up and a switch: /p' "$said"
	[ "$(grep -c '^cost: [a-z_]* [0-9]' "$said")" = 16 ]
}

# more NAME: prints by how much a wake-up is longer then
more() { awk -v name="$1" '$1 == "cost:" { of[$2] = $3 } END { print of[name] - of["nobody"] }' "$said"; }
# at_most MOST NAME
at_most() {
	echo "$(more "$2") more than without a session, at most $1"
	[ "$(more "$2")" -le "$1" ]
}

program pingpong -pthread "$vm/programs/pingpong.c" 2>"$said"
ok "the program is built"
measure
ok "all costs of wake-ups are measured"
for name in others names watched wakers distributions threads overheads traced \
	bpf_others bpf_names bpf_watched bpf_wakers bpf_threads bpf_overheads bpf_traced; do
	echo "# $name: $(more $name) more than without a session"
done
test_that "a wake-up that is not watched costs little more" at_most 145 others
test_that "a wake-up that is not watched, beside names that are, costs little more" at_most 200 names
test_that "a wake-up that is watched costs little more" at_most 599 watched
test_that "a wake-up that is also counted by its waker costs little more" at_most 890 wakers
test_that "a wake-up that is watched with distributions costs little more" at_most 960 distributions
test_that "a wake-up that is watched with distributions of each thread costs little more" at_most 1070 threads
test_that "a wake-up whose overheads are measured costs little more" at_most 1580 overheads
test_that "a wake-up that is not watched costs little more by BPF" at_most 680 bpf_others
test_that "a wake-up that is not watched, beside names that are, costs little more by BPF" at_most 680 bpf_names
test_that "a wake-up that is watched by BPF costs little more" at_most 1710 bpf_watched
test_that "a wake-up that is also counted by its waker costs little more by BPF" at_most 2290 bpf_wakers
test_that "a wake-up that is watched with distributions of each thread by BPF costs little more" at_most 2230 bpf_threads
test_that "a wake-up whose overheads are measured by BPF costs little more" at_most 2800 bpf_overheads
finish
