#!/bin/bash
# Gates on a real kernel: each exit status. The results are written to /out, and
# gates.t checks them outside the guest.
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
modprobe rtla_inject

ktap() { sed -n '/^KTAP version 1$/,$p' /tmp/out; }
ktap_has() { ktap | grep -e "$1" || { ktap; return 1; }; }
outcome() { grep -o '"verdict":{"outcome":"[^"]*","exit_code":[0-9]*' "$1" | head -n 1 | cut -d : -f 3-; }
preempt_off() { while_measuring sh -c 'echo "preempt_off 1 0 300000000" >/sys/kernel/debug/rtla_inject'; }

# ---- Exit status 0 -------------------------------------------------------------------

exits "timerlat passes" 0 timerlat hist -c 1 -d 4 --gate 'usr.max<=9s' --gate 'thr.count>=100' --gate 'irq.p50<1s@each' \
	--json /out/pass.json --junit /out/pass.xml --stream /out/pass.ndjson --openmetrics /out/pass.prom --percentiles
test_that "each gate of timerlat passes" same "$(ktap | grep -c '^ok')" 3
test_that "the results of timerlat say pass" same "$(outcome /out/pass.json)" '"pass","exit_code":0'
exits "timerlat of kernel threads passes" 0 timerlat top -q -k -d 3 --gate 'thr.max<=9s@each' --json /out/kernel.json
exits "osnoise passes" 0 osnoise top -q -c 1 -p 100000 -d 4 --gate 'avail>=1%' --gate 'noise.irq.rate<=1000000/s' \
	--gate 'single.max<=9s' --json /out/osnoise.json
test_that "each gate of osnoise passes" same "$(ktap | grep -c '^ok')" 3
exits "hwnoise passes" 0 hwnoise -q -c 1 -p 200000 -r 100000 -d 3 --gate 'avail>=1%' --json /out/hwnoise.json
exits "gates that are decided end the run" 0 timerlat hist -k -d auto:1..300 --gate 'thr.p90<=9s@95%' --gate 'thr.count>=3000' \
	--json /out/decided.json
test_that "the results say that gates were decided" grep -q '"ended_by":"decided"' /out/decided.json

# ---- Exit status 2 -------------------------------------------------------------------

preempt_off
exits "a latency that is too long fails" 2 timerlat hist -k -c 1 -d 10 --gate 'thr.max<=250ms' --gate 'thr.count(>250ms)<=0' \
	--gate 'thr.count>=1' --json /out/fail.json
test_that "KTAP has the gates that fail, and the one that does not" same "$(ktap | cut -d ' ' -f 1,2 | paste -s -d ' ')" \
	"KTAP version 1..3 not ok not ok ok 3"
test_that "stderr has the gate that failed" err_has '^rtla: gate thr.max<=250ms: failed: .* us, the limit is 250000.000 us$'
test_that "the results say fail" same "$(outcome /out/fail.json)" '"fail","exit_code":2'
preempt_off
exits "a stop fails" 2 timerlat top -q -k -c 1 -T 250000 -d 120 --gate 'thr.count>=1' --json /out/stop.json --junit /out/stop.xml
test_that "the results have the analysis of the stop" grep -q '"kind":"thread","name":"inject/1"' /out/stop.json
test_that "the results say why a stop fails" grep -q '"reasons":\["CPU 1: thread [0-9.]* us, the threshold is 250000.00 us: [0-9]* % of [0-9.]* us: inject/1:[0-9]* kept preemption off' /out/stop.json
test_that "JUnit has the text of the analysis" grep -q 'inject/1' /out/stop.xml

# A stall of 400 ms has one sample, and 399 periods that nobody could measure.
while_measuring sh -c 'for i in 1 2 3 4; do echo "preempt_off 1 0 400000000" >/sys/kernel/debug/rtla_inject; sleep 0.45; done'
exits "a CPU that is stalled most of the time fails" 2 timerlat hist -k -c 1 -d 4 --gate 'thr.p80<=50ms' --gate 'skipped<=1000' \
	--gate 'skipped.share<=25%' --gate 'thr.count>=1' --json /out/stalled.json
test_that "each gate on the periods of a stalled CPU fails" same "$(ktap | grep -c '^not ok')" 3
test_that "KTAP tells the skipped periods" ktap_has 'us, limit 50000.000 us, with [0-9]* skipped periods of [0-9]* in all$'
all_periods() { sed 's/.*"corrected":{"count":\([0-9]*\).*/\1/' "$1"; }
test_that "all periods are there" between "$(all_periods /out/stalled.json)" 3900 4001
wait

