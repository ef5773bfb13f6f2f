"""Anthropic's SDK: a model of its own provider, whose requests pass as they came, and another."""

import os

from anthropic import Anthropic
from tried import ASK_WEATHER, BASE_URL, FEATURE, HELLO, KEY, MODEL, WEATHER
from tried import expect, expect_refusal, weather

CLAUDE = os.environ["CLAUDE"]
client = Anthropic(api_key=KEY, base_url=BASE_URL.removesuffix("/v1"), max_retries=0)
TOOL = {
    "name": "get_weather",
    "description": "The weather of a city",
    "input_schema": {
        "type": "object",
        "properties": {"city": {"type": "string"}},
        "required": ["city"],
    },
}


def asked(model: str, content: str, **more) -> dict:
    return {"model": model, "max_tokens": 4096, "messages": [{"role": "user", "content": content}], **more}


def text_of(message) -> str:
    return "".join(block.text for block in message.content if block.type == "text")


def answer(model: str) -> str:
    counted = client.messages.count_tokens(model=model, messages=asked(model, HELLO)["messages"])
    message = client.messages.create(**asked(model, HELLO))
    if counted.input_tokens < message.usage.input_tokens:
        raise SystemExit("counted too few tokens")
    return text_of(message)


def stream(model: str) -> str:
    with client.messages.stream(**asked(model, HELLO)) as events:
        said = "".join(events.text_stream)
        final = events.get_final_message()
    expect(text_of(final), said)
    return said


def tools(model: str, ask: str = ASK_WEATHER, **more) -> tuple[list[str], str]:
    """The kinds of blocks of the first turn, and what is said once the results are there."""
    given = asked(model, ask, tools=[TOOL], **more)
    first = client.messages.create(**given)
    calls = [block for block in first.content if block.type == "tool_use"]
    results = [
        {"type": "tool_result", "tool_use_id": call.id, "content": weather(call.input["city"])}
        for call in calls
    ]
    given["messages"] += [
        {"role": "assistant", "content": first.content},
        {"role": "user", "content": results},
    ]
    return [block.type for block in first.content], text_of(client.messages.create(**given))


def thinking() -> None:
    kinds, said = tools(CLAUDE, thinking={"type": "adaptive", "display": "summarized"})
    if "thinking" not in kinds:
        raise SystemExit(f"no thoughts: {kinds}")
    expect(said, WEATHER)


for model in (CLAUDE, MODEL):
    if FEATURE == "answer":
        expect(answer(model), "You said")
    elif FEATURE == "stream":
        expect(stream(model), "You said")
    elif FEATURE == "tools":
        expect(tools(model)[1], WEATHER)
    elif FEATURE == "empty wallet":
        expect_refusal(lambda: text_of(client.messages.create(**asked(model, HELLO))))
if FEATURE == "thinking":
    thinking()
