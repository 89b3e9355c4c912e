#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests the scripts that run the tests, with made-up parts instead of guests: parts that
# fail are run once more, named, and counted once, and the progress is shown meanwhile.

. "$(dirname "$0")/../cli/lib.sh"
top=$here/../..
unset ALIVE

# made NAME PART-KIND...: makes a file of tests whose parts have three tests each. In a
# part "-once" the second test fails the first time, in a part "-twice" the first two
# times; a part "-trouble" ends with status 253; a part "-fine" always passes.
made() {
	local file=$work/dir/$1.t parts=("${@:2}") kinds='' part

	for part in "${parts[@]}"; do kinds+="[${part%-*}]=${part#*-} "; done

	cat >"$file" <<X
#!/bin/bash
runs=$work/dir/$1
declare -A kinds=($kinds)
[ \$# != 0 ] || set -- ${parts[*]%-*}
for part; do
	kind=\${kinds[\$part]}
	echo "# \$part, \$((++at)).5 s"
	echo x >>"\$runs.\$part"
	times=\$(wc -l <"\$runs.\$part")
	echo "ok \$((++n)) - \$part: one"
	case \$kind\$times in
	once1 | twice[12]) echo "not ok \$((++n)) - \$part: two"; echo "#   why \$times"; bad=1 ;;
	trouble?) exit 253 ;;
	*) echo "ok \$((++n)) - \$part: two" ;;
	esac
	echo "ok \$((++n)) - \$part: three"
done
echo "1..\$n"
exit \${bad:-0}
X
	chmod +x "$file"
}

# ---- One guest

made 6.99 good-fine bad-once fair-fine rest-fine
run "$top/tests/lib/again" "$work/dir/6.99.t -- good bad fair"
exits "a part that fails once has passed" 0
is "each test of a part that fails once counts once, in order" "$(grep -oE '^(not )?ok [0-9]+ - .*|^1\.\..*' "$work/out" | cut -d ' ' -f 1,2,4- | paste -s -d ';')" \
	"ok 1 good: one;ok 2 good: two;ok 3 good: three;ok 4 fair: one;ok 5 fair: two;ok 6 fair: three;ok 7 bad: one;ok 8 bad: two;ok 9 bad: three;1..9"
is "the part that failed once is named, with the number of its failed test" "$(grep '^# unsteady: ' "$work/out")" "# unsteady: 6.99 bad 2"
is "the failure is shown" "$(grep '^# first: ' "$work/out" | sed 1d)" \
"# first: ok 4 - bad: one
# first: not ok 5 - bad: two
# first: #   why 1
# first: ok 6 - bad: three"
is "the part that failed is run again, and no other" "$(wc -l <6.99.good) $(wc -l <6.99.bad) $(wc -l <6.99.fair)" "1 2 1"
is "no part that was not asked for is run" "$(ls 6.99.*)" "6.99.bad
6.99.fair
6.99.good
6.99.t"
rm 6.99.*

made 6.99 good-fine bad-twice
run "$top/tests/lib/again" "$work/dir/6.99.t"
exits "a part that fails twice has failed" 1
is "a part that fails twice counts as one failure" "$(grep -c '^not ok' "$work/out")" 1
is "both reasons are shown" "$(grep -o 'why [12]' "$work/out" | paste -s -d ' ')" "why 1 why 2"
is "a part that fails twice is not unsteady" "$(grep -c '^# unsteady' "$work/out")" 0
is "a part that fails twice is not run a third time" "$(wc -l <6.99.bad)" 2

# A part whose name has two words is a part of its own.
made 6.98 good-fine two_words-twice
run "$top/tests/lib/again" "$work/dir/6.98.t"
exits "a part of two words that fails twice has failed" 1
is "a part of two words alone is run again" "$(wc -l <6.98.good) $(wc -l <6.98.two_words)" "1 2"
rm 6.98.*

