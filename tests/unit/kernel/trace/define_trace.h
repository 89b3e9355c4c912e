/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The header of events is read again, as by the kernel, whose stages these are:
 * for the records, and for the formats, which a function writes. The test that
 * defines CREATE_TRACE_POINTS has the table of events.
 */
#ifdef CREATE_TRACE_POINTS
#undef CREATE_TRACE_POINTS
#define TRACE_HEADER_MULTI_READ

#define TP_PROTO(...)
#define TP_ARGS(...)
#define TP_fast_assign(...)
#define TP_STRUCT__entry(...)	__VA_ARGS__

/* ---- The records --------------------------------------------------------- */

#define TP_printk(...)
#define __field(type, item)			type item;
#define __array(type, item, length)		type item[length];
#define __dynamic_array(type, item, length)	u32 item;
#undef TRACE_EVENT
#define TRACE_EVENT(name, proto, args, fields, assign, print) \
	struct record_##name { \
		struct record_common common; \
		fields \
	};
#include "../../../../include/trace/events/rtla.h"

/* ---- Their formats ------------------------------------------------------- */

#define ___PASTE(a, b)		a##b
#define __PASTE(a, b)		___PASTE(a, b)
#define __stringify_1(...)	#__VA_ARGS__
#define __stringify(...)	__stringify_1(__VA_ARGS__)

#define __entry		REC
#define __print_ns_to_secs(value)	(value) / 1000000000UL
#define __print_ns_without_secs(value)	(value) % 1000000000UL

#define WRITE_FIELD(text, length, item) \
	write_field(out, text, length, (char *)&record.item - (char *)&record, \
		    sizeof(record.item));
#undef __field
#define __field(type, item)	WRITE_FIELD(#type " " #item, "", item)
#undef __array
#define __array(type, item, length) \
	WRITE_FIELD(#type " " #item, "[" __stringify(length) "]", item)
#undef __dynamic_array
#define __dynamic_array(type, item, length) \
	WRITE_FIELD("__data_loc " #type "[] " #item, "", item)
#undef TP_printk
#define TP_printk(format, ...) \
	fputs("\nprint fmt: \"" format "\", " __stringify(__VA_ARGS__) "\n", out);
#undef TRACE_EVENT
#define TRACE_EVENT(name, proto, args, fields, assign, print) \
	static void write_##name(FILE *out) \
	{ \
		struct record_##name record; \
		\
		fields \
		print \
	} \
	static void __attribute__((constructor)) make_##name(void) \
	{ \
		made[made_count++] = (struct made_event) { \
			#name, write_##name, sizeof(struct record_##name), \
		}; \
	}
#include "../../../../include/trace/events/rtla.h"

#undef TRACE_HEADER_MULTI_READ
#endif /* CREATE_TRACE_POINTS */
