"""The official SDK: chat completions, responses, images and videos."""

import base64
import json

from openai import BadRequestError, OpenAI
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


def video() -> str:
    picture = ("sea.png", b"\x89PNG\r\n\x1a\n0123456789", "image/png")
    made = client.videos.create_and_poll(
        model=MODEL, prompt="A calm sea.", seconds="8", size="1280x720", input_reference=picture, poll_interval_ms=200
    )
    expect(made.status, "completed")
    listed = [one.id for one in client.videos.list(limit=1)]
    expect(" ".join(listed), made.id)
    content = client.videos.download_content(made.id).read()
    expect(str(client.videos.delete(made.id).deleted), "True")
    return content[4:8].decode()


def images() -> str:
    made = client.images.generate(model=MODEL, prompt="A red fox.", n=2, size="1024x1024", quality="low")
    expect(str(len(made.data)), "2")
    expect(str(made.usage.output_tokens > 0), "True")
    try:
        client.images.generate(model=MODEL, prompt="A red fox.", response_format="url")
    except BadRequestError as error:
        expect(str(error.param), "response_format")
    return base64.b64decode(made.data[0].b64_json)[1:4].decode()


if FEATURE == "answer":
    expect(answer(), "You said")
elif FEATURE == "stream":
    expect(stream(), "You said")
elif FEATURE == "tools":
    expect(tools(), WEATHER)
elif FEATURE == "video":
    expect(video(), "ftyp")
elif FEATURE == "images":
    expect(images(), "PNG")
else:
    expect_refusal(refused)
    expect_refusal(answer)
