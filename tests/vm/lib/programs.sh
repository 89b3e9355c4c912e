# Building of programs for guests. Whoever sources this file has set $vm to tests/vm, and
# $arch to the architecture of the guest if that is not amd64.
# shellcheck shell=sh disable=SC2154
arch=${arch:-amd64}
programs=$vm/../../build/vm/programs
[ "$arch" = amd64 ] || programs=$programs-$arch

# program NAME [OPTION...] SOURCE...: builds a program for guests, unless it was built so of
# these sources, and of the headers beside them. The new file replaces the old one by a
# rename, as another run may be using the old one.
program() {
	file=$programs/$1
	shift
	sum=$({ echo "$*" && cat "$vm/lib/programs.sh" "$vm"/abi/*.h "$vm"/../../include/uapi/*.h "$vm"/../../tools/rtla/remedies/*.h; for source; do
		[ ! -f "$source" ] || cat "$source"
	done; } | sha256sum)
	[ ! -e "$file" ] || [ "$(cat "$file.sum" 2>/dev/null)" != "$sum" ] || return 0
	mkdir -p "$programs"
	"$vm/setup" compile "$arch" -std=gnu11 -Wall -Wextra -Werror -O2 -I"$vm/../../include" \
		-o "$file.$$" "$@" && mv "$file.$$" "$file" && echo "$sum" >"$file.sum"
}
