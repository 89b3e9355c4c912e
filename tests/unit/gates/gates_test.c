// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of reading gates.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/parse.h"
#include "gates/gates.h"
#include "stats/percentiles.h"
#include "test.h"
#include "trace/events.h"

static struct gates gates;

static const struct gate *good(const char *text)
{
	const char *why;

	gates.count = 0;
	why = gates_add(&gates, text);
	if (why)
		fail_msg("%s: %s", text, why);
	assert_int_equal(gates.count, 1);
	assert_string_equal(gates.gate[0].source, "--gate");
	return &gates.gate[0];
}

static void bad(const char *text, const char *why)
{
	const char *got;

	gates.count = 0;
	got = gates_add(&gates, text);
	if (!got)
		fail_msg("%s: taken", text);
	assert_string_equal(got, why);
	assert_int_equal(gates.count, 0);
}

static void limit(const char *text, enum gate_unit unit, uint64_t amount,
		  uint64_t per_ns)
{
	const struct gate *gate = good(text);

	if (gate->limit.unit != unit || gate->limit.amount != amount ||
	    gate->limit.per_ns != per_ns)
		fail_msg("%s: unit %d, %lu per %lu", text, gate->limit.unit,
			 (unsigned long)gate->limit.amount,
			 (unsigned long)gate->limit.per_ns);
}

static void test_subjects(void **state)
{
	(void)state;
	assert_int_equal(good("irq.max<=50us")->context, CONTEXT_IRQ);
	assert_int_equal(good("thr.max<=50us")->context, CONTEXT_THREAD);
	assert_int_equal(good("thread.max<=50us")->context, CONTEXT_THREAD);
	assert_int_equal(good("usr.max<=50us")->context, CONTEXT_USER);
	assert_int_equal(good("user.max<=50us")->context, CONTEXT_USER);
	assert_int_equal(good("single.max<=50us")->context, CONTEXT_SINGLE);
	assert_int_equal(good("noise.max<=50us")->context, CONTEXT_TOTAL);
	assert_int_equal(good("avail>=99%")->metric, GATE_OWN);
	assert_int_equal(good("noise.nmi.rate<=1/s")->metric, GATE_OWN);
	assert_false(gates.gate[0].grows);
	assert_int_equal(good("noise.softirq.count<1")->metric, GATE_OWN);
	assert_true(gates.gate[0].grows);
	assert_int_equal(good("noise.max<1us")->metric, GATE_MAX);
	assert_int_equal(good("cxs.max<1us")->context, CONTEXT_OVERHEAD_CXS);
}

static void test_metrics(void **state)
{
	(void)state;
	assert_int_equal(good("irq.min>=1ns")->metric, GATE_MIN);
	assert_int_equal(good("irq.avg<1us")->metric, GATE_AVG);
	assert_int_equal(good("irq.stddev<1us")->metric, GATE_STDDEV);
	assert_int_equal(good("irq.count>=10")->metric, GATE_SAMPLES);
	assert_int_equal(good("irq.count(>10us)<=3")->metric, GATE_OVER_COUNT);
	assert_int_equal(gates.gate[0].over_ns, 10000);
	assert_int_equal(good("irq.rate(>1.5us)<=1/h")->metric, GATE_OVER_RATE);
	assert_int_equal(gates.gate[0].over_ns, 1500);
	assert_int_equal(good("irq.p50<1us")->percentile, 50000000);
	assert_int_equal(good("irq.p99.9999<1us")->percentile, 99999900);
	assert_int_equal(good("irq.p99.999999<1us")->percentile, 99999999);
	assert_int_equal(good("irq.p0.1<1us")->percentile, 100000);
}

