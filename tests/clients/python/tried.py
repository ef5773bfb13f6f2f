"""What every script of this folder is told, and how a verdict is reached."""

import os

FEATURE = os.environ["FEATURE"]
MODEL = os.environ["MODEL"]
BASE_URL = os.environ["OPENAI_BASE_URL"]
KEY = os.environ["OPENAI_API_KEY"]
HELLO = "Say hello."
ASK_WEATHER = "Please call get_weather for Bern."
WEATHER = "It is wet in "


def expect(said: str, words: str) -> None:
    """Ends the script with what is missing."""
    if words not in (said or ""):
        raise SystemExit(f"expected {words!r} in {said!r}")


def expect_refusal(work) -> None:
    """Runs what an account without credit asks for: the client has to say why that is refused."""
    try:
        said = work()
    except Exception as error:
        told = f"{type(error).__name__}: {error}".lower()
        if "credit" in told or "quota" in told:
            return
        raise SystemExit(f"the error does not say why: {told}")
    raise SystemExit(f"was served: {said!r}")


def weather(city: str) -> str:
    """The weather of a city."""
    return WEATHER + city
