# shellcheck shell=bash
# Where the tests keep what they fetch and build, for all checkouts: in CACHE.
#
# ccache keeps there what has been compiled. Paths below a checkout count as relative, so
# that another one has the same. The compiler of each build root has a ccache of its own.
CACHE=${RTLA_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/rtla}
export CCACHE_DIR=$CACHE/ccache-host CCACHE_NOHASHDIR=1 CCACHE_MAXSIZE=1G CCACHE_BASEDIR
CCACHE_BASEDIR=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# megabytes_free FOLDER : prints how many MB are free there; 0 if that is not known.
megabytes_free() {
	local free
	free=$(df --output=avail -BM "$1" 2>/dev/null | tail -n 1 | tr -dc 0-9)
	echo "${free:-0}"
}

# How long the tests of the command line took, so that the long ones begin first.
[ ! -w "$CACHE" ] || export TEST_TIMES=$CACHE/test-times
