#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests the completion of bash and of zsh: each option of each command is completed, and
# so are values that the command knows.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
tools=$(readlink -f "$here/../../tools/manual")
"$tools/completion" "$RTLA" bash >"$work/rtla.bash" && bash -n "$work/rtla.bash"
ok "the completion of bash is made"
mkdir "$work/zsh"
"$tools/completion" "$RTLA" zsh >"$work/zsh/_rtla" && zsh -n "$work/zsh/_rtla"
ok "the completion of zsh is made"
# shellcheck source=/dev/null
. "$work/rtla.bash"
# As in a shell that is interactive.
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
cpus=$(</sys/devices/system/cpu/online)

# offered LINE: prints what bash offers for a line that ends where the cursor is
offered() {
	COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
	_rtla 2>/dev/null
	printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | paste -sd ' '
}

# completes LINE WORDS: tests that bash offers these words, sorted
completes() { is "bash: '$1'" "$(offered "$1")" "$2"; }

mapfile -t calls < <(rtla help --json | jq -r '.commands[] | [.tool, .mode // empty] | join(" ")')
for call in "${calls[@]}"; do
	options=$(rtla $call --list-opts | tr ' ' '\n')
	is "bash: all options of $call" "$(offered "rtla $call --" | tr ' ' '\n')" "$(LC_ALL=C sort <<<"$options")"
	offers=$(sed -nE "/^_rtla_${call/ /_}\(\)/,/^}/s/^\s*'(\([^)]*\))?\*?(-[^=[]*)(=-?)?\[.*/\2/p" "$work/zsh/_rtla")
	missing=
	for option in $options; do
		has "$offers" "$option" || missing+=" $option"
	done
	is "zsh: all options of $call" "$missing" ""
done

completes "rtla " "$(rtla help --json | jq -r '[.commands[].tool] + ["help", "--help", "--version"] | unique | sort | join(" ")')"
completes "rtla t" "timerlat tune"
completes "rtla timerlat " "hist top"
completes "/usr/bin/timerlat h" hist
completes "timerlat --per" "--percentiles --perfetto --perfetto-periods --period"
completes "timerlat -" "$(offered "rtla timerlat top -")"
completes "rtla timerlat hist --bucket" --bucket-size
completes "rtla timerlat top --bucket" ""
completes "hwnoise --no-per" "--no-percentiles --no-perfetto --no-perfetto-periods --no-period"
completes "timerlat --no-a" "--no-aa --no-aa-only --no-aligned --no-auto"
completes "timerlat --a" "--aa --aa-only --aligned --auto"
completes "rtla history " "add check farm show"
completes "rtla history show --percen" --percentile
completes "rtla history --" ""
completes "rtla record --ke" --keep
completes "rtla help history c" check
completes "rtla wakeup --by " "cpu thread waker"
completes "rtla wakeup hist --by n" nothing
completes "rtla cycle --by " "cpu thread"
completes "rtla cyc" cycle
completes "rtla schedulable --interrupts s" "single sporadic"
completes "rtla wakeup --by=w" waker
completes "timerlat --stack-format " "full skip truncate"
completes "timerlat --on-threshold " "continue shell,command= signal,num= trace trace,file="
completes "osnoise --on-end=s" "shell,command= signal,num="
completes "timerlat -c " "$cpus auto"
completes "timerlat -c a" "auto"
completes "timerlat -H " "$cpus"
completes "timerlat -p " ""
completes "rtla load " "cache compile cpu ecrts-io idle io litmus-io memory net rteval sched"
completes "rtla load c" "cache compile cpu"
completes "rtla help t" "timerlat tune"
completes "rtla help timerlat h" hist
completes "rtla bogus --" ""
touch first.json second.json third
mkdir folder
completes "rtla report " "first.json folder second.json third"
completes "rtla report first.json s" second.json
completes "rtla compare --base f" "first.json folder"
completes "rtla doctor --root " folder
completes "timerlat --trace " "first.json folder second.json third"
completes "timerlat --trace -" "$(offered "timerlat -")"
completes "timerlat --json=f" "first.json folder"
printf '#!/bin/sh\n' >"$work/bin/only-here"
chmod +x "$work/bin/only-here"
completes "rtla wakeup -T 50 -- only-h" only-here
completes "rtla wakeup -- only-here th" third

# ---- both shells as a user has them

cat >"$work/bashrc" <<END
. $work/rtla.bash
PS1='> '
bind 'set enable-bracketed-paste off'
END
cat >"$work/zsh/.zshrc" <<END
fpath=($work/zsh \$fpath)
autoload -U compinit
compinit -D -u
PROMPT='> '
bindkey -e
unsetopt PROMPT_SP
bindkey '\e#' pound-insert
setopt INTERACTIVE_COMMENTS
END

# actions LINE RESULT...: prints what is done on the terminal, see view/terminal. The key Alt-#
# makes a comment of the line.
actions() {
	echo 'match ^>$'
	while [ $# -gt 0 ]; do
		printf '%s\n' "key $1" "match ^> $1$" 'key tab' "match ^> $2$" $'key \e#' 'match ^>$'
		shift 2
	done
	echo hangup
}

# typed SHELL LINE RESULT...: tests that the shell completes each LINE to the RESULT after it.
# A shell takes long to begin, so one gets all lines.
typed() {
	local name=$1
	local -a shell=(bash --rcfile "$work/bashrc" -i)

	shift
	[ "$name" = bash ] || shell=(zsh -i)
	TERM=xterm ZDOTDIR=$work/zsh see 24x120 "${shell[@]}" < <(actions "$@")
	while [ $# -gt 0 ]; do
		# zsh takes back a "=" that it has put.
		has "$out" "> #$2" || has "$out" "> #${2%=}"
		ok "$name: '$1' becomes '$2'"
		shift 2
	done
}

both=("rtla timerl" "rtla timerlat"
      "rtla timerlat hi" "rtla timerlat hist"
      "rtla load litm" "rtla load litmus-io"
      "rtla report fir" "rtla report first.json"
      "rtla wakeup --by thr" "rtla wakeup --by thread"
      "timerlat --stack-format=sk" "timerlat --stack-format=skip"
      "rtla timerlat top --on-end cont" "rtla timerlat top --on-end continue"
      "hwnoise --on-end shel" "hwnoise --on-end shell,command=")
typed bash "${both[@]}" \
	"rtla timerlat hist --buck" "rtla timerlat hist --bucket-size" \
	"osnoise --json=fir" "osnoise --json=first.json"
typed zsh "${both[@]}" \
	"rtla timerlat hist --buck" "rtla timerlat hist --bucket-size="

finish
