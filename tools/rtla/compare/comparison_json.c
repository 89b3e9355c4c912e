// SPDX-License-Identifier: GPL-2.0
/*
 * Comparisons as JSON: see Documentation/comparison.schema.json.
 */
#include <math.h>

#include <rtla_version.h>

#include "base/json_write.h"
#include "compare/compare_causes.h"
#include "compare/comparison_output.h"
#include "compare/kind_compare.h"
#include "results/results.h"
#include "stats/percentiles.h"

/* Digits of real numbers; further ones would depend on the maths library. */
#define DIGITS	6

json_t *comparison_real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

json_t *comparison_time(uint64_t ns)
{
	return ns && ns <= INT64_MAX ? json_integer(ns) : json_null();
}

static json_t *change_object(const struct figure *figure)
{
	if (figure->judgement == NOT_COMPARABLE)
		return json_null();
	return json_pack("{s:o, s:o, s:o}",
			 "value", comparison_real(figure->change.value),
			 "low", comparison_real(figure->change.low),
			 "high", comparison_real(figure->change.high));
}

static bool is_judged(const struct figure *figure)
{
	return figure->judgement != NOT_COMPARABLE &&
	       figure->judgement != NOT_JUDGED;
}

/* ---- Figures, by their kind ---------------------------------------------- */

static json_t *maximum_side(const struct figure *figure,
			    const struct measured *measured)
{
	json_t *object = json_pack("{s:I, s:I, s:I, s:b, s:o}",
			 "blocks", (json_int_t)measured->count,
			 "median_ns", (json_int_t)measured->value,
			 "max_ns", (json_int_t)measured->largest,
			 "supported", measured->supported,
			 "needed_ns", comparison_time(measured->needs_ns));

	if (figure->samples > 0)
		json_object_set_new(object, "block_ns",
				    comparison_time(measured->block_ns));
	return object;
}

static json_t *drawn_side(const struct measured *measured)
{
	return json_pack("{s:I, s:I}",
			 "count", (json_int_t)measured->count,
			 "max_ns", (json_int_t)measured->value);
}

static json_t *average_side(const struct measured *measured)
{
	return json_pack("{s:I}", "average_ns", (json_int_t)measured->value);
}

static json_t *largest_side(const struct measured *measured)
{
	return json_pack("{s:I}", "max_ns", (json_int_t)measured->value);
}

static json_t *rank_object(const struct figure *figure, bool one_run)
{
	const struct rank_evidence *ranks = &figure->ranks;

	if (figure->judgement == NOT_COMPARABLE || !one_run)
		return json_null();
	return json_pack("{s:f, s:f, s:f, s:f, s:I, s:o, s:o}",
			 "u", ranks->u,
			 "p", ranks->chance,
			 "p_adjusted", ranks->adjusted,
			 "inflation", ranks->inflation,
			 "shift_ns", (json_int_t)ranks->shift_ns,
			 "shift_low_ns", ranks->low_ns == INT64_MIN ?
				json_null() : json_integer(ranks->low_ns),
			 "shift_high_ns", ranks->high_ns == INT64_MAX ?
				json_null() : json_integer(ranks->high_ns));
}

static json_t *percentile_side(const struct figure *figure,
			       const struct measured *measured)
{
	bool interval = is_judged(figure);

	return json_pack("{s:I, s:I, s:I, s:b, s:o, s:o, s:b, s:o, s:o}",
			 "count", (json_int_t)measured->count,
			 "skipped", (json_int_t)measured->skipped,
			 "value_ns", (json_int_t)measured->value,
			 "at_least", measured->at_least,
			 "low_ns", interval ? json_integer(measured->low) :
					      json_null(),
			 "high_ns", interval && measured->high != UINT64_MAX ?
				    json_integer(measured->high) : json_null(),
			 "supported", measured->supported,
			 "needed_ns", comparison_time(measured->needs_ns),
			 "clusters", interval ? comparison_real(measured->clusters) :
						json_null());
}

