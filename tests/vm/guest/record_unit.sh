#!/bin/sh
# What systemd runs on a machine of tests/vm/packages, once it is up: it enables the recorder's
# unit, has a real-time thread, kills the recorder, and stops it.
export LC_ALL=C
. /root/steps.sh

# shown TEXT: succeeds if the page of the recording has this
shown() { rtla record show | tr -s ' \n' ' ' | grep -qF -- "$1"; }

# shown_soon TEXT: the same, within a minute
shown_soon() {
	for _ in $(seq 60); do
		shown "$1" && return
		sleep 1
	done
	rtla record show
	return 1
}

active() { [ "$(systemctl is-active rtla-record)" = active ]; }

# rights: succeeds if the recorder has CAP_SYSLOG, CAP_PERFMON and CAP_BPF, and no others
rights() { grep -q '^CapEff:	000000c400000000$' "/proc/$(systemctl show -P MainPID rtla-record)/status"; }

step off systemctl -q is-enabled rtla-record
step verified systemd-analyze --man=no verify rtla-record.service
chrt -f 50 sh -c 'while :; do sleep 0.02; done' &
step enabled systemctl -q enable --now rtla-record
step found shown_soon 'rtla analyze /var/lib/rtla/worst/wakeup-000001-'
step active active
step module test -e /sys/module/rtla
step rights rights
step small [ "$(systemctl show -P MemoryCurrent rtla-record)" -lt $((64 << 20)) ]
systemctl kill -s KILL rtla-record
# It is started a minute later.
sleep 60
step told shown_soon 'the recorder before this one was cut off'
step again active
step stopped systemctl stop rtla-record
step counted shown ', by 1 segment that ended '
step left pgrep -x rtla
systemctl status --no-pager -l rtla-record
dmesg
systemctl poweroff
