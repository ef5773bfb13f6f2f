"""AutoGen: an agent over chat completions, which puts a name on every message."""

import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient
from tried import ASK_WEATHER, BASE_URL, KEY, MODEL, WEATHER, expect, weather


async def get_weather(city: str) -> str:
    """The weather of a city."""
    return weather(city)


async def said() -> str:
    info = {
        "vision": False,
        "function_calling": True,
        "json_output": False,
        "family": "unknown",
        "structured_output": False,
    }
    client = OpenAIChatCompletionClient(
        model=MODEL, base_url=BASE_URL, api_key=KEY, model_info=info, max_retries=0
    )
    agent = AssistantAgent("helper", client, tools=[get_weather], reflect_on_tool_use=True)
    first = await agent.run(task=ASK_WEATHER)
    second = await agent.run(task=ASK_WEATHER)
    return f"{first.messages[-1].content} and {second.messages[-1].content}"


expect(asyncio.run(said()), WEATHER)
