// SPDX-License-Identifier: GPL-2.0
#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>

#include "base/signals.h"

int signals_open(const int *signals, int count)
{
	sigset_t set;

	sigemptyset(&set);
	for (int i = 0; i < count; i++)
		sigaddset(&set, signals[i]);
	if (sigprocmask(SIG_BLOCK, &set, NULL))
		return -1;
	return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}
