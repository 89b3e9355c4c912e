/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Labels: pairs KEY=VALUE that a user gives to a run, and that its results
 * carry, like board=rack3 or commit=1a2b3c.
 */
#ifndef RTLA_LABELS_H
#define RTLA_LABELS_H

#define LABELS_MAX	16
#define LABEL_KEY_LEN	32
#define LABEL_VALUE_LEN	96

#define LABEL_FORM	"KEY=VALUE, where KEY is letters, digits and _"

struct label {
	char key[LABEL_KEY_LEN];
	char value[LABEL_VALUE_LEN];
};

/* In the order in which the keys were first given. No key is there twice. */
struct labels {
	struct label label[LABELS_MAX];
	int count;
};

/*
 * labels_add - add "KEY=VALUE", or give a key that is there its new value
 *
 * A key is what OpenMetrics allows as the name of a label. A value has no
 * control characters. Returns NULL, or an error of the form
 * "reason: what to give".
 */
const char *labels_add(struct labels *labels, const char *text);

/*
 * labels_add_missing - add the labels of "KEY=VALUE,KEY=VALUE" that are not
 * there
 *
 * Empty items are ignored. Returns like labels_add().
 */
const char *labels_add_missing(struct labels *labels, const char *text);

#endif /* RTLA_LABELS_H */
