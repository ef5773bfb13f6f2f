"""LangChain's OpenAI package, over responses and over chat completions."""

from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from tried import ASK_WEATHER, FEATURE, HELLO, MODEL, WEATHER, expect, expect_refusal, weather


@tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return weather(city)


def models(**more):
    for responses in (True, False):
        yield ChatOpenAI(model=MODEL, use_responses_api=responses, max_retries=0, **more)


def answer() -> str:
    return " and ".join(model.invoke(HELLO).text for model in models())


def stream() -> str:
    return " and ".join(
        "".join(chunk.text for chunk in model.stream(HELLO)) for model in models()
    )


def tools() -> str:
    said = []
    for model in models():
        bound = model.bind_tools([get_weather])
        messages = [HumanMessage(ASK_WEATHER)]
        first = bound.invoke(messages)
        messages.append(first)
        for call in first.tool_calls:
            messages.append(ToolMessage(weather(call["args"]["city"]), tool_call_id=call["id"]))
        said.append(bound.invoke(messages).text)
    return " and ".join(said)


if FEATURE == "answer":
    expect(answer(), "You said")
elif FEATURE == "stream":
    expect(stream(), "You said")
elif FEATURE == "tools":
    expect(tools(), WEATHER)
else:
    expect_refusal(answer)
