"""LlamaIndex through its OpenAI-like model."""

from llama_index.core.llms import ChatMessage
from llama_index.core.tools import FunctionTool
from llama_index.llms.openai_like import OpenAILike
from tried import ASK_WEATHER, BASE_URL, FEATURE, HELLO, KEY, MODEL, WEATHER
from tried import expect, expect_refusal, weather

model = OpenAILike(
    model=MODEL,
    api_base=BASE_URL,
    api_key=KEY,
    is_chat_model=True,
    is_function_calling_model=True,
    max_retries=0,
)
HELLO_MESSAGES = [ChatMessage(role="user", content=HELLO)]


def answer() -> str:
    return model.chat(HELLO_MESSAGES).message.content


def stream() -> str:
    return "".join(chunk.delta or "" for chunk in model.stream_chat(HELLO_MESSAGES))


def tools() -> str:
    tool = FunctionTool.from_defaults(fn=weather, name="get_weather")
    # A provider that cannot promise one call at a time refuses to be asked for that, which is the default here.
    told = model.predict_and_call([tool], user_msg=ASK_WEATHER, allow_parallel_tool_calls=True)
    return str(told.response)


if FEATURE == "answer":
    expect(answer(), "You said")
elif FEATURE == "stream":
    expect(stream(), "You said")
elif FEATURE == "tools":
    expect(tools(), WEATHER)
else:
    expect_refusal(answer)
