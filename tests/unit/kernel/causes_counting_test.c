// SPDX-License-Identifier: GPL-2.0
/*
 * Counting what has taken time (kernel/noise/causes.c). That file is compiled
 * with -fsanitize=thread, and so calls cpu_point() before each of its accesses
 * to memory. At each of them comes an NMI, an interrupt unless they are off, or
 * a reader; and at each access of a reader, the CPU counts. No noise may be
 * lost, and whatever is read is of one moment.
 */
#include <stdio.h>
#include <string.h>

#include "test.h"

#include "noise/causes.h"
#include "one_point.h"
#include "simulated_cpu.h"

/* More accesses than counting, or reading, has. */
#define POINTS_MAX	1000

#define IRQ_NS		300
#define NMI_NS		70
#define THREAD_NS	500

struct static_key_false rtla_causes_kept;

static u64 from, length;
static struct causes *causes;
static bool irqs_on, in_nmi;

/* ---- The CPU ------------------------------------------------------------- */

bool cpu_irqs_off(void)
{
	bool on = irqs_on;

	cpu_point();
	irqs_on = false;
	return on;
}

void cpu_irqs_restore(bool on)
{
	irqs_on = on;
	cpu_point();
}

bool cpu_in_nmi(void)
{
	return in_nmi;
}

/* ---- Noises -------------------------------------------------------------- */

static int irqs, nmis, threads;	/* that were counted */

static void count(enum rtla_cause kind, int id, const char *name, u64 ns)
{
	char padded[24] = "";

	memcpy(padded, name, strlen(name));
	rtla_causes_count(causes->cpu[0], kind, id, padded, 1000 * ns, ns);
}

static void count_irq(void)
{
	count(RTLA_CAUSE_IRQ, 27, "a disk", IRQ_NS);
	irqs++;
}

static void count_nmi(void)
{
	count(RTLA_CAUSE_NMI, 0, "", NMI_NS);
	nmis++;
}

static void count_thread(void)
{
	count(RTLA_CAUSE_THREAD, 99, "thread", THREAD_NS);
	threads++;
}

/* An interrupt comes, and reports the last NMI, too. */
static void irq_comes(void)
{
	int at = wanted;

	if (!irqs_on)
		return;
	wanted = -1;
	irqs_on = false;
	count_nmi();
	count_irq();
	irqs_on = true;
	wanted = at;
}

/* An NMI comes, and reports the last one. */
static void nmi_comes(void)
{
	int at = wanted;

	wanted = -1;
	in_nmi = true;
	count_nmi();
	in_nmi = false;
	wanted = at;
}

/* ---- Reading ------------------------------------------------------------- */

/* Return the row of a cause; its count is 0 if there is none. */
static struct rtla_caused find(enum rtla_cause kind, int id)
{
	struct rtla_caused read;

	for (unsigned int i = 0; i < RTLA_CAUSES_ROWS; i++)
		if (rtla_causes_read(causes, 0, i, &read) &&
		    read.kind == kind && read.id == id)
			return read;
	return (struct rtla_caused) { .count = 0 };
}

static void expect(enum rtla_cause kind, int id, const char *name, u64 number,
		   u64 ns)
{
	struct rtla_caused read = find(kind, id);

	assert_int_equal(read.count, number);
	assert_int_equal(read.sum_ns, number * ns);
	if (!number)
		return;
	assert_int_equal(read.max_ns, ns);
	assert_int_equal(read.max_at_ns, 1000 * ns);
	assert_string_equal(read.name, name);
}

static void expect_all(void)
{
	expect(RTLA_CAUSE_IRQ, 27, "a disk", irqs, IRQ_NS);
	expect(RTLA_CAUSE_NMI, 0, "", nmis, NMI_NS);
	expect(RTLA_CAUSE_THREAD, 99, "thread", threads, THREAD_NS);
}

static void begin(void)
{
	static const struct cpumask all;

	wanted = -1;
	irqs_on = true;
	irqs = nmis = threads = 0;
	from = 0;
	length = UINT64_MAX;
	causes = rtla_causes_create(&all, &from, &length);
	assert_non_null(causes);
}

static void end(void)
{
	rtla_causes_destroy(causes);
}

/* Let @comes happen at each access of @counts, one after the other. */
static void at_each_access(void (*counts)(void), void (*comes)(void))
{
	int at;

	happens = comes;
	for (at = 0; at < POINTS_MAX; at++) {
		wanted = at;
		point = 0;
		counts();
		wanted = -1;
		if (point <= at)
			break;
	}
	assert_in_range(at, 10, POINTS_MAX - 1);
}

