// SPDX-License-Identifier: GPL-2.0
/*
 * The page of "rtla help shell": sessions without this command.
 */
#include "cmd/shell_page.h"

static const char page[] =
	"Measure from a shell: a line of text that is written to /dev/rtla starts a\n"
	"session. The events are in tracefs, as those of the kernel's own tracers.\n"
	"\n"
	"  cd /sys/kernel/tracing\n"
	"  echo 1 >events/rtla/enable\n"
	"  exec 9<>/dev/rtla\n"
	"  echo \"timerlat cpus=0-3 stop_tracing_total_us=500 print_stack=500\" >&9\n"
	"  head -n 50 trace         # what has been measured so far\n"
	"  cat <&9                  # waits for the hit, and shows it in a line\n"
	"  tail -n 50 trace         # what led to it: the hit has stopped the trace\n"
	"  exec 9<&-                # ends the session; so does the end of the shell\n"
	"  echo 1 >tracing_on       # before the next session\n"
	"\n"
	"The line begins with timerlat, osnoise or hwnoise. These words may follow:\n"
	"\n"
	"  cpus=LIST                CPUs to measure, like 0-3,7 [all that are online]\n"
	"  period_us=N              timerlat [1000], osnoise [1000000]\n"
	"  runtime_us=N             osnoise: how long to look for noise in each period\n"
	"  tracing_threshold=N      osnoise: a shorter gap is no noise [1]\n"
	"  stop_tracing_us=N        hit: an IRQ latency of N us; osnoise: a noise\n"
	"                           longer than N us [0: none]\n"
	"  stop_tracing_total_us=N  hit: a thread latency; osnoise: all noise of a\n"
	"                           period [0: none]\n"
	"  print_stack=N            timerlat: a stack with latencies of N us [0: none]\n"
	"  TIMERLAT_ALIGN_US=N      timerlat: timers of one CPU after another, N us apart\n"
	"  OSNOISE_PREEMPT_DISABLE  osnoise: look for noise with preemption off\n"
	"  OSNOISE_IRQ_DISABLE      osnoise: with interrupts off, as hwnoise does\n"
	"  PANIC_ON_STOP            a hit panics the machine, for a crash dump\n"
	"  tracing_off=0            a hit leaves the trace on\n"
	"\n"
	"If a line is refused, the kernel's log (dmesg) says why.\n";

/* shell_page_print - print the page; errors show when @out is closed */
void shell_page_print(FILE *out)
{
	fputs(page, out);
}
