// SPDX-License-Identifier: GPL-2.0
/*
 * Reading a trace.dat of a host: see host_dat.h. The library prints most events
 * as the kernel does. It cannot print kvm_exit without its plugins, which may
 * not be there, so that the reason comes from the fields.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "guest/host_dat.h"
#include "guest/host_events.h"
#include "guest/host_trace.h"
#include "trace/dat_file.h"

/* The values of the field "isa". */
#define ISA_VMX		1
#define ISA_SVM		2

/* Those of "ret" of arm64, without its flag for an SError. */
#define ARM_TRAP	2
#define ARM_RET_MASK	0x7f
#define ARM_ISA		0	/* there is no such field */

#define VMX_REASON_MASK	0xffff

/* Why a vCPU leaves, as far as one may want to know it by its name. */
static const struct {
	unsigned int isa;
	unsigned int number;
	const char *name;
} reasons[] = {
	{ ISA_VMX, 0, "EXCEPTION_NMI" },
	{ ISA_VMX, 1, "EXTERNAL_INTERRUPT" },
	{ ISA_VMX, 7, "INTERRUPT_WINDOW" },
	{ ISA_VMX, 10, "CPUID" },
	{ ISA_VMX, 12, "HLT" },
	{ ISA_VMX, 18, "VMCALL" },
	{ ISA_VMX, 28, "CR_ACCESS" },
	{ ISA_VMX, 30, "IO_INSTRUCTION" },
	{ ISA_VMX, 31, "MSR_READ" },
	{ ISA_VMX, 32, "MSR_WRITE" },
	{ ISA_VMX, 36, "MWAIT_INSTRUCTION" },
	{ ISA_VMX, 40, "PAUSE_INSTRUCTION" },
	{ ISA_VMX, 44, "APIC_ACCESS" },
	{ ISA_VMX, 48, "EPT_VIOLATION" },
	{ ISA_VMX, 49, "EPT_MISCONFIG" },
	{ ISA_VMX, 52, "PREEMPTION_TIMER" },
	{ ISA_VMX, 56, "APIC_WRITE" },
	{ ISA_SVM, 0x60, "interrupt" },
	{ ISA_SVM, 0x61, "nmi" },
	{ ISA_SVM, 0x64, "vintr" },
	{ ISA_SVM, 0x72, "cpuid" },
	{ ISA_SVM, 0x77, "pause" },
	{ ISA_SVM, 0x78, "hlt" },
	{ ISA_SVM, 0x7b, "io" },
	{ ISA_SVM, 0x7c, "msr" },
	{ ISA_SVM, 0x81, "hypercall" },
	{ ISA_SVM, 0x8b, "mwait" },
	{ ISA_SVM, 0x400, "npf" },
	{ ARM_ISA, 0x01, "WFx" },
	{ ARM_ISA, 0x16, "HVC64" },
	{ ARM_ISA, 0x18, "SYS64" },
	{ ARM_ISA, 0x20, "IABT_LOW" },
	{ ARM_ISA, 0x24, "DABT_LOW" },
};

struct host_dat {
	struct host_trace *trace;
	bool no_memory;
};

static bool get_field(struct tep_event *event, struct tep_record *record,
		      const char *name, unsigned long long *value)
{
	return !tep_get_field_val(NULL, event, name, record, value, 0);
}

/* Print why the vCPU left. Only arm64 has the field "ret". */
static void put_reason(struct trace_seq *text, struct tep_event *event,
		       struct tep_record *record)
{
	unsigned long long isa = ARM_ISA, number = 0, ret = 0;
	bool arm = get_field(event, record, "ret", &ret);

	if (arm && (ret & ARM_RET_MASK) != ARM_TRAP) {
		trace_seq_puts(text, "reason IRQ");
		return;
	}
	get_field(event, record, arm ? "esr_ec" : "exit_reason", &number);
	if (!arm)
		get_field(event, record, "isa", &isa);
	if (isa == ISA_VMX)
		number &= VMX_REASON_MASK;
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (reasons[i].isa == isa && reasons[i].number == number) {
			trace_seq_printf(text, "reason %s", reasons[i].name);
			return;
		}
	trace_seq_printf(text, "reason 0x%llx", number);
}

/* Print an event and its fields as in a text. */
static void put_event(struct trace_seq *text, struct tep_handle *tep,
		      struct tep_event *event, struct tep_record *record)
{
	unsigned long long vcpu;

	trace_seq_printf(text, "%s: ", event->name);
	if (strcmp(event->system, "kvm")) {
		tep_print_event(tep, text, record, "%s", TEP_PRINT_INFO);
	} else {
		if (get_field(event, record, "vcpu_id", &vcpu))
			trace_seq_printf(text, "vcpu %d ", (int)vcpu);
		if (!strcmp(event->name, "kvm_exit"))
			put_reason(text, event, record);
	}
	trace_seq_terminate(text);
}

static int host_dat_take(struct tracecmd_input *input,
			 struct tep_record *record, int cpu, void *context)
{
	struct host_dat *dat = context;
	struct tep_handle *tep = tracecmd_get_tep(input);
	struct tep_event *event = tep_find_event_by_record(tep, record);
	struct host_event taken = {
		.time = record->ts, .cpu = cpu, .to = -1,
	};
	struct trace_seq text;

	dat->trace->lost += record->missed_events != 0;
	if (!event || !host_event_is_known(event->name))
		return 0;
	taken.pid = tep_data_pid(tep, record);
	trace_seq_init(&text);
	put_event(&text, tep, event, record);
	if (text.buffer && host_event_parse(&taken, text.buffer)) {
		const char *comm = tep_data_comm_from_pid(tep, taken.pid);

		if (taken.type == HOST_ENTRY)
			snprintf(taken.name, sizeof(taken.name), "%s",
				 comm ?: "");
		dat->no_memory |= !host_trace_add(dat->trace, &taken);
	}
	trace_seq_destroy(&text);
	return dat->no_memory ? -1 : 0;
}

const char *host_dat_read(struct host_trace *trace, const char *path)
{
	struct host_dat dat = { .trace = trace };
	struct tracecmd_input *input;
	bool damaged;

	input = dat_file_open(path);
	if (!input)
		return DAT_REFUSED;
	damaged = dat_file_take(input, host_dat_take, NULL, &dat);
	tracecmd_close(input);
	return dat.no_memory ? strerror(ENOMEM) :
	       damaged ? DAT_DAMAGED : NULL;
}
