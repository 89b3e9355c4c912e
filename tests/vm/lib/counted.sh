# shellcheck shell=bash
# Functions for tests of what is counted in a guest whose time is the number of its instructions,
# so that figures do not depend on the host. What runs there is the script in tests/vm/guest
# with the name of the test.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
# shellcheck source=tests/vm/lib/programs.sh
. "$vm/lib/programs.sh"
said=$work/said
# A test that fails shows what the guest has printed.
explain() { cat "$said"; }

# count KERNEL SECONDS PROGRAM: runs the script, with PROGRAM in /root, for so long at most; what
# it prints is in $said
count() {
	local script=${0##*/}
	"$vm/run" -k "$1" --clock icount -c 1 -t "$2" -p "$programs/$3" -- \
		sh "/tests/${script%.t}.sh" </dev/null >"$said" 2>&1
}
