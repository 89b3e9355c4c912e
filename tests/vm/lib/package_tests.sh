# shellcheck shell=bash disable=SC2154 # the tests assign work, suite, build and machine
# For tests of the packages, which build and install them in copies of roots, and print TAP.

top=$(readlink -f ../..)
# shellcheck disable=SC2034 # the tests read it
version=$(sed -n 's/.*RTLA_VERSION\t"\(.*\)"/\1/p' "$top/include/rtla_version.h")

# in_build, in_machine COMMAND...: run a command in a copy of the root of this suite; what
# it prints goes to $work/out
in_build() { tap_run ./setup overlay "$build" "$work/$suite/build" "$@"; }
in_machine() { tap_run ./setup overlay "$machine" "$work/$suite/machine" "$@"; }

apt() { in_machine apt-get -q -y -o Dpkg::Use-Pty=0 "$@"; }

# copy_checkout FOLDER: copies what git has, or would have, without what is built
copy_checkout() {
	git -C "$top" ls-files -co --exclude-standard -z | tar -C "$top" -c --null -T - | tar -x -C "$1"
}
