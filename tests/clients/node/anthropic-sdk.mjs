/** Anthropic's SDK for TypeScript: a conversation and its tool runner, whole and as a stream. */
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

await (FEATURE === 'conversation' ? conversation() : toolRunner());
