// SPDX-License-Identifier: GPL-2.0
/*
 * Differences: see differences.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/json_read.h"
#include "compare/differences.h"
#include "results/results.h"

/*
 * Members of the configuration. With another value of one of these, a run
 * measures something else. All other members, idle states for example, may be
 * what the comparison is about.
 */
static const char *const deciding[] = {
	"period_ns", "periods_ns", "runtime_ns", "noise_threshold_ns",
	"priority", "threads", "irqs_off", "preempt_off", "all_threads", "disturbed",
};

/* The tracers of the kernel and the module do not begin and end at the same moments. */
#define MEASURED_BY	"measured_by"

/* Others make figures a little larger, which decides nothing, but may be the reason. */
#define OTHER_SESSIONS	"other_sessions"

/* Members of the configuration that are compared in other ways. */
static const char *const left_out[] = { "cpus", "duration_ns", "until_decided" };

#define HAS(list, name) \
	differences_has(list, sizeof(list) / sizeof(list[0]), name)

static bool differences_has(const char *const *list, size_t count,
			    const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(list[i], name))
			return true;
	return false;
}

/* Return a value as text, which the caller frees; NULL without memory. */
static char *text_of(const json_t *value)
{
	if (!value)
		return strdup("");
	if (json_is_string(value))
		return strdup(json_string_value(value));
	return json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT |
			  JSON_SORT_KEYS);
}

static bool differences_add(struct differences *differences, const char *group,
			    const char *name, const json_t *base,
			    const json_t *new)
{
	struct difference *more, *difference;

	if (base == new || (base && new && json_equal(base, new)))
		return true;
	more = array_grow(differences->difference, differences->count,
			  sizeof(*more));
	if (!more)
		return false;
	differences->difference = more;
	difference = &more[differences->count++];
	*difference = (struct difference) { .base = text_of(base),
					    .new = text_of(new) };
	if (asprintf(&difference->name, "%s%s%s", group, *group ? "." : "", name) < 0)
		difference->name = NULL;
	return difference->name && difference->base && difference->new;
}

static bool add_object(struct differences *differences, const char *group,
		       const json_t *base, const json_t *new)
{
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)base, name, value) {
		if (!HAS(left_out, name) &&
		    !differences_add(differences, group, name, value,
				     json_object_get(new, name)))
			return false;
	}
	json_object_foreach((json_t *)new, name, value) {
		if (!HAS(left_out, name) && !json_object_get(base, name) &&
		    !differences_add(differences, group, name, NULL, value))
			return false;
	}
	return true;
}

static const char *member(const json_t *check, const char *name)
{
	return json_read_text(check, name, "");
}

/* Set @key to what stands for a check, which may be in both results. */
static bool make_key(const json_t *check, char **key)
{
	free(*key);
	*key = NULL;
	return asprintf(key, "%s\n%s", member(check, "group"),
			member(check, "name")) >= 0;
}

/*
 * Return the checks by their keys; NULL if there is no memory. A check that is
 * there twice is found once. The caller frees the object.
 */
static json_t *checks_by_key(const json_t *checks)
{
	json_t *by_key = json_object(), *check;
	char *key = NULL;
	bool good = by_key;
	size_t i;

	json_array_foreach(checks, i, check) {
		good = good && make_key(check, &key) &&
		       (json_object_get(by_key, key) ||
			!json_object_set(by_key, key, check));
	}
	free(key);
	if (good)
		return by_key;
	json_decref(by_key);
	return NULL;
}

/* If @common, checks that only one of the results has are left out. */
static bool add_both(struct differences *differences, const json_t *base,
		     const json_t *new, const json_t *base_by_key,
		     const json_t *new_by_key, bool common)
{
	const json_t *check, *other;
	char *key = NULL;
	bool good = true;
	size_t i;

	json_array_foreach(base, i, check) {
		good = good && make_key(check, &key);
		other = good ? json_object_get(new_by_key, key) : NULL;
		if (other || !common)
			good = good && differences_add(differences, "", member(check, "name"),
						       json_object_get(check, "value"),
						       json_object_get(other, "value"));
	}
	json_array_foreach(common ? NULL : new, i, check)
		good = good && make_key(check, &key) &&
		       (json_object_get(base_by_key, key) ||
			differences_add(differences, "", member(check, "name"), NULL,
					json_object_get(check, "value")));
	free(key);
	return good;
}

static bool add_checks(struct differences *differences,
		       const struct results *base_results,
		       const struct results *new_results, bool common)
{
	const json_t *base = results_at(base_results, "environment.checks");
	const json_t *new = results_at(new_results, "environment.checks");
	json_t *base_by_key = checks_by_key(base);
	json_t *new_by_key = checks_by_key(new);
	bool good = base_by_key && new_by_key &&
		    add_both(differences, base, new, base_by_key, new_by_key,
			     common);

	json_decref(base_by_key);
	json_decref(new_by_key);
	return good;
}

