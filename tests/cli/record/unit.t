#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests the unit of the recorder as systemd reads it: that it is right, that nothing enables it, and
# that it has no more rights than it needs. tests/vm/guest/recorder.sh records with these rights.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH
unit=$here/../../packaging/rtla-record.service

# The commands that it starts have to be there; which they are, is not looked at.
sed 's|/usr/bin/rtla|/bin/true|; s|/sbin/modprobe|/bin/true|' "$unit" >rtla-record.service
if command -v systemd-analyze >/dev/null; then
	run systemd-analyze verify --man=no "$PWD/rtla-record.service"
	is "systemd finds nothing wrong with the unit" "$status $out$err" "0 "
else
	skip "systemd finds nothing wrong with the unit" "systemd-analyze is not installed"
fi
is "the unit has the rights of a measurement, and no others" \
	"$(sed -n 's/^CapabilityBoundingSet=//p' "$unit")" "CAP_BPF CAP_PERFMON CAP_SYSLOG"
is "the unit may take 256 MB" "$(sed -n 's/^MemoryMax=//p' "$unit")" 256M
read -ra words < <(sed -n 's|^ExecStart=/usr/bin/rtla ||p' "$unit")
run rtla "${words[@]}" -o /proc/none
is "the command of the unit has options that there are" "$status" 1
is "no package enables or starts the unit" "$(grep -o -- '--no-enable --no-start' "$here/../../debian/rules")" "--no-enable --no-start"

finish
