"""What differs between the architectures of guests."""

from typing import NamedTuple


class Architecture(NamedTuple):
    """The machine that QEMU emulates for an architecture."""

    emulator: str  # the program
    machine: tuple  # its options: which machine, with which CPUs
    kernel: str  # parameters of the kernel


ARCHITECTURES = {
    "amd64": Architecture(
        "qemu-system-x86_64",
        (
            # With these two features, a kernel copies and clears memory with one
            # instruction, which the emulator carries out byte by byte: that is a
            # third of all the time of a guest.
            *("-cpu", "max,-erms,-fsrm"),
            # No device is plugged in while a guest runs, but its kernel takes long
            # to read that 31 slots could be used: a third of the boot of a debug
            # kernel.
            *("-global", "PIIX4_PM.acpi-root-pci-hotplug=off"),
            *("-global", "PIIX4_PM.acpi-pci-hotplug-with-bridge-support=off"),
        ),
        # An NMI from outside, used when time is up, makes every CPU say where it is.
        # A kernel that boots counts ticks for the time of ten, and panics below five: a
        # pause of the host is enough for that. On KVM and Hyper-V it does not count.
        "console=ttyS0 unknown_nmi_panic no_timer_check",
    ),
    "arm64": Architecture(
        "qemu-system-aarch64",
        # A CPU with atomic instructions, but without pointer authentication, whose
        # cipher takes the emulator long. Its interrupt controller can mask by
        # priority, which pseudo-NMIs need. An NMI from outside is not possible.
        ("-machine", "virt,gic-version=3", "-cpu", "neoverse-n1,cntfrq=1000000000"),
        # Kernels that have pseudo-NMIs are to use them.
        "console=ttyAMA0 irqchip.gicv3_pseudo_nmi=1",
    ),
}
