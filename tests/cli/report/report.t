#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# "rtla report": pages and pictures about results. How they look is for
# tests/browser.

. "$(dirname "$0")/../lib.sh"
PATH=$work/bin:$PATH

make_result() {
	"$here/results/make_result.py" full "${@:2}" >"$1"
}

# shape PAGE: its tags, a line each, without what is between them
shape() {
	perl -0777 -ne 's/<style>.*?<\/style>//s; print "$_\n" for /<[^>]*>/g' "$1"
}

# open_tags PAGE...: those that are not closed where they should be
open_tags() {
	perl -0777 -ne '
		my @open;
		s/<style>.*?<\/style>//s;
		for my $tag (/<[^>]*>/g) {
			next if $tag =~ /^<!|^<meta|\/>$/;
			if ($tag =~ /^<\/(\w+)/) { print "$ARGV: $1 in ", $open[-1] // "nothing", "\n" if ($open[-1] // "") ne $1; pop @open }
			elsif ($tag =~ /^<(\w+)/) { push @open, $1 }
		}
		print "$ARGV: open: @open\n" if @open' "$@"
}

# section PAGE ID: one of its sections
section() {
	perl -0777 -ne "print \$1 if /(<section id=\"$2\">.*?<\\/section>)/s" "$1"
}

# words PAGE ID: what a section has besides tags, a line for each piece
words() {
	section "$1" "$2" | perl -0777 -pe 's/<[^>]*>/\n/g; s/\s*\n\s*/\n/g; s/^\n//'
}

make_result one.json
make_result two.json scale=1.5 outcome=pass seconds=10
make_result noise.json tracer=osnoise kept=3

# ---- one result

run rtla report one.json -o one.html
exits "a page about a result" 0
is "nothing is said" "$out$err" ""
is "it is HTML" "$(head -n 1 one.html)" "<!DOCTYPE html>"
is "all tags are closed" "$(open_tags one.html)" ""
is "it refers to nothing else" \
	"$(grep -oE '<(script|link|img|iframe|object)|src=|url\(|@import|https?:|href="[^#][^"]*' one.html)" ""
is "and is not allowed to" \
	"$(grep -c "Content-Security-Policy\" content=\"default-src 'none'" one.html)" 1
is "identifiers are there once" \
	"$(grep -oE ' id="[^"]*"' one.html | sort | uniq -d)" ""
is "it has all sections" \
	"$(grep -oE '<section id="[a-z]*"' one.html | cut -d'"' -f2 | paste -sd ' ')" \
	"gates figures stops distributions heatmaps maxima cpus losses environment configuration"
is "it leads to each" \
	"$(grep -oE '<a href="#[a-z]*"' one.html | cut -d'#' -f2 | tr -d '"' | paste -sd ' ')" \
	"gates figures stops distributions heatmaps maxima cpus losses environment configuration"
is "the texts are as expected" \
	"$(for name in gates figures stops losses environment configuration; do
		words one.html $name
	done)" "$(cat "$here/report/report.expected")"
is "the verdict, kernel and preemption model come first" \
	"$(perl -0777 -ne 'print $1 if /<div class="verdicts">(.*?)<nav/s' one.html |
		perl -0777 -pe 's/<[^>]*>/\n/g; s/\s*\n\s*/\n/g; s/^\n//' | head -n 11 | paste -sd '|')" \
	"one.json|&#10007;|fail|exit code 2|thr.max&lt;=50us: 63.31 us|Kernel|6.12.0-test|Preemption|voluntary|Measured|timerlat"

# Each picture has a name and a description, and something in it.
is "all pictures tell what they show" \
	"$(grep -c '<svg id=' one.html)" \
	"$(grep -oE '<title id="[^"]*-t">[^<]+</title><desc id="[^"]*-d">[^<]+' one.html | wc -l)"
