#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Judges what Documentation/examples has for those who read our metrics.

    monitoring_pages.py metrics FILE... -- EXPRESSIONS...
        prints the metrics and labels of expressions that no FILE has
    monitoring_pages.py expressions DASHBOARD
        prints each expression of a dashboard of Grafana, one a line, with its variables filled in
    monitoring_pages.py manifest FOLDER FILE...
        prints what in these manifests of Kubernetes is not in its schema; FOLDER has its client
    monitoring_pages.py capabilities FILE
        prints the capabilities that a manifest adds, with commas
"""

import json
import pathlib
import re
import sys
import types

import yaml

# Those of node_exporter and of Prometheus itself.
OTHERS = {"node_textfile_mtime_seconds", "node_textfile_scrape_error", "instance", "file"}
WORDS = {
    "sum", "max", "by", "rate", "increase", "topk", "histogram_quantile", "time", "and", "or", "on",
    "offset", "label_values",
}
KINDS = {"Pod": "V1Pod", "DaemonSet": "V1DaemonSet"}


def known(paths):
    """Returns the names of metrics and labels in these files."""
    text = "".join(pathlib.Path(path).read_text() for path in paths)
    names = set(re.findall(r"^([a-z_]+)", text, re.MULTILINE))
    return names | set(re.findall(r"[{,]([a-z_]+)=\"", text))


def unknown(expression, names):
    """Returns the names in an expression that no metric has."""
    bare = re.sub(r'"[^"]*"|\[[^]]*\]', "", expression)
    used = set(re.findall(r"\b[a-z_]+:?[a-z_:0-9]*", bare)) - WORDS
    return sorted(name for name in used - names - OTHERS
                  if not re.fullmatch(r"[0-9.e-]+|1d|rtla:latency_seconds:p999", name))


def expressions(path):
    board = json.loads(pathlib.Path(path).read_text())
    identities = [panel["id"] for panel in board["panels"]]
    assert len(set(identities)) == len(identities), "two panels have the same id"
    found = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    assert len(found) >= len(identities)
    for text in found:
        for variable, value in (("$instance", ".*"), ("$context", ".*"), ("$__rate_interval", "5m")):
            text = text.replace(variable, value)
        assert "$" not in text, text
        print(text)


def wrong(value, kind, client, where):
    """Yields what is not in the schema of @kind."""
    inner = re.fullmatch(r"(list|dict)(?:\[|\()(?:str, )?(.*)(?:\]|\))", kind)
    if inner:
        parts = value.items() if inner[1] == "dict" else enumerate(value)
        if not isinstance(value, dict if inner[1] == "dict" else list):
            yield f"{where}: not a {inner[1]}"
            return
        for key, part in parts:
            yield from wrong(part, inner[2], client, f"{where}.{key}")
    elif kind in ("str", "int", "bool", "float"):
        if not isinstance(value, {"str": str, "int": int, "bool": bool, "float": float}[kind]):
            yield f"{where}: {value!r} is no {kind}"
    elif kind != "object":
        model = getattr(client, kind)
        members = {name: model.openapi_types[attribute]
                   for attribute, name in model.attribute_map.items()}
        for name, part in value.items():
            if name not in members:
                yield f"{where}.{name}: not known"
            else:
                yield from wrong(part, members[name], client, f"{where}.{name}")
        attributes = {name: attribute for attribute, name in model.attribute_map.items()}
        try:
            model(**{attributes[name]: part for name, part in value.items() if name in attributes})
        except ValueError as error:
            yield f"{where}: {error}"


def manifest(folder, paths):
    # Its package also loads what talks to clusters, and needs much more for that.
    package = types.ModuleType("kubernetes")
    package.__path__ = [f"{folder}/kubernetes"]
    sys.modules["kubernetes"] = package
    sys.path.insert(0, folder)
    from kubernetes import client  # pylint: disable=import-outside-toplevel
    for path in paths:
        for document in yaml.safe_load_all(pathlib.Path(path).read_text()):
            for fault in wrong(document, KINDS[document["kind"]], client, pathlib.Path(path).name):
                print(fault)


def capabilities(path):
    document = yaml.safe_load(pathlib.Path(path).read_text())
    spec = document["spec"]
    containers = spec.get("template", document)["spec"]["containers"]
    for container in containers:
        rights = container["securityContext"]["capabilities"]
        assert rights["drop"] == ["ALL"]
        print(",".join(rights["add"]))


def main(words):
    if words[0] == "metrics":
        end = words.index("--")
        names = known(words[1:end])
        for expression in words[end + 1:]:
            for name in unknown(expression, names):
                print(f"{name}: in {expression}")
    elif words[0] == "expressions":
        expressions(words[1])
    elif words[0] == "manifest":
        manifest(words[1], words[2:])
    else:
        capabilities(words[1])


main(sys.argv[1:])
