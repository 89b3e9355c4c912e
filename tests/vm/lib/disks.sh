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

# emulate_plain CLOCK QEMU-ARGUMENT...: runs a machine like a guest of the rig; its output goes
# to $work/said.
emulate_plain() {
	local -a emulator
	mapfile -t emulator < <(rig '
from types import SimpleNamespace
import guest
options = SimpleNamespace(clock=sys.argv[2], cpus=2, mem="2G", threads="single")
print(*guest.emulator(sys.argv[1]), *guest.machine_arguments(options), sep="\n")' "$root" "$1")
	timeout 3600 "${emulator[@]}" "${@:2}" -serial stdio </dev/null 2>&1 | sed -u 's/\r//g' >"$work/said"
}

# emulate QEMU-ARGUMENT...: the same, with $work/disk and a network
emulate() {
	emulate_plain plain "$@" -drive "file=$work/disk,if=virtio,format=raw,cache=unsafe" \
		-netdev user,id=net -device virtio-net-pci,netdev=net,romfile=
}

kernel_arguments='console=ttyS0 quiet panic=-1 no_timer_check root=/dev/vda rw init='

# boot_disk INIT [QEMU-ARGUMENT...]: boots $work/disk with $work/vmlinuz and $work/initrd
boot_disk() { emulate -kernel "$work/vmlinuz" -initrd "$work/initrd" -append "$kernel_arguments$1" "${@:2}"; }

# boot_secure INIT FIRMWARE VARIABLES: boots $work/disk as well, but as a PC with Secure Boot
# does: firmware, shim, GRUB, and then the kernel. FIRMWARE is the root that has the first
# three, VARIABLES the file with the variables of the firmware.
boot_secure() {
	local efi=$work/esp/EFI
	mkdir -p "$efi/BOOT" "$efi/debian"
	cp "$2/usr/lib/shim/shimx64.efi.signed" "$efi/BOOT/BOOTX64.EFI"
	cp "$2/usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed" "$efi/BOOT/grubx64.efi"
	cp "$work/vmlinuz" "$work/initrd" "$work/esp/"
	printf '%s\n' 'search --file --set=root /vmlinuz' "linux /vmlinuz $kernel_arguments$1" 'initrd /initrd' boot \
		>"$efi/debian/grub.cfg"
	# Nothing but the firmware itself may write its variables, for which it needs SMM.
	emulate -machine q35,smm=on -global driver=cfi.pflash01,property=secure,value=on \
		-drive "if=pflash,unit=0,format=raw,readonly=on,file=$2/usr/share/OVMF/OVMF_CODE_4M.secboot.fd" \
		-drive "if=pflash,unit=1,format=raw,file=$3" \
		-drive "if=none,id=esp,format=raw,readonly=on,file=fat:$work/esp" \
		-device virtio-blk-pci,drive=esp,bootindex=1,addr=0x10
}

# said NAME STATUS: succeeds if the machine printed that this step ended with
# this status
said() { grep -qx "step $1: $2" "$work/said"; }

no_trouble() {
	[ -s "$work/said" ] && rig '
import klog
sys.exit(klog.trouble(open(sys.argv[1], errors="replace").read()))' "$work/said"
}