/* ---- The tests ----------------------------------------------------------- */

static void test_nmi_at_each_access(void **state)
{
	void (*const counts[])(void) = { count_thread, count_irq, count_nmi };

	(void)state;
	for (int i = 0; i < 3; i++) {
		begin();
		at_each_access(counts[i], nmi_comes);
		assert_in_range(nmis, 10, POINTS_MAX);
		expect_all();
		end();
	}
}

static void test_irq_at_each_access(void **state)
{
	(void)state;
	begin();
	at_each_access(count_thread, irq_comes);
	assert_in_range(irqs, 2, POINTS_MAX);
	at_each_access(count_nmi, irq_comes);
	expect_all();
	end();
}

/* Each noise of a cause takes the same time. */
static void expect_whole(const struct rtla_caused *read, u64 ns)
{
	if (read->sum_ns != read->count * ns ||
	    read->max_ns != (read->count ? ns : 0) ||
	    read->max_at_ns != 1000 * read->max_ns)
		fail_msg("access %d: %lu noises, %lu ns, up to %lu ns at %lu",
			 wanted, (unsigned long)read->count,
			 (unsigned long)read->sum_ns,
			 (unsigned long)read->max_ns,
			 (unsigned long)read->max_at_ns);
}

static void read_thread(void)
{
	struct rtla_caused read = find(RTLA_CAUSE_THREAD, 99);

	expect_whole(&read, THREAD_NS);
	assert_string_equal(read.name, read.count ? "thread" : "");
}

/* Read as often as it takes, or until nobody can count any more. */
static void look(void)
{
	int at = wanted;

	wanted = -1;
	looks = LOOKS_MAX;
	if (!setjmp(waits))
		read_thread();
	looks = 0;
	wanted = at;
}

static void test_reader_at_each_access(void **state)
{
	(void)state;
	begin();
	at_each_access(count_thread, look);
	expect_all();
	end();
}

static void count_in_between(void)
{
	int at = wanted;

	wanted = -1;
	count_thread();
	wanted = at;
}

static void test_count_at_each_access_of_a_reader(void **state)
{
	(void)state;
	begin();
	at_each_access(read_thread, count_in_between);
	expect_all();
	end();
}

/* A number has another name: that of the last noise. */
static void test_names(void **state)
{
	struct rtla_caused read;

	(void)state;
	begin();
	count(RTLA_CAUSE_THREAD, 5, "sh", 10);
	count(RTLA_CAUSE_THREAD, 5, "sleep", 30);
	count(RTLA_CAUSE_THREAD, 5, "a longer name12", 20);
	count(RTLA_CAUSE_IRQ, 5, "twenty-three characters", 20);
	count(RTLA_CAUSE_SOFTIRQ, 5, "not used", 40);
	read = find(RTLA_CAUSE_THREAD, 5);
	assert_string_equal(read.name, "a longer name12");
	assert_int_equal(read.count, 3);
	assert_int_equal(read.sum_ns, 60);
	assert_int_equal(read.max_ns, 30);
	assert_int_equal(read.max_at_ns, 30000);
	expect(RTLA_CAUSE_IRQ, 5, "twenty-three characters", 1, 20);
	expect(RTLA_CAUSE_SOFTIRQ, 5, "", 1, 40);
	end();
}

static void carried(enum rtla_cause kind, u64 function, u64 since, u64 start,
		    u64 ns)
{
	rtla_causes_carried(causes->cpu[0], kind, function, since, start, ns);
}

static void counted(enum rtla_cause kind, int id, u64 start, u64 ns)
{
	char name[RTLA_CAUSE_LEN] = "";

	rtla_causes_count(causes->cpu[0], kind, id, name, start, ns);
}

