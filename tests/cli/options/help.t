#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests help and version under every name of the command, for all users.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
version=$(sed -n 's/.*RTLA_VERSION\t"\(.*\)"/\1/p' "$here/../../include/rtla_version.h")

# told NAME FIRST WORD...: tests that the command exits with 0, and prints only on stdout
# a text with FIRST as its first line
told() {
	local name=$1 first=$2

	shift 2
	run "$@"
	[[ $status -eq 0 && -z $err && ${out%%$'\n'*} = "$first" ]]
	ok "$name"
}

# ---- the list of commands

list="Usage: rtla COMMAND [OPTION]..."
told "rtla -h" "$list" rtla -h
told "rtla --help" "$list" rtla --help
told "rtla help" "$list" rtla help
[ "$(wc -L <"$work/out")" -lt 80 ] && [ "$(wc -l <"$work/out")" -le 24 ]
ok "the list fits on a terminal of 80 columns and 24 lines"
is "the list has three examples" "$(grep -c '^  rtla ' <<<"$out")" 3
run rtla
[[ $status -eq 129 && -z $out && $err = "$list"* ]]
ok "rtla alone tells the same, as an error"
cp "$work/bin/rtla" "$work/bin/other"
told "any other name is rtla" "$list" other --help

# ---- the page about the shell

told "rtla help shell" "Measure from a shell: a line of text that is written to /dev/rtla starts a" \
	rtla help shell
[ "$(wc -L <"$work/out")" -le 80 ]
ok "the page about the shell fits in 80 columns"
page=$out
for word in timerlat osnoise hwnoise \
	    $(sed -n 's/.*strcmp(name, "\([a-z_]*\)").*/\1/p; s/^\t{ "\([A-Za-z_]*\)", .*/\1/p' \
	      "$here/../../kernel/session/text.c"); do
	grep -qw "$word" <<<"$page"
	ok "the page about the shell has the module's word $word"
done
told "shell is no command" "$list" rtla help
run rtla shell
is "rtla shell is refused" "$status" 129

# ---- all of it as JSON

told "rtla help --json" "{" rtla help --json
cp "$work/out" commands.json
tap_run as_documented commands.json
exits "the JSON of commands is as its schema says" 0
is "the JSON of commands has the version" "$(jq -r .version commands.json)" "$version"
mapfile -t calls < <(jq -r '.commands[] | [.tool, .mode // empty] | join(" ")' commands.json)
is "the JSON of commands has those of the list" \
	"$(printf '%s\n' "${calls[@]%% *}" | sort -u)" \
	"$(rtla help | sed -n '/^Measure:/,/^Examples/p' | grep -oE '(^|  )  [a-z]+  ' | tr -d ' ' | sort -u)"
for tool in timerlat wakeup bound cycle; do
	run rtla help $tool
	is "rtla help $tool has the options of top" "$(sed '1,/^The options of top:/d' "$work/out")" \
		"$(rtla $tool top --help | sed '1,2d' | sed '1,/^$/{/^$/!d}')"
done
mapfile -t options < <(jq -r '.commands[] | [.titles[].options[] | "--" + .name] | join(" ")' commands.json)
for i in "${!calls[@]}"; do
	is "the JSON of commands has the options of ${calls[i]}" "${options[i]}" "$(rtla ${calls[i]} --list-opts)"
done
# shellcheck disable=SC2016 # jq has variables, too.
option='def option($call; $name): .commands[] | select([.tool, .mode // empty] | join(" ") == $call) |
	.titles[].options[] | select(.name == $name);'
json_is commands.json \
	"an option with letter and value" \
	"$option option(\"timerlat top\"; \"period\") | [.letter, .argument, .argument_optional]" '["p","US",false]' \
	"the text of an option is that of the help" "$option option(\"timerlat top\"; \"period\").text" \
	"let the timer expire every US microseconds; the CPUs take several in turn, like 1000,1500,2000; 100 to 1000000 us, default 1000" \
	"a value that may be left out" "$option option(\"osnoise hist\"; \"trace\") | [.argument, .argument_optional]" '["FILE",true]' \
	"choices" "$option option(\"analyze\"; \"stack-format\").words" '["truncate","skip","full"]' \
	"what a value may begin with" "$option option(\"hwnoise\"; \"on-end\").words" \
	'["trace","trace,file=","signal,num=","shell,command=","continue"]' \
	"options with and without --no-NAME" \
	"$option [option(\"timerlat top\"; \"period\", \"irq\", \"event\", \"help\", \"no-aa\").has_no_form]" "[true,false,false,false,true]" \
	"scenarios of load" '.commands[] | select(.tool == "load") | .operand_words[:3]' '["idle","cpu","cache"]' \
	"commands that run a program" '[.commands[] | select(.runs_program) | .tool] | unique | join(" ")' \
	"bound cycle overheads tune wakeup"
run rtla help --json more
is "another word behind it is refused" "$status" 129

