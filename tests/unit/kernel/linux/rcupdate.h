/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_RCUPDATE_H
#define SIMULATED_RCUPDATE_H

#define RTLA_HAS_rcu_momentary_eqs
#define rcu_read_lock()		do { } while (0)
#define rcu_read_unlock()	do { } while (0)

#endif /* SIMULATED_RCUPDATE_H */