# A second run that tests nothing is no pass.
cat >nothing.t <<'X'
#!/bin/sh
[ $# = 0 ] || exit 1
printf '# part, 0.1 s\nnot ok 1 - one\n1..1\n'
exit 1
X
chmod +x nothing.t
run "$top/tests/lib/again" "$work/dir/nothing.t"
exits "a failure that the second run does not test again stays one" 1
is "a second run without the test is named" "$(grep '^not ok' "$work/out")" "not ok 1 - nothing part ended with 1, without a failed test"

made 7.0 good-fine bad-once worse-trouble
run "$top/tests/lib/again" "$work/dir/7.0.t"
exits "trouble in the kernel has no second chance" 1
is "trouble in the kernel is a failure by itself" "$(grep -c '^not ok [0-9]* - 7.0 ended with 253$' "$work/out")" 1
is "nothing is run again" "$(wc -l <7.0.bad)" 1

cat >whole.t <<'X'
#!/bin/sh
echo x >>whole.runs
if [ "$(wc -l <whole.runs)" = 1 ]; then echo "not ok 1 - all of it"; else echo "ok 1 - all of it"; fi
echo 1..1
[ "$(wc -l <whole.runs)" != 1 ]
X
chmod +x whole.t
run "$top/tests/lib/again" "$work/dir/whole.t"
exits "tests without parts are run again as a whole" 0
is "tests without parts are named" "$(grep '^# unsteady: ' "$work/out")" "# unsteady: whole 1"
printf '#!/bin/sh\necho "ok 1 - one"\n' >cut.t
chmod +x cut.t
run "$top/tests/lib/again" "$work/dir/cut.t"
exits "a part that does not say how many tests it has is broken" 1

# ---- All of them

for name in 1 2 3; do made $name.0 good-fine bad-once; done
run "$top/tests/check" "$work/dir/1.0.t" "$work/dir/2.0.t"
exits "two unsteady parts may be" 0
is "unsteady parts are named at the end, and no test is counted twice" "$(tail -n 4 "$work/out")" \
"unsteady: 1.0 bad 2
unsteady: 2.0 bad 2
unsteady parts: 2, of which 2 may be
12 passed, 0 failed"
is "what failed is shown" "$(grep -c '^# first: not ok 5 - bad: two$' "$work/out")" 2
rm -f ./*.bad
run "$top/tests/check" "$work/dir/1.0.t" "$work/dir/2.0.t" "$work/dir/3.0.t"
exits "three are a failure" 1
is "the last lines say that three are too many" "$(tail -n 2 "$work/out" | paste -s -d ';')" "not ok - more than 2 unsteady parts;18 passed, 1 failed"
rm -f ./*.bad
run "$top/tests/check" "$work/dir/6.99.t"
exits "a part that fails twice fails the run" 1
is "a part that fails twice is counted once" "$(tail -n 1 "$work/out")" "5 passed, 1 failed"

# A test that fails, and one that passes, with all that libraries print about them.
cat >hidden.t <<'X'
#!/bin/sh
echo "ok 1 - one: passes"
echo "# measured: 1 us"
echo "not ok 2 - two: fails"
echo "# run it alone: tests/two 2"
echo "# stdout: ok 3 - is no result"
echo "not ok 3 - three: fails"
echo 1..3
exit 1
X
chmod +x hidden.t
run "$top/tests/check" "$work/dir/hidden.t"
is "failures alone are shown, with what explains them" "$(sed -n '/^not ok/,/^== /p' "$work/out" | grep -v hidden.t:)" \
"not ok 2 - two: fails
# run it alone: tests/two 2
# stdout: ok 3 - is no result
not ok 3 - three: fails"
is "failures are named again at the end, with what runs them alone" "$(tail -n 4 "$work/out")" \
"failed: two: fails
    run it alone: tests/two 2
failed: three: fails
1 passed, 2 failed"

# ---- Guests of the truth test, which are judged by tests/vm/truth

# judged REASON...: runs tests/vm/truth with a judge that gives two verdicts. The first is
# always right; the second is wrong with the first REASON in the first try, with the
# second REASON in the second try, and so on; with the REASON "" it is right.
judged() {
	/usr/bin/python3 -B - "$top/tests/vm" "$@" <<'X'
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
sys.path.insert(0, sys.argv[1] + "/truths")
from common import Verdict
loader = SourceFileLoader("truth", sys.argv[1] + "/truth")
truth = module_from_spec(spec_from_loader("truth", loader))
loader.exec_module(truth)
reasons = sys.argv[2:]
truth.JUDGES = {("timerlat", "module"): lambda *_: iter([Verdict("one"), Verdict("two", why=reasons.pop(0))])}
sys.argv = ["truth", "-k", "6.99", "--clock", "plain", "--tool", "timerlat", "--tracer", "module"]
sys.exit(truth.main())
X
}
run judged ""
is "a truth's guest that is right runs once" "$status $(grep -cE '^ok|^not ok|unsteady' "$work/out")" "0 2"
run judged late ""
is "a truth's guest that is wrong once is named" "$status $(grep -cE '^(not )?ok ' "$work/out") $(grep '^# unsteady' "$work/out")" \
	"0 2 # unsteady: 6.99 truth-timerlat-plain 2"
is "the failure of a guest that is wrong once is shown" "$(grep -o '^# first: not ok.*' "$work/out")" "# first: not ok 2 - two: late"
run judged late later
is "a truth's guest that is wrong twice has failed" "$status $(grep -E '^(not )?ok|^# later|unsteady' "$work/out" | paste -s -d ';')" \
	"1 ok 1 - truth: one;not ok 2 - truth: two;# later"

# ---- While it runs

cat >6.98.t <<'X'
#!/bin/sh
echo "# quick, 1.0 s"
echo "ok 1 - quick: one"
echo "# slow, 2.0 s"
sleep 3
echo "ok 2 - slow: one"
echo 1..2
X
chmod +x 6.98.t
CHECK_EVERY=1 run "$top/tests/check" "$work/dir/6.98.t"
exits "a layer that takes long" 0
is "the progress says which part runs, and for how long" "$(grep -m 1 ' running' "$work/out" | sed -E 's/\([12] s\)/N/; s/^.*\.t: //')" \
	"0 of 1 parts done, running: 6.98 slow N"
is "no test is counted for the progress" "$(tail -n 1 "$work/out")" "2 passed, 0 failed"

# ---- A run that is ended early

cat >hangs.t <<'X'
#!/bin/sh
echo "ok 1 - begun"
exec sleep 1000
X
chmod +x hangs.t
nobody_of() { ! pgrep -f "$1" >ended; }
for signal in INT TERM; do
	cp hangs.t "$signal.t"
	# By a new session, it obeys SIGINT, which a shell in the background ignores.
	CHECK_EVERY=1 setsid -f perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$top/tests/check" "$work/dir/$signal.t" >progress 2>&1
	eventually grep -q running progress
	pkill "-$signal" -o -f "tests/check $work/dir/$signal.t"
	test_that "nothing of a run that SIG$signal has ended goes on to tell how far it is" \
		eventually nobody_of "tests/check $work/dir/$signal.t"
	pkill -KILL -f "$work/dir/$signal.t"
done

finish