is "pictures" "$(grep -oE '<svg id="[^"]*"' one.html | cut -d'"' -f2 | paste -sd ' ')" \
	"stop-0-parts stop-0-time counts-all share-all heat-irq-0 heat-thread-0 heat-user-0 maxima-irq maxima-thread maxima-user"
is "a heat map has a row for each CPU, with its maximum" \
	"$(perl -0777 -ne 'print $1 if /(<svg id="heat-thread-0".*?<\/svg>)/s' one.html |
		grep -oE '<title>CPU [0-9]+: max [0-9.]+' | grep -oE '[0-9.]+$' | paste -sd ' ')" \
	"$(perl -MJSON::PP -0777 -e '$r = decode_json(<>); print join " ", map { sprintf "%.2f", $_->{latencies}{thread}{max_ns} / 1000 } @{$r->{cpus}}' one.json)"
is "the threshold is drawn into the maxima" \
	"$(perl -0777 -ne 'print $1 if /(<svg id="maxima-thread".*?<\/svg>)/s' one.html | grep -c 'threshold 50 µs')" 1

run rtla report one.json -o again.html
cmp -s one.html again.html
ok "the same input gives the same bytes"
run rtla report one.json -o -
is "- is standard output" "$out" "$(cat one.html)"
rtla report - -o stdin.html <one.json
is "- is standard input" "$(sed 's/one\.json/-/g' one.html)" "$(cat stdin.html)"

make_result calm.json segments=0 outcome=measured
run rtla report calm.json -o calm.html
is "without a stop there is no analysis" "$(grep -c 'id="stops"' calm.html)" 0

# ---- osnoise, and spikes that were kept

