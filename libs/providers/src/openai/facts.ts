import { readAt } from '../adapter/facts.ts';
import type { EmbeddingsFacts, Fact, WireFacts } from '../adapter/facts.ts';

const READ = '2026-11-26';
const TOOLS = readAt('https://github.com/anomalyco/opencode/issues/4909', READ);

/** What OpenAI takes on both of its interfaces. */
export const OPENAI_FACTS: WireFacts = {
  // "you can pass up to four"
  stops: readAt(
    'https://help.openai.com/en/articles/5072263-how-do-i-use-stop-sequences-in-the-openai-api',
    READ,
  )(4),
  // The error `array_above_max_length`, "Expected an array with maximum length 128", which names
  // the pattern of names too.
  tools: TOOLS(128),
  toolName: TOOLS(/^[a-zA-Z0-9_-]{1,64}$/u),
  // "Up to 1500 individual image inputs per request"; the 512 MB beside it are more than a body may
  // have here.
  images: readAt('https://developers.openai.com/api/docs/guides/images-vision', READ)(1_500),
};

const EMBEDDINGS = readAt(
  'https://developers.openai.com/api/reference/resources/embeddings/methods/create',
  READ,
);

/**
 * "any array must be 2048 dimensions or less", and "a maximum of 300,000 tokens summed across all
 * inputs in a single request".
 */
export const OPENAI_EMBEDDINGS_FACTS: Required<EmbeddingsFacts> = {
  inputs: EMBEDDINGS(2_048),
  totalTokens: EMBEDDINGS(300_000),
};

/** With which requests chat completions refuse function tools. */
export type ToolRefusal = 'with_an_effort' | 'unless_effort_is_none';

/**
 * "Function tools with reasoning_effort are not supported … in /v1/chat/completions", the
 * provider's own error: with an effort from GPT-5.4 on (March 2026), also without one from GPT-5.6
 * on, where `none` alone passes (July 2026; livekit/agents#7169 has it for -sol, -terra and -luna,
 * onyx-dot-app/onyx#15008 for GPT-6). Such requests go over the Responses interface.
 */
export const CHAT_REFUSES_TOOLS = {
  withAnEffort: readAt('https://github.com/pipecat-ai/pipecat/issues/4043', READ)('with_an_effort'),
  unlessEffortIsNone: readAt(
    'https://github.com/BerriAI/litellm/pull/34569',
    READ,
  )('unless_effort_is_none'),
} as const satisfies Record<string, Fact<ToolRefusal>>;

/**
 * The effort that "Chat Completions" refuse and the "Responses API adds", of each model that has
 * it, as its author measured; genkit-ai/genkit#6303 quotes the error of chat completions.
 */
export const RESPONSES_EFFORT: Fact<string> = readAt(
  'https://github.com/BerriAI/litellm-docs/pull/1173',
  '2026-11-28',
)('max');
