"""OpenAI's Agents SDK, over responses (its default) and over chat completions."""

import asyncio

from agents import (
    Agent,
    OpenAIChatCompletionsModel,
    OpenAIResponsesModel,
    Runner,
    function_tool,
    set_tracing_disabled,
)
from openai import AsyncOpenAI
from tried import ASK_WEATHER, FEATURE, HELLO, MODEL, WEATHER, expect, expect_refusal, weather

set_tracing_disabled(True)


@function_tool
def get_weather(city: str) -> str:
    """The weather of a city."""
    return weather(city)


def agents():
    # Connections belong to one event loop, and each run has its own.
    client = AsyncOpenAI(max_retries=0)
    for model in (OpenAIResponsesModel, OpenAIChatCompletionsModel):
        yield Agent(name="tried", model=model(MODEL, client), tools=[get_weather])


async def answer(ask: str) -> str:
    return " and ".join([(await Runner.run(agent, ask)).final_output for agent in agents()])


async def stream(ask: str) -> str:
    said = []
    for agent in agents():
        run = Runner.run_streamed(agent, ask)
        async for _event in run.stream_events():
            pass
        said.append(run.final_output)
    return " and ".join(said)


if FEATURE == "answer":
    expect(asyncio.run(answer(HELLO)), "You said")
elif FEATURE == "stream":
    expect(asyncio.run(stream(HELLO)), "You said")
elif FEATURE == "tools":
    expect(asyncio.run(answer(ASK_WEATHER)), WEATHER)
    expect(asyncio.run(stream(ASK_WEATHER)), WEATHER)
else:
    expect_refusal(lambda: asyncio.run(answer(HELLO)))
