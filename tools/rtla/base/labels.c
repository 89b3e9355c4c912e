// SPDX-License-Identifier: GPL-2.0
/*
 * Labels of a run: see labels.h.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/labels.h"

static struct label *find_label(struct labels *labels, const char *key,
				size_t length)
{
	for (int i = 0; i < labels->count; i++) {
		struct label *label = &labels->label[i];

		if (strlen(label->key) == length &&
		    !strncmp(label->key, key, length))
			return label;
	}
	return NULL;
}

/* Return how many characters at the beginning of @text may be a key. */
static size_t key_length(const char *text)
{
	size_t length = 0;

	if (isdigit((unsigned char)*text))
		return 0;
	while (isalnum((unsigned char)text[length]) || text[length] == '_')
		length++;
	return length;
}

static bool has_control(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (iscntrl((unsigned char)text[i]))
			return true;
	return false;
}

/* Add a label of @length characters; with @keep, not if its key is there. */
static const char *labels_add_one(struct labels *labels, const char *text,
				  size_t length, bool keep)
{
	size_t key = key_length(text), value;
	struct label *label;

	if (!key || key >= length || text[key] != '=')
		return "not a label: give " LABEL_FORM;
	value = length - key - 1;
	if (key >= LABEL_KEY_LEN || value >= LABEL_VALUE_LEN)
		return "too long: give a key of at most 31 and a value of at most 95 bytes";
	if (has_control(text + key + 1, value))
		return "a control character in it: give a value without";
	label = find_label(labels, text, key);
	if (label && keep)
		return NULL;
	if (!label && labels->count == LABELS_MAX)
		return "too many labels: give at most 16";
	if (!label)
		label = &labels->label[labels->count++];
	snprintf(label->key, sizeof(label->key), "%.*s", (int)key, text);
	snprintf(label->value, sizeof(label->value), "%.*s", (int)value,
		 text + key + 1);
	return NULL;
}

const char *labels_add(struct labels *labels, const char *text)
{
	return labels_add_one(labels, text, strlen(text), false);
}

const char *labels_add_missing(struct labels *labels, const char *text)
{
	const char *reason = NULL;

	while (*text && !reason) {
		size_t length = strcspn(text, ",");

		if (length)
			reason = labels_add_one(labels, text, length, true);
		text += length;
		text += *text == ',';
	}
	return reason;
}
