# SPDX-License-Identifier: GPL-2.0
"""The commands and options of rtla, as "rtla help --json" prints them."""

import json
import subprocess

# The names under which the command can also be called.
SHORT_NAMES = ("timerlat", "osnoise", "hwnoise")


def read(rtla):
    """Returns the document of the command @rtla, a path."""
    text = subprocess.run([rtla, "help", "--json"], check=True, stdout=subprocess.PIPE).stdout
    return json.loads(text)


def name_of(command):
    """Returns how a command is called after "rtla", like "timerlat top"."""
    return " ".join(filter(None, (command["tool"], command["mode"])))


def options_of(command):
    """Returns all options of a command, whatever their titles."""
    return [option for title in command["titles"] for option in title["options"]]


def undo_of(option):
    """Returns the name that brings the option's default back; None if there is none."""
    if not option["has_no_form"]:
        return None
    name = option["name"]
    return name[len("no-"):] if name.startswith("no-") else "no-" + name
