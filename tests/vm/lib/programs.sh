# Building of programs for guests. Whoever sources this file has set $vm to tests/vm, and
# $arch to the architecture of the guest if that is not amd64.
# shellcheck shell=sh disable=SC2154
arch=${arch:-amd64}
programs=$vm/../../build/vm/programs
[ "$arch" = amd64 ] || programs=$programs-$arch

# program NAME [OPTION...] SOURCE...: builds a program for guests. The new file
# replaces the old one by a rename, as another run may be using the old one.
program() {
	file=$programs/$1
	shift
	mkdir -p "$programs"
	"$vm/setup" compile "$arch" -std=gnu11 -Wall -Wextra -Werror -O2 -I"$vm/../../include" \
		-o "$file.$$" "$@" && mv "$file.$$" "$file"
}
