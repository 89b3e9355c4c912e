# shellcheck shell=bash
# Functions that all parts of the rig's set-up share: messages, failures, and
# making a cache entry so that it is either complete or absent.
#
# Expects: VM (this folder's parent), TOP (the checkout).

# shellcheck source=tests/lib/cache.sh
. "$TOP/tests/lib/cache.sh"
# shellcheck disable=SC2034
BUILD=$TOP/build/vm

# Scripts read what apt, make and others print, in English whoever the user is.
export LC_ALL=C.UTF-8

say() {
	printf 'vm: %s\n' "$*" >&2
}

# die THING: REASON: REMEDY : prints this, and exits with 125, "set-up failed".
die() {
	say "$*"
	exit 125
}

# wanted WORD WHAT : fails if WORD is empty, which is WHAT on the command line.
wanted() {
	[ -n "$1" ] || die "setup: $2 is missing: see tests/vm/setup --help"
}

# need_root THING [COMMAND]
need_root() {
	[ "$(id -u)" = 0 ] ||
		die "$1: needs root: run '${2:-tests/vm/setup}' as root once"
}

# need_space MEGABYTES THING [FOLDER] : fails if the cache, or FOLDER, has too little space
# for THING.
need_space() {
	local free folder=${3:-$CACHE}
	mkdir -p "$folder" 2>/dev/null ||
		die "$folder: cannot be created: set RTLA_CACHE to a writable folder"
	free=$(megabytes_free "$folder")
	[ "$free" -ge "$1" ] ||
		die "$2: needs $1 MB in $folder, which has $free MB free: free some$([ -n "${3:-}" ] || echo ", or set RTLA_CACHE")"
}

# ensure ENTRY MAKER [ARG...]
#
# Makes the cache entry with `MAKER TEMPORARY-PATH ARG...` unless it is there.
# The maker works beside the entry and the result is renamed into place, so an
# interrupted set-up leaves nothing that looks finished; the lock makes a
# second caller wait for the first instead of doing the same work.
ensure() {
	local entry=$CACHE/$1 name=${1//\//-} maker=$2 tmp
	shift 2
	[ ! -e "$entry" ] || return 0
	need_space 100 "$entry"
	mkdir -p "$CACHE/locks"
	(
		exec 9>"$CACHE/locks/$name"
		if ! flock -n 9; then
			say "waiting for another set-up to finish $name"
			flock 9
		fi
		[ ! -e "$entry" ] || exit 0
		tmp=$entry.tmp
		rm -rf --one-file-system "$tmp"
		trap 'rm -rf --one-file-system "$tmp"' EXIT
		trap 'exit 130' INT TERM HUP
		"$maker" "$tmp" "$@" 9>&-
		mv -T "$tmp" "$entry"
	) || exit "$?"
}

# sweep PATTERN KEEP : removes the cache entries that earlier recipes made,
# complete or not. Entries that were used in the last three days stay: they may
# be those of another checkout with its own recipe.
sweep() {
	find "$CACHE" -maxdepth 1 -name "$1" ! -name "$2*" -mtime +2 -exec rm -rf --one-file-system {} +
}

# quietly LOG COMMAND... : runs COMMAND with its output in LOG; if it fails,
# shows the end of LOG.
quietly() {
	local log=$1
	shift
	"$@" </dev/null >"$log" 2>&1 && return
	show_end "$log"
	return 1
}

# show_end LOG
show_end() { tail -n 15 "$1" | sed 's/^/vm: | /' >&2; }
