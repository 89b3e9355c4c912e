// SPDX-License-Identifier: GPL-2.0
/*
 * Idle states for machines that have none, for the tests. The first one polls,
 * and all others halt the CPU: they differ only in the latency and the
 * residency that they claim, and each is counted by itself. The module cannot
 * be unloaded, because the states use it.
 */
#include <linux/cpuidle.h>
#include <linux/irqflags.h>
#include <linux/module.h>

/*
 * Halt the CPU until an interrupt. Interrupts are off when the function is
 * called, and when it returns.
 */
static int enter(struct cpuidle_device *device, struct cpuidle_driver *driver,
		 int index)
{
	native_safe_halt();
	native_irq_disable();
	return index;
}

static struct cpuidle_driver driver = {
	.name = "rtla_idle",
	.owner = THIS_MODULE,
	.state_count = 4,
};

static int __init idle_init(void)
{
	struct cpuidle_state *state;
	int i;

	cpuidle_poll_state_init(&driver);
	for (i = 1; i < driver.state_count; i++) {
		state = &driver.states[i];
		snprintf(state->name, sizeof(state->name), "TEST%d", i);
		snprintf(state->desc, sizeof(state->desc), "for tests, %d", i);
		state->enter = enter;
		state->exit_latency = 10 * i;
		state->target_residency = 10 * i;
	}
	return cpuidle_register(&driver, NULL);
}

module_init(idle_init);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Idle states, for tests");
