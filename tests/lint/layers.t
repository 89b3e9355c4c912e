#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Tests that tests/lint/layers finds faults that are planted into a copy of the sources.

top=$(cd "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/lib/tap.sh
. "$top/tests/lib/tap.sh"
copy=$work/copy

# The copy keeps the times of the sources, so what is newer than this has been changed there.
mkdir -p "$copy/tools" "$copy/Documentation"
cp -r --preserve=timestamps "$top/tools/rtla" "$copy/tools/"
cp -r --preserve=timestamps "$top/kernel" "$copy/"
cp --preserve=timestamps "$top/Documentation/architecture.md" "$copy/Documentation/"
touch "$work/copied"

# fresh: undoes what has been changed in the copy, which would take 20 times as long to copy
# again
fresh() {
	find "$copy" -type f -newer "$work/copied" -printf '%P\n' | while read -r file; do
		cp --preserve=timestamps "$top/$file" "$copy/$file" 2>/dev/null || rm "$copy/$file"
	done
	find "$copy" -type d -empty -delete
}

# finds NAME TEXT: tests that only the test NAME of layers fails, and that TEXT is the
# fault; makes a fresh copy afterwards
finds() {
	tap_run "$top/tests/lint/layers" "$copy"
	[ $status = 1 ] && [ "$(grep -c '^not ok' "$work/out")" = 1 ] &&
		grep -A 2 "^not ok .* - lint/layers: $1\$" "$work/out" | grep -qxF "# $2"
	ok "layers says: $2"
	fresh
}

exits "the sources as they are" 0 "$top/tests/lint/layers" "$copy"

echo '#include "run/engine.h"' >>"$copy/tools/rtla/stats/stats.h"
finds "stats uses what it may" 'tools/rtla/stats/stats.h includes "run/engine.h"'

sed -i 's/^| `base\/` |\(.*\)| *|$/| `base\/` |\1| `run` |/' "$copy/Documentation/architecture.md"
finds "the table allows no arrow that points up" "base may use run"

echo '#include "trace/trace_dat.h"' >>"$copy/tools/rtla/trace/saved_trace.h"
finds "trace has no circle" "trace/saved_trace is in a circle of includes"

echo '#include "noise/stack.h"' >>"$copy/kernel/noise/symbol.h"
echo '#include "noise/symbol.h"' >>"$copy/kernel/noise/stack.h"
finds "kernel/ has no circle" "noise/stack is in a circle of includes"

echo '#include "overheads/overheads_own.h"' >>"$copy/kernel/session/start.h"
finds "kernel/session uses what it may" 'kernel/session/start.h includes "overheads/overheads_own.h"'

echo '#include "session/user_workload.h"' >>"$copy/kernel/noise/noise.c"
finds "kernel/noise uses what it may" 'kernel/noise/noise.c includes "session/user_workload.h"'

echo '#include "osnoise/osnoise.h"' >>"$copy/kernel/timerlat/timerlat.c"
finds "kernel/timerlat uses what it may" 'kernel/timerlat/timerlat.c includes "osnoise/osnoise.h"'

echo '#include "wakeup/wakeup.h"' >>"$copy/kernel/main.c"
finds "outside of its folder, only kinds.c uses a kind" 'kernel/main.c includes "wakeup/wakeup.h"'

sed -i 's/^| `kernel\/stats\/` |\(.*\)| *|$/| `kernel\/stats\/` |\1| `session` |/' "$copy/Documentation/architecture.md"
finds "the table of kernel/ allows no arrow that points up" "stats may use session"

mkdir "$copy/kernel/cycles"
finds "every folder of kernel/ is in its table, and the other way round" "cycles: only in one of them"

echo '#include "kinds/wakeup/wakeup_json.h"' >>"$copy/tools/rtla/kinds/bound/bound_kind.c"
finds "no kind of measurement uses another one" 'tools/rtla/kinds/bound/bound_kind.c includes "kinds/wakeup/wakeup_json.h"'

mkdir "$copy/tools/rtla/other"
finds "every folder is in the table, and the other way round" "other: only in one of them"

cp "$copy/tools/rtla/base/cpus.c" "$copy/tools/rtla/"
finds "no source is outside a folder" "cpus.c"

touch "$copy/tools/rtla/host/cpus.c"
finds "no source has the name of another" "cpus.c: in base and host"

echo 'static int timeline_cell(int one) { return one; }' >>"$copy/tools/rtla/stats/stats.c"
echo 'static int timeline_cell(int one) { return one; }' >>"$copy/kernel/stats/stats.c"
finds "no function has the name of one in another file" \
	"timeline_cell(): in kernel/stats/stats and tools/rtla/stats/stats"

finish
