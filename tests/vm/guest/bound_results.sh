# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What tests of "rtla bound" ask of its results.

cpus=$(nproc)

# of_cpus FILTER: succeed if FILTER is true of the bound of each CPU of /tmp/r.json
of_cpus() {
	jq -e --argjson cpus "$cpus" \
		"[.cpus[].bound | $1] | length == \$cpus and all" /tmp/r.json ||
		{ jq -c '.cpus[].bound' /tmp/r.json; return 1; }
}
