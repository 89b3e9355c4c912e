#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests runs on a simulated machine: the recipes for CI, run as their systems run them.
# Parts of these systems are replaced: lava-test-case only notes its arguments, and
# prepare builds nothing.

. "$(dirname "$0")/../lib.sh"
ci=$(readlink -f "$here/../../Documentation/ci")
mkdir "$work/ci-bin" "$work/checkout"
PATH=$work/ci-bin:$work/simulated:$PATH
cat >"$work/ci-bin/lava-test-case" <<'X'
#!/bin/sh
echo "$*" >>"$LAVA"
X
printf '#!/bin/sh\n[ "$1" != --preserve-env=RTLA_DURATION,RTLA_LOAD ] || shift\nexec "$@"\n' >"$work/ci-bin/sudo"
chmod +x "$work"/ci-bin/*
export LAVA="$work/lava" GITHUB_STEP_SUMMARY="$work/summary"

# Make a checkout as it is after prepare.
cd "$work/checkout" || exit 1
mkdir Documentation
cp -r "$ci" Documentation/
printf '#!/bin/sh\n' >Documentation/ci/prepare
printf 'thr.max<=6us\nirq.max <= 3us\n' >good.gates
printf 'thr.max<=6us\nusr.max<9us\navail\n' | head -n 2 >bad.gates

# recipe KIND FILE SIM [NAME=VALUE]...: runs the steps of a recipe with these parameters,
# on a machine simulated with SIM; sets status, out and err
recipe() {
	rm -rf output results "$LAVA" "$GITHUB_STEP_SUMMARY"
	"$here/results/recipe_steps" "$1" "Documentation/ci/$2" "${@:4}" >"$work/steps" || return
	SIM=$3 run bash "$work/steps"
}

# ---- LAVA --------------------------------------------------------------------------------

lava() { recipe lava lava/rtla-gates.yaml "$1" DURATION=1s GATES=$2 "${@:3}"; }

lava cpus=2 good.gates
is "LAVA: a run that passes" "$(cat "$LAVA")" \
"thr.max__6us --result pass --measurement 6 --units us
irq.max____3us --result pass --measurement 3 --units us
rtla-verdict --result pass"
as_documented output/rtla.json
ok "LAVA: a run that passes has its results"
lava cpus=2 bad.gates CPUS=0-1 LOAD="sleep 99"
is "LAVA: one that fails" "$(cat "$LAVA")" \
"thr.max__6us --result pass --measurement 6 --units us
usr.max_9us --result fail --measurement 9 --units us
rtla-verdict --result fail"
is "LAVA: the run has its load and its CPUs" "$(jq -c '[.load.command, .configuration.cpus]' output/rtla.json)" '["sleep 99","0-1"]'
lava cpus=2,offline=1 good.gates
is "LAVA: one that cannot be trusted" "$(cat "$LAVA")" \
"thr.max__6us --result unknown --measurement 6 --units us
irq.max____3us --result unknown --measurement 3 --units us
rtla-verdict --result fail"
PATH=$work/bin:$PATH lava cpus=2 good.gates
is "LAVA: no module" "$(cat "$LAVA")" \
"thr.max__6us --result skip
irq.max____3us --result skip
rtla-verdict --result skip"
[[ $out = *"/dev/rtla: no such device: "* ]]
ok "LAVA: no module: the output says why"
lava cpus=2 nowhere.gates
is "LAVA: no results at all" "$(cat "$LAVA")" "rtla-verdict --result fail"
mkdir "$work/nothing"
printf '#!/bin/sh\nexit 127\n' >"$work/nothing/rtla"
chmod +x "$work/nothing/rtla"
PATH=$work/nothing:$PATH lava cpus=2 good.gates
is "LAVA: no rtla at all" "$(cat "$LAVA")" "rtla-verdict --result fail"

# ---- Results that are no pass ----

# reported STATUS RESULTS: what LAVA is told of these results of a run with that status
reported() {
	printf '%s' "$2" >output/rtla.json
	rm -f "$LAVA"
	run sh Documentation/ci/lava/report "$1" output/rtla.json
	tail -n 1 "$LAVA"
}
passed='{"verdict":{"outcome":"pass","exit_code":0,"reasons":[]},"gates":[{"gate":"thr.max<1us","verdict":"pass","value":{"ns":500}}]}'
pass="rtla-verdict --result pass" fail="rtla-verdict --result fail"
is "LAVA: results of a pass" "$(reported 0 "$passed")" "$pass"
is "no pass: an empty file" "$(reported 0 "")" "$fail"
is "blanks" "$(reported 0 "  ")" "$fail"
is "nothing in it" "$(reported 0 "{}")" "$fail"
is "a file that is cut off" "$(reported 0 "${passed%??}")" "$fail"
is "no gate" "$(reported 0 "${passed/\[\{*\}\]/[]}")" "$fail"
is "a gate that is not decided" "$(reported 0 "${passed/\"verdict\":\"pass\"/\"verdict\":\"undecided\"}")" "$fail"
is "the verdict of a gate that is not decided is unknown" "$(head -n 1 "$LAVA")" "thr.max_1us --result unknown --measurement 0.5 --units us"
is "a run that measured, without a verdict" "$(reported 0 "${passed/\"outcome\":\"pass\"/\"outcome\":\"measured\"}")" "$fail"
is "results of another run" "$(reported 2 "$passed")" "$fail"
is "a run that could not be" "$(reported 4 "$passed")" "$fail"
printf '#!/bin/sh\nexit 127\n' >"$work/nothing/jq"
chmod +x "$work/nothing/jq"
is "a machine without jq" "$(PATH=$work/nothing:$PATH reported 0 "$passed")" "$fail"
rm "$work/nothing/jq"

# ---- What measures ---------------------------------------------------------

lava cpus=2 good.gates TRACER=kernel
is "LAVA: the tracer that is asked for" "$(jq -c '[.command | index("--tracer") as $i | .[$i + 1]]' output/rtla.json)" '["kernel"]'

echo '{}' >output/rtla.json
PATH=/usr/bin:/bin run Documentation/ci/run-gates good.gates output
exits "no rtla on the PATH cannot run here" 4
[[ $err = *"rtla is not installed"*prepare* ]]
ok "stderr says that rtla is not installed"
[ ! -e output/rtla.json ]
ok "no other run's results are left"

# ---- Preparing a machine: what is installed is only noted, and nothing is loaded ----

mkdir "$work/noted"
for name in apt-get make modprobe modinfo mount rtla; do
	# shellcheck disable=SC2016 # expanded when it runs
	printf '#!/bin/sh\necho "%s $*" >>"$NOTED"\n' $name >"$work/noted/$name"
done
printf '#!/bin/sh\nexit 1\n' | tee "$work/noted/modinfo" >"$work/noted/mount"
chmod +x "$work"/noted/*
export NOTED="$work/steps.noted"

# prepared TRACER: what is built and loaded
prepared() {
	rm -f "$NOTED"
	RTLA_TRACER=$1 PATH=$work/noted:$PATH run "$ci/prepare"
	grep -E '^(make|modprobe)' "$NOTED" | paste -sd ';'
}
command_only="make -C tools/rtla install" with_module="make install;modprobe rtla"
is "prepare: the kernel's own tracer takes no module" "$(prepared kernel)" "$command_only"
is "the module is built where it is asked for" "$(prepared module)" "$with_module"
needed=$with_module
! grep -qw timerlat /sys/kernel/tracing/available_tracers 2>/dev/null || needed=$command_only
is "the module is built where the kernel has no tracer" "$(prepared auto)" "$needed"
printf '#!/bin/sh\necho /lib/modules/1/kernel/kernel/trace/rtla/rtla.ko\n' >"$work/noted/modinfo"
is "a kernel that has the module needs no other" "$(prepared auto)" "$command_only;modprobe rtla"

# ---- KernelCI: jobs of the template run the LAVA definition above ---------------------------

/usr/bin/python3 - Documentation/ci >"$work/kernelci" <<'X'
import sys, jinja2, yaml
ci = sys.argv[1]
jobs = yaml.safe_load(open(ci + "/kernelci/jobs.yaml"))["jobs"]
definition = yaml.safe_load(open(ci + "/lava/rtla-gates.yaml"))
template = jinja2.Template(open(ci + "/kernelci/rtla-gates.jinja2").read())
for name, job in jobs.items():
    assert job["kind"] == "job" and job["kcidb_test_suite"] and job["params"]["test_method"] == "rtla-gates"
    made = yaml.safe_load(template.render(node={"name": name}, **job["params"]))[0]["test"]
    one = made["definitions"][0]
    assert one["path"] == "Documentation/ci/lava/rtla-gates.yaml" and one["from"] == "git"
    assert set(one["parameters"]) == set(definition["params"])
    print(name, made["timeout"]["minutes"], *(f"{k}={v}" for k, v in one["parameters"].items()))
X
is "KernelCI: the jobs are as expected" "$(cat "$work/kernelci")" \
"rtla-gates 20 DURATION=10m CPUS= LOAD= TRACER=auto GATES=Documentation/ci/example.gates
rtla-gates-sched 20 DURATION=10m CPUS= LOAD=rtla load sched TRACER=auto GATES=Documentation/ci/example.gates"

# ---- GitHub ------------------------------------------------------------------------------------

github() { recipe github github.yml "$1" RTLA_DURATION=1s RTLA_LOAD=; }

cp good.gates Documentation/ci/example.gates
github cpus=2
exits "GitHub: a run that passes is green" 0
is "GitHub: the summary says that a run passes" "$(sed -E 's/: [^ ]*rtla timerlat .*/: .../' "$GITHUB_STEP_SUMMARY")" \
"**pass** (exit status 0): ...

