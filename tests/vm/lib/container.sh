# shellcheck shell=bash
# What runs a container in a guest: podman, with the runtime that it calls, their libraries and
# its list of system calls that a container may do. No network: what would set that up only has
# to be there.

container_packages='podman conmon crun golang-github-containers-common libgpgme11t64 libassuan9
	libgpg-error0 libsubid5 libyajl2'

# container_entry : prints its name in the cache, which changes with its packages.
container_entry() {
	printf 'container-%.8s\n' "$({ echo "$container_packages" && root_entry trixie; } | sha256sum)"
}

# container_ready : fetches it if it is missing, and prints where it is.
container_ready() {
	root_ready trixie
	ensure "$(container_entry)" container_make
	printf '%s/files\n' "$CACHE/$(container_entry)"
}

# container_download DIR LOG
container_download() {
	# shellcheck disable=SC2086 # words
	fetch_packages trixie "$1/debs" "podman for guests" "$2" $container_packages
}

container_make() {
	local dir=$1 log=$CACHE/container.log
	mkdir -p "$dir/debs" "$dir/files"
	fetching "podman for guests" trixie "$log" container_download "$dir" "$log"
	unpack_packages "$dir/debs" "$dir/root" "podman for guests"
	# shellcheck disable=SC2016 # for the shell in the root
	quietly "$log" enter trixie --ro-bind "$dir/root" /mnt --bind "$dir/files" /srv -- bash -euc '
		export LD_LIBRARY_PATH=/mnt/usr/lib/x86_64-linux-gnu
		cp /mnt/usr/bin/{podman,conmon,crun} /mnt/usr/share/containers/seccomp.json /srv
		ldd /srv/podman /srv/conmon /srv/crun | sed -n "s|.* => \(/.*\) (0x.*|\1|p" | sort -u | xargs cp -Lt /srv
		: >/srv/netavark
		chmod +x /srv/netavark' || die "podman for guests: is not laid out as expected: see $log"
	rm -rf "$dir/debs" "$dir/root"
	sweep 'container-*' "$(container_entry)"
}
