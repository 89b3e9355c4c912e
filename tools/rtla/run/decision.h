/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether the gates of a measurement can be decided in its time, and one that
 * goes on until they are: see gates/forecast.h and gates/looks.h.
 */
#ifndef RTLA_DECISION_H
#define RTLA_DECISION_H

struct engine;

/*
 * decision_forecast - print which gates the measurement is too short to pass
 *
 * It is called before the measurement, when the collector is ready.
 */
void decision_forecast(const struct engine *engine);

/* decision_wait - let the loop report LOOP_PHASE at the time of the next look */
void decision_wait(struct engine *engine);

/*
 * decision_look - judge the gates, and end the measurement if all are decided
 *
 * It also ends after its longest time. Otherwise there will be a further look.
 */
void decision_look(struct engine *engine);

#endif /* RTLA_DECISION_H */