/* Return whether a program measures the latency until a thread in user space runs. */
static bool has_user_latency(const char *tracer)
{
	static const char *const names[] = { "timerlat", "cyclictest",
					     "jitterdebugger" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(tracer, names[i]))
			return true;
	return false;
}

/* The user latency of timerlat can be compared with that of cyclictest. */
static bool is_other_tool(const struct difference *difference)
{
	return has_user_latency(difference->base) &&
	       has_user_latency(difference->new);
}

static bool decides(const struct difference *difference)
{
	const char *dot = strchr(difference->name, '.');

	return (!strcmp(difference->name, "tracer") && !is_other_tool(difference)) ||
	       !strcmp(difference->name, MEASURED_BY) ||
	       (dot && !strncmp(difference->name, "configuration.",
				dot + 1 - difference->name) && HAS(deciding, dot + 1));
}

/* Move differences that decide to the front; keep the order otherwise. */
static void arrange(struct differences *differences)
{
	int front = 0;

	for (int i = 0; i < differences->count; i++)
		differences->difference[i].decides =
			decides(&differences->difference[i]);
	for (int i = 0; i < differences->count; i++) {
		struct difference difference = differences->difference[i];

		if (!difference.decides)
			continue;
		memmove(&differences->difference[front + 1],
			&differences->difference[front],
			(i - front) * sizeof(difference));
		differences->difference[front++] = difference;
	}
}

/* Results without the name of the tracer are of versions that had the module only. */
static bool add_measured_by(struct differences *differences,
			    const struct results *base,
			    const struct results *new)
{
	json_t *module = json_string("module");
	bool good = module && differences_add(differences, "", MEASURED_BY,
					      results_at(base, MEASURED_BY) ?: module,
					      results_at(new, MEASURED_BY) ?: module);

	json_decref(module);
	return good;
}

/* None is the same as none that is known of. */
static const json_t *other_sessions(const struct results *results)
{
	const json_t *number = results_at(results, OTHER_SESSIONS);

	return json_integer_value(number) ? number : NULL;
}

/* List all differences between results of this command. */
static bool find_all(struct differences *differences,
		     const struct results *base, const struct results *new)
{
	static const char *const alone[] = { "load.command", "ended_by" };
	bool good = true;

	for (size_t i = 0; good && i < sizeof(alone) / sizeof(alone[0]); i++)
		good = differences_add(differences, "", alone[i], results_at(base, alone[i]),
				       results_at(new, alone[i]));
	return good && add_measured_by(differences, base, new) &&
	       differences_add(differences, "", OTHER_SESSIONS, other_sessions(base),
			       other_sessions(new)) &&
	       add_object(differences, "configuration",
			  results_at(base, "configuration"),
			  results_at(new, "configuration")) &&
	       add_checks(differences, base, new, false);
}

/*
 * List the differences of which a file of another program tells something. That
 * it does not tell a setting is no difference.
 */
static bool find_of_foreign(struct differences *differences,
		      const struct results *base, const struct results *new)
{
	static const char *const both[] = { "generator", "cmdline" };
	bool alike = results_is_foreign(base) && results_is_foreign(new);
	bool good = true;

	for (size_t i = 0; good && alike && i < sizeof(both) / sizeof(both[0]); i++)
		good = differences_add(differences, "", both[i], results_at(base, both[i]),
				       results_at(new, both[i]));
	return good && add_checks(differences, base, new, true);
}

bool differences_find(struct differences *differences,
		      const struct results *base, const struct results *new)
{
	bool foreign = results_is_foreign(base) ||
			  results_is_foreign(new);
	bool good;

	*differences = (struct differences) { .count = 0 };
	good = differences_add(differences, "", "tracer", results_at(base, "tracer"),
			       results_at(new, "tracer")) &&
	       (foreign ? find_of_foreign(differences, base, new) :
		       find_all(differences, base, new));
	if (good)
		arrange(differences);
	return good;
}

void differences_free(struct differences *differences)
{
	for (int i = 0; i < differences->count; i++) {
		free(differences->difference[i].name);
		free(differences->difference[i].base);
		free(differences->difference[i].new);
	}
	free(differences->difference);
	*differences = (struct differences) { .count = 0 };
}

uint64_t configuration_number(const struct results *results, const char *name)
{
	char place[64];
	json_int_t number;

	snprintf(place, sizeof(place), "configuration.%s", name);
	number = json_integer_value(results_at(results, place));
	return number > 0 ? number : 0;
}
