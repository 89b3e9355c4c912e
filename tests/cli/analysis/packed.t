#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that "rtla analyze" reads traces that are packed, or come by a pipe.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

trace=$here/../traces/6.12-irq-thread.txt

# same NAME: tests that the last run has printed the report of the trace
same() {
	is "$1: the report is that of the trace" "$err$(cat "$work/out")" "$(cat "${trace%.txt}.report")"
}

# piped FILE: analyses what comes by a pipe
piped() { run bash -c 'cat "$1" | rtla analyze -' - "$1"; }

piped "$trace"
same "standard input is a pipe"
run bash -c 'rtla analyze - <"$1"' - "$trace"
same "standard input is a file"
run bash -c '{ head -c 5 >/dev/null; rtla analyze -; } <"$1"' - <(printf '12345'; cat "$trace")
same "standard input that another program has begun to read"
run bash -c 'rtla analyze <(cat "$1")' - "$trace"
same "a pipe with a name"

for packer in gzip xz zstd bzip2 lz4; do
	if ! command -v "$packer" >/dev/null; then
		skip "$packer" "it is not installed"
		continue
	fi
	# Its name says nothing.
	"$packer" -c <"$trace" >packed.txt
	run rtla analyze packed.txt
	same "$packer"
	piped packed.txt
	same "$packer, by a pipe"
	run bash -c 'rtla analyze - <"$1"' - packed.txt
	same "$packer, on standard input"
	head -c 900 packed.txt >short
	run rtla analyze short
	[[ $status = 1 && -z $out && $err = "rtla: short: it cannot be unpacked to its end: "*": give the whole file" ]]
	ok "$packer: a file whose end is missing is refused"
	: | "$packer" -c >packed.txt
	run rtla analyze packed.txt
	is "$packer: an empty file" "$err" "rtla: packed.txt: it is empty: give a trace that --trace saved"
done

if command -v xz >/dev/null; then
	xz --format=lzma -c "$trace" >packed.txt
	run rtla analyze packed.txt
	same "the older format of xz"
else
	skip "the older format of xz" "xz is not installed"
fi
gzip -c "$trace" | gzip -c >packed.txt
run rtla analyze packed.txt
is "a trace that is packed twice" "$status $err" \
	"1 rtla: packed.txt: it is packed twice, within by gzip: unpack it once first"
gzip -c "$trace" >packed.txt
echo garbage >>packed.txt
run rtla analyze packed.txt
same "gzip, with other bytes after it"
gzip -c "$trace" >packed2.txt
mkdir -p "$work/only"
ln -sf "$work/bin/rtla" "$work/only/rtla"
PATH=$work/only run rtla analyze packed2.txt
is "the program that unpacks is missing" "$status $err" \
	"1 rtla: packed2.txt: it is packed by gzip, which is not found: install that, or unpack the file first"

# ---- nothing is left of the programs

run bash -c 'yes | gzip -1c | rtla analyze -'
is "a packed stream that never ends" "$status $err" \
	"1 rtla: -: it has no event of rtla.ko, nor of the kernel's tracers timerlat and osnoise: give a trace that --trace saved"
cat >"$work/only/gzip" <<X
#!/bin/sh
echo \$\$ >$work/gzip.pid
exec $(command -v gzip) "\$@"
X
chmod 755 "$work/only/gzip"
head -c 3000000 /dev/zero | gzip -c >zeros
PATH=$work/only:$PATH run rtla analyze zeros
is "a packed file without lines" "$status $err" \
	"1 rtla: zeros: line 1: it is longer than any of a trace: give a trace that --trace saved"
[ -s "$work/gzip.pid" ] && ! kill -0 "$(<"$work/gzip.pid")" 2>/dev/null
ok "the program that unpacks has ended"

# ---- other formats

status_wanted=1
printf '\x17\x08\x44tracing6\0\0\10' >broken.dat
run rtla analyze broken.dat
file_said=${err#rtla: broken.dat: }
[[ -n $file_said && $status = 1 ]]
ok "a damaged trace.dat is refused"
piped broken.dat
is "a damaged trace.dat by a pipe" "$status ${err#rtla: -: }" "1 $file_said"
gzip -c broken.dat >packed.txt
run rtla analyze packed.txt
is "a damaged trace.dat that is packed" "$status ${err#rtla: packed.txt: }" "1 $file_said"
printf 'PK\3\4zip' >zip
fails "an archive" "zip: it is an archive of zip: unpack it, and give the file that is in it" rtla analyze zip

finish
