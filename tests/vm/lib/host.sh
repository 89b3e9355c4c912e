# shellcheck shell=bash
# Packages that the host itself must have, and where it gets its packages from.

# What the rig needs on any host: to fetch packages, to put guests together, and to run
# them. What builds and runs in the host's own root is in lib/roots.sh.
HOST_TOOLS='python3:python3 apt-get:apt dpkg-deb:dpkg flock:util-linux rsync:rsync cpio:cpio
	depmod:kmod strip:binutils xz:xz-utils zstd:zstd'

# tools_missing : prints the packages of the rig's own programs that are not there.
tools_missing() {
	local name
	for name in $HOST_TOOLS; do
		PATH=$PATH:/usr/sbin:/sbin command -v "${name%%:*}" >/dev/null || printf '%s\n' "${name#*:}"
	done
}

# packages_missing PACKAGE... : prints which of these packages are not installed.
packages_missing() {
	comm -23 <(printf '%s\n' "$@" | sort -u) <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' |
		sed -n 's/^installed //p' | sort -u)
}

# host_ready [PACKAGE...] : installs what is missing of these packages, and of those that the
# rig itself needs.
host_ready() {
	# shellcheck disable=SC2046 # words
	packages_ready $(tools_missing) "$@"
}

# packages_ready [PACKAGE...] : installs those of these packages that are missing.
packages_ready() {
	local log=$CACHE/host.log
	local -a missing
	[ $# != 0 ] || return 0
	mapfile -t missing < <(packages_missing "$@")
	[ ${#missing[@]} != 0 ] || return 0
	command -v apt-get >/dev/null ||
		die "host: needs ${missing[*]}: install them (there is no apt-get here to do it)"
	need_root "installing packages on this machine (${missing[*]})" "tests/setup check"
	need_space 200 "set-up"
	need_space 500 "installing ${missing[*]}" /usr
	(
		exec 9>"$CACHE/host.lock"
		flock 9
		fetching "packages for this machine (${missing[*]})" host "$log" host_install "$log" "${missing[@]}" 9>&-
	) || exit
}

# host_install LOG PACKAGE... : the packages are fetched to a folder of their own, so that
# it can be seen how much has come.
host_install() {
	local log=$1 debs=$CACHE/debs
	local -a install
	shift
	install=(env DEBIAN_FRONTEND=noninteractive apt-get "${apt_options[@]}" -o Dir::Cache::Archives="$debs/"
		-q -y --no-install-recommends)
	mkdir -p "$debs/partial"
	watched "packages for this machine" "$(bytes_to_fetch "${install[@]}" --print-uris install "$@")" "$debs" "$log" \
		"${install[@]}" --download-only install "$@" || return
	say "installing on this machine: $*"
	unlocked "$log" "${install[@]}" install "$@" || return
	rm -rf "$debs"
}

# Prints "URI SUITE" for every package index of the component "main" that the
# host's apt is set up with, whichever file format its configuration has.
host_sources() {
	# The placeholders are apt's, not the shell's.
	# shellcheck disable=SC2016
	apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
		'Created-By: Packages' | awk '$3 == "main" { print $1, $2 }'
}

# mirror CODENAME : prints the Debian mirror that this host uses for this suite,
# or else for another one.
mirror() {
	local uri
	uri=$(host_sources | awk -v want="$1" '
		$2 ~ /(-security|\/updates)$/ { next }
		$2 == want { best = $1; exit }
		$2 ~ /^(stable|bookworm|trixie|forky|sid)$/ && !other { other = $1 }
		END { print best ? best : other }')
	[ -n "$uri" ] ||
		die "package sources: apt has no Debian mirror configured: add one to its sources"
	printf '%s\n' "$uri"
}

# security_mirror : prints the mirror that this host uses for security updates;
# if it has none, the address beside that of mirror().
security_mirror() {
	local uri
	uri=$(host_sources | awk '$2 ~ /-security$/ { print $1; exit }')
	[ -n "$uri" ] || uri=$(mirror trixie | sed 's|/*$|-security/|')
	printf '%s\n' "$uri"
}

# Prints the host's own settings for fetching (proxies, checks), which the rig
# uses, too.
host_apt_options() {
	apt-config dump | grep -E '^Acquire::(Check-|http|https|Retries|ForceIPv)' || true
}
