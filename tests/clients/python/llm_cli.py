"""`llm` for the command line, with a model of its settings file."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tried import BASE_URL, FEATURE, HELLO, KEY, MODEL, expect, expect_refusal

home = Path(tempfile.mkdtemp())
(home / "extra-openai-models.yaml").write_text(
    f"- model_id: tried\n  model_name: {MODEL}\n  api_base: {BASE_URL}\n  api_key_name: tried\n"
)


def run(*more: str) -> str:
    """What the command prints. Raises with what it complains about."""
    command = [sys.executable, "-m", "llm", "-m", "tried", "--key", KEY, *more, HELLO]
    ran = subprocess.run(
        command,
        env={**os.environ, "LLM_USER_PATH": str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if ran.returncode != 0:
        raise RuntimeError(ran.stderr)
    return ran.stdout


if FEATURE == "answer":
    expect(run("--no-stream"), "You said")
elif FEATURE == "stream":
    expect(run(), "You said")
else:
    expect_refusal(run)
