"""The official SDK: chat completions and responses."""

import json

from openai import OpenAI
from tried import ASK_WEATHER, FEATURE, HELLO, MODEL, WEATHER, expect, expect_refusal, weather

client = OpenAI(max_retries=0)
PARAMETERS = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}


def answer() -> str:
    chat = client.chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": HELLO}]
    )
    return chat.choices[0].message.content + client.responses.create(model=MODEL, input=HELLO).output_text


def stream() -> str:
    with client.responses.stream(model=MODEL, input=HELLO) as events:
        said = "".join(event.delta for event in events if event.type == "response.output_text.delta")
        final = events.get_final_response()
    expect(final.output_text, said)
    chunks = client.chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": HELLO}], stream=True
    )
    return said + "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)


def tools() -> str:
    items = [{"role": "user", "content": ASK_WEATHER}]
    tool = {"type": "function", "name": "get_weather", "parameters": PARAMETERS, "strict": True}
    first = client.responses.create(model=MODEL, input=items, tools=[tool])
    calls = [item for item in first.output if item.type == "function_call"]
    items += first.output
    for call in calls:
        output = weather(json.loads(call.arguments)["city"])
        items.append({"type": "function_call_output", "call_id": call.call_id, "output": output})
    return client.responses.create(model=MODEL, input=items, tools=[tool]).output_text


def refused() -> str:
    with client.responses.stream(model=MODEL, input=HELLO) as events:
        for event in events:
            if event.type == "response.failed":
                raise RuntimeError(event.response.error.code)
    return "nothing"


if FEATURE == "answer":
    expect(answer(), "You said")
elif FEATURE == "stream":
    expect(stream(), "You said")
elif FEATURE == "tools":
    expect(tools(), WEATHER)
else:
    expect_refusal(refused)
    expect_refusal(answer)
