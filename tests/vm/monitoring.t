#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Tests that what reads our metrics can: each tool measures in a guest, node_exporter serves the
# metrics on this machine, Debian's Prometheus scrapes them, judges the alerts, and answers each
# expression of the dashboard; and the manifests of Kubernetes are as its schema says. Prints TAP.
vm=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/lib/tap.sh
. "$vm/../lib/tap.sh"
files=$("$vm/setup" monitoring) || exit
examples=$vm/../../Documentation/examples
pages=$vm/monitoring_pages.py

"$vm/run" -k 6.12 --clock "${CLOCK:-steady}" -o "$work" -t 600 -- \
	env ALONE=tests/vm/monitoring.t sh /tests/all.sh metrics </dev/null >"$work/tap" 2>"$work/said"
status=$?
tap_take "$work/tap" $status
guest_is_well() { cat "$work/said"; [ $status = 0 ]; }
test_that "the guest that measures is well" guest_is_well
metrics=$work/files

# checked FILE: whether promtool has nothing to say of these metrics
checked() { "$files/promtool" check metrics <"$1"; }
for tool in timerlat osnoise wakeup overheads bound cycle record; do
	test_that "promtool finds nothing wrong with the metrics of $tool" checked "$metrics/$tool.prom"
done
test_that "promtool finds nothing wrong with the alerts" "$files/promtool" check rules "$examples/prometheus/rtla.rules.yml"
cd "$examples/prometheus" || exit 1
test_that "each alert comes when it should, and only then" "$files/promtool" test rules rtla.tests.yml
cd "$work" || exit 1

# ---- the dashboard -----------------------------------------------------------------

mapfile -t expressions < <("$pages" expressions "$examples/grafana/rtla.json")
[ ${#expressions[@]} -ge 10 ]
ok "the dashboard has expressions"
is "metrics and labels of the dashboard are there" \
	"$("$pages" metrics "$metrics"/*.prom -- "${expressions[@]}")" ""
mapfile -t alerts < <(python3 -c 'import sys, yaml
for rule in yaml.safe_load(open(sys.argv[1]))["groups"][0]["rules"]: print(rule["expr"].replace("\n", " "))' \
	"$examples/prometheus/rtla.rules.yml")
is "metrics and labels of the alerts are there" "$("$pages" metrics "$metrics"/*.prom -- "${alerts[@]}")" ""
is "a metric that is not there is noticed" \
	"$("$pages" metrics "$metrics"/*.prom -- 'rtla_nothing{context="irq"} > 1')" 'rtla_nothing: in rtla_nothing{context="irq"} > 1'

# ---- Prometheus --------------------------------------------------------------------

# free_port : prints a port of the loopback device that nobody has
free_port() {
	python3 -c 'import socket
with socket.socket() as one: one.bind(("127.0.0.1", 0)); print(one.getsockname()[1])'
}
node=127.0.0.1:$(free_port) server=127.0.0.1:$(free_port)
mkdir served
cp "$metrics/timerlat.prom" served/rtla.prom
"$files/prometheus-node-exporter" --web.listen-address="$node" --collector.disable-defaults \
	--collector.textfile --collector.textfile.directory=served >node.log 2>&1 &
exporter=$!
cat >prometheus.yml <<END
global: {scrape_interval: 1s, evaluation_interval: 1s}
rule_files: [$examples/prometheus/rtla.rules.yml]
scrape_configs: [{job_name: rtla, static_configs: [{targets: ["$node"]}]}]
END
test_that "promtool finds nothing wrong with the configuration" "$files/promtool" check config prometheus.yml
"$files/prometheus" --config.file=prometheus.yml --storage.tsdb.path="$work/database" \
	--web.listen-address="$server" >prometheus.log 2>&1 &
prometheus=$!
trap 'kill $exporter $prometheus; wait; rm -rf "$work"' EXIT

# asked EXPRESSION: prints what Prometheus answers
asked() { "$files/promtool" query instant "http://$server" "$1"; }
scraped() { [ -n "$(asked rtla_run_info 2>/dev/null)" ]; }
eventually_pause=0.2
if eventually scraped; then scrapes=1; else scrapes=0; tail -n 5 node.log prometheus.log | sed 's/^/# /'; fi
[ $scrapes = 1 ]
ok "Prometheus scrapes what node_exporter serves"
test_that "node_exporter refuses no file" sh -c "curl -s http://$node/metrics | grep -q '^node_textfile_scrape_error 0\$'"
is "the largest latency is the one that was written" \
	"$(asked 'max(rtla_latency_max_seconds{context="thread"})' | sed 's/.*=> \([^ ]*\) .*/\1/' | xargs printf '%.9f\n')" \
	"$(sed -n 's/^rtla_latency_max_seconds{.*context="thread"} //p' "$metrics/timerlat.prom" | sort -g | tail -n 1)"
answered() { asked "$1" >answer 2>&1 || { cat answer; return 1; }; }
for expression in "${expressions[@]}"; do
	test_that "Prometheus answers the dashboard's $expression" answered "$expression"
done
alert() { [ -n "$(asked 'ALERTS{alertname="RtlaLatencyHigh",alertstate="firing",context="thread"}')" ]; }
sed 's/^\(rtla_latency_max_seconds{.*context="thread"} \).*/\10.000123/' "$metrics/timerlat.prom" >new
mv new served/rtla.prom
if eventually alert; then came=1; else came=0; fi
is "an alert comes when a latency is over its limit" $came 1

# ---- Kubernetes --------------------------------------------------------------------

manifests=("$examples/kubernetes/rtla-pod.yaml" "$examples/kubernetes/rtla-daemonset.yaml")
is "the manifests are as the schema says" "$("$pages" manifest "$files/python" "${manifests[@]}" 2>&1)" ""
sed 's/readOnlyRootFilesystem/readOnlyRoot/; s/restartPolicy: Never/restartPolicy: 7/' "${manifests[0]}" >bad.yaml
is "what is not in the schema is noticed" "$("$pages" manifest "$files/python" bad.yaml 2>&1 | sort)" \
	"bad.yaml.spec.containers.0.securityContext.readOnlyRoot: not known
bad.yaml.spec.restartPolicy: 7 is no str"
# container.t measures in a container that has these and no others.
for manifest in "${manifests[@]}"; do
	is "${manifest##*/} adds the capabilities with which a container was tried" "$("$pages" capabilities "$manifest")" \
		"$(sed -n 's/^rights=//p' "$vm/guest/container.sh")"
done
finish