| gate | verdict | value | limit | CPU |
| --- | --- | --- | --- | --- |
| thr.max<=6us | pass | 6 µs | 6 µs | all |
| irq.max <= 3us | pass | 3 µs | 3 µs | all |"
cp bad.gates Documentation/ci/example.gates
github cpus=2
exits "GitHub: one that fails is red" 2
is "GitHub: the summary says which gate failed" "$(tail -n 1 "$GITHUB_STEP_SUMMARY")" \
	"- gate usr.max<9us: failed: 9.000 us, the limit is 9.000 us"
github cpus=2,offline=1
exits "GitHub: one that cannot be trusted is red" 1
PATH=$work/bin:$PATH github cpus=2
exits "GitHub: no module is red" 4
[ -s "$GITHUB_STEP_SUMMARY" ]
ok "GitHub: there is a summary without a module"

# ---- GitLab --------------------------------------------------------------------------------------

gitlab() { recipe gitlab gitlab.yml "$1" RTLA_DURATION=1s RTLA_LOAD=; }

gitlab cpus=2
exits "GitLab: one that fails is red" 2
cp good.gates Documentation/ci/example.gates
gitlab cpus=2
exits "GitLab: a run that passes is green" 0
xmllint --noout results/rtla.xml
ok "GitLab: there is JUnit"
PATH=$work/bin:$PATH gitlab cpus=2
exits "GitLab: no module" 4
grep -q 'exit_codes: \[4\]' Documentation/ci/gitlab.yml
ok "GitLab: a run without a module is let through, and not as a pass"

# ---- The container --------------------------------------------------------------

mkdir "$work/image"
cp Documentation/ci/container/entrypoint Documentation/ci/run-gates "$work/image"
export RTLA_GATES=$PWD/good.gates RTLA_RESULTS=$PWD/results RTLA_DURATION=1s
SIM=cpus=2 run "$work/image/entrypoint"
exits "the container: a run that passes" 0
as_documented results/rtla.json
ok "the container: results are as documented"
RTLA_GATES=$PWD/bad.gates SIM=cpus=2 run "$work/image/entrypoint"
exits "the container: a run that fails" 2
PATH=$work/bin:$PATH run "$work/image/entrypoint"
exits "no module" 4
run "$work/image/entrypoint" timerlat hist -k -d 1
exits "whatever rtla is told" 0
for file in $(sed -n 's/^COPY \(Documentation[^ ]*\) \([^ ]*\) .*/\1 \2/p' Documentation/ci/container/Containerfile); do
	[ -x "$here/../../$file" ]
	ok "the container's $file is there"
done

finish