run rtla report noise.json -o noise.html
exits "a page about osnoise" 0
is "all tags are closed, of osnoise" "$(open_tags noise.html)" ""
is "pictures, of osnoise" \
	"$(grep -oE '<svg id="(counts|heat|maxima|noise)-[^"]*"' noise.html | cut -d'"' -f2 | paste -sd ' ')" \
	"counts-all heat-single-0 heat-total-0 maxima-single maxima-total noise-share noise-sources-0"
is "noise of each CPU" "$(words noise.html noise | sed -n $'s/\u202f/ /g; /^Thread$/,$p' | sed 1d | head -n 24 | paste -sd '|')" \
	"All|80|1 min 20 s|20000.00|99.97500 %|$(perl -MJSON::PP -0777 -e '$r = decode_json(<>); $p = $r->{all}{periods}; printf "%.2f|%.2f", $p->{max_noise_ns} / 1000, $p->{max_single_ns} / 1000' noise.json)|6|0|20 000|2 400|160|0|20|20 s|2000.00|99.99000 %|$(perl -MJSON::PP -0777 -e '$r = decode_json(<>); $p = $r->{cpus}[0]{periods}; printf "%.2f|%.2f", $p->{max_noise_ns} / 1000, $p->{max_single_ns} / 1000' noise.json)|0|0|5 000|600|40"
is "spikes that were kept have an analysis each" \
	"$(grep -oE '<article id="[^"]*"' noise.html | cut -d'"' -f2 | paste -sd ' ')" \
	"stop-0 kept-0-1 kept-0-2 kept-0-3"

# ---- a long stop

make_result long.json segments=400
run rtla report long.json -o long.html
is "all segments of a long stop are drawn" \
	"$(perl -0777 -ne 'print $1 if /(<svg id="stop-0-time".*?<\/svg>\n<\/figure>)/s' long.html | grep -c '^<rect')" \
	"$(perl -MJSON::PP -0777 -e '$r = decode_json(<>); print scalar @{$r->{stop}{analysis}{segments}}' long.json)"
is "and the first 200 are listed" \
	"$(words long.html stops | grep -c 'more, which are in the time line')" 1

# ---- several

run rtla report one.json two.json noise.json -o several.html
exits "a page about several" 0
is "all tags are closed, of several" "$(open_tags several.html)" ""
is "identifiers are there once, of several" \
	"$(grep -oE ' id="[^"]*"' several.html | sort | uniq -d)" ""
is "each has a letter and a verdict" \
	"$(perl -0777 -ne 'print "$1 $2|" while /<h2>([A-C]) &#183; (\S+)<\/h2>/g' several.html)" \
	"A one.json|B two.json|C noise.json|"
is "figures stand beside each other" \
	"$(words several.html figures | grep -cxE '[ABC]')" 8
is "maxima are compared with the first" \
	"$(words several.html figures | grep '^×' | paste -sd '|')" \
	"$(perl -MJSON::PP -0777 -CO -e '
		my @max = map { open my $f, "<", $_; my $l = decode_json(<$f>)->{all}{latencies}; +{ map { $_ => $l->{$_}{max_ns} } keys %$l } } @ARGV;
		print join "|", map { sprintf "\x{d7} 1.00|\x{d7} %.2f", $max[1]{$_} / $max[0]{$_} } qw(irq thread user)' one.json two.json)"
is "a chart has a line for each" \
	"$(perl -0777 -ne 'print $1 if /(<svg id="counts-thread".*?<\/svg>)/s' several.html | grep -oE 'line area s[0-9]' | paste -sd ' ')" \
	"line area s0 line area s1"
is "it is said what they differ in" \
	"$(section several.html configuration |
		perl -ne 'print "$1|" while /<th scope="row">([^<]*) <span class="differs">/g')" \
	"command|tracer|measured|duration|period|threshold: thread|irqs off|noise threshold|preempt off|runtime|threshold: single|"
for count in 8 9; do
	files=()
	for ((i = 0; i < count; i++)); do
		files+=(one.json)
	done
	run rtla report "${files[@]}" -o many.html
	exits "$count results" $((count > 8 ? 129 : 0))
done

# ---- texts that are not to be trusted

hostile=$'<script>alert(1)</script><img src=x onerror=alert(2)>"\'`&amp;</title></style></svg>-->]]>\u202e\x1b[31m'
make_result hostile.json kept=1 "text=$hostile"
make_result harmless.json kept=1 text=harmless
file=$'<b onclick=x>\'"&\xff.json'
cp hostile.json "$file"
run rtla report "./$file" one.json -o hostile.html
exits "a page with hostile texts" 0
cp harmless.json "$file"
run rtla report "./$file" one.json -o harmless.html
is "hostile texts change nothing of its tags" "$(shape hostile.html)" "$(shape harmless.html)"
is "and are all there" "$(grep -o '&lt;script&gt;alert(1)&lt;/script&gt;' hostile.html | wc -l)" \
	"$(grep -o harmless harmless.html | wc -l)"
is "a name that is no UTF-8 is shown" "$(grep -c '&lt;b onclick=x&gt;&#39;&quot;&amp;�.json' hostile.html)" \
	"$(grep -c '&lt;b onclick=x&gt;' hostile.html)"
iconv -f UTF-8 -t UTF-8 hostile.html >/dev/null
ok "the page is UTF-8"
is "no character of control is in it" "$(LC_ALL=C grep -c $'[\x01-\x08\x0b-\x1f\x7f]\|\xe2\x80\xae' hostile.html)" 0

# ---- documents that are results as far as figures go, and nonsense else

"$here/results/make_result.py" full cpus=2 seconds=1 kept=1 >small.json
mkdir nonsense
bad=''
i=0
while IFS= read -r line; do
	printf '%s' "$line" >nonsense.json
	rtla report nonsense.json -o nonsense/$i.html >"$work/out" 2>"$work/err"
	status=$?
	[ $status -le 1 ] || bad+="line $i: status $status: $(tail -n 3 "$work/err")"$'\n'
	i=$((i + 1))
done < <(perl -MJSON::PP -0777 -e '
	my $text = <>;
	my @with = (undef, 5, -1, 9223372036854775807, "x", [], {}, [[]], [undef, 5, {}], { ns => "x", parts => 5 }, JSON::PP::true);
	my $state = 7;
	sub chance { $state = ($state * 1103515245 + 12345) & 0x7fffffff; return ($state >> 8) % shift }
	sub places { my ($v, $at, $to) = @_;	# a reference to each value in it
		push @$to, $at if $at;
		if (ref $v eq "HASH") { places($v->{$_}, \$v->{$_}, $to) for sort grep { !/^(format|schema_version|cpus|all)$/ } keys %$v }
		elsif (ref $v eq "ARRAY") { places($v->[$_], \$v->[$_], $to) for 0 .. $#$v } }
	for my $n (0 .. 249) {
		my $r = decode_json($text);
		my @places;
		places($r, undef, \@places);
		my $change = $n < 200 ? 1 : 5;
		for (1 .. $change) { ${$places[$n < 200 ? $n * @places / 200 : chance(scalar @places)]} = $with[chance(scalar @with)] }
		print encode_json($r), "\n" }' small.json)
is "documents with nonsense in them are shown or refused" "$bad" ""
is "so many of them were tried" "$i" 250
is "all tags are closed, of nonsense" "$(open_tags nonsense/*.html)" ""
[ "$(compgen -G 'nonsense/*.html' | wc -l)" -gt 100 ]
ok "most of them are shown"

# ---- hundreds of CPUs

make_result large.json cpus=256 seconds=2
began=$(date +%s)
run rtla report large.json -o large.html
exits "256 CPUs" 0
[ $(($(date +%s) - began)) -lt 10 ]
ok "take less than 10 s"
[ "$(stat -c %s large.html)" -lt 1500000 ]
ok "and less than 1.5 MB"
is "each has its row" "$(grep -o '<title>CPU [0-9]*: max' large.html | wc -l)" 768
perl -MJSON::PP -0777 -e '
	my $r = decode_json(<>);
	my $cpu = $r->{cpus}[0];
	$r->{cpus} = [map { { %$cpu, cpu => 3 * $_ } } 0 .. 2047];
	print encode_json($r)' small.json >huge.json
run rtla report huge.json -o huge.html
is "2048 CPUs share rows" "$(grep -o 'A row is 2 CPUs' huge.html | wc -l)" 3

# ---- pictures by gnuplot

command -v gnuplot >/dev/null
ok "gnuplot is there: apt-get install gnuplot-nox"
run rtla report one.json --plot one.svg
exits "a picture, SVG" 0
is "nothing is said of it" "$out$err" ""
is "it is SVG" "$(grep -c '<svg' one.svg)" 1
is "it has the threshold" "$(grep -c 'rgb(164, *14, *38)' one.svg)" 1
for name in "IRQ latency" "Thread latency" "User latency"; do
	is "$name has three panels" "$(grep -c ">$name<" one.svg)" 3
done
run rtla report one.json two.json noise.json --plot several.png -o both.html
exits "a picture, PNG, of several" 0
is "it is PNG" "$(head -c 8 several.png | od -An -tx1)" " 89 50 4e 47 0d 0a 1a 0a"
is "with a column for each context, and a row for each result and two more" \
	"$(od -An -j16 -N8 -tu1 several.png | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')" "2600 1840"
cmp -s both.html several.html
ok "the page beside it is the same"
for kind in svg png; do
	rtla report "./$file" noise.json --plot a.$kind
	rtla report "./$file" noise.json --plot b.$kind
	cmp -s a.$kind b.$kind
	ok "the same input gives the same bytes, $kind"
done
is "a name is shown, as far as it is plain" "$(grep -oE '>A: [^,]*,' a.svg)" \
	">A: &lt;b onclick=x>??&amp;?.json,"
run rtla report large.json --plot large.svg
exits "256 CPUs in a picture" 0
run rtla report huge.json --plot huge.png
exits "2048 CPUs in a picture" 0

mkdir fake
export TMPDIR=$PWD/tmp
mkdir tmp
echo before >kept.svg
run env PATH="$work/bin:$PWD/fake" rtla report one.json --plot kept.svg
exits "no gnuplot" 4
is "is told, and what to do" "$err" \
	"rtla: --plot kept.svg: gnuplot: not found: install it, on Debian with 'apt-get install gnuplot-nox'"
# fake_gnuplot LINE...: what it does instead
fake_gnuplot() {
	printf '%s\n' '#!/bin/sh' "$@" >fake/gnuplot
	chmod +x fake/gnuplot
	run env PATH="$PWD/fake:$PATH" rtla report one.json --plot kept.svg -o kept.html
}
fake_gnuplot 'echo; echo "plot x" >&2; echo "         ^" >&2; echo "\"script\" line 5: no such thing" >&2; exit 3'
exits "gnuplot fails" 1
is "and says why" "$err" \
	'rtla: --plot kept.svg: gnuplot: exit status 3: "script" line 5: no such thing: no picture is written'
fake_gnuplot 'exit 0'
exits "gnuplot draws nothing" 1
is "and does not say why" "$err" \
	'rtla: --plot kept.svg: gnuplot: exit status 0: it said nothing: no picture is written'
# shellcheck disable=SC2016
fake_gnuplot 'kill -9 $$'
is "gnuplot is killed" "$status $err" \
	'1 rtla: --plot kept.svg: gnuplot: ended by signal 9: it said nothing: no picture is written'
is "what was there before is there still" "$(cat kept.svg)" before
[ ! -e kept.html ]
ok "and no page is written either"
is "nothing is left" "$(ls tmp)" ""
unset TMPDIR

# ---- what is refused

refused() {
	local what=$1 message=$2
	shift 2
	run rtla report "$@"
	exits "$what" "$status_wanted"
	is "$what: is told" "$(head -n 1 "$work/err")" "rtla: $message"
	is "$what: nothing is printed" "$out" ""
}
rm -f new.*
status_wanted=129
refused "no result" "no RESULT given: name a file that --json wrote" -o new.html
refused "nothing to write" "nothing to write: give --output FILE, --plot FILE, or both" one.json
for name in new.pdf new .svg; do
	refused "a picture called $name" \
		"--plot $name: unknown kind of picture: give a name that ends in .svg or .png" \
		one.json --plot $name
done
refused "a page in the place of a result" \
	"--output ./one.json: this file is to be read: give another name" two.json one.json -o ./one.json
ln one.json one.svg.json
ln -s one.json link.svg
refused "a picture in the place of a result" \
	"--plot link.svg: this file is to be read: give another name" one.json --plot link.svg
refused "a page in the place of a picture" \
	"--output, --plot: both new.svg: give two names" one.json -o new.svg --plot new.svg
refused "standard input twice" \
	"-: standard input can be read only once: leave one out" - - -o new.html
refused "an option of others" "-q: unknown option" -q one.json
status_wanted=1
refused "a file that is not there" \
	"nowhere.json: No such file or directory: give a file that --json wrote" \
	one.json nowhere.json -o new.html
echo '{ "format": "other" }' >other.json
refused "another file" \
	"other.json: \$: format: other: give a file that --json wrote" other.json -o new.html --plot new.svg
refused "a page that cannot be written" \
	"--output nowhere/new.html: No such file or directory: it is not written" one.json -o nowhere/new.html
refused "a picture that cannot be written" \
	"--plot nowhere/new.svg: No such file or directory: it is not written" one.json --plot nowhere/new.svg
[ -z "$(compgen -G 'new.*')" ]
ok "nothing is written by what is refused"
rtla report one.json -o - >/dev/full 2>"$work/err"
is "a page that does not get out" "$? $(cat "$work/err")" \
	"1 rtla: standard output: No space left on device: the results are lost"

run rtla report --help
exits "help" 0
is "says how to call it" "$(head -n 1 "$work/out")" "Usage: rtla report [OPTION]... RESULT..."

finish