static void test_limits(void **state)
{
	const uint64_t second = NS_PER_SEC;

	(void)state;
	limit("thr.max<50us", UNIT_NS, 50000, 0);
	limit("thr.max<50µs", UNIT_NS, 50000, 0);
	limit("thr.max<0.5us", UNIT_NS, 500, 0);
	limit("thr.max<1.25ms", UNIT_NS, 1250000, 0);
	limit("thr.max<3s", UNIT_NS, 3 * second, 0);
	limit("thr.max<7ns", UNIT_NS, 7, 0);
	limit("thr.max<50", UNIT_NS, 50000, 0);
	limit("thr.max<50 ", UNIT_NS, 50000, 0);
	limit("thr.max<50@each", UNIT_NS, 50000, 0);
	limit("irq.count(>50)<3", UNIT_COUNT, 3, 0);
	limit("thr.max<2min", UNIT_NS, 120 * second, 0);
	limit("avail>=99.99%", UNIT_PPB, 999900000, 0);
	limit("avail>=100%", UNIT_PPB, 1000000000, 0);
	limit("avail>=99.9999999%", UNIT_PPB, 999999999, 0);
	limit("noise.irq.rate<=1/s", UNIT_RATE, 1, second);
	limit("noise.irq.rate<=0.5/s", UNIT_RATE, 5, 10 * second);
	limit("noise.irq.rate<=10/min", UNIT_RATE, 10, 60 * second);
	limit("noise.irq.rate<=10/m", UNIT_RATE, 10, 60 * second);
	limit("irq.rate(>100us)<=1/h", UNIT_RATE, 1, 3600 * second);
	limit("irq.rate(>100us)<=3/d", UNIT_RATE, 3, 86400 * second);
	/* A time may have decimals if it is a whole number of ns. */
	limit("thr.max<0.100001ms", UNIT_NS, 100001, 0);
	limit("thr.max<1.000000001s", UNIT_NS, second + 1, 0);
	limit("thr.max<5.000000000000000us", UNIT_NS, 5000, 0);
	limit("noise.irq.rate<=0.001/d", UNIT_RATE, 1, 86400000 * second);
	limit("noise.irq.rate<=2.50/s", UNIT_RATE, 25, 10 * second);
	limit("irq.count>=100000", UNIT_COUNT, 100000, 0);
}

static void test_scope(void **state)
{
	struct cpus measured = { .word = { 0xf } }, cpus;

	(void)state;
	assert_false(gate_cpus(good("irq.max<1us"), &measured, &cpus));
	assert_false(gate_cpus(good("irq.max<1us@all"), &measured, &cpus));
	assert_true(gate_cpus(good("irq.max<1us@each"), &measured, &cpus));
	assert_int_equal(cpus.word[0], 0xf);
	assert_true(gate_cpus(good(" irq . max < 1 us @ 1,3 "), &measured,
			      &cpus));
	assert_int_equal(cpus.word[0], 0xa);
	assert_string_equal(gates.gate[0].text, " irq . max < 1 us @ 1,3");
}

static void test_confidence(void **state)
{
	struct cpus measured = { .word = { 0xf } }, cpus;

	(void)state;
	assert_true(good("thr.p99.9<=50us")->confidence == 0);
	assert_true(good("thr.p99.9<=50us@95%")->confidence == 0.95);
	assert_true(good("thr.p99.9 <= 50us @ 99.9 %")->confidence == 0.999);
	assert_true(good("irq.rate(>100us)<=1/h@95%")->confidence == 0.95);
	assert_false(gates.gate[0].each);
	assert_true(good("thr.p99.9<=50us@95%@each")->confidence == 0.95);
	assert_true(gates.gate[0].each);
	assert_true(gate_cpus(good("thr.p99.9<=50us@95%@1,3"), &measured, &cpus));
	assert_int_equal(cpus.word[0], 0xa);
	/* A list of CPUs is one, although it begins with a digit. */
	assert_true(gate_cpus(good("thr.p99.9<=50us@1"), &measured, &cpus));
	assert_true(gates.gate[0].confidence == 0);
	assert_int_equal(cpus.word[0], 2);
	bad("thr.max<=50us@95%", "character 15: no confidence for this: only percentiles and rate(>TIME) have one");
	bad("thr.p99<=50us@49%", "character 15: no confidence: give 50% up to 99.999%, like 95%");
	bad("thr.p99<=50us@100%", "character 15: no confidence: give 50% up to 99.999%, like 95%");
}

static bool holds(const char *text, uint64_t amount, uint64_t per_ns)
{
	const struct gate *gate = good(text);
	const struct quantity value = { gate->limit.unit, amount, per_ns };

	return gate_holds(gate, &value);
}

