#!/bin/sh
# Runs in a guest with one CPU whose clock counts instructions: lets periodic tasks run
# together beside a load, measures what the kernel takes meanwhile, and prints
#
#	ran: NAME USED RESPONSE		a task: the most that a job used of the CPU when the task was
#					alone, and its longest response time beside all others, in ns
#	found: NAME PLAIN OVERHEADS ALL	its response time as "rtla schedulable" has it without
#					results, with overheads, and with the bound, too
#
# shellcheck source=tests/vm/guest/lib.sh
. /tests/lib.sh
cd /tmp || exit 1
tasks='motor:90:20000:1000 can:80:60000:4000 log:20:900000:10000'
jobs=2000

# responses RESULT...: print the response time of each task
responses() {
	rtla schedulable tasks.json "$@" --interrupts window --json v.json >/dev/null
	jq -r '.sets[].cpus[].tasks[].response_ns' v.json
}

for task in $tasks; do
	/root/periodic_tasks 100 "$task"
done >alone || exit 1
setsid sh -c 'rtla load sched' >/dev/null 2>&1 &
load=$!
sleep 0.5
# shellcheck disable=SC2086
rtla overheads top -q --json o.json -- /root/periodic_tasks $jobs $tasks >together || exit 1
rtla bound -q -d 3 --json b.json >/dev/null || exit 1
kill -KILL -- -$load
wait $load

number=0
for task in $tasks; do
	number=$((number + 1))
	name=${task%%:*} rest=${task#*:}
	used=$(awk -v name="$name" '$1 == name { print $2 }' alone)
	echo "ran: $name $used $(awk -v name="$name" 'NF == 3 && $1 == name { print $3 }' together)"
	jq -n --arg name "$name" --argjson priority "${rest%%:*}" --argjson period "${task##*:}" \
		--argjson used "$used" '{name: $name, cpu: 0, priority: $priority, wcet_us: ($used / 1000),
		period_us: $period, deadline_us: (3 * $period)}'
done >said
jq -s '{tasks: .}' <<END >tasks.json
$(grep -v '^ran:' said)
END
grep '^ran:' said
grep -o '^ran: [a-z]*' said | cut -d ' ' -f 2 >names
responses >plain
responses o.json >overheads
responses o.json b.json >all
paste -d ' ' names plain overheads all | sed 's/^/found: /'
echo end
