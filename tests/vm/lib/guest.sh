# shellcheck shell=bash
# The guests' user space: a cpio of programs and the libraries that they load,
# taken from the build root that has those of the guest's architecture. Every
# guest unpacks it at boot, so it has only what tests, and people at the guest's
# prompt, use.

guest_programs='bash dash env cat ls cp mv rm ln mkdir rmdir mkfifo mktemp chmod chown
	touch stat readlink realpath head tail cut tr wc sort uniq paste tee seq sleep
	timeout date echo printf true false test expr id nproc stty tty yes dd od split
	md5sum sha256sum truncate comm basename dirname uname kill nohup stdbuf
	grep sed mawk find xargs tar gzip cmp diff
	ps pgrep pkill top free vmstat
	taskset chrt setsid setpriv mount umount dmesg flock script lscpu unshare nsenter prlimit
	kmod ip jq'
guest_links='sh:bash awk:mawk [:test lsmod:kmod modprobe:kmod insmod:kmod rmmod:kmod
	modinfo:kmod depmod:kmod'
# Programs that only some guests have, by their architecture.
# shellcheck disable=SC2034 # named by guest_make
guest_programs_amd64='cyclictest oslat hackbench trace-cmd stress-ng rtla' guest_programs_arm64='cyclictest hackbench trace-cmd'
# Libraries that this project's command needs, or that are loaded at run time:
# the programs above may not name them.
guest_libraries='libtracefs.so.1 libtraceevent.so.1 libproc2.so.0 libncursesw.so.6
	libtinfo.so.6 libtracecmd.so.1 libjansson.so.4 libkmod.so.2 libz.so.1 libcrypt.so.1 libbpf.so.1 libgcc_s.so.1'

# guest_entry ARCHITECTURE : prints the user space's name in the cache. That of this
# machine's own programs changes with these.
guest_entry() {
	local key target compilers libraries emulator
	architecture "$1"
	key=$({
		cat "$VM/lib/guest.sh"
		if [ "$libraries" = host ]; then
			# shellcheck disable=SC2086 # words
			(cd /usr/bin && stat -L -c '%n %s %Y' $guest_programs busybox 2>/dev/null)
		else
			root_entry trixie
			root_entry "$libraries"
		fi
	} | sha256sum)
	printf 'guest-%s-%.8s.cpio\n' "$1" "$key"
}

guest_ready() {
	ensure "$(guest_entry "$1")" guest_make "$1"
}

guest_make() {
	local file=$1 arch=$2 programs=guest_programs_$2 log=$CACHE/guest-$2.log
	local -a inside=()
	# shellcheck disable=SC2034 # set by architecture
	local target compilers libraries emulator
	architecture "$arch"
	say "making the user space of guests of $arch (takes about 5 s)"
	if [ "$libraries" = host ]; then
		rm -rf "$file.files"
		inside=(env FROM= "TO=$file.files")
	else
		inside=(enter trixie --ro-bind "$(root_path "$libraries")" /from -- env FROM=/from TO=/tmp/guest)
	fi
	# shellcheck disable=SC2016
	"${inside[@]}" TARGET="$target" PROGRAMS="$guest_programs ${!programs:-}" LINKS="$guest_links" \
		LIBRARIES="$guest_libraries" \
		bash -euo pipefail -c "$(declare -f guest_file guest_needs guest_fill); guest_fill" >"$file" 2>"$log" ||
		die "guest user space: could not be made ($log): run again"
	rm -rf "$file.files"
	sweep "guest-$arch-*" "$(guest_entry "$arch")"
}

# These functions run inside the trixie root, where the root with the guest's
# programs is $FROM; no program of the guest is executed. For guests with this machine's
# own programs, they run on this machine, and $FROM is empty.

# guest_file NAME FOLDER... : prints the path in the guest of the file of this
# name, which is in one of these folders; or nothing.
guest_file() {
	local name=$1 folder file
	shift
	for folder; do
		file=$FROM$folder/$name
		[ ! -e "$file" ] || { file=$(readlink -f "$file"); echo "${file#"$FROM"}"; return; }
	done
}

# guest_needs FILE : prints the names of the libraries, and of their loader, that
# a program or a library of the guest names.
guest_needs() {
	readelf -ld "$FROM$1" 2>/dev/null |
		sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p; s|.*program interpreter: .*/(.*)\]|\1|p'
}

# Writes the cpio to standard output.
guest_fill() {
	local to=$TO name file folder
	# The loader is in the first or the second of these folders, where
	# programs expect it.
	local -a folders=(/usr/lib64 /usr/lib "/usr/lib/$TARGET") queue=()
	local -A seen=()
	mkdir -p "$to"/{dev,proc,sys,tmp,run,root,out,tests,etc,var/tmp,usr/{bin,lib,lib64,share}}
	for name in bin lib lib64; do ln -s "usr/$name" "$to/$name"; done
	ln -s bin "$to/usr/sbin"
	ln -s usr/bin "$to/sbin"
	for name in $PROGRAMS; do
		file=$(guest_file "$name" /usr/sbin /usr/bin)
		[ -n "$file" ] || { echo "no program $name" >&2; exit 1; }
		cp "$FROM$file" "$to/usr/bin/$name"
		mapfile -t -O ${#queue[@]} queue < <(guest_needs "$file")
	done
	# shellcheck disable=SC2206
	queue+=($LIBRARIES)
	while [ ${#queue[@]} != 0 ]; do
		name=${queue[-1]}
		unset 'queue[-1]'
		[ -z "${seen[$name]:-}" ] || continue
		seen[$name]=1
		for folder in "${folders[@]}"; do
			[ -e "$FROM$folder/$name" ] || continue
			mkdir -p "$to$folder"
			cp -L "$FROM$folder/$name" "$to$folder/"
			mapfile -t -O ${#queue[@]} queue < <(guest_needs "$folder/$name")
			continue 2
		done
		echo "no library $name" >&2
		exit 1
	done
	# Upstream's command is there for comparison. It has a folder of its
	# own, because the project's command has the same name.
	if [ -e "$to/usr/bin/rtla" ]; then
		mkdir -p "$to/opt/upstream-rtla"
		mv "$to/usr/bin/rtla" "$to/opt/upstream-rtla/"
		for name in timerlat osnoise hwnoise; do ln -s rtla "$to/opt/upstream-rtla/$name"; done
	fi
	for name in $LINKS; do ln -sf "${name#*:}" "$to/usr/bin/${name%%:*}"; done
	cp "$FROM$(guest_file busybox /usr/bin)" "$to/usr/bin/busybox"
	for name in $(busybox --list); do
		[ -e "$to/usr/bin/$name" ] || [ -L "$to/usr/bin/$name" ] || ln -s busybox "$to/usr/bin/$name"
	done
	for name in dumb linux vt100 xterm xterm-256color screen screen-256color tmux tmux-256color; do
		file=$(find "$FROM/usr/share/terminfo" "$FROM/usr/lib/terminfo" -name "$name" 2>/dev/null | head -n 1 || true)
		[ -n "$file" ] || continue
		mkdir -p "$to/usr/share/terminfo/${name:0:1}"
		cp -L "$file" "$to/usr/share/terminfo/${name:0:1}/"
	done
	printf 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/:/bin/false\n' >"$to/etc/passwd"
	printf 'root:x:0:\nnogroup:x:65534:\n' >"$to/etc/group"
	printf '127.0.0.1 localhost guest\n' >"$to/etc/hosts"
	(cd "$to" && find . | LC_ALL=C sort | cpio -o -H newc -R 0:0)
}
