#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Tests that the links of the documents lead to files and headings that there are, and that the
# README stays short and shows what the command prints.

cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/lib/tap.sh
. tests/lib/tap.sh

# broken_links FOLDER: prints the links of all documents in a folder that lead nowhere. A heading
# has the name that GitHub and GitLab give it.
broken_links() {
	/usr/bin/python3 - "$1" <<'X'
import pathlib, re, sys
def text(page):
    return re.sub(r"(?ms)^(    |```).*?$|`[^`\n]*`", "", page.read_text())
def headings(page):
    lines = re.findall(r"(?m)^#+ (.*)$", page.read_text())
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}
top = pathlib.Path(sys.argv[1])
pages = [page for page in top.rglob("*.md") if page.relative_to(top).parts[0] != "build"]
for page in sorted(pages):
    for link in re.findall(r"\]\(([^)\s]+)\)", text(page)):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, heading = link.partition("#")
        to = page.parent / file if file else page
        if not to.exists() or heading and heading not in headings(to):
            print(page.relative_to(top), link)
X
}

is "each link leads to a file and a heading" "$(broken_links .)" ""
mkdir "$work/pages"
printf '# One `two`, three\n[a](b.md) [c](#one-two-three) [d](a.md#e)\n' >"$work/pages/a.md"
is "broken links are found" "$(broken_links "$work/pages")" "a.md b.md
a.md a.md#e"

[ "$(wc -l <README.md)" -le 120 ]
ok "README.md has at most 120 lines"
is "README.md has lines of at most 100 columns" "$(LC_ALL=C.UTF-8 grep -nE '.{101}' README.md)" ""

# The first output is of a trace that anybody can analyse.
trace=$(sed -n 's|^`rtla analyze \(tests/traces/[^`]*\)\.txt`.*|\1|p' README.md)
shown=$(awk '/^    / { print substr($0, 5); on = 1 } on && /^[^ ]/ { exit }' README.md)
is "README.md shows lines of the analysis of $trace.txt" \
	"$(echo "$shown" | grep -vxF -e ... -f "$trace.report")" ""
[ "$(echo "$shown" | grep -c %)" -ge 3 ]
ok "README.md shows an analysis"

finish
