#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests which marks "rtla cycle" finds in programs and libraries, which it refuses before anything
# starts, and the header rtla_cycle.h, in all languages that a compiler is here for. That cycles
# between marks are measured is tested in a guest.

. "$(dirname "$0")/../lib.sh"
PATH=$work/simulated:$PATH
export SIM=cpus=2
examples=$here/../../Documentation/examples
compile() { "$1" -I"$here/../../include" -O2 "${@:2}" 2>"$work/err"; }

cat >marked.c <<'END'
#include <unistd.h>
#include <rtla_cycle.h>
volatile int sum;
__attribute__((noinline)) void read_inputs(void) { sum++; }
__attribute__((noinline)) void write_outputs(void) { sum++; }
__attribute__((noinline)) void update_slow(void) { sum++; }
int main(int argc, char *argv[])
{
	(void)argv;
	sleep(argc > 1 ? 2 : 0);
	RTLA_CYCLE_BEGIN(control);
	read_inputs();
	RTLA_CYCLE_BEGIN(inner);
	update_slow();
	RTLA_CYCLE_END(inner);
	write_outputs();
	RTLA_CYCLE_END(control);
	RTLA_CYCLE_BEGIN(no_end);
	return sum;
}
END
compile cc -o marked marked.c
ok "a program with the marks of rtla_cycle.h is compiled"
compile cc -s -o stripped marked.c && compile cc -c -o marked.o marked.c
ok "the program with marks is compiled without symbols, and as an object file"

{ cat marked.c; echo 'char built[] __attribute__((section(".go.buildinfo"))) = "go";'; } >of_go.c
compile cc -o of_go of_go.c
ok "a program with the section of Go is compiled"

# ---- What is found

# measured NAME WORD...: tests that cycles are measured with such marks
measured() {
	local name=$1

	shift
	run cycle -q -d 1 --json r.json "$@"
	exits "$name" 0
}
measured "a function" --function ./marked:update_slow
is "the output says which function is a cycle" "$(grep '^A cycle' <<<"$out")" "A cycle is a call of ./marked:update_slow."
as_documented r.json
ok "the results with marks are as documented"
json_is r.json "the results say which function" '.configuration.cycle.marks' \
	'{"function":"./marked:update_slow","begin":null,"end":null,"mark":null}'
measured "a function whose name has any end" --function './marked:update*'
measured "a file without a slash that is here" --function marked:main
measured "two functions" --begin ./marked:read_inputs --end ./marked:write_outputs
is "the output says from where to where a cycle is" "$(grep '^A cycle' <<<"$out")" \
	"A cycle is from ./marked:read_inputs to ./marked:write_outputs."
measured "two functions of a program of Go" --begin ./of_go:read_inputs --end ./of_go:write_outputs
measured "marks in the file of the program" --mark control -- ./marked waits
is "the output says which marks" "$(grep '^A cycle' <<<"$out")" "A cycle is between the marks control."
measured "marks in a file" --mark ./marked:inner
measured "marks in a file that is stripped" --mark ./stripped:inner
measured "marks of any name" --mark "./marked:*"
measured "a program in a folder of PATH" --function cycle:main
mkdir -p lib && cp marked lib/libmarked.so.1
LD_LIBRARY_PATH=$PWD/lib measured "a library that the loader would find" --mark libmarked.so:inner
measured "a library that the process has mapped" --function libc.so:nanosleep --pid $$

cc -O2 -o probed "$here/../vm/programs/probed.c" 2>"$work/err"
ok "a program with the probes of others is compiled"
measured "probes of others" --begin ./probed:robot:cycle_start --end ./probed:robot:cycle_done
is "the output says from which probe to which a cycle is" "$(grep '^A cycle' <<<"$out")" \
	"A cycle is from ./probed:robot:cycle_start to ./probed:robot:cycle_done."
is "the places of probes are those of their notes, with their counters" \
	"$(sed -n 's/^start mark //p' "$SIM_LOG" | sort)" \
	"$(readelf -nW probed | awk '/Name:/ { name = $2 } /Location:/ { print name, $2, $NF }' |
		python3 -c '
import subprocess, sys
data = [line.split() for line in subprocess.run(["readelf", "-lW", "probed"], capture_output=True, text=True).stdout.splitlines()]
loads = [(int(at, 16), int(address, 16), int(size, 16)) for kind, at, address, _, size, *_ in (row for row in data if row[:1] == ["LOAD"])]
def offset(text):
    place = int(text.rstrip(","), 16)
    return next(at + place - address for at, address, size in loads if address <= place < address + size)
for line in sys.stdin:
    name, place, counter = line.split()
    print("ends=%d offset=%d counter=%d" % (name == "cycle_done", offset(place), offset(counter)))' | sort)"
measured "a probe and a function" --begin ./probed:robot:cycle_start --end ./probed:main

# ---- What is refused

refused "--begin ./probed:robot:none: ./probed has no probe none of robot: readelf -n ./probed lists those that it has" \
	cycle --begin ./probed:robot:none --end ./probed:robot:cycle_done
refused "--end ./probed:robots:cycle_done: ./probed has no probe cycle_done of robots: readelf -n ./probed lists those that it has" \
	cycle --begin ./probed:robot:cycle_start --end ./probed:robots:cycle_done

refused "--function ./marked:none: ./marked has no function none: nm -C ./marked lists those that it has, and one that is inlined everywhere is not among them" \
	cycle --function ./marked:none
refused "--function ./stripped:update_slow: ./stripped has no function update_slow among those that it exports, and it is stripped of all other names: give the file as it was before, or one with --mark" \
	cycle --function ./stripped:update_slow
