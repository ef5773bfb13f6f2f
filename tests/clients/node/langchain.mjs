/**
 * LangChain's agent over chat completions: whole, and as a stream, with a second question in the
 * same conversation.
 */
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
import { ASK_WEATHER, BASE_URL, KEY, MODEL, WEATHER, expectWords } from './tried.mjs';

const model = new ChatOpenAI({
  model: MODEL,
  apiKey: KEY,
  configuration: { baseURL: BASE_URL },
  useResponsesApi: false,
  maxRetries: 0,
});
const weather = tool(({ city }) => WEATHER + city, {
  name: 'get_weather',
  description: 'The weather of a city',
  schema: z.object({ city: z.string() }),
});
const agent = createAgent({ model, tools: [weather] });

const ask = { role: 'user', content: ASK_WEATHER };
const { messages } = await agent.invoke({ messages: [ask] });
expectWords(messages.at(-1).text, WEATHER);
const again = await agent.invoke({ messages: [...messages, ask] });
expectWords(again.messages.at(-1).text, WEATHER);
let streamed = '';
for await (const [chunk] of await agent.stream({ messages: [ask] }, { streamMode: 'messages' })) {
  streamed += chunk.text;
}
expectWords(streamed, WEATHER);
