// SPDX-License-Identifier: GPL-2.0
//
// The cycle of the program marked_loop, which is loop otherwise: functions of C++
// call each other, and one of a shared library; each is marked, too. It needs no header of a
// C++ library, so that a compiler without one is enough.
#include "rtla_cycle.h"

using work = void (*)();

extern "C" void library_step(work happens);

class Controller {
public:
	__attribute__((noinline)) void descend(int depth, work happens);
	__attribute__((noinline)) void update(work happens);
	__attribute__((noinline)) void update(int times);
};

// A function that calls itself.
void Controller::descend(int depth, work happens)
{
	if (depth)
		descend(depth - 1, happens);
	else
		update(happens);
	__asm__ volatile("" ::: "memory");
}

extern "C" {
__attribute__((noinline)) void before_cycle() { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) void after_cycle() { __asm__ volatile("" ::: "memory"); }
}

void Controller::update(work happens)
{
	RTLA_CYCLE(control);
	before_cycle();
	{
		RTLA_CYCLE(inner);
		library_step(happens);
	}
	after_cycle();
}

// Another function of the same name.
void Controller::update(int times)
{
	while (times--)
		__asm__ volatile("" ::: "memory");
}

extern "C" void pass_cycle(work happens)
{
	Controller controller;

	controller.update(3);
	controller.descend(3, happens);
	RTLA_CYCLE_BEGIN(never_ends);
}