/* The longest callback of all noises of a cause is kept, each with its own kind. */
static void test_callbacks(void **state)
{
	struct rtla_caused read;

	(void)state;
	begin();
	carried(RTLA_CAUSE_THREAD, 1001, 999000, 1000000, 6000);
	carried(RTLA_CAUSE_THREAD, 1002, 999000, 1010000, 8000);
	carried(RTLA_CAUSE_THREAD, 1003, 999000, 1020000, 7000);
	carried(RTLA_CAUSE_IRQ, 1004, 1029000, 1030000, 5000);
	counted(RTLA_CAUSE_IRQ, 5, 1029000, 7000);
	counted(RTLA_CAUSE_SOFTIRQ, 5, 999000, 90000);
	counted(RTLA_CAUSE_THREAD, 5, 999000, 50000);
	counted(RTLA_CAUSE_THREAD, 5, 1900000, 50000);
	read = find(RTLA_CAUSE_THREAD, 5);
	assert_string_equal(read.function, "function_1002");
	assert_int_equal(read.function_ns, 8000);
	read = find(RTLA_CAUSE_IRQ, 5);
	assert_string_equal(read.function, "function_1004");
	read = find(RTLA_CAUSE_SOFTIRQ, 5);
	assert_string_equal(read.function, "");
	assert_int_equal(read.function_ns, 0);
	/* A noise that was interrupted is shorter than its callback. */
	carried(RTLA_CAUSE_THREAD, 1005, 1990000, 2000000, 90000);
	counted(RTLA_CAUSE_THREAD, 5, 1990000, 40000);
	read = find(RTLA_CAUSE_THREAD, 5);
	assert_string_equal(read.function, "function_1005");
	assert_int_equal(read.function_ns, 40000);
	end();
}

/* A callback that ended before a noise, or in an uncounted one, is not of it. */
static void test_callbacks_of_others(void **state)
{
	struct rtla_caused read;

	(void)state;
	begin();
	carried(RTLA_CAUSE_THREAD, 1001, 999000, 1000000, 60000);
	counted(RTLA_CAUSE_THREAD, 5, 1100000, 50000);
	read = find(RTLA_CAUSE_THREAD, 5);
	assert_string_equal(read.function, "");
	carried(RTLA_CAUSE_THREAD, 1002, 1190000, 1200000, 5000);
	counted(RTLA_CAUSE_THREAD, 5, 1190000, 50000);
	read = find(RTLA_CAUSE_THREAD, 5);
	assert_string_equal(read.function, "function_1002");
	/* No address without a name is told. */
	carried(RTLA_CAUSE_IRQ, 999, 1299000, 1300000, 5000);
	counted(RTLA_CAUSE_IRQ, 7, 1299000, 7000);
	read = find(RTLA_CAUSE_IRQ, 7);
	assert_string_equal(read.function, "");
	assert_int_equal(read.function_ns, 0);
	end();
}

static void test_others(void **state)
{
	u64 sum = 0, number = 0;
	struct rtla_caused read;
	unsigned int rows = 0;

	(void)state;
	begin();
	for (int i = 0; i < 1000; i++)
		count(RTLA_CAUSE_THREAD, i, "thread", 1 + i);
	for (unsigned int i = 0; i < RTLA_CAUSES_ROWS; i++) {
		if (!rtla_causes_read(causes, 0, i, &read))
			continue;
		rows++;
		number += read.count;
		sum += read.sum_ns;
	}
	assert_int_equal(rows, RTLA_CAUSES_MAX + 1);
	assert_int_equal(number, 1000);
	assert_int_equal(sum, 1000 * 1001 / 2);
	read = find(RTLA_CAUSE_THREAD, -1);
	assert_int_equal(read.count, 1000 - RTLA_CAUSES_MAX);
	assert_string_equal(read.name, "");
	/* Interrupts and softirqs find no place any more, and NMIs have theirs. */
	count(RTLA_CAUSE_IRQ, 5, "an interrupt", 7);
	count(RTLA_CAUSE_SOFTIRQ, 5, "", 8);
	count(RTLA_CAUSE_NMI, 0, "", 9);
	expect(RTLA_CAUSE_IRQ, -1, "", 1, 7);
	expect(RTLA_CAUSE_SOFTIRQ, -1, "", 1, 8);
	expect(RTLA_CAUSE_NMI, 0, "", 1, 9);
	end();
}

/* Those that began in the stretch are counted. */
static void test_window(void **state)
{
	(void)state;
	begin();
	from = 20000;
	length = 10000;
	for (int i = 1; i < 60; i++)
		count(RTLA_CAUSE_THREAD, i, "thread", i);
	for (int i = 1; i < 60; i++)
		assert_int_equal(find(RTLA_CAUSE_THREAD, i).count,
				 i >= 20 && i < 30);
	length = 0;
	count(RTLA_CAUSE_THREAD, 25, "thread", 25);
	assert_int_equal(find(RTLA_CAUSE_THREAD, 25).count, 1);
	end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nmi_at_each_access),
		cmocka_unit_test(test_irq_at_each_access),
		cmocka_unit_test(test_reader_at_each_access),
		cmocka_unit_test(test_count_at_each_access_of_a_reader),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_callbacks),
		cmocka_unit_test(test_callbacks_of_others),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_window),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
