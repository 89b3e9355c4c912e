# Building of the programs with marks, by whoever has sourced programs.sh.
# shellcheck shell=sh disable=SC2154

# The compiler of the BPF programs compiles C++ without any of its libraries, for all
# architectures, and that for guests links it.
marked_programs() {
	case $arch in
	arm64) target=aarch64-linux-gnu ;;
	*) target=x86_64-linux-gnu ;;
	esac
	mkdir -p "$programs"
	program libmarked.so -fPIC -shared -Wl,-soname,libmarked.so "$vm/programs/marked_library.c"
	object=$programs/marked_loop.o
	[ -n "$(find "$object" -newer "$vm/programs/marked_loop.cc" -newer "$vm/../../include/rtla_cycle.h" 2>/dev/null)" ] || {
		"$(command -v clang++ || command -v clang)" --target=$target -O2 -Wall -Wextra -Werror -fPIC \
			-fno-exceptions -fno-rtti -I"$vm/../../include" -c -o "$object.$$" "$vm/programs/marked_loop.cc" &&
			mv "$object.$$" "$object"
	}
	program marked_threads -pthread "$vm/programs/marked_threads.c"
	program probed "$vm/programs/probed.c"
	program marked_loop -pthread "$vm/programs/loop.c" "$object" "$programs/libmarked.so" '-Wl,-rpath,$ORIGIN'
}
