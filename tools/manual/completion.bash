# bash completion for rtla                                 -*- shell-script -*-
# shellcheck shell=bash disable=SC2154 # the tables are put before this
# SPDX-License-Identifier: GPL-2.0

# _rtla_value KIND WORDS BEGIN: prints what a value that begins so may be
_rtla_value()
{
	local tracefs=/sys/kernel/tracing
	case $1 in
	words) compgen -W "$2" -- "$3" ;;
	files) compgen -f -- "$3" ;;
	folders) compgen -d -- "$3" ;;
	commands) compgen -c -- "$3" ;;
	cpus) compgen -W "$2 $(cat /sys/devices/system/cpu/online 2>/dev/null)" -- "$3" ;;
	events)
		if [[ $3 == *:* ]]; then
			compgen -W "$(cat $tracefs/available_events 2>/dev/null)" -- "$3"
		else
			compgen -W "$(cut -d: -f1 $tracefs/available_events 2>/dev/null | sort -u)" -- "$3"
		fi
		;;
	esac
}

# _rtla_names COMMAND BEGIN: prints the options of a command that begin so
_rtla_names()
{
	local name letter undo rest
	while IFS='|' read -r name letter undo rest; do
		[[ --$name != "$2"* ]] || echo "--$name"
		[[ -z $letter || -$letter != "$2"* ]] || echo "-$letter"
		# The names that undo an option are many: they are offered only when asked for.
		[[ -z $undo || $2 != --?* || --$undo != "$2"* ]] || echo "--$undo"
	done < <(_rtla_options "$1")
}

# _rtla_option COMMAND WORD: sets kind, words and optional for the option WORD
_rtla_option()
{
	local name letter undo rest
	while IFS='|' read -r name letter undo kind words optional; do
		[[ $2 != "--$name" && ( -z $letter || $2 != "-$letter" ) ]] || return 0
	done < <(_rtla_options "$1")
	return 1
}

# _rtla_find WORD...: sets command to the command that these words name, and used to
# how many of them do that.
_rtla_find()
{
	local tool=${1##*/} modes
	used=1
	if [[ $tool == rtla ]]; then
		shift
		tool=${1:-}
		used=2
	fi
	command=$tool
	modes=$(_rtla_modes "$tool")
	if [[ -n ${2:-} && " $modes " == *" $2 "* ]]; then
		command="$tool $2"
		used=$((used + 1))
	elif [[ -n $modes ]]; then
		command="$tool $(_rtla_default_mode "$tool")"
	fi
}

# _rtla_words: prints what the last of the words in the array "typed" may be
_rtla_words()
{
	local command used kind words optional
	local current=${typed[-1]} before=${typed[-2]} tool=${typed[0]##*/} count=$((${#typed[@]} - 1)) i
	if [[ $tool == rtla && $count == 1 ]]; then
		compgen -W "$_rtla_tools --help --version" -- "$current"
		return
	fi
	if [[ $tool == rtla && ${typed[1]} == help ]]; then
		[[ $count != 2 ]] || compgen -W "$_rtla_tools shell --json" -- "$current"
		[[ $count != 3 ]] || compgen -W "$(_rtla_modes "${typed[2]}")" -- "$current"
		return
	fi
	_rtla_find "${typed[@]:0:count}"
	if [[ $used == "$count" && $current != -* && -n $(_rtla_modes "${before##*/}") ]]; then
		compgen -W "$(_rtla_modes "${before##*/}")" -- "$current"
		return
	fi
	IFS='|' read -r kind words < <(_rtla_operands "$command")
	for ((i = used; i < count; i++)); do
		if [[ ${typed[i]} == -- ]]; then
			if [[ $kind == program && $i == $((count - 1)) ]]; then
				compgen -c -- "$current"
			else
				compgen -f -- "$current"
			fi
			return
		fi
	done
	if [[ $current == --*=* ]] && _rtla_option "$command" "${current%%=*}"; then
		_rtla_value "$kind" "$words" "${current#*=}" | sed "s|^|${current%%=*}=|"
	elif _rtla_option "$command" "$before" && [[ $kind != none && ( -z $optional || $current != -* ) ]]; then
		_rtla_value "$kind" "$words" "$current"
	elif [[ $current == -* ]]; then
		_rtla_names "$command" "$current"
	else
		IFS='|' read -r kind words < <(_rtla_operands "$command")
		_rtla_value "$kind" "$words" "$current"
	fi
}

_rtla()
{
	local line=${COMP_LINE:0:COMP_POINT} current separators=${COMP_WORDBREAKS//[^=:]/} part i
	local -a typed
	# bash has split the line also at "=" and ":", which belong to words here.
	read -ra typed <<<"$line"
	[[ $line != *[[:blank:]] ]] || typed+=("")
	current=${typed[-1]}
	mapfile -t COMPREPLY < <(_rtla_words | sort -u)
	# It replaces only what follows the last of these in the current word.
	part=$current
	[[ -z $separators ]] || part=${current%"${current##*[$separators]}"}
	[[ -n $separators && $current == *[$separators]* ]] || part=
	for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$part"}; done
	if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=:,/] ]]; then
		compopt -o nospace 2>/dev/null
	fi
	[[ ! -e ${COMPREPLY[0]-} ]] || compopt -o filenames 2>/dev/null
}

complete -F _rtla rtla timerlat osnoise hwnoise