static void test_comparisons(void **state)
{
	const uint64_t second = NS_PER_SEC;

	(void)state;
	assert_true(holds("thr.max<=50us", 50000, 0));
	assert_false(holds("thr.max<=50us", 50001, 0));
	assert_false(holds("thr.max<50us", 50000, 0));
	assert_true(holds("thr.max<50us", 49999, 0));
	assert_true(holds("thr.max>=50us", 50000, 0));
	assert_false(holds("thr.max>50us", 50000, 0));
	assert_true(holds("thr.max>50us", 50001, 0));
	/* Five in exactly five hours hold, but not in 1 ns less. */
	assert_true(holds("irq.rate(>1us)<=1/h", 5, 5 * 3600 * second));
	assert_false(holds("irq.rate(>1us)<=1/h", 5, 5 * 3600 * second - 1));
	assert_true(holds("irq.rate(>1us)<=1/d", 100000,
			  100000 * (86400 * second)));
}

#define UNKNOWN \
	"character 1: unknown: give irq, thr, usr, single, noise, avail or skipped;" \
	" of wake-ups timer, irq, queue, wait, pick, switch or total;" \
	" of overheads release-latency, release, sched, cxs, sched2, tick, ipi, xcall or wake;" \
	" of latency bounds bound, poid, paie, dst, psd, idle or observed;" \
	" of cycles miss, start, run, interrupted, preempted, blocked or response"

static void test_wrong(void **state)
{
	char longest[GATE_LEN + 1];

	(void)state;
	bad("", UNKNOWN);
	bad("foo.max<1us", UNKNOWN);
	/* Only whole names count, whatever they begin with. */
	bad("sched3.max<1us", UNKNOWN);
	bad("release-late.max<1us", UNKNOWN);
	bad("cxs-.max<1us", UNKNOWN);
	bad("max<50us", "character 1: no context before it: give irq, thr, usr or single, like thr.max");
	bad("irq<1us", "character 4: '.' is missing: give it");
	bad("irq.most<1us", "character 5: unknown: give min, avg, max, stddev, pNN, rate(>TIME), count(>TIME) or count");
	bad("irq.max=1us", "character 8: no comparison: give <, <=, > or >=");
	bad("irq.max<", "character 9: no number: give one, like 50");
	bad("irq.max<-1us", "character 9: no number: give one, like 50");
	bad("irq.max<50x", "character 11: unknown unit: give ns, us, ms or s");
	bad("irq.max<50%", "character 11: text after the gate: give one gate at a time");
	bad("irq.max<0.5ns", "character 14: a part of a ns: give whole ones");
	bad("irq.max<0.1000001us", "character 20: a part of a ns: give whole ones");
	bad("irq.max<99999999999999999999s", "character 28: too large: give a smaller number");
	bad("irq.max<99999999999999s", "character 24: too large: give a smaller number");
	bad("irq.rate(>1us)<=0/h", "character 17: no run tells a rate of 0 from a low one: give a count, like irq.count(>1ms)<=0, or a rate above 0");
	bad("irq.rate(>1us)>=0.000/h", "character 17: no run tells a rate of 0 from a low one: give a count, like irq.count(>1ms)<=0, or a rate above 0");
	bad("noise.irq.rate<=0.0001/d", "character 23: too many digits: give fewer");
	bad("irq.max<1us extra", "character 13: text after the gate: give one gate at a time");
	bad("irq.p100<1us", "character 6: no percentile: give one above 0 and below 100, like p99.9");
	bad("irq.p0<1us", "character 6: no percentile: give one above 0 and below 100, like p99.9");
	bad("irq.p99.9999999<1us", "character 16: too many digits: give fewer");
	bad("irq.p<1us", "character 6: no number: give one, like 50");
	bad("irq.rate<1/s", "character 9: '(' is missing: give it");
	bad("irq.rate(>1us<1/s", "character 14: ')' is missing: give it");
	bad("irq.rate(>1us)<1", "character 17: '/' is missing: give it");
	bad("irq.rate(>1us)<1/y", "character 18: no unit of a rate: give /s, /min, /h or /d");
	bad("noise.irq<1/s", "character 10: '.' is missing: give it");
	bad("noise.irq.max<1us", "character 11: unknown: give rate or count");
	bad("avail>=101%", "character 11: more than 100 %: give less");
	bad("avail>=99", "character 10: '%' is missing: give it");
	bad("irq.max<1us@", "character 13: no list of CPUs: give each, all, a list like 0-3,5, or comm=NAME");
	bad("irq.max<1us@3-1", "character 16: no list of CPUs: give each, all, a list like 0-3,5, or comm=NAME");
	bad("wait.stddev<1us@comm=a", "character 22: of single threads only min, avg, max, pNN, rate(>TIME) and count are known: give one of these, or leave this out");
	bad("wait.p99<1us@95%@comm=a", "character 23: no confidence for single threads: nobody knows how their wake-ups cluster: leave it out");
	bad("wait.p99<1us@comm=", "character 19: no name: give that of a thread, like @comm=cyclictest");
	memset(longest, ' ', GATE_LEN);
	longest[GATE_LEN] = '\0';
	bad(longest, "too long: give a shorter one");
}

