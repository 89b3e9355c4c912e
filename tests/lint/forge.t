#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that what GitHub and GitLab read is valid: the workflows run the tests as .ci/run and
# "make check" do, and keep what these fetch; forms of issues have what GitHub demands of them,
# and ask for what a developer needs.

cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/lib/tap.sh
. tests/lib/tap.sh

# python PROGRAM: runs a program that ends with an error if what it reads is wrong
python() { /usr/bin/python3 -c "import glob, os, yaml; $1"; }

test_that "GitHub: both commands run, in a container that may make namespaces, and what they fetch is kept" python '
workflow = yaml.safe_load(open(".github/workflows/ci.yml"))
# A parser of YAML 1.1 reads the key "on" as true.
assert set(workflow[True]) == {"push", "pull_request", "workflow_dispatch"}
(job,) = workflow["jobs"].values()
assert job["strategy"]["matrix"]["command"] == ["make check", ".ci/run"]
assert job["steps"][-1]["run"] == "${{ matrix.command }}"
assert "--privileged" in job["container"]["options"]
(cache,) = [step["with"] for step in job["steps"] if step.get("uses", "").startswith("actions/cache@")]
assert cache["path"] == job["env"]["RTLA_CACHE"]
for pattern in cache["key"].split("\x27")[1::2]:
    assert glob.glob(pattern), pattern
'
test_that "GitLab: the same" python '
jobs = yaml.safe_load(open(".gitlab-ci.yml"))
assert [jobs[name]["script"] for name in ("check", "check-all")] == [["make check"], [".ci/run"]]
cache = jobs["default"]["cache"]
assert jobs["variables"]["RTLA_CACHE"] == "$CI_PROJECT_DIR/" + cache["paths"][0]
assert all(os.path.exists(file) for file in cache["key"]["files"])
'
test_that "both forges have the same image" python '
(job,) = yaml.safe_load(open(".github/workflows/ci.yml"))["jobs"].values()
assert job["container"]["image"] == yaml.safe_load(open(".gitlab-ci.yml"))["default"]["image"]
'
[ -x .ci/run ]
ok ".ci/run can be run"

for form in .github/ISSUE_TEMPLATE/*.yml; do
	test_that "the form $form is one" python "
form = yaml.safe_load(open('$form'))"'
assert form["name"] and form["description"]
asked = [field for field in form["body"] if field["type"] != "markdown"]
assert asked and all(field["type"] in ("textarea", "input") for field in asked)
assert all(field["attributes"]["label"] for field in asked)
assert len({field["id"] for field in asked}) == len(asked)
assert any(field.get("validations", {}).get("required") for field in asked)
'
	name=$(sed -n 's/^name: //p' "$form")
	is "$name: GitLab asks the same first" "$(sed -n 's/^## //p' ".gitlab/issue_templates/$name.md" | head -n 1)" \
		"$(sed -n 's/^      label: //p' "$form" | head -n 1)"
done
for name in Bug:bug Measurement:measurement; do
	grep -q 'rtla doctor --json -' ".gitlab/issue_templates/${name%:*}.md" &&
		grep -q 'rtla doctor --json -' ".github/ISSUE_TEMPLATE/${name#*:}.yml"
	ok "${name%:*}: both ask for what the doctor finds"
done
cmp .github/pull_request_template.md .gitlab/merge_request_templates/Default.md
ok "GitHub and GitLab have the same template for changes"

finish
