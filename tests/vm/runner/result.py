"""What is left of a run: the kernel's log and the files the guest put in /out."""

import os
import shutil
import tarfile
import tempfile


def read_log(log):
    log.seek(0)
    return log.read().decode("utf-8", "replace").replace("\r\n", "\n")


def keep(folder, log_text, files):
    """Writes kernel.log and files/ into folder (None: a new temporary one); returns it."""
    folder = folder or tempfile.mkdtemp(prefix="rtla-vm.")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "kernel.log"), "w", encoding="utf-8") as file:
        file.write(log_text)
    target = os.path.join(folder, "files")
    shutil.rmtree(target, ignore_errors=True)
    files.seek(0, os.SEEK_END)
    if files.tell():
        files.seek(0)
        with tarfile.open(fileobj=files) as tar:
            # Older versions of Python have no filters; the archive comes from
            # this run's guest.
            safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            tar.extractall(target, **safe)
    return folder
