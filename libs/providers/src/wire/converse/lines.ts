import { bareModel } from './model-name.ts';

/** One line of models: every name that the pattern fits takes the same parameters. */
export interface ChatLine {
  models: RegExp;
  /** In tokens; an administrator adds unknown limits. */
  context?: number;
  output?: number;
  tools: boolean;
  /** A call can be demanded by the function's name. */
  named?: true;
  /** Whether to call is for the model alone to decide. */
  free?: true;
  images?: true;
  /** Answers can be held to a JSON schema. */
  schema?: true;
  /** Reports tokens read from and written to a cache. */
  caches?: true;
  /** Takes cache points, up to which the provider keeps a prompt. */
  points?: true;
  /** Results of tools may hold images and be marked as failures. */
  results?: true;
  /** Takes neither a temperature nor `top_p`. */
  unsampled?: true;
  /** Takes no stop sequences. */
  unstopped?: true;
  /** The lowest output ceiling that a request may name, in tokens; absent: 1. */
  leastOutput?: number;
  /** Models of generations that are not known yet have the most that those before them take. */
  isAssumed?: true;
}

type Facts = Omit<ChatLine, 'models' | 'tools'>;

const claude = (names: string, facts: Facts): ChatLine => ({
  models: new RegExp(
    String.raw`^anthropic\.claude-(?:${names})(?:-\d{8})?(?:-v\d+(?::\d+\w*)*)?$`,
    'u',
  ),
  tools: true,
  named: true,
  caches: true,
  results: true,
  ...facts,
});
const nova = (names: string, facts: Facts): ChatLine => ({
  models: new RegExp(String.raw`^amazon\.nova-(?:${names})-v\d+(?::\d+\w*)*$`, 'u'),
  tools: true,
  named: true,
  caches: true,
  results: true,
  ...facts,
});
const other = (names: string, facts: Facts & { tools: boolean }): ChatLine => ({
  models: new RegExp(`^(?:${names})`, 'u'),
  ...facts,
});

const SEES = { images: true } as const;
const STRICT = { images: true, schema: true } as const;
const POINTS = { points: true } as const;
/** Claude from 4.6 on. */
const LONG = { context: 1_000_000, output: 128_000, ...STRICT, ...POINTS } as const;
/**
 * Models that their makers serve behind Converse with OpenAI's rules: ceilings below 16 are
 * refused, and "This model doesn't support the stopSequences field" of Grok and of GPT from 5.6 on,
 * as LiteLLM 1.110.2 measured on 2026-10-09.
 */
const GUEST = { tools: true, named: true, images: true, leastOutput: 16 } as const;
/** GPT takes schemas over Converse too, by AWS's samples (structured-output-bedrock). */
const GPT = {
  ...GUEST,
  context: 1_050_000,
  output: 128_000,
  schema: true,
  caches: true,
  unsampled: true,
} as const;

const CLAUDE: readonly ChatLine[] = [
  claude('3-haiku|3-sonnet|3-opus', { context: 200_000, output: 4_096, ...SEES }),
  claude('3-5-sonnet', { context: 200_000, output: 8_192, ...SEES }),
  claude('3-5-haiku', { context: 200_000, output: 8_192, ...POINTS }),
  claude('3-7-sonnet|sonnet-4', { context: 200_000, output: 64_000, ...SEES, ...POINTS }),
  claude('opus-4|opus-4-1', { context: 200_000, output: 32_000, ...SEES, ...POINTS }),
  claude('sonnet-4-5|haiku-4-5|opus-4-5', {
    context: 200_000,
    output: 64_000,
    ...STRICT,
    ...POINTS,
  }),
  // As at Anthropic itself; AWS's samples had 64K until July 2026 and mended them (#424 of
  // accelerated-intelligent-document-processing-on-aws).
  claude(String.raw`(?:sonnet|opus)-4-6|[a-z]+-4-[7-9]|[a-z]+-[5-9](?:-\d)?`, LONG),
  {
    models: /^anthropic\.claude-(?:v2(?::\d+\w*)*|instant-v1(?::\d+\w*)*)$/u,
    context: 100_000,
    output: 4_096,
    tools: false,
  },
];

/** Llama decides by itself whether to call. */
const LLAMA = { context: 128_000, tools: true, free: true } as const;
const PLAIN = { tools: true, schema: true } as const;
const KIMI_3 = { tools: true, caches: true, leastOutput: 16, ...STRICT } as const;
const GLM_5 = { ...PLAIN, named: true, caches: true } as const;
const NOVA_2 = { context: 1_000_000, output: 64_000, ...SEES } as const;
const NOVA: readonly ChatLine[] = [
  nova('micro', { context: 128_000, output: 10_000 }),
  nova('lite|pro', { context: 300_000, output: 10_000, ...SEES }),
  nova('premier', { context: 1_000_000, output: 10_000, ...SEES }),
  nova(String.raw`2-(?!sonic)[a-z]+(?:-preview(?:-\d{8})?)?`, NOVA_2),
  nova(String.raw`[3-9]-(?!sonic)[a-z]+(?:-preview(?:-\d{8})?)?`, { ...NOVA_2, isAssumed: true }),
];

/**
 * Limits are those on which the profiles of langchain-aws 1.9.1 and LiteLLM 1.110.2 agree, the
 * lower of two that are close; which calls can be demanded is what both say. Read on 2026-11-28.
 */
