# shellcheck shell=bash
# Packages that the host itself must have, and where it gets its packages from.

# Programs that the rig calls on the host, and the Debian packages that have
# them.
HOST_TOOLS='bwrap:bubblewrap mmdebstrap:mmdebstrap python3:python3
	apt-get:apt dpkg-deb:dpkg flock:util-linux'

# host_missing [PACKAGE...] : prints which packages are not installed, of those
# that the rig needs and of the given ones.
host_missing() {
	local name
	for name in $HOST_TOOLS; do
		command -v "${name%%:*}" >/dev/null || printf '%s ' "${name#*:}"
	done
	for name; do
		dpkg-query -W -f '${db:Status-Status}\n' "$name" 2>/dev/null |
			grep -qx installed || printf '%s ' "$name"
	done
}

# host_ready [PACKAGE...] : installs those of these packages that are missing.
host_ready() {
	local missing
	missing=$(host_missing "$@")
	[ -n "$missing" ] || return 0
	command -v apt-get >/dev/null ||
		die "host: needs $missing: install them (no apt-get here to do it)"
	need_root "host packages ($missing)"
	need_space 100 "set-up"
	say "installing on this machine: $missing(takes about 10 s)"
	# shellcheck disable=SC2086
	fetching "$CACHE/host.log" "host packages $missing" apt-get -- \
		env DEBIAN_FRONTEND=noninteractive \
		apt-get install -y --no-install-recommends $missing
}

# fetching LOG WHAT APT-GET... -- COMMAND... : runs COMMAND. If it fails,
# refreshes the package lists with APT-GET, as they may be old or missing, and
# runs COMMAND again.
fetching() {
	local log=$1 what=$2
	local -a apt_get=()
	shift 2
	while [ "$1" != -- ]; do
		apt_get+=("$1")
		shift
	done
	shift
	quietly /dev/null "$@" 2>/dev/null && return
	say "refreshing the package lists first (takes about 10 s)"
	quietly "$log" "${apt_get[@]}" -q update ||
		die "$what: the package lists cannot be refreshed ($log): check network and apt sources"
	quietly "$log" "$@" ||
		die "$what: cannot be fetched ($log): check the network; the log says what is missing"
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
