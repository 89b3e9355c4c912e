# shellcheck shell=bash
# Lets a program in Python judge what a guest has said, for tests that have tap.sh, $said and
# $judge.
python=/usr/bin/python3
[ -x $python ] || python=python3

# asks NAME QUESTION WORD...: tests that the judge's answer is yes, and prints its figures
# shellcheck disable=SC2154
asks() {
	! test_that "$1" $python -B "$judge" "$said" "${@:2}" || sed 's/^/# /; /^# $/d' "$work/test_said"
}
