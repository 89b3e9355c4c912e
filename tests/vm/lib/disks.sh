# shellcheck shell=bash disable=SC2154 # the tests assign work and root
# Machines with a disk, whose init does some steps and prints how each ended: for
# tests that print TAP. They set work, a folder of their own, and root, the build
# root that has QEMU.

# rig PYTHON WORD...: runs a Python program that can import the modules of the
# rig's runner
rig() { PYTHONPATH=runner python3 -B -c "import sys$1" "${@:2}"; }

# install_init FOLDER NAME: puts guest/NAME.sh into the machine in FOLDER as /root/NAME, and
# guest/steps.sh beside it
install_init() {
	install -m 755 "guest/$2.sh" "$1/root/$2" && install -m 644 guest/steps.sh "$1/root/steps.sh"
}

# boot_disk INIT: boots $work/disk with $work/vmlinuz and $work/initrd, like a guest of the
# rig, but with a disk and a network; its output goes to $work/said.
boot_disk() {
	local -a emulator
	mapfile -t emulator < <(rig '
from types import SimpleNamespace
import guest
options = SimpleNamespace(clock="plain", cpus=2, mem="2G", threads="single")
print(*guest.emulator(sys.argv[1]), *guest.machine_arguments(options), sep="\n")' "$root")
	timeout 3600 "${emulator[@]}" -kernel "$work/vmlinuz" -initrd "$work/initrd" \
		-append 'console=ttyS0 quiet panic=-1 root=/dev/vda rw init='"$1" \
		-drive "file=$work/disk,if=virtio,format=raw,cache=unsafe" \
		-netdev user,id=net -device virtio-net-pci,netdev=net,romfile= -serial stdio \
		</dev/null 2>&1 | tr -d '\r' >"$work/said"
}

# said NAME STATUS: succeeds if the machine printed that this step ended with
# this status
said() { grep -qx "step $1: $2" "$work/said"; }

no_trouble() {
	[ -s "$work/said" ] && rig '
import klog
sys.exit(klog.trouble(open(sys.argv[1], errors="replace").read()))' "$work/said"
}
