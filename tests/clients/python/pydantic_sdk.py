"""Pydantic AI, over responses and over chat completions."""

import asyncio

from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider
from tried import ASK_WEATHER, BASE_URL, FEATURE, HELLO, KEY, MODEL, WEATHER
from tried import expect, expect_refusal, weather

provider = OpenAIProvider(base_url=BASE_URL, api_key=KEY)


def agents():
    for model in (OpenAIResponsesModel, OpenAIChatModel):
        agent = Agent(model(MODEL, provider=provider))
        agent.tool_plain(weather, name="get_weather")
        yield agent


def answer(ask: str) -> str:
    return " and ".join(agent.run_sync(ask).output for agent in agents())


async def stream(ask: str) -> str:
    said = ""
    for agent in agents():
        async with agent.run_stream(ask) as run:
            said += await run.get_output()
    return said


if FEATURE == "answer":
    expect(answer(HELLO), "You said")
elif FEATURE == "stream":
    expect(asyncio.run(stream(HELLO)), "You said")
elif FEATURE == "tools":
    expect(answer(ASK_WEATHER), WEATHER)
    expect(asyncio.run(stream(ASK_WEATHER)), WEATHER)
else:
    expect_refusal(lambda: answer(HELLO))
