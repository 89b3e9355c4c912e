#!/bin/sh
# Tests the tracer by BPF programs in a container, which podman starts in a guest. Prints TAP.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/vm/lib/programs.sh
. "$vm/lib/programs.sh"
program disturb "$vm/programs/disturb.c"
program bpf_objects "$vm/programs/bpf_objects.c"
files=$("$vm/setup" container) || exit
exec "$vm/run" -k 6.12 --clock steady -p "$files=/root/podman" -p "$programs/disturb" -p "$programs/bpf_objects" -- \
	env ALONE=tests/vm/container.t sh /tests/all.sh container </dev/null