# ---- the modes of a tool

for tool in timerlat osnoise; do
	for words in "$tool --help" "$tool -h" "rtla $tool --help" \
		     "rtla $tool -h" "$work/bin/$tool -h" "../bin/$tool -h" \
		     "rtla help $tool"; do
		name=${words%% -*}
		name=${name/help /}
		told "$words" "Usage: ${name##*/} [MODE] [OPTION]..." $words
		has "$out" "rtla $tool version $version"
		ok "$words has the version"
		[[ $out = *$'\n  top   '*$'\n  hist  '* ]]
		ok "$words has the modes"
	done
done

# ---- the options of a command

for call in "timerlat top" "timerlat hist" "osnoise top" "osnoise hist" \
	       hwnoise; do
	for words in "$call --help" "$call -h" "rtla $call --help" \
		     "rtla help $call" "$call -Dh" "$call -D --hel" \
		     "$call -d 1 -h -z" "$work/bin/$call --help"; do
		name=$call
		[[ $words = rtla* ]] && name="rtla $call"
		told "$words" "Usage: $name [OPTION]..." $words
	done
	[ "$(wc -L <"$work/out")" -le 80 ]
	ok "the help of $call fits in 80 columns"
done
told "hwnoise has no modes" "Usage: rtla hwnoise [OPTION]..." rtla help hwnoise
for words in "timerlat -q --help" "timerlat -D -h"; do
	told "$words" "Usage: timerlat top [OPTION]..." $words
done

# ---- the list of all names

for call in "timerlat top" "timerlat hist" "osnoise top" "osnoise hist" \
	       hwnoise; do
	run rtla $call --list-opts
	names=$out
	[[ $status -eq 130 && -z $err && $names != *$'\n'* ]]
	ok "$call --list-opts is one line"
	rtla $call --help >"$work/out"
	is "$call --list-opts has the names of its help" "$names" \
		"$(sed -nE 's/^  (    |-., )(--[a-z-]+).*/\2/p' "$work/out" | paste -sd' ')"
done
run timerlat --list-opts
is "the list of options without a mode is that of top" "$out" "$(timerlat top --list-opts)"
run timerlat top -p 1 --list-opts
exits "an error before it is one" 129

# ---- the text of an option

# text_of OPTION: prints the text of an option in the help in the file out, in one line
# with single blanks
text_of() {
	sed -nE "/^  (    |-., )--$1( |\[|$)/,/^( {2,6}-|$)/p" "$work/out" |
		sed '$d' | tr -s ' \n' ' '
}

run timerlat top --help
is "range, unit and default of a number" "$(text_of period)" \
	" -p, --period US let the timer expire every US microseconds; the CPUs take several in turn, like 1000,1500,2000; 100 to 1000000 us, default 1000 "
is "choices and their default" "$(text_of stack-format)" \
	" --stack-format FORMAT what to do with unknown addresses in a stack: end there, leave them out, or show them; truncate, skip or full, default truncate "
is "a value that may be left out" "$(text_of trace)" \
	" -t, --trace[=FILE] save the trace at a stop, for trace-cmd if FILE ends in .dat; FILE is timerlat_trace.txt if left out "
run osnoise top --help
is "the file of --trace is named after osnoise" "$(text_of trace)" \
	" -t, --trace[=FILE] save the trace at a stop, for trace-cmd if FILE ends in .dat; FILE is osnoise_trace.txt if left out "
[[ $(text_of runtime) = \
	*"or the period if that is shorter; with interrupts off three quarters of the period"* ]]
ok "what the runtime is if only the period is given"
run timerlat hist --help
[[ $(text_of bucket-size) = *"1 to 999999, default 1 " &&
   $(text_of entries) = *"10 to 9999999, default 256 " ]]
ok "what a histogram is by default"

# ---- the version

for words in "rtla --version" "timerlat --version" "timerlat top --version" \
	     "rtla timerlat top --vers" "rtla osnoise hist --version" \
	     "hwnoise --version"; do
	told "$words" "rtla version $version" $words
done

# ---- output that cannot be written, and other users

if [ -w /dev/full ]; then
	for words in "timerlat --help" "hwnoise --help" "osnoise --list-opts"; do
		$words >/dev/full 2>"$work/err"
		status=$?
		[[ $status != 0 && $(<"$work/err") = \
		   "rtla: standard output: No space left on device: the results are lost: send them where they can be written" ]]
		ok "$words that cannot be written is an error"
	done
fi

if [ "$(id -u)" -ne 0 ]; then
	nobody=
elif command -v setpriv >/dev/null; then
	nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi
if [ -n "${nobody+x}" ]; then
	told "help for other users" "Usage: hwnoise [OPTION]..." \
		$nobody "$work/bin/hwnoise" -h
	told "version for other users" "rtla version $version" \
		$nobody "$work/bin/rtla" --version
else
	skip "help for other users" "no setpriv"
fi

finish
