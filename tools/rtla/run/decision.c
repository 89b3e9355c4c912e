// SPDX-License-Identifier: GPL-2.0
/*
 * Until it is decided: see decision.h.
 */
#include "gates/looks.h"
#include "results/outputs.h"
#include "run/decision.h"
#include "run/engine_state.h"
#include "run/loop.h"
#include "run/samples.h"

void decision_wait(struct engine *engine)
{
	const struct config *config = &engine->config;
	uint64_t elapsed = engine_elapsed(engine);
	uint64_t next = looks_next(config->decided_after_ns,
				   config->duration_ns, elapsed);

	if (next)
		loop_phase_in(&engine->loop, next - elapsed);
	else
		engine_stop(engine, "duration");
}

void decision_look(struct engine *engine)
{
	struct run_summary summary;

	/* At the end, the gates are judged when all samples are read. */
	if (engine_elapsed(engine) < (uint64_t)engine->config.duration_ns) {
		samples_read_to_judge(engine);
		summary = engine_summary(engine);
		if (outputs_decided(&engine->outputs, &summary)) {
			engine_stop(engine, "decided");
			return;
		}
	}
	decision_wait(engine);
}
