"""aider: it reads what a model says as the new text of a file."""

import base64
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from tried import BASE_URL, FEATURE, HELLO, KEY, MODEL, expect, expect_refusal

FILE = "told.txt"
WRITTEN = "first\nsecond\n"
PAGE = Path(__file__).parents[3] / "services/docs/content/aider.md"


def settings() -> tuple[dict[str, str], list[str]]:
    """The environment and the options that the documentation gives to users."""
    page = PAGE.read_text().replace("BASE_URL", BASE_URL, 1).replace("MODEL", MODEL)
    told = dict(re.findall(r'^export ([A-Z_]+)="(.*)"$', page, re.MULTILINE))
    env = {name: value.replace("$TOLLGATE_API_KEY", KEY) for name, value in told.items()}
    (options,) = re.findall(r"^aider (--.+)$", page, re.MULTILINE)[:1]
    return env, shlex.split(options)


def run(message: str, *more: str) -> tuple[str, str]:
    """What aider prints, and the file afterwards."""
    work = Path(tempfile.mkdtemp())
    env, options = settings()
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    command = [sys.executable, "-m", "aider", *options]
    quietly = ["--no-git", "--yes-always", "--no-check-update", "--analytics-disable", "--no-pretty"]
    quietly += ["--no-show-release-notes", "--no-detect-urls"]
    ran = subprocess.run(
        [*command, *quietly, *more, "--message", message, FILE],
        cwd=work,
        env={**inherited, **env, "HOME": str(work)},
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
