/**
 * The Vercel AI SDK over messages: objects by a schema, and a loop that asks for one call at a
 * time.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateObject, generateText, stepCountIs, streamObject, tool } from 'ai';
import { z } from 'zod';
import { ASK_WEATHER, BASE_URL, FEATURE, KEY, MODEL, WEATHER, expectWords } from './tried.mjs';

const model = createAnthropic({ apiKey: KEY, baseURL: BASE_URL })(MODEL);

async function objects() {
  const schema = z.object({ city: z.string(), degrees: z.number() });
  const given = { model, schema, prompt: 'Where is it?', maxRetries: 0 };
  const { object } = await generateObject(given);
  expectWords(typeof object.city, 'string');
  let streamed;
  const { partialObjectStream } = streamObject(given);
  for await (const part of partialObjectStream) streamed = part;
  expectWords(typeof streamed?.degrees, 'number');
}

async function oneCall() {
  const { text } = await generateText({
    model,
    prompt: ASK_WEATHER,
    maxRetries: 0,
    stopWhen: stepCountIs(5),
    providerOptions: { anthropic: { disableParallelToolUse: true } },
    tools: {
      get_weather: tool({
        description: 'The weather of a city',
        inputSchema: z.object({ city: z.string() }),
        execute: ({ city }) => WEATHER + city,
      }),
    },
  });
  expectWords(text, WEATHER);
}

await (FEATURE === 'objects' ? objects() : oneCall());
