/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SIMULATED_TOPOLOGY_H
#define SIMULATED_TOPOLOGY_H

#define cpu_to_node(cpu)	((void)(cpu), 0)

#endif /* SIMULATED_TOPOLOGY_H */
