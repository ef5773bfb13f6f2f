import type { Endpoint, TokenOverhead } from '../adapter/adapter.ts';
import { openaiOverhead } from '../openai/overhead.ts';

/** Enough for models of which we know nothing. */
const UNKNOWN: TokenOverhead = {
  request: 48,
  message: 8,
  tools: 300,
  tool: 24,
  image: 2_000,
  digits: 1,
  scale: 1.1,
  // The count of prose is close for each tokenizer whose answers were recorded; `scale` is for text
  // that only some of them know.
  prose: 1,
};

/**
 * Lines of models: their templates decide what is around the text, whoever serves them. The first
 * fits.
 */
const LINES: readonly [RegExp, Partial<TokenOverhead>][] = [
  [/claude/iu, { request: 12, tools: 580, tool: 30, scale: 1.25 }],
  [/gemini|gemma/iu, { request: 8, message: 4, tools: 10, tool: 8, scale: 1, inlines: true }],
  [/gpt-oss/iu, { request: 90, message: 6, tools: 30, digits: 3, scale: 1 }],
  [/llama-?4/iu, { request: 16, tools: 520, digits: 3 }],
  [/llama/iu, { request: 40, tools: 110, digits: 3 }],
  [/grok/iu, { request: 150, tools: 120, tool: 60, scale: 1 }],
  [/kimi/iu, { request: 16, tools: 40, digits: 3, scale: 1 }],
  [
    /mistral|ministral|magistral|codestral|pixtral|devstral/iu,
    { request: 10, message: 6, tools: 50, tool: 14, scale: 1.05 },
  ],
  [/qwen-?3\.[5-9]/iu, { request: 14, message: 7, tools: 200, scale: 1 }],
  [/qwen/iu, { request: 14, message: 7, tools: 130, scale: 1 }],
  [/deepseek/iu, { request: 10, message: 6, tools: 190, scale: 1 }],
  [/glm/iu, { request: 12, message: 6, tools: 100, scale: 1 }],
  [/sonar/iu, { request: 8 }],
];
const OPENAI = /(?:^|\/)(gpt-[3-9]|o\d)/u;

/** Providers that put a prompt of their own in front, by provider's prefix. */
const OWN_PROMPTS: ReadonlyMap<string, number> = new Map([['venice', 1_620]]);

/** Models whose template at one host says more about tools than elsewhere, by provider's prefix. */
const HOSTED: readonly [string, RegExp, Partial<TokenOverhead>][] = [
  ['cerebras', /qwen/iu, { tools: 230, tool: 40, scale: 1.1 }],
];

/** What an endpoint counts beside the text: by its model's line, and what its provider adds. */
export function overheadOf({ provider, upstreamModel }: Endpoint): TokenOverhead {
  const overhead = overheadOfModel(upstreamModel);
  const own = OWN_PROMPTS.get(provider) ?? 0;
  const hosted = HOSTED.find(([host, models]) => host === provider && models.test(upstreamModel));
  return { ...overhead, ...hosted?.[2], request: overhead.request + own };
}

function overheadOfModel(model: string): TokenOverhead {
  if (OPENAI.test(model)) return openaiOverhead(model.slice(model.lastIndexOf('/') + 1));
  const line = LINES.find(([models]) => models.test(model));
  return line === undefined ? UNKNOWN : { ...UNKNOWN, ...line[1] };
}
