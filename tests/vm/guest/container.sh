#!/bin/sh
# The tracer by BPF programs in a container without --privileged: three capabilities are enough,
# and the refusal names those that are missing. The container has namespaces of its own, no
# module, no tracefs, a /sys that is read-only, and podman's filter of system calls.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
# shellcheck source=tests/vm/guest/truth.sh
. /tests/truth.sh
# shellcheck source=tests/vm/guest/bpf_hits.sh
. /tests/bpf_hits.sh
cd /tmp || exit 1
calm_memory
taskset -p -c 0 $$ >/dev/null

cp -n /root/podman/*.so* /usr/lib/x86_64-linux-gnu/
mkdir -p /etc/containers /var/lib/containers /run/containers
echo '{ "default": [ { "type": "insecureAcceptAnything" } ] }' >/etc/containers/policy.json
# A guest's file system cannot be the one that is left by pivot_root.
cat >/etc/containers/containers.conf <<'END'
[engine]
cgroup_manager = "cgroupfs"
events_logger = "none"
no_pivot_root = true
helper_binaries_dir = ["/root/podman"]
conmon_path = ["/root/podman/conmon"]
[engine.runtimes]
crun = ["/root/podman/crun"]
[containers]
netns = "none"
seccomp_profile = "/root/podman/seccomp.json"
END
mkdir /container
cp -a /usr /bin /lib /lib64 /etc /container
mkdir /container/proc /container/sys /container/dev /container/tmp /container/run /container/root /container/var

# contained CAPABILITIES COMMAND...: run COMMAND in a container that has these, and those that
# podman gives
contained() {
	contained_with=$1
	shift
	/root/podman/podman --storage-driver vfs run --rm ${contained_with:+--cap-add "$contained_with"} \
		-v /tmp:/tmp -w /tmp --rootfs /container "$@"
}
rights=BPF,PERFMON,SYS_NICE

test_that "a container has a filter of system calls" sh -c "$(contained '' grep Seccomp: /proc/self/status | sed 's/\t/ /; s/.*/[ "&" = "Seccomp: 2" ]/')"
test_that "a container sees no tracefs" same "$(contained '' ls /sys/kernel/tracing)" ""
exits "a container with three capabilities measures" 0 contained $rights timerlat top --tracer bpf -q -c 1 -d 1 --json result.json
test_that "the timer, the switch and the user latency come in this order in a container" in_order result.json

# only CAPABILITIES COMMAND...: run COMMAND with no others, and with nothing that it could write to
# but the folder of results
only() {
	only_with=$1
	shift
	/root/podman/podman --storage-driver vfs run --rm --read-only --cap-drop all ${only_with:+--cap-add "$only_with"} \
		-v /tmp:/tmp -w /tmp --rootfs /container "$@"
}
# CAP_SYS_NICE, CAP_PERFMON and CAP_BPF are bits 23, 38 and 39.
test_that "a container has only the capabilities that it is given" same \
	"$(only $rights sed -n 's/^CapEff:.//p' /proc/self/status)" 000000c000800000
exits "three capabilities and no others measure" 0 only $rights timerlat top --tracer bpf -q -c 1 -d 1 --openmetrics metrics.prom
test_that "three capabilities write metrics" grep -q '^rtla_latency_max_seconds{cpu="1",context="thread"} ' metrics.prom
exits "a measurement with a priority, but without CAP_SYS_NICE, is refused" 4 only BPF,PERFMON timerlat top --tracer bpf -q -c 1 -d 1

hit_in_container() {
	timerlat() { only $rights timerlat "$@"; }
	hit_by sh -c "/root/disturb fifo 1 $amount >told"
	unset -f timerlat
}
named() { hit_in_container && names 'disturb:[0-9]+ ran.*, with real-time priority 98'; }
test_that "a thread outside of the container is named" named
test_that "a thread outside of the container adds up" adds_up
test_that "a thread outside of the container has its time" close
test_that "a report does not tell of processes that have the same ids in the container" file_lacks said 'Threads above:'

exits "a container with two capabilities watches wake-ups" 0 contained BPF,PERFMON rtla wakeup --tracer bpf -q --all -d 1
exits "ids of a container are refused" 4 contained BPF,PERFMON rtla wakeup --tracer bpf -q --pid 1 -d 1
test_that "the refusal of ids says what to do" err_has '^rtla: --pid: in a container, the kernel has other ids .*: name threads by --comm'
exits "a program in a container is refused" 4 contained BPF,PERFMON rtla wakeup --tracer bpf -q -- sleep 1
exits "a container with three capabilities looks for noise" 0 contained $rights osnoise top --tracer bpf -q -c 1 -d 3 -T 50

exits "a container without capabilities does not measure" 4 contained '' timerlat top --tracer bpf -q -c 1 -d 1
test_that "the refusal in a container names both capabilities" err_has 'this user lacks CAP_BPF and CAP_PERFMON: start the container with --cap-add BPF,PERFMON,SYS_NICE'
exits "a container with one capability of two does not measure" 4 contained PERFMON,SYS_NICE timerlat top --tracer bpf -q -c 1 -d 1
test_that "the refusal in a container names CAP_BPF" err_has 'this user lacks CAP_BPF: start the container'
exits "a user namespace does not measure" 4 unshare --user --map-root-user timerlat top --tracer bpf -q -c 1 -d 1
test_that "the refusal tells of the user namespace" err_has 'in a user namespace only, as in a container that was started without root'
test_that "nothing is left after containers" nothing_left
test_that "no program is left after containers" no_programs
