# shellcheck shell=bash
# The readers of our metrics: Prometheus, its checker of rules, and node_exporter; and the client of
# Kubernetes in Python, whose types are made from the schema of the interface.

monitoring_packages='prometheus promtool prometheus-node-exporter python3-kubernetes python3-urllib3
	python3-certifi python3-dateutil python3-six python3-requests python3-idna python3-charset-normalizer'

# monitoring_entry : prints its name in the cache, which changes with its packages.
monitoring_entry() {
	printf 'monitoring-%.8s\n' "$({ echo "$monitoring_packages" && root_entry trixie; } | sha256sum)"
}

# monitoring_ready : fetches it if it is missing, and prints where it is.
monitoring_ready() {
	root_ready trixie
	ensure "$(monitoring_entry)" monitoring_make
	printf '%s/files\n' "$CACHE/$(monitoring_entry)"
}

# monitoring_download DIR LOG
monitoring_download() {
	# shellcheck disable=SC2086 # words
	fetch_packages trixie "$1/debs" "Prometheus" "$2" $monitoring_packages
}

monitoring_make() {
	local dir=$1 log=$CACHE/monitoring.log
	mkdir -p "$dir/debs" "$dir/files"
	fetching "Prometheus" trixie "$log" monitoring_download "$dir" "$log"
	unpack_packages "$dir/debs" "$dir/root" "Prometheus"
	cp "$dir"/root/usr/bin/{prometheus,promtool,prometheus-node-exporter} "$dir/files" &&
		cp -r "$dir/root/usr/lib/python3/dist-packages" "$dir/files/python" ||
		die "Prometheus: its packages are not laid out as expected: look for lib/monitoring.sh"
	rm -rf "$dir/debs" "$dir/root"
	sweep 'monitoring-*' "$(monitoring_entry)"
}
