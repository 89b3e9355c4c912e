#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Makes up the history of a farm: a result of each board and night.

    make_farm.py DIR BOARDS NIGHTS [BOARD=NIGHT:PERCENT]...

From a NIGHT on, all latencies of the BOARD (a number, as are nights, from 0 on) are PERCENT of
what they were. Each 25 nights there is another kernel. The same words give the same files. Each
is one of a few results of make_result.py with other names and times: to make all of them there
would take minutes.
"""

import datetime
import pathlib
import random
import subprocess
import sys

RESULTS = 16
MAKE = pathlib.Path(__file__).resolve().parents[1] / "results/make_result.py"


def made(percent, folder):
    """Returns the texts of results whose latencies are so many percent."""
    paths = [folder / f"made-{percent}-{number}.json" for number in range(RESULTS)]
    asked = b"".join(
        b"\0".join(word.encode() for word in (
            str(path), "bare", f"seed={percent + number}", f"percent={percent}", "cpus=1",
            "seconds=20", 'host={"name":"BOARD"}', 'started_at="STARTED"',
            'environment.checks.0.name="kernel_release"', 'environment.checks.0.value="KERNEL"'))
        + b"\0\0" for number, path in enumerate(paths))
    subprocess.run([MAKE, "--answer"], input=asked, check=True, stdout=subprocess.DEVNULL)
    texts = [path.read_text() for path in paths]
    for path in paths:
        path.unlink()
    return texts


def main(words):
    farm, boards, nights = pathlib.Path(words[0]), int(words[1]), int(words[2])
    changes = {}
    for word in words[3:]:
        board, _, change = word.partition("=")
        changes[int(board)] = [int(number) for number in change.split(":")]
    farm.mkdir(parents=True, exist_ok=True)
    texts = {percent: made(percent, farm)
             for percent in {100} | {percent for _, percent in changes.values()}}
    chance = random.Random(1)
    for board in range(boards):
        since, percent = changes.get(board, (nights, 100))
        folder = farm / f"board{board:02}/timerlat"
        folder.mkdir(parents=True)
        for night in range(nights):
            day = datetime.date(2026, 1, 1) + datetime.timedelta(days=night)
            started, kernel = f"{day}T03:{board:02}:05Z", f"6.12.{night // 25}-rt"
            text = chance.choice(texts[percent if night >= since else 100])
            text = text.replace("BOARD", f"board{board:02}").replace("STARTED", started)
            (folder / f"{started.replace(':', '-')}_{kernel}.json").write_text(
                text.replace("KERNEL", f"{kernel} x86_64"))


main(sys.argv[1:])
