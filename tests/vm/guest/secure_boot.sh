#!/bin/sh
# The init of the machine of tests/vm/secure_boot: it loads modules that are signed in
# different ways, and measures.
. /root/steps.sh
begin
mount -t efivarfs efivarfs /sys/firmware/efi/efivars
mount -t securityfs securityfs /sys/kernel/security
step secure sh -c 'mokutil --sb-state | grep -x "SecureBoot enabled"'
step lockdown grep -F '[integrity]' /sys/kernel/security/lockdown
step key sh -c 'mokutil --test-key /var/lib/dkms/mok.pub | grep "already enrolled"'
step unsigned insmod /root/unsigned.ko.xz
step foreign insmod /root/foreign.ko.xz
step own insmod /root/own.ko.xz
rmmod rtla
step dkms modprobe rtla
# An emulator is slower than this threshold.
step timerlat timerlat top -q -a 30 -d 60
step doctor rtla doctor --all
end