# ---- Exit status 1 -------------------------------------------------------------------

while_measuring sh -c 'echo 0 >/sys/devices/system/cpu/cpu1/online'
exits "a CPU that vanishes" 1 timerlat hist -k -d 5 --gate 'thr.max<=9s' --json /out/vanished.json
test_that "a CPU that vanishes passes no gate" same "$(ktap | grep -c '^ok')" 0
test_that "the results of a CPU that vanishes are untrusted" same "$(outcome /out/vanished.json)" '"untrusted","exit_code":1'
wait
echo 1 >/sys/devices/system/cpu/cpu1/online
background timerlat hist -k -d 60 --gate 'thr.max<=9s' --json /out/short.json
kill -TERM $run
test_that "a run that is shorter than asked" ended 1
test_that "the results of a run that is shorter than asked are untrusted" same "$(outcome /out/short.json)" '"untrusted","exit_code":1'
exits "a percentile that cannot be told" 1 timerlat hist -k -c 1 -d 2 --gate 'thr.p99.9999<=9s' --json /out/unknown.json
test_that "stderr says how long to measure for the percentile" err_has 'samples are too few, 10000000 are needed: measure for at least [0-9]* h [0-9]* min$'
background timerlat hist -k -d 60 --gate 'thr.max<=9s' --json killed.json
kill -KILL $run
wait $run 2>/dev/null
test_that "a run that is killed leaves no results" [ ! -e killed.json ]

# ---- Under load ------------------------------------------------------------------------

for scenario in idle cpu cache io sched; do
	exits "a gate passes under load: $scenario" 0 timerlat hist -k -d 2 --load "rtla load $scenario" --gate 'thr.count>=1' --json /out/load_$scenario.json
	test_that "the load is gone: $scenario" sh -c "! pgrep 'stress-ng|hackbench|sleep'"
	test_that "the load leaves no file: $scenario" sh -c '! ls -d tmp-stress-ng* 2>/dev/null'
done
background timerlat hist -k -d 60 --load 'rtla load sched'
test_that "hackbench runs" pgrep hackbench
kill -KILL $run
wait $run 2>/dev/null
test_that "hackbench is gone with the command, even if that is killed" eventually sh -c '! pgrep hackbench'

# ---- The recipe for LAVA -------------------------------------------------------------------

# shellcheck source=tests/vm/guest/lava.sh
. /tests/lava.sh
lava 'thr.max<=9s'
test_that "the recipe for LAVA passes" same "$(lava_passed)" \
	"thr.max__9s --result pass --measurement N --units us;rtla-verdict --result pass"
lava 'thr.max<=1ns'
test_that "the recipe for LAVA fails" same "$(grep -o 'result [a-z]*' /tmp/lava | paste -s -d ' ')" "result fail result fail"

# ---- Exit status 4 -------------------------------------------------------------------

test_that "a user without rights" sh -c 'setpriv --reuid 65534 --clear-groups timerlat hist -d 1 --gate "thr.max<=9s" >/tmp/out 2>/tmp/err; [ $? = 4 ]'
test_that "a user without rights passes no gate" ktap_has '^not ok 1 thr.max<=9s # SKIP '
exits "the doctor, with the module" 0 rtla doctor -c 1 --all --json /out/doctor.json
test_that "the doctor finds the module" out_has '^  ok  *module '
test_that "the doctor finds that this is a guest" out_has '^  warning  virtualisation '
rmmod rtla_inject
without_module
without_bpf
exits "no module, and no other tracer" 4 timerlat hist -d 1 --gate 'thr.max<=9s' --json /out/cannot.json --junit /out/cannot.xml
test_that "a run that cannot measure passes no gate" ktap_has "^not ok 1 thr.max<=9s # SKIP /dev/rtla: no such device: the module is not loaded, and modprobe's configuration blacklists it: load the module with 'modprobe rtla', or boot a kernel with CONFIG_TIMERLAT_TRACER, and run as root, or boot a kernel with CONFIG_DEBUG_INFO_BTF, or take the user latency alone with --tracer process\$"
test_that "the results of a run that cannot measure say so" same "$(outcome /out/cannot.json)" '"cannot run","exit_code":4'
lava 'thr.max<=9s'
test_that "the recipe for LAVA skips" same "$(grep -o 'result [a-z]*' /tmp/lava | paste -s -d ' ')" "result skip result skip"
rtla doctor -c 1 --all >/tmp/out 2>/tmp/err
test_that "the doctor says what to do" out_has 'modprobe rtla'
with_module
with_bpf
exits "a run after those that were killed" 0 timerlat hist -k -d 1
test_that "nothing is left" nothing_left
