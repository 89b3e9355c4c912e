#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that each pattern of MAINTAINERS has a file, that each file has a subject there, and
# that each subject says whom to ask, and its status.

cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/lib/tap.sh
. tests/lib/tap.sh

find . \( -path ./.git -o -path ./build \) -prune -o ! -type d -print | sed 's|^\./||' >"$work/files"

# matches FILE PATTERN: returns whether a pattern has a file. One that ends with / has all of a
# folder; in others, * is no part of a folder's name.
# shellcheck disable=SC2053 # a pattern is meant
matches() {
	case $2 in
	*/) [[ $1 = "$2"* ]] ;;
	*) [[ $1 = $2 && ${1//[^\/]/} = "${2//[^\/]/}" ]] ;;
	esac
}

# has_file PATTERN: returns whether a pattern has any file
has_file() {
	local file
	while read -r file; do
		! matches "$file" "$1" || return 0
	done <"$work/files"
	return 1
}

# without_subject PATTERN...: prints the files that no pattern has
without_subject() {
	local file pattern
	while read -r file; do
		for pattern; do
			! matches "$file" "$pattern" || continue 2
		done
		echo "$file"
	done <"$work/files"
}

mapfile -t patterns < <(sed -n 's/^F:\t//p' MAINTAINERS)
[ ${#patterns[@]} -gt 20 ]
ok "MAINTAINERS has patterns"
for pattern in "${patterns[@]}"; do
	has_file "$pattern"
	ok "$pattern matches a file"
done
is "each file has a subject" "$(without_subject "${patterns[@]}")" ""
mapfile -t others < <(sed -n 's/^F:\t//p' MAINTAINERS | grep -vx -e Kconfig -e tools/manual/)
is "files without a subject are found" "$(without_subject "${others[@]}" | sed 's|^\(tools/[a-z]*/\).*|\1|' | sort -u)" \
	"Kconfig
tools/manual/"
is "each subject has a maintainer, a status and files" \
	"$(awk -v RS= 'NR > 1 && /\nF:\t/ { n++; if (!/\nM:\t.* <.*@.*>\nS:\t(Maintained|Odd Fixes)\nF:\t/) print $0 }
		END { if (n < 5) print n " subjects" }' MAINTAINERS)" ""
is "whom to ask is the maintainer of the packages" "$(sed -n 's/^M:\t//p' MAINTAINERS | sort -u)" \
	"$(sed -n 's/^Maintainer: //p' debian/control)"

finish
