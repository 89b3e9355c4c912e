# shellcheck shell=bash
# The guests' user space: a cpio of programs and the libraries that they load,
# taken from the trixie root. Every guest unpacks it at boot, so it has only
# what tests, and people at the guest's prompt, use.

guest_programs='bash dash env cat ls cp mv rm ln mkdir rmdir mkfifo mktemp chmod chown
	touch stat readlink realpath head tail cut tr wc sort uniq paste tee seq sleep
	timeout date echo printf true false test expr id nproc stty tty yes dd od split
	md5sum sha256sum truncate comm basename dirname uname kill nohup stdbuf
	grep sed mawk find xargs tar gzip cmp diff
	ps pgrep pkill top free vmstat
	taskset chrt setsid setpriv mount umount dmesg flock script lscpu unshare nsenter prlimit
	kmod ip stress-ng cyclictest hackbench trace-cmd jq rtla'
guest_links='sh:bash awk:mawk [:test lsmod:kmod modprobe:kmod insmod:kmod rmmod:kmod
	modinfo:kmod depmod:kmod'
# Libraries that this project's command needs, or that are loaded at run time:
# the libraries that ldd lists for the programs above may not include them.
guest_libraries='libtracefs.so.1 libtraceevent.so.1 libproc2.so.0 libncursesw.so.6
	libtinfo.so.6 libtracecmd.so.1 libjansson.so.4 libkmod.so.2 libz.so.1 libbpf.so.1 libgcc_s.so.1'

guest_entry() {
	local key
	key=$(cat "$VM/lib/guest.sh" <(root_entry trixie) | sha256sum)
	printf 'guest-%.8s.cpio\n' "$key"
}

guest_ready() {
	ensure "$(guest_entry)" guest_make
}

guest_make() {
	local file=$1
	say "making the guests' user space (takes about 5 s)"
	# Inside the root, ldd and links see the guest's own paths.
	# shellcheck disable=SC2016
	enter trixie --setenv PROGRAMS "$guest_programs" --setenv LINKS "$guest_links" \
		--setenv LIBRARIES "$guest_libraries" -- \
		bash -euo pipefail -c "$(declare -f guest_fill); guest_fill" >"$file" 2>"$CACHE/guest.log" ||
		die "guest user space: could not be made ($CACHE/guest.log): run again"
	sweep 'guest-*' "$(guest_entry)"
}

# Runs inside the root; writes the cpio to standard output.
guest_fill() {
	local to=/tmp/guest lib=/usr/lib/x86_64-linux-gnu name file
	mkdir -p "$to"/{dev,proc,sys,tmp,run,root,out,tests,etc,var/tmp,usr/{bin,lib,lib64,share}}
	for name in bin lib lib64; do ln -s "usr/$name" "$to/$name"; done
	ln -s bin "$to/usr/sbin"
	ln -s usr/bin "$to/sbin"
	: >/tmp/files
	for name in $PROGRAMS; do
		file=$(type -P "$name") || { echo "no program $name" >&2; exit 1; }
		file=$(readlink -f "$file")
		cp "$file" "$to/usr/bin/$name"
		echo "$file" >>/tmp/files
	done
	for name in $LIBRARIES; do echo "$lib/$name" >>/tmp/files; done
	{
		xargs -n 1 ldd </tmp/files 2>/dev/null | grep -oE '/[^ ]+' || true
		grep '\.so' /tmp/files
	} | sed 's/:$//' | grep '\.so' | sort -u | while read -r file; do
		mkdir -p "$to/$(dirname "$file")"
		cp -L "$file" "$to/$file"
	done
	# Upstream's command is there for comparison. It has a folder of its
	# own, because the project's command has the same name.
	mkdir -p "$to/opt/upstream-rtla"
	mv "$to/usr/bin/rtla" "$to/opt/upstream-rtla/"
	for name in timerlat osnoise hwnoise; do ln -s rtla "$to/opt/upstream-rtla/$name"; done
	for name in $LINKS; do ln -sf "${name#*:}" "$to/usr/bin/${name%%:*}"; done
	cp "$(type -P busybox)" "$to/usr/bin/busybox"
	for name in $(busybox --list); do
		[ -e "$to/usr/bin/$name" ] || [ -L "$to/usr/bin/$name" ] || ln -s busybox "$to/usr/bin/$name"
	done
	for name in dumb linux vt100 xterm xterm-256color screen screen-256color tmux tmux-256color; do
		file=$(find /usr/share/terminfo /usr/lib/terminfo -name "$name" 2>/dev/null | head -n 1 || true)
		[ -n "$file" ] || continue
		mkdir -p "$to/usr/share/terminfo/${name:0:1}"
		cp -L "$file" "$to/usr/share/terminfo/${name:0:1}/"
	done
	printf 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/:/bin/false\n' >"$to/etc/passwd"
	printf 'root:x:0:\nnogroup:x:65534:\n' >"$to/etc/group"
	printf '127.0.0.1 localhost guest\n' >"$to/etc/hosts"
	(cd "$to" && find . | LC_ALL=C sort | cpio -o -H newc -R 0:0)
}
