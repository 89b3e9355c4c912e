#!/bin/bash
# Tests gates on Debian's stock kernel: each exit status, in a guest; then the
# results of these runs, on this machine. Prints TAP.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
rtla=$vm/../../build/tool/rtla
out=$work

ci=$vm/../../Documentation/ci
"$vm/run" -k 6.12 --clock "${CLOCK:-steady}" -o "$out" -t 900 -p "$ci/run-gates" -p "$ci/lava/report" -- \
	env ALONE=tests/vm/gates.t sh /tests/all.sh gates </dev/null >"$out/tap" 2>"$out/said"
status=$?
tap_take "$out/tap" $status
guest_is_well() { cat "$out/said"; [ $status = 0 ]; }
test_that "the guest is well" guest_is_well

cd "$out/files" || exit 1
for file in pass decided kernel osnoise hwnoise fail stalled stop vanished short unknown cannot load_{idle,cpu,cache,io,sched}; do
	test_that "$file.json is what the documentation says" "$vm/../cli/results/check_results" $file.json
done
test_that "pass.ndjson is what the documentation says" "$vm/../cli/results/check_results" pass.ndjson
test_that "pass.prom is what the documentation says" "$vm/../cli/results/check_results" pass.prom
test_that "JUnit is XML" xmllint --noout pass.xml stop.xml cannot.xml
make --no-print-directory -s -C "$vm/../../tools/rtla" >/dev/null
test_that "results can be compared" "$rtla" compare kernel.json kernel.json
test_that "a page can be made of results" "$rtla" report pass.json fail.json stop.json osnoise.json -o report.html
finish
