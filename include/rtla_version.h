/* SPDX-License-Identifier: GPL-2.0 */
/* The version of the module and of the command. */
#ifndef RTLA_VERSION_H
#define RTLA_VERSION_H

#define RTLA_VERSION	"0.1"

#endif /* RTLA_VERSION_H */
