#compdef rtla timerlat osnoise hwnoise
# SPDX-License-Identifier: GPL-2.0

# _rtla_words WORD...: a word; after one that ends in "=" or "," more is to be typed
_rtla_words()
{
	local -a whole=(${@:#*[=,]}) open=(${(M)@:#*[=,]})
	compadd "${expl[@]}" -- $whole
	compadd "${expl[@]}" -S '' -- $open
}

_rtla_cpus() { compadd "${expl[@]}" -- $* ${(f)"$(</sys/devices/system/cpu/online)"} }

_rtla_events()
{
	local file=/sys/kernel/tracing/available_events
	[[ -r $file ]] || return 1
	_multi_parts : "(${(f)"$(<$file)"})"
}

_rtla_command() { _command_names -e }

# Completes what follows a tool. The words are the tool, and all after it.
_rtla_tool()
{
	local tool=$words[1] mode
	local -a modes=(${=_rtla_modes[$tool]})
	if (( ! $#modes )); then
		_rtla_$tool
		return
	fi
	if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
		compadd -a modes
		return
	fi
	mode=$_rtla_default_modes[$tool]
	if (( $modes[(Ie)$words[2]] )); then
		mode=$words[2]
		shift words
		(( CURRENT-- ))
	fi
	(( $+functions[_rtla_${tool}_$mode] )) && _rtla_${tool}_$mode
}

_rtla()
{
	local curcontext=$curcontext state line expl
	if [[ $service != rtla ]]; then
		words[1]=$service
		_rtla_tool
		return
	fi
	_arguments -C '(- *)--help[show all commands]' '(- *)--version[show the version]' \
		'1:command:->command' '*::option:->option' && return
	case $state in
	command) _describe command _rtla_tools ;;
	option)
		if [[ $words[1] == help ]]; then
			_describe command _rtla_tools
		elif (( $+functions[_rtla_$words[1]] || $+_rtla_modes[$words[1]] )); then
			_rtla_tool
		fi
		;;
	esac
}

_rtla "$@"