static void test_many(void **state)
{
	char text[64];

	(void)state;
	gates.count = 0;
	for (int i = 0; i < GATES_MAX; i++) {
		snprintf(text, sizeof(text), "irq.max<%dus", i);
		assert_null(gates_add(&gates, text));
	}
	assert_string_equal(gates_add(&gates, "irq.max<1s"),
			    "too many gates: give fewer");
	gates.count = 1;
	assert_string_equal(gates_add(&gates, "irq.max<0us"),
			    "given twice: leave one out");
}

static const char *read_file(const char *text)
{
	static char path[64];
	const char *why;
	FILE *file;

	snprintf(path, sizeof(path), "/tmp/gates_test.XXXXXX");
	file = fdopen(mkstemp(path), "w");
	fputs(text, file);
	fclose(file);
	gates.count = 0;
	why = gates_add_file(&gates, path);
	unlink(path);
	return why;
}

static void test_files(void **state)
{
	char line[600];

	(void)state;
	assert_null(read_file("# board\n\n  thr.max<=50us # soft\r\n\tirq.max<1ms"));
	assert_int_equal(gates.count, 2);
	assert_string_equal(gates.gate[0].text, "  thr.max<=50us");
	assert_non_null(strstr(gates.gate[0].source, "gates_test."));
	assert_non_null(strstr(gates.gate[0].source, ":3"));
	assert_string_equal(read_file("thr.max<=50us\nthr.max<=5x\n"),
			    "line 2, character 11: unknown unit: give ns, us, ms or s");
	assert_string_equal(read_file("# nothing\n"),
			    "no gate in it: give one on each line");
	assert_string_equal(read_file(""), "no gate in it: give one on each line");
	memset(line, 'x', sizeof(line) - 1);
	line[sizeof(line) - 1] = '\0';
	assert_string_equal(read_file(line),
			    "a line is too long: give one gate on each line");
	assert_string_equal(gates_add_file(&gates, "/nowhere"),
			    "No such file or directory: give a file that can be read");
	assert_string_equal(gates_add_file(&gates, "/"),
			    "Is a directory: give a file that can be read");
}

static void printed(struct quantity quantity, const char *text)
{
	char got[64];

	assert_string_equal(quantity_print(&quantity, got, sizeof(got)), text);
}

static void test_printing(void **state)
{
	const uint64_t second = NS_PER_SEC;

	(void)state;
	printed((struct quantity) { UNIT_NS, 31200, 0 }, "31.200 us");
	printed((struct quantity) { UNIT_RATE, 3, 60 * second }, "3 in 60 s");
	printed((struct quantity) { UNIT_RATE, 3, second / 2 }, "3 in 0.50 s");
	printed((struct quantity) { UNIT_PPB, 999900001, 0 }, "99.9900001 %");
	printed((struct quantity) { UNIT_COUNT, 7, 0 }, "7");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_subjects),
		cmocka_unit_test(test_metrics),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_scope),
		cmocka_unit_test(test_confidence),
		cmocka_unit_test(test_comparisons),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_printing),
	};

	return cmocka_run_group_tests_name("gates", tests, NULL, NULL);
}
