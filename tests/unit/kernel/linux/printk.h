/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_PRINTK_H
#define SIMULATED_PRINTK_H

/* Defined by the test. */
void pr_warn(const char *text);

#endif /* SIMULATED_PRINTK_H */
