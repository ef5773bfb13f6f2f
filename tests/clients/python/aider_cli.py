"""aider: it reads what a model says as the new text of a file."""

import base64
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tried import BASE_URL, FEATURE, HELLO, KEY, MODEL, expect, expect_refusal

FILE = "told.txt"
WRITTEN = "first\nsecond\n"


def run(message: str, *more: str) -> tuple[str, str]:
    """What aider prints, and the file afterwards."""
    work = Path(tempfile.mkdtemp())
    command = [sys.executable, "-m", "aider", "--model", f"openai/{MODEL}"]
    quietly = ["--no-git", "--yes-always", "--no-check-update", "--analytics-disable", "--no-pretty"]
    quietly += ["--no-show-model-warnings", "--no-show-release-notes", "--no-detect-urls"]
    ran = subprocess.run(
        [*command, *quietly, "--edit-format", "whole", *more, "--message", message, FILE],
        cwd=work,
        env={**os.environ, "HOME": str(work), "OPENAI_API_BASE": BASE_URL, "OPENAI_API_KEY": KEY},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    written = work / FILE
    return ran.stdout + ran.stderr, written.read_text() if written.exists() else ""


def refused() -> str:
    said, _file = run(HELLO)
    raise RuntimeError(said)


if FEATURE == "answer":
    expect(run(HELLO, "--no-stream")[0], "You said")
elif FEATURE == "stream":
    expect(run(HELLO)[0], "You said")
elif FEATURE == "tools":
    steps = json.dumps([{"text": f"{FILE}\n```\n{WRITTEN}```\n"}])
    script = base64.urlsafe_b64encode(steps.encode()).decode().rstrip("=")
    said, file = run(f"[[provider: script={script}]] Write the file.")
    expect(file or said, WRITTEN)
else:
    expect_refusal(refused)
