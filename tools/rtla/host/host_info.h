/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which machine this is, for results.
 */
#ifndef RTLA_HOST_INFO_H
#define RTLA_HOST_INFO_H

#define HOST_INFO_LEN	128

/* Each text is "" if it is not known. */
struct host_info {
	char name[HOST_INFO_LEN];	/* of the host, without its domain's */
	/*
	 * The machine's id, hashed with a key of this project, so that it tells
	 * machines apart without giving away the id itself: see machine-id(5).
	 */
	char machine_id[HOST_INFO_LEN];
	char cpu_model[HOST_INFO_LEN];
	char board[HOST_INFO_LEN];	/* vendor and product, or the board's */
};

/* host_info_read - look at the files below @root; "" is this machine */
void host_info_read(const char *root, struct host_info *info);

#endif /* RTLA_HOST_INFO_H */
