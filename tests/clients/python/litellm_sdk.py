"""LiteLLM's SDK, over chat completions and responses."""

import json

import litellm
from tried import ASK_WEATHER, BASE_URL, FEATURE, HELLO, KEY, MODEL, WEATHER
from tried import expect, expect_refusal, weather

GIVEN = {"model": f"openai/{MODEL}", "api_base": BASE_URL, "api_key": KEY, "num_retries": 0}
TOOL = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}


def chat(messages, **more):
    return litellm.completion(messages=messages, **GIVEN, **more)


def answer() -> str:
    said = chat([{"role": "user", "content": HELLO}]).choices[0].message.content
    return said + litellm.responses(input=HELLO, **GIVEN).output_text


def stream() -> str:
    chunks = chat([{"role": "user", "content": HELLO}], stream=True)
    said = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    events = litellm.responses(input=HELLO, stream=True, **GIVEN)
    return said + "".join(getattr(event, "delta", "") or "" for event in events)


def tools() -> str:
    messages = [{"role": "user", "content": ASK_WEATHER}]
    message = chat(messages, tools=[TOOL]).choices[0].message
    messages.append(message.model_dump())
    for call in message.tool_calls:
        output = weather(json.loads(call.function.arguments)["city"])
        messages.append({"role": "tool", "tool_call_id": call.id, "content": output})
    return chat(messages, tools=[TOOL]).choices[0].message.content


if FEATURE == "answer":
    expect(answer(), "You said")
elif FEATURE == "stream":
    expect(stream(), "You said")
elif FEATURE == "tools":
    expect(tools(), WEATHER)
else:
    expect_refusal(answer)
