"""Anthropic's SDK: a model of its own provider, whose requests pass as they came, and others."""

from anthropic import Anthropic, beta_tool
from tried import ASK_WEATHER, BASE_URL, FEATURE, HELLO, KEY, MODEL, WEATHER
from tried import expect, expect_refusal, weather

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


def asked(content: str, **more) -> dict:
    return {"model": MODEL, "max_tokens": 4096, "messages": [{"role": "user", "content": content}], **more}


def text_of(message) -> str:
    return "".join(block.text for block in message.content if block.type == "text")


def answer() -> str:
    counted = client.messages.count_tokens(model=MODEL, messages=asked(HELLO)["messages"])
    message = client.messages.create(**asked(HELLO))
    if counted.input_tokens < message.usage.input_tokens:
        raise SystemExit("counted too few tokens")
    return text_of(message)


def stream() -> str:
    with client.messages.stream(**asked(HELLO)) as events:
        said = "".join(events.text_stream)
        final = events.get_final_message()
    expect(text_of(final), said)
    return said


def tools(**more) -> tuple[list[str], str]:
    """The kinds of blocks of the first turn, and what is said once the results are there."""
    given = asked(ASK_WEATHER, tools=[TOOL], **more)
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


@beta_tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return weather(city)


def tool_runner() -> str:
    given = asked(ASK_WEATHER, tools=[get_weather])
    whole = client.beta.messages.tool_runner(**given).until_done()
    streamed = None
    for events in client.beta.messages.tool_runner(**given, stream=True):
        streamed = events.get_final_message()
    expect(text_of(streamed), WEATHER)
    return text_of(whole)


if FEATURE == "answer":
    expect(answer(), "You said")
elif FEATURE == "stream":
    expect(stream(), "You said")
elif FEATURE == "tools":
    expect(tools()[1], WEATHER)
elif FEATURE == "tool runner":
    expect(tool_runner(), WEATHER)
elif FEATURE == "thinking":
    kinds, said = tools(thinking={"type": "adaptive", "display": "summarized"})
    if "thinking" not in kinds:
        raise SystemExit(f"no thinking: {kinds}")
    expect(said, WEATHER)
else:
    expect_refusal(lambda: text_of(client.messages.create(**asked(HELLO))))
