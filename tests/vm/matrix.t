#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests a plan of "rtla matrix" with two kernels and two isolations, in a guest that boots
# each: what is next is told by its command "boot", as a boot loader would be told. Prints
# TAP.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/night"
cat >"$work/night/plan.json" <<'END'
{
  "results": "/root/night",
  "kernels": { "stock": "6.12.*-amd64", "rt": "6.12.*-rt-amd64" },
  "isolation": { "none": "", "isolated": "isolcpus=1" },
  "commands": { "timerlat": "timerlat hist -k -c 1 -d 2" },
  "boot": "echo \"$RTLA_KERNEL $RTLA_OPTIONS\" >/root/night/next"
}
END
# 6.12.*-amd64 is like 6.12.*-rt-amd64, too.
sed -i 's/6.12.\*-amd64/6.12.*[0-9]-amd64/' "$work/night/plan.json"

# boot KERNEL [OPTION]: goes on with the plan in a guest; fails if that takes no result out
boot() {
	rm -rf "$work/out" "$work/night/next"
	"$vm/run" -k "$1" ${2:+-a "$2"} -p "$work/night=/root/night" -o "$work/out" -- \
		sh -c 'rtla matrix run /root/night/plan.json; status=$?; uname -r; cp -r /root/night /out; exit $status' \
		</dev/null >"$work/said" 2>&1
	status=$?
	sed 's/^/# /' "$work/said"
	rm -rf "$work/night"
	cp -r "$work/out/files/night" "$work/night"
	return $status
}

next="stock "
for ((i = 0; i < 5; i++)); do
	read -r kernel option <<<"$next"
	kernel=${kernel/stock/6.12}
	test_that "boot $i: $kernel with '$option' goes on" boot "${kernel/rt/6.12-rt}" "$option"
	[ -e "$work/night/next" ] || break
	next=$(<"$work/night/next")
done
test_that "three boots measure all" [ "$i" = 3 ]
for name in stock-none stock-isolated rt-none rt-isolated; do
	test_that "all four are measured: $name" [ -e "$work/night/$name-idle-timerlat.json" ]
	test_that "the isolation is that of the plan: $name" [ "$(jq -r '.environment.checks[] | select(.name == "isolcpus").value | split(":")[0]' \
		"$work/night/$name-idle-timerlat.json")" = "$([[ $name = *isolated ]] && echo 1 || echo none)" ]
done
test_that "the report has all four" [ "$(grep -oE '(stock|rt)-(none|isolated)-idle' "$work/night/report.html" | sort -u | wc -l)" = 4 ]
finish
