# shellcheck shell=bash disable=SC2154 # the tests assign work, suite, build and machine
# For tests of the packages, which build and install them in copies of roots, and print TAP.

top=$(readlink -f ../..)
# shellcheck disable=SC2034 # the tests read it
version=$(sed -n 's/.*RTLA_VERSION\t"\(.*\)"/\1/p' "$top/include/rtla_version.h")

# in_build, in_machine COMMAND...: run a command in a copy of the root of this suite; what
# it prints goes to $work/out
in_build() { in_copy "$build" "$work/$suite/build" "$@"; }
in_machine() { in_copy "$machine" "$work/$suite/machine" "$@"; }

# in_copy ROOT FOLDER COMMAND...: runs a command in a copy of ROOT whose changes are in FOLDER;
# sets took, the seconds that it took
in_copy() {
	local began=$SECONDS
	tap_run ./setup overlay "$@"
	# shellcheck disable=SC2034 # read by took
	took=$((SECONDS - began))
}

# took NAME: prints how long the last command in a copy of a root took
took() { echo "# $suite: $1: $took s"; }

apt() { in_machine apt-get -q -y -o Dpkg::Use-Pty=0 "$@"; }

# copy_checkout FOLDER: copies what git has, or would have, without what is built
copy_checkout() {
	git -C "$top" ls-files -co --exclude-standard -z | tar -C "$top" -c --null -T - | tar -x -C "$1"
}
