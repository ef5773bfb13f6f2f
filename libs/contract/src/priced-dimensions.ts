import type { RequestContract } from './request-contract.ts';
import { batchDimensions, PRICED_TIERS, tierDimensions } from './service-tiers.ts';

type Capability = RequestContract['capability'];

/**
 * Tools that a provider runs, each the name of its parameter and of its dimension: a search, a
 * fetch, a container in which code runs, of OpenAI one for each size of its memory, a call of an
 * MCP server, a search of files, and an image that is made. A model takes one where its contract
 * has the parameter and its price the dimension, which may be zero where the provider bills tokens
 * only.
 */
export const PRICED_TOOLS = [
  'web_search',
  'web_fetch',
  'code_execution',
  'code_interpreter',
  'code_interpreter_4g',
  'code_interpreter_16g',
  'code_interpreter_64g',
  'mcp',
  'image_generation',
  'file_search',
] as const;
/** One of {@link PRICED_TOOLS}. */
export type PricedTool = (typeof PRICED_TOOLS)[number];

/**
 * The tokens that the model behind `image_generation` reads and makes, text and images alike: each
 * a dimension that needs a price beside that of the tool.
 */
export const IMAGE_TOOL_TOKENS = ['image_input', 'image_output'] as const;
/** One of {@link IMAGE_TOOL_TOKENS}. */
export type ImageToolTokens = (typeof IMAGE_TOOL_TOKENS)[number];

/** The dimensions that need a price before a tool is taken. */
export function dimensionsOfTool(tool: PricedTool): readonly (PricedTool | ImageToolTokens)[] {
  return tool === 'image_generation' ? [tool, ...IMAGE_TOOL_TOKENS] : [tool];
}

/** The tools that the provider of a model runs for it, whether or not they have a price yet. */
export function toolsOf({ parameters }: Pick<RequestContract, 'parameters'>): PricedTool[] {
  return PRICED_TOOLS.filter((tool) => parameters[tool]?.supported === true);
}

/**
 * Fees that a call of a capability can have beside the dimensions of its contract: `request` for
 * each call, and `image` for each picture that the caller sends. Both are known before the call, so
 * that the quote, the hold and the charge have the same ones.
 */
const FEES: Readonly<Record<Capability, readonly string[]>> = Object.freeze({
  chat: ['request', 'image'],
  embeddings: ['request'],
  video: ['request', 'image'],
  image: ['request', 'image'],
  rerank: ['request'],
  moderation: ['request'],
  speech: ['request'],
  transcription: ['request'],
});

const TOKENS = ['input', 'cache_read', 'cache_write', 'output', 'reasoning'];

/**
 * Dimensions that a contract of each capability can have; `second` means every kind of second of a
 * video, `image` of an image model every kind of image that it makes.
 */
const POSSIBLE: Readonly<Record<Capability, readonly string[]>> = Object.freeze({
  chat: [
    'input',
    'cache_read',
    'cache_write',
    'cache_write_1h',
    'output',
    'reasoning',
    ...PRICED_TIERS.flatMap((tier) => tierDimensions(tier, TOKENS)),
    ...batchDimensions([...TOKENS, 'cache_write_1h']),
    'audio_input',
    'request',
    'image',
    ...PRICED_TOOLS,
    ...IMAGE_TOOL_TOKENS,
  ],
  embeddings: ['input', 'batch_input', 'request'],
  video: ['input', 'output', 'request', 'image', 'second'],
  image: ['input', 'output', 'image_input', 'image_output', 'request', 'image'],
  rerank: ['input', 'search_unit', 'request'],
  moderation: ['input', 'request'],
  speech: ['input', 'output', 'character', 'request'],
  transcription: ['input', 'audio_input', 'output', 'second', 'request'],
});

/** What decides about the dimensions of a price. */
export interface PricedModel extends Pick<RequestContract, 'capability' | 'dimensions'> {
  /** Present where a chat model hears audio: a price for `audio_input` admits it. */
  transcription?: object | undefined;
}

/**
 * The dimensions that a price of a model may name, in one order: those of its contract, also as
 * those of a batch interface, the fees of its capability, audio where a chat model hears it, and
 * the tools that its provider runs. A price for another dimension would never be quoted.
 * @param tools of {@link toolsOf}
 * @param hasBatches whether its provider may have a batch interface for the model
 */
export function pricedDimensions(
  { capability, dimensions, transcription }: PricedModel,
  tools: readonly PricedTool[] = [],
  hasBatches = true,
): string[] {
  const isText = capability === 'chat' || capability === 'embeddings';
  const batches = hasBatches && isText ? batchDimensions(dimensions) : [];
  const audio = transcription === undefined ? [] : ['audio_input'];
  const run = tools.flatMap(dimensionsOfTool);
  const priced = new Set([...dimensions, ...batches, ...audio, ...FEES[capability], ...run]);
  const inOrder = POSSIBLE[capability].filter((name) => priced.has(name));
  return [...new Set([...inOrder, ...priced])];
}

/**
 * Dimensions that an approval may still add to those of a model, by the parameter that it would
 * admit: prices can name them before, so that a model is not without a price in between.
 * @param given.hasTiers whether the provider of the model has tiers with prices of their own
 */
export function laterDimensions(
  dimensions: readonly string[],
  { hasTiers }: { hasTiers: boolean },
): string[] {
  return [
    ...(dimensions.includes('cache_write') ? ['cache_write_1h'] : []),
    ...(hasTiers ? PRICED_TIERS.flatMap((tier) => tierDimensions(tier, dimensions)) : []),
  ];
}

/** The names of a list of dimensions that no contract of the capability can have. */
export function foreignDimensions(capability: Capability, dimensions: readonly string[]): string[] {
  return dimensions.filter((name) => !POSSIBLE[capability].includes(name));
}