refused "--function ./of_go:update_slow: ./of_go is a program of Go, which aborts if somebody looks for the return of a function: give --begin and --end, and keep the loop on one thread by runtime.LockOSThread()" \
	cycle --function ./of_go:update_slow
refused "--function ./marked.c:main: ./marked.c: no program and no shared library: give the file of a program or of a shared library of this machine" \
	cycle --function ./marked.c:main
refused "--function ./marked.o:main: ./marked.o: no program and no shared library, but a part of one that is not linked yet: give the file of a program or of a shared library of this machine" \
	cycle --function ./marked.o:main
refused "--function ./lib:main: ./lib: no regular file: give the file of a program or of a shared library of this machine" \
	cycle --function ./lib:main
refused "--function nowhere.so:main: there is no file nowhere.so here, where the loader looks for libraries, in PATH, or mapped by the watched process: give its path" \
	cycle --function nowhere.so:main
refused "--function main: not a file and a function: give both, like ./controller:update" cycle --function main
refused "--function ./marked:A::update: a function of C++ is known by its name in the file: give that, or a part of it, like FILE:*update*; nm -C says which it has" \
	cycle --function ./marked:A::update
refused "--begin ./marked:*puts: 2 functions have such names: read_inputs, write_outputs: give the name of one of them" \
	cycle --end ./marked:main --begin "./marked:*puts"
refused "--begin: --end is missing: a cycle has a begin and an end; with --function, it ends when the same function returns" \
	cycle --begin ./marked:main
refused "--end: --begin is missing: a cycle has a begin and an end; with --function, it ends when the same function returns" \
	cycle --end ./marked:main
for other in "--wait read" "--mark ./marked:inner" "--begin ./marked:main"; do
	# shellcheck disable=SC2086
	refused "--wait, --function, --begin with --end, and --mark each say what a cycle is: give one of them" \
		cycle --function ./marked:main $other
done
refused "--mark inner: nothing says which program has it: give its file, like ./controller:inner" cycle --mark inner
refused "--mark none: ./marked has no mark none of rtla_cycle.h: readelf -n lists those that it has; if they are in a library, give its file, like libx.so:none" \
	cycle --mark none -- ./marked
refused "--mark no_end: ./marked has no RTLA_CYCLE_END(no_end), without which no cycle ends: add it" \
	cycle --mark no_end -- ./marked
is "nothing was started" "$(cat "$SIM_LOG")" ""

# A file that is cut anywhere, or has any other bytes, is refused, or it is read.
bytes=$(stat -c %s marked)
for ((i = 0; i < 60; i++)); do
	head -c $((i * bytes / 60)) marked >short
	run cycle -q -d 1 --function ./short:main
	[ "$status" = 129 ] || [ "$status" = 0 ] || break
	run cycle -q -d 1 --mark ./short:inner
	[ "$status" = 129 ] || [ "$status" = 0 ] || break
done
is "a file that is cut anywhere is refused or read" $i 60

# ---- The header

for flags in "cc -std=c99 -pedantic -Werror -Wall -Wextra" "cc -O0" "c++ -std=c++98 -pedantic -Werror -Wall -Wextra" "c++ -O0" clang; do
	# shellcheck disable=SC2086
	if ! command -v ${flags%% *} >/dev/null; then
		skip "${flags%% *} is not here"
		continue
	fi
	suffix=c && [[ $flags != c++* ]] || suffix=cc
	cp marked.c "marked.$suffix" 2>/dev/null
	# shellcheck disable=SC2086
	compile $flags -o of_header "marked.$suffix" && ./of_header; [ $? = 3 ]
	ok "the header can be used with $flags"
	measured "the marks of the header with $flags are found" --mark ./of_header:inner
done
cat >class.cc <<'END'
#include <rtla_cycle.h>
int sum;
template <class T> struct Controller {
	void update()
	{
		RTLA_CYCLE(update);
		if (sum++)
			return;
		sum++;
	}
};
int main()
{
	Controller<int> one;
	Controller<char> other;
	one.update();
	other.update();
	return sum;
}
END
if command -v c++ >/dev/null; then
	compile c++ -Wall -Wextra -Werror -o class class.cc && ./class; [ $? = 3 ]
	ok "a cycle of C++ is a block, also in templates"
	measured "the marks of a block are found wherever they are inlined" --mark ./class:update
else
	skip "c++ is not here"
fi
grep -v RTLA_CYCLE_ marked.c >unmarked.c && compile cc -o unmarked unmarked.c
ok "the program is compiled without marks"
# main_of FILE: prints the names of the instructions of main()
main_of() {
	objdump -d --no-show-raw-insn "$1" |
		awk '/<main>:$/ { inside = 1; next } inside { print $2 } inside && $2 ~ /^ret/ { exit }' | sort
}
is "a mark adds one instruction that does nothing, and no other" \
	"$(comm -23 <(main_of marked) <(main_of unmarked) | tr '\n' ' ')" "nop nop nop nop nop "

# ---- Other languages

compile cc -fPIC -shared -o libcycle_marks.so "$examples/cycle_marks.c"
ok "the marks for Python are compiled"
run python3 "$examples/cycle_marks.py" ./libcycle_marks.so 2
exits "the example in Python runs" 0
measured "the marks for Python are found" --mark ./libcycle_marks.so:python
if command -v rustc >/dev/null; then
	run rustc -O -o cycle_marks_rs "$examples/cycle_marks.rs"
	exits "the example in Rust is compiled" 0
	run ./cycle_marks_rs 2
	exits "the example in Rust runs" 0
	measured "the marks of Rust are found" --mark ./cycle_marks_rs:rust
else
	skip "rustc is not here"
fi
finish
