/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The name that the kernel gives to each boot: what was changed at run time
 * lasts until there is another one.
 */
#ifndef RTLA_BOOT_ID_H
#define RTLA_BOOT_ID_H

#define BOOT_ID_LEN	64

/*
 * boot_id_read - write the name of this boot to @id, of BOOT_ID_LEN bytes
 *
 * @root is put before /proc. Returns @id, which is "" if it is not known.
 */
const char *boot_id_read(const char *root, char *id);

#endif /* RTLA_BOOT_ID_H */