static json_t *side_object(const struct figure *figure,
			   const struct measured *measured)
{
	switch (figure->kind) {
	case FIGURE_AVERAGE:
		return average_side(measured);
	case FIGURE_LARGEST:
		return largest_side(measured);
	case FIGURE_DRAWN:
		return drawn_side(measured);
	case FIGURE_MAXIMUM:
		return maximum_side(figure, measured);
	case FIGURE_PERCENTILE:
		return percentile_side(figure, measured);
	default:
		return figure->own->side_json(figure, measured);
	}
}

/* Add the members that only this kind of figure has. */
static void set_record(json_t *object, const struct comparison *comparison,
		       const struct figure *figure)
{
	bool one_run = comparison->bases == 1;
	char percentile[32];

	switch (figure->kind) {
	case FIGURE_AVERAGE:
	case FIGURE_LARGEST:
		json_object_set_new(object, "context",
				    json_string(context_name(figure->context)));
		break;
	case FIGURE_DRAWN:
		json_object_set_new(object, "context",
				    json_string(context_name(figure->context)));
		json_object_set_new(object, "samples",
				    json_integer(figure->samples));
		break;
	case FIGURE_MAXIMUM:
		json_object_set_new(object, "context",
				    json_string(context_name(figure->context)));
		json_object_set_new(object, "ranks", rank_object(figure, one_run));
		if (figure->samples > 0)
			json_object_set_new(object, "samples",
					    json_real(figure->samples));
		break;
	case FIGURE_PERCENTILE:
		snprintf(percentile, sizeof(percentile), "%.8g",
			 percentile_number(figure->percentile));
		json_object_set_new(object, "context",
				    json_string(context_name(figure->context)));
		json_object_set_new(object, "percentile",
				    json_string(percentile));
		break;
	case FIGURE_OWN:
		if (figure->own->set_json)
			figure->own->set_json(object, comparison, figure);
		break;
	default:
		break;
	}
}

static json_t *figure_object(const struct comparison *comparison,
			     const struct figure *figure)
{
	static const char *const names[FIGURE_KINDS] = {
		[FIGURE_AVERAGE] = "average",
		[FIGURE_LARGEST] = "maximum",
		[FIGURE_DRAWN] = "maximum of drawn samples",
		[FIGURE_MAXIMUM] = "block maximum",
		[FIGURE_PERCENTILE] = "percentile",
	};
	bool one_run = comparison->bases == 1;
	json_t *object = json_pack("{s:s, s:o, s:s, s:o, s:o, s:o, s:o, s:o}",
				   "figure", figure->kind == FIGURE_OWN ?
					figure->own->name : names[figure->kind],
				   "cpu", figure->cpu == EVERY_CPU ?
					json_null() : json_integer(figure->cpu),
				   "verdict", judgement_name(figure->judgement),
				   "reason", json_known(figure->reason),
				   "base", side_object(figure, &figure->base),
				   "new", side_object(figure, &figure->new),
				   "change", change_object(figure),
				   "spread", one_run || !is_judged(figure) ?
					json_null() : comparison_real(figure->spread));

	if (object)
		set_record(object, comparison, figure);
	return object;
}

/* ---- Comparisons --------------------------------------------------------- */

static json_t *figures_array(const struct comparison *comparison)
{
	json_t *array = json_array();

	for (int i = 0; i < comparison->figures; i++)
		json_array_append_new(array,
				      figure_object(comparison,
						    &comparison->figure[i]));
	return array;
}

static json_t *differences_array(const struct differences *differences)
{
	json_t *array = json_array();

	for (int i = 0; i < differences->count; i++)
		json_array_append_new(array,
				      json_pack("{s:s, s:s, s:s, s:b}",
						"name", differences->difference[i].name,
						"base", differences->difference[i].base,
						"new", differences->difference[i].new,
						"decides",
						differences->difference[i].decides));
	return array;
}

