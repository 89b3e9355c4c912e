# shellcheck shell=bash
# What differs between the architectures of the kernels and of the command, which is
# also built for some that no kernel here is for. The table of kernels tells a
# kernel's architecture by the end of its flavour.

# architecture NAME : sets for an architecture, as Debian calls it, or for "native", which is
# amd64 with what this machine itself has:
#   target      as compilers and folders of libraries call it
#   compilers   the build root that has its compiler
#   libraries   the build root that has its libraries, and its programs
#   emulator    the build root that has its QEMU
architecture() {
	# shellcheck disable=SC2034
	case $1 in
	native) target=x86_64-linux-gnu compilers=host libraries=host emulator=host ;;
	amd64) target=x86_64-linux-gnu compilers=trixie libraries=trixie emulator=trixie ;;
	arm64) target=aarch64-linux-gnu compilers=cross libraries=arm64 emulator=cross ;;
	armhf) target=arm-linux-gnueabihf compilers=cross libraries=armhf emulator=cross ;;
	riscv64) target=riscv64-linux-gnu compilers=cross libraries=riscv64 emulator=cross ;;
	*) die "architecture '$1': unknown: there are native, amd64, arm64, armhf and riscv64" ;;
	esac
}

# kernel_architecture NAME : prints the architecture of a kernel of the table.
kernel_architecture() {
	# shellcheck disable=SC2034 # set by kernel_row
	local version flavour root tests
	kernel_row "$1"
	case $flavour:$root in
	*arm64:* | *arm64-16k:*) echo arm64 ;;
	*:host) echo native ;;
	*) echo amd64 ;;
	esac
}

# architecture_ready NAME : makes the roots of an architecture.
architecture_ready() {
	# shellcheck disable=SC2034 # set by architecture
	local target compilers libraries emulator
	architecture "$1"
	root_ready "$compilers"
	root_ready "$libraries"
}

# enter_for ARCHITECTURE [BWRAP-OPTION...] -- COMMAND... : enters the root that
# has the compiler for an architecture. The libraries of another architecture
# than this machine's are in /sysroot there.
enter_for() {
	# shellcheck disable=SC2034 # set by architecture
	local target compilers libraries emulator
	local -a sysroot=()
	architecture "$1"
	shift
	[ "$compilers" = "$libraries" ] || sysroot=(--ro-bind "$(root_path "$libraries")" /sysroot)
	enter "$compilers" "${sysroot[@]}" "$@"
}

# emulate ARCHITECTURE COMMAND [WORD...] : runs a command that was built for an
# architecture, in the checkout, as a process of this machine: the kernel is that of
# this machine, too.
emulate() {
	# shellcheck disable=SC2034 # set by architecture
	local target compilers libraries emulator arch=$1
	local -a interpreter=()
	architecture "$arch"
	shift
	[ "$arch" != native ] || { (cd "$TOP" && "$@"); return; }
	[ "$compilers" = "$libraries" ] || interpreter=("qemu-${target%%-*}" -L /sysroot)
	enter_for "$arch" --bind "$TOP" "$TOP" --chdir "$TOP" -- "${interpreter[@]}" "$@"
}

# cross_arguments ARCHITECTURE : prints the arguments of make that let a Makefile
# of the command compile for this architecture, in the root of its compiler.
cross_arguments() {
	# shellcheck disable=SC2034 # set by architecture
	local target compilers libraries emulator
	architecture "$1"
	[ "$compilers" = "$libraries" ] || echo "CROSS_COMPILE=$target- SYSROOT=/sysroot"
}

# kernel_arguments ARCHITECTURE : prints the arguments of make that let a kernel's Makefile
# compile for this architecture, in the root of its compiler.
kernel_arguments() {
	# shellcheck disable=SC2034 # set by architecture
	local target compilers libraries emulator
	architecture "$1"
	[ "$compilers" = "$libraries" ] || echo "ARCH=$1 CROSS_COMPILE=$target-"
}

# kernel_image ARCHITECTURE : prints where in its source a kernel's image is made.
kernel_image() {
	case $1 in
	arm64) echo arch/arm64/boot/Image ;;
	*) echo arch/x86/boot/bzImage ;;
	esac
}

# compile ARCHITECTURE ARGUMENT... : runs the C compiler of an architecture in the
# checkout, with the libraries of that architecture.
compile() {
	# shellcheck disable=SC2034 # set by architecture
	local target compilers libraries emulator arch=$1
	local -a sysroot=()
	architecture "$arch"
	shift
	[ "$arch" != native ] || { (cd "$TOP" && "$target-gcc" "$@"); return; }
	[ "$compilers" = "$libraries" ] || sysroot=(--sysroot=/sysroot)
	enter_for "$arch" --bind "$TOP" "$TOP" --chdir "$TOP" -- "$target-gcc" "${sysroot[@]}" "$@"
}
