// SPDX-License-Identifier: GPL-2.0
/*
 * Until it is decided: see decision.h.
 */
#include "gates/forecast.h"
#include "gates/looks.h"
#include "results/outputs.h"
#include "run/decision.h"
#include "run/engine_state.h"
#include "run/loop.h"
#include "run/samples.h"

void decision_forecast(const struct engine *engine)
{
	const struct config *config = &engine->config;
	const struct run_plan plan = {
		.cpus = &config->tracer.cpus,
		.time_ns = config->duration_ns,
		.period_ns = config->tracer.period_ns,
		.numbered = engine->collector.numbered,
		.looks = config_looks(config),
	};
	const struct gate *gate = config->gates.gate;
	char why[GATE_WHY_LEN];

	/* A run without an end can be as long as it has to be. */
	if (!config->duration_ns)
		return;
	for (int i = 0; i < config->gates.count; i++, gate++)
		if (forecast_is_too_short(gate, &plan, why))
			note("%s: '%s': this run is too short to pass it: %s",
			     gate->source, gate->text, why);
}

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
