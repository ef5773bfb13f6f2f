/**
 * Anthropic's SDK for TypeScript: a conversation, its tool runner, and tools of the provider, whole
 * and as a stream.
 */
import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { z } from 'zod';
import { ASK_WEATHER, BASE_URL, FEATURE, KEY, MODEL, WEATHER, expectWords } from './tried.mjs';

const client = new Anthropic({
  apiKey: KEY,
  baseURL: BASE_URL.replace(/\/v1$/u, ''),
  maxRetries: 0,
});
const given = () => ({
  model: MODEL,
  max_tokens: 4096,
  messages: [{ role: 'user', content: ASK_WEATHER }],
  tools: [
    betaZodTool({
      name: 'get_weather',
      description: 'The weather of a city',
      inputSchema: z.object({ city: z.string() }),
      run: ({ city }) => WEATHER + city,
    }),
  ],
});
const textOf = ({ content }) => content.map(({ text }) => text ?? '').join('');

async function conversation() {
  const messages = [{ role: 'user', content: 'Say hello.' }];
  const asked = { model: MODEL, max_tokens: 4096, messages };
  const said = textOf(await client.messages.create(asked));
  expectWords(said.length > 0, 'true');
  expectWords(textOf(await client.messages.stream(asked).finalMessage()), said);
}

async function toolRunner() {
  expectWords(textOf(await client.beta.messages.toolRunner(given())), WEATHER);
  const runner = client.beta.messages.toolRunner({ ...given(), stream: true });
  let last = '';
  for await (const stream of runner) last = textOf(await stream.finalMessage());
  expectWords(last, WEATHER);
}

/** Tools that the provider of the model runs. */
async function searchAndCode() {
  const content = '[[provider: search=1; code=1]] How many people live in Bern, times two?';
  const asked = {
    model: MODEL,
    max_tokens: 4096,
    messages: [{ role: 'user', content }],
    tools: [
      { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
      { type: 'code_execution_20250522', name: 'code_execution' },
    ],
  };
  const whole = await client.messages.create(asked);
  const streamed = await client.messages.stream(asked).finalMessage();
  for (const message of [whole, streamed]) {
    const types = message.content.map(({ type }) => type).join(' ');
    expectWords(types, 'web_search_tool_result');
    expectWords(types, 'code_execution_tool_result');
    const text = message.content.find(({ type }) => type === 'text');
    expectWords(text.citations[0].type, 'web_search_result_location');
    expectWords(message.usage.server_tool_use.web_search_requests, '1');
  }
}

/** Anthropic's connector of MCP servers: what a server has said goes back as it came. */
async function servers() {
  const said = '[[provider: mcp=2; finish=pause_turn]] Roll the dice.';
  const asked = {
    model: MODEL,
    max_tokens: 4096,
    betas: ['mcp-client-2025-11-20'],
    mcp_servers: [{ type: 'url', url: 'https://dice.example.com/mcp', name: 'dice' }],
    tools: [{ type: 'mcp_toolset', mcp_server_name: 'dice' }],
    messages: [{ role: 'user', content: said }],
  };
  const whole = await client.beta.messages.create(asked);
  const streamed = await client.beta.messages.stream(asked).finalMessage();
  for (const { content, stop_reason: reason } of [whole, streamed]) {
    expectWords(reason, 'pause_turn');
    const types = content.map(({ type }) => type).join(' ');
    expectWords(types, 'mcp_tool_use mcp_tool_result mcp_tool_use mcp_tool_result');
    const messages = [...asked.messages, { role: 'assistant', content }, ...asked.messages];
    const next = await client.beta.messages.create({ ...asked, messages });
    expectWords(next.content.map(({ type }) => type).join(' '), 'mcp_tool_result');
  }
}

const TRIED = {
  conversation,
  'tool runner': toolRunner,
  'search and code': searchAndCode,
  servers,
};
await TRIED[FEATURE]();