static json_t *blocks_of_figure(const struct figure *figure)
{
	bool by_number = figure->samples > 0;
	json_t *object = json_pack("{s:o, s:i, s:i}",
				   "length_ns", by_number ? json_null() :
					comparison_time(figure->new.block_ns),
				   "base", figure->base.blocks,
				   "new", figure->new.blocks);

	if (by_number)
		json_object_set_new(object, "samples",
				    json_real(figure->samples));
	return object;
}

/* Return the blocks of each context that has maxima, on the first CPU that has it. */
static json_t *blocks_object(const struct comparison *comparison)
{
	json_t *object = json_object();

	for (int i = 0; i < comparison->figures; i++) {
		const struct figure *figure = &comparison->figure[i];
		const char *name = context_name(figure->context);

		if (figure->kind == FIGURE_MAXIMUM &&
		    !json_object_get(object, name))
			json_object_set_new(object, name,
					    blocks_of_figure(figure));
	}
	return object;
}

/* Return what figures have to be within, and up to which percentile. */
static json_t *same_object(const struct demands *demands)
{
	char up_to[32];

	if (!demands->same_within)
		return json_null();
	snprintf(up_to, sizeof(up_to), "%.8g", demands->same_up_to);
	return json_pack("{s:f, s:s, s:f}",
			 "within", demands->same_within,
			 "percentiles_up_to", up_to,
			 "alpha", demands->same_alpha);
}

static json_t *comparison_object(const struct comparison *comparison)
{
	char cpus[CPUS_TEXT_SIZE];

	return json_pack("{s:o, s:s, s:o, s:f, s:o, s:s, s:b, s:o, s:o, s:o, s:o}",
			 "new", json_words(comparison->new_path),
			 "verdict", judgement_name(comparison->judgement),
			 "reason", json_known(comparison->reason),
			 "alpha", comparison->demands.alpha,
			 "within", comparison->demands.same_within ?
				   comparison_real(comparison->within) : json_null(),
			 "cpus", cpus_format(&comparison->cpus, cpus,
					     sizeof(cpus)),
			 "same_cpus", comparison->same_cpus,
			 "differences", differences_array(&comparison->differences),
			 "blocks", blocks_object(comparison),
			 "figures", figures_array(comparison),
			 "causes", compared_causes_json(comparison->causes));
}

json_t *comparisons_document(const struct comparison *comparison, int count,
			     const struct demands *demands,
			     enum judgement judgement, int exit_code)
{
	json_t *array = json_array(), *bases = json_array();

	for (int i = 0; i < count; i++)
		json_array_append_new(array, comparison_object(&comparison[i]));
	for (int i = 0; i < comparison->bases; i++)
		json_array_append_new(bases,
				      json_words(comparison->base[i].path));
	return json_pack("{s:s, s:i, s:s, s:o, s:o, s:f, s:f, s:I, s:o, s:s, s:i, s:o}",
			 "format", COMPARISON_FORMAT,
			 "schema_version", COMPARISON_VERSION,
			 "generator", "rtla " RTLA_VERSION,
			 "base", json_words(comparison->base->path),
			 "bases", bases,
			 "alpha", demands->alpha,
			 "tolerance", demands->tolerance,
			 "tolerance_ns", (json_int_t)demands->tolerance_ns,
			 "same", same_object(demands),
			 "verdict", judgement_name(judgement),
			 "exit_code", exit_code,
			 "comparisons", array);
}

char *comparison_dump(json_t *document)
{
	char *text = document ? json_dumps(document, JSON_INDENT(1) |
				     JSON_REAL_PRECISION(DIGITS)) : NULL;

	json_decref(document);
	return text;
}

char *comparisons_json(const struct comparison *comparison, int count,
		       const struct demands *demands,
		       enum judgement judgement, int exit_code)
{
	return comparison_dump(comparisons_document(comparison, count, demands,
						    judgement, exit_code));
}
