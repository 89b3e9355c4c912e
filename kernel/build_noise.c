// SPDX-License-Identifier: GPL-2.0
/*
 * The accounting of noise, and the hooks in the kernel.
 *
 * The files of a folder are compiled as one unit, as some folders of the kernel
 * are: nearly all of the time that the compiler takes for a file of this size
 * goes into the headers of the kernel, which it reads once for each unit. Each
 * file still includes all that it needs, so that it can be compiled alone, and
 * read alone.
 *
 * All names are in one scope then: no two files have the same static function.
 * A file that defines a macro with a name which a header may use undefines it.
 */
#include "noise/causes.c"
#include "noise/clock.c"
#include "noise/hooks.c"
#include "noise/hooks_callbacks.c"
#include "noise/noise.c"
#include "noise/on_cpu.c"
#include "noise/scheduler_call.c"

#ifdef CONFIG_X86
#include "noise/hooks_x86.c"
#include "noise/stack_x86.c"
#endif
#ifdef CONFIG_ARM64
#include "noise/hooks_arm64.c"
#include "noise/stack_arm64.c"
#endif