const OTHERS: readonly ChatLine[] = [
  other('amazon\\.titan-text-lite', { context: 4_096, output: 4_096, tools: false }),
  other('amazon\\.titan-(?:text-express|tg1-large)', {
    context: 8_192,
    output: 8_192,
    tools: false,
  }),
  other('amazon\\.titan-text-premier', { context: 32_000, output: 3_072, tools: false }),
  other('meta\\.llama3-(?:8b|70b)', { context: 8_192, output: 2_048, tools: false }),
  other('meta\\.llama3-2-(?:11b|90b)', { ...LLAMA, output: 2_048, ...SEES }),
  other('meta\\.llama3-2-', { context: 128_000, output: 2_048, tools: false }),
  other('meta\\.llama3-', { ...LLAMA, output: 2_048 }),
  other('meta\\.llama4-scout', { ...LLAMA, context: 10_000_000, output: 8_192, ...SEES }),
  other('meta\\.llama4-', { ...LLAMA, context: 1_000_000, output: 8_192, ...SEES }),
  other('mistral\\.(?:mistral-7b|mixtral)', { context: 32_768, output: 4_096, tools: false }),
  other('mistral\\.mistral-(?:large-2402|small)', { context: 32_768, output: 8_192, tools: true }),
  other('mistral\\.mistral-large-2407', { context: 128_000, output: 8_192, tools: true }),
  other('mistral\\.pixtral', { context: 128_000, output: 8_192, tools: true, free: true, ...SEES }),
  other('mistral\\.voxtral', { context: 32_768, tools: false, schema: true }),
  other('mistral\\.(?:mistral-large-3|ministral)', { tools: true, ...STRICT }),
  other('mistral\\.magistral', { context: 128_000, output: 40_000, tools: true, ...STRICT }),
  other('mistral\\.', { tools: true, schema: true }),
  other('cohere\\.command-r', { context: 128_000, output: 4_096, tools: true }),
  other('ai21\\.jamba', { context: 256_000, output: 4_096, tools: true }),
  other('deepseek\\.r1', { context: 128_000, output: 32_768, tools: false }),
  other('deepseek\\.v3', { context: 163_840, tools: true, schema: true }),
  other('deepseek\\.', { tools: true, schema: true }),
  other('openai\\.gpt-oss', { context: 128_000, tools: true, schema: true }),
  other('openai\\.gpt-5\\.[45]', { ...GPT }),
  other('openai\\.gpt-(?:5\\.6|6(?:\\.1)?-)', { ...GPT, unstopped: true }),
  other('openai\\.gpt-(?:5\\.[7-9]|[6-9])', { ...GPT, unstopped: true, isAssumed: true }),
  other('xai\\.grok-4\\.[67]', { ...GUEST, context: 500_000, output: 500_000, unstopped: true }),
  other('xai\\.grok-', { ...GUEST, unstopped: true, isAssumed: true }),
  other('qwen\\.qwen3-vl', { tools: true, ...STRICT }),
  other('qwen\\.', { tools: true, schema: true }),
  other('moonshotai\\.kimi-k2\\.5', { context: 256_000, output: 16_000, tools: true, ...STRICT }),
  other('moonshotai\\.kimi-k3', { ...KIMI_3, context: 1_000_000, output: 128_000 }),
  other('moonshotai\\.', { ...KIMI_3, isAssumed: true }),
  other('moonshot\\.kimi-k2-thinking', { ...PLAIN, context: 256_000, output: 16_000 }),
  other('google\\.gemma-3', { context: 128_000, tools: true, ...STRICT }),
  other('google\\.gemma-4', { tools: true, ...STRICT }),
  other('google\\.gemma', { tools: true, ...STRICT, isAssumed: true }),
  other('zai\\.glm-(?:4\\.7|5$)', { ...PLAIN, context: 200_000, output: 128_000 }),
  other('zai\\.glm-5\\.3', { ...GLM_5, context: 1_000_000, output: 128_000 }),
  other('zai\\.', { ...GLM_5, isAssumed: true }),
  other('minimax\\.minimax-m2', { ...PLAIN, context: 196_000 }),
  other('nvidia\\.nemotron-nano-12b', { ...PLAIN, context: 128_000, output: 8_000, ...SEES }),
  other('nvidia\\.nemotron-nano-9b', { ...PLAIN, context: 128_000, output: 8_000 }),
  other('nvidia\\.nemotron-nano-3', { ...PLAIN, context: 256_000, output: 8_000 }),
  other('nvidia\\.nemotron-super-3', { ...PLAIN, context: 256_000 }),
  other('(?:moonshot|minimax|nvidia)\\.', { ...PLAIN, isAssumed: true }),
  other('writer\\.palmyra-x4', { context: 128_000, output: 8_192, tools: true }),
  other('writer\\.palmyra-x5', { context: 1_000_000, output: 8_192, tools: true }),
];

/**
 * Order matters where two lines fit one name; the first wins. Names that fit none are not exposed.
 */
const LINES: readonly ChatLine[] = [...CLAUDE, ...NOVA, ...OTHERS];

/**
 * The line that a model of this host belongs to; undefined for one that answers no chat, or is not
 * known.
 */
export function chatLineOf(upstreamModel: string): ChatLine | undefined {
  const name = bareModel(upstreamModel);
  return LINES.find(({ models }) => models.test(name));
}
