"""Semantic Kernel: an agent over chat completions, which puts its name on its messages."""

import asyncio

from openai import AsyncOpenAI
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion
from semantic_kernel.functions import kernel_function
from tried import BASE_URL, KEY, MODEL, WEATHER, expect, weather

# A function goes out under the name of its plugin and its own.
ASK_WEATHER = "Please call Tools-get_weather for Bern."


class Tools:
    """The tools of the agent."""

    @kernel_function(name="get_weather", description="The weather of a city")
    def get_weather(self, city: str) -> str:
        return weather(city)


async def said() -> str:
    client = AsyncOpenAI(base_url=BASE_URL, api_key=KEY, max_retries=0)
    service = OpenAIChatCompletion(ai_model_id=MODEL, async_client=client)
    agent = ChatCompletionAgent(service=service, name="helper", plugins=[Tools()])
    first = await agent.get_response(messages=ASK_WEATHER)
    second = await agent.get_response(messages=ASK_WEATHER, thread=first.thread)
    return f"{first.message} and {second.message}"


expect(asyncio.run(said()), WEATHER)
