# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
#
# Downloads of small packets between two network namespaces, which a pair of
# virtual Ethernet devices connects. The namespaces and the devices end with
# the processes in them, even if these are killed.
#
# The command embeds this text without its comments. It has no single quotes,
# as "rtla load --show" puts it between two.

head -c 16M /dev/zero >file
folder=$PWD
fetch="busybox wget -q -Y off -O /dev/null"

# A user who is not root can have a namespace of users in which they are.
user="" enter="nsenter --net --mount"
if ! unshare --net --mount true 2>/dev/null; then
	user="--user --map-root-user"
	enter="nsenter --user --preserve-credentials --net --mount"
	# shellcheck disable=SC2086 # words
	unshare $user --net --mount true 2>/dev/null || enter=
fi

# unshare is in its namespaces when it has become the program that it is to run.
await() {
	until read -r name <"/proc/$1/comm" && [ "$name" = sleep ]; do
		sleep 0.1
	done
}
on() {
	side=$1
	shift
	${enter:+$enter --target "$side"} "$@"
}

# A receiver gives its packets to all CPUs of the load, as a network card does.
# Without that, the sender's CPU would do all of the work by itself. Beside a
# load like hackbench each process takes long to start, so there are few.
cpus=$(sed -n "s/^Cpus_allowed:[[:space:]]*//p" /proc/self/status)
connect() {
	on "$1" sh -c "ip -batch - <<END && mount -t sysfs sysfs /sys &&
address add $3/30 dev $2
link set $2 up
link set $2 gso_max_segs 1
END
		echo $cpus >/sys/class/net/$2/queues/rx-0/rps_cpus" 2>/dev/null
}

server=127.0.0.1 port=%port
if [ "$enter" ]; then
	# shellcheck disable=SC2086 # words
	unshare $user --net --mount sleep infinity &
	near=$!
	await $near
	# shellcheck disable=SC2086 # words
	$enter --target $near unshare --net --mount sleep infinity &
	far=$!
	await $far
	on $near ip link add near type veth peer name far netns $far || exit
	server=10.255.255.2
	connect $near near 10.255.255.1
	connect $far far $server
	on $far busybox httpd -f -p $server:$port -h "$folder" &
else
	near=$$
	echo "rtla: load net: no network namespace may be made here: it downloads over the loopback device, which makes few interrupts: run it as root, or name another machine with --peer" >&2
	busybox httpd -f -p $server:$port -h "$folder" &
fi
until on $near $fetch http://$server:$port/file 2>/dev/null; do sleep 0.1; done
yes http://$server:$port/file | on $near xargs -n 1 -P %cpus $fetch
