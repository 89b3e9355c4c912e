# shellcheck shell=bash
# Fetching with apt. Another apt may be running, as on any machine in its first minutes, so
# each command waits for the locks that it needs. A mirror may stumble or become slow, so a
# command is tried again. Whoever waits for it sees how much has come.

# For how long another process may hold a lock, in s.
lock_patience=${LOCK_PATIENCE:-600}

# A command is tried so often. It is slow, and ended for that, if it has fetched less than
# slow_bytes in slow_seconds. apt itself tries each file again that fails.
fetch_tries=3 slow_seconds=${SLOW_SECONDS:-20} slow_bytes=200000
# shellcheck disable=SC2034 # kernels.sh and host.sh read them, too
apt_options=(-o DPkg::Lock::Timeout=2 -o Acquire::Retries=3 -o Acquire::http::Timeout=20
	-o Acquire::https::Timeout=20 -o Dpkg::Use-Pty=0)

# lock_holder LOG : prints who has the lock that apt says in LOG that it cannot get.
lock_holder() {
	sed -nE 's/^(E|Waiting for cache lock): Could not get lock ([^ ]+)\. It is held by process ([0-9]+)( \(.*\))?(\.\.\.)?$/process \3\4, which holds \2/p
		s/^E: Could not get lock ([^ ]+) - .*/another process, which holds \1/p
		s/^E: Unable to acquire the dpkg frontend lock \(([^ ]+)\), is another .*/another process, which holds \1/p
		s/^dpkg: error: (dpkg frontend lock) was locked by another process with pid ([0-9]+)/process \2, which holds the \1/p' "$1" | head -n 1
}

# unlocked LOG COMMAND... : runs an apt command with its output in LOG; as long as another
# process has a lock that it needs, waits and runs it again.
unlocked() {
	local log=$1 began=$SECONDS next=0 holder status
	shift
	while :; do
		"$@" </dev/null >"$log" 2>&1 && return
		status=$?
		if grep -q "dpkg was interrupted" "$log" && [ -z "${mended:-}" ]; then
			# What an earlier run was interrupted at has to be finished first.
			local mended=1
			say "dpkg was interrupted earlier: finishing what it did, by 'dpkg --configure -a'"
			unlocked "$log" env DEBIAN_FRONTEND=noninteractive dpkg --configure -a && continue
			return 1
		fi
		holder=$(lock_holder "$log")
		[ -n "$holder" ] || return $status
		[ $((SECONDS - began)) -lt "$lock_patience" ] ||
			die "apt: waited $lock_patience s for $holder: wait until it has ended, or end it, and run again"
		[ $((SECONDS - began)) -lt $next ] || {
			say "apt: waiting for $holder ($((SECONDS - began)) s of at most $lock_patience)"
			next=$((next + 20))
		}
		sleep 1
	done
}

# bytes_in FOLDER : prints how much has been fetched to it.
bytes_in() { find "$1" -type f -printf '%s\n' 2>/dev/null | awk '{ n += $1 } END { print n + 0 }'; }

megabytes() { echo $((($1 + 500000) / 1000000)); }

# bytes_to_fetch COMMAND... : prints how much an apt command, which has --print-uris, would
# fetch; 0 if it does not say.
bytes_to_fetch() { "$@" </dev/null 2>/dev/null | awk "/^'/ { n += \$3 } END { print n + 0 }"; }

# watched WHAT BYTES FOLDER LOG COMMAND... : runs an apt command that fetches so many BYTES
# to FOLDER; tells every 5 s how many have come, and begins anew if there are too few.
# What has come is kept.
watched() {
	local what=$1 total=$2 folder=$3 log=$4 began=$SECONDS try pid have last since
	shift 4
	[ "$total" -ge 1000000 ] || { unlocked "$log" "$@"; return; }
	say "fetching $what: $(megabytes "$total") MB"
	for ((try = 1; try <= fetch_tries; try++)); do
		unlocked "$log" "$@" &
		pid=$! last=$(bytes_in "$folder") since=$SECONDS
		while timeout 5 tail -f --pid=$pid -s 0.2 /dev/null; [ $? = 124 ]; do
			have=$(bytes_in "$folder")
			say "fetching $what: $(megabytes "$have") of $(megabytes "$total") MB, $((SECONDS - began)) s"
			if [ $((have - last)) -ge "$slow_bytes" ] || [ "$have" -ge "$total" ]; then
				last=$have since=$SECONDS
			elif [ $((SECONDS - since)) -ge "$slow_seconds" ] && [ $try -lt $fetch_tries ] &&
				[ -z "$(lock_holder "$log")" ]; then
				say "fetching $what: only $((have - last)) bytes came in $((SECONDS - since)) s: beginning anew"
				end_tree $pid
				break
			fi
		done
		wait $pid && return
	done
	return 1
}

# end_tree PID : ends a process and all its children.
end_tree() {
	local child
	for child in $(pgrep -P "$1"); do end_tree "$child"; done
	kill "$1" 2>/dev/null || true
}

# fetch_packages ROOT DIR WHAT LOG PACKAGE... : fetches packages to DIR, as files, with the
# apt of a root.
fetch_packages() {
	local root=$1 dir=$2 what=$3 log=$4
	shift 4
	watched "$what" "$(bytes_to_fetch root_apt "$root" "$dir" apt-get -q --print-uris download "$@")" "$dir" "$log" \
		root_apt "$root" "$dir" apt-get "${apt_options[@]}" -q download "$@"
}

# unpack_packages DIR TO WHAT : unpacks the packages that were fetched to DIR
unpack_packages() {
	local deb
	for deb in "$1"/*.deb; do
		dpkg-deb -x "$deb" "$2" || die "$3: cannot unpack ${deb##*/}: run again"
	done
}

# fetching WHAT ROOT LOG COMMAND... : runs COMMAND, which fetches WHAT with the apt of a
# root, and has its messages in LOG. If it fails, refreshes the package lists, as they may
# be old or missing, and runs COMMAND again, more than once if a mirror stumbles.
fetching() {
	local what=$1 root=$2 log=$3 try reason
	shift 3
	"$@" && return
	for ((try = 1; try <= fetch_tries; try++)); do
		[ $try = 1 ] || sleep "${FETCH_PAUSE:-3}"
		say "refreshing the package lists (takes about 10 s)"
		reason="the package lists cannot be refreshed"
		unlocked "$log" root_apt "$root" / apt-get "${apt_options[@]}" -q update || continue
		reason="cannot be fetched"
		"$@" && return
	done
	show_end "$log"
	! grep -q 'No space left on device' "$log" || die "$what: $reason, as a disk is full: free some space (all that apt said is in $log), and run again"
	die "$what: $reason (all that apt said is in $log): check the network${http_proxy:+, the proxy $http_proxy} and apt's sources, and run again"
}
