/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Namespaces of processes: in a container, a process has another id than the
 * kernel has for it.
 */
#ifndef RTLA_PID_SPACE_H
#define RTLA_PID_SPACE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * pid_space_is_inner - return whether this process is in another namespace of
 * processes than the kernel's own, and tell in which
 */
bool pid_space_is_inner(uint64_t *dev, uint64_t *ino);

#endif /* RTLA_PID_SPACE_H */
