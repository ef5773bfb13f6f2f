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
  images?: true;
  /** Answers can be held to a JSON schema. */
  schema?: true;
  /** Reports tokens read from and written to a cache. */
  caches?: true;
  /** Takes cache points, up to which the provider keeps a prompt. */
  points?: true;
  /** Results of tools may hold images and be marked as failures. */
  results?: true;
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
  claude('sonnet-4-6', { context: 200_000, output: 64_000, ...STRICT, ...POINTS }),
  claude('opus-4-6', { context: 200_000, output: 128_000, ...STRICT, ...POINTS }),
  // Later members accept the same; an administrator gives their limits.
  claude(String.raw`[a-z]+-4-[7-9]|[a-z]+-[5-9](?:-\d)?`, { ...STRICT, ...POINTS }),
  {
    models: /^anthropic\.claude-(?:v2(?::\d+\w*)*|instant-v1(?::\d+\w*)*)$/u,
    context: 100_000,
    output: 4_096,
    tools: false,
  },
];

const NOVA: readonly ChatLine[] = [
  nova('micro', { context: 128_000, output: 10_000 }),
  nova('lite|pro', { context: 300_000, output: 10_000, ...SEES }),
  nova('premier', { context: 1_000_000, output: 10_000, ...SEES }),
  nova('2-[a-z]+', { context: 1_000_000, output: 64_000, ...SEES }),
];

const OTHERS: readonly ChatLine[] = [
  other('amazon\\.titan-text-lite', { context: 4_096, output: 4_096, tools: false }),
  other('amazon\\.titan-(?:text-express|tg1-large)', {
    context: 8_192,
    output: 8_192,
    tools: false,
  }),
  other('amazon\\.titan-text-premier', { context: 32_000, output: 3_072, tools: false }),
  other('meta\\.llama3-(?:8b|70b)', { context: 8_192, output: 2_048, tools: false }),
  other('meta\\.llama3-2-(?:11b|90b)', { context: 128_000, output: 2_048, tools: true, ...SEES }),
  other('meta\\.llama3-2-', { context: 128_000, output: 2_048, tools: false }),
  other('meta\\.llama3-', { context: 128_000, output: 2_048, tools: true }),
  other('meta\\.llama4-', { context: 1_000_000, output: 8_192, tools: true, ...SEES }),
  other('mistral\\.(?:mistral-7b|mixtral)', { context: 32_768, output: 4_096, tools: false }),
  other('mistral\\.mistral-(?:large-2402|small)', { context: 32_768, output: 8_192, tools: true }),
  other('mistral\\.mistral-large-2407', { context: 128_000, output: 8_192, tools: true }),
  other('mistral\\.pixtral', { context: 128_000, output: 8_192, tools: true, ...SEES }),
  other('mistral\\.(?:mistral-large-3|ministral)', { tools: true, ...STRICT }),
  other('mistral\\.(?:magistral|devstral)', { tools: true, schema: true }),
  other('cohere\\.command-r', { context: 128_000, output: 4_096, tools: true }),
  other('ai21\\.jamba', { context: 256_000, output: 4_096, tools: true }),
  other('deepseek\\.r1', { context: 128_000, output: 32_768, tools: false }),
  other('deepseek\\.', { tools: true, schema: true }),
  other('openai\\.gpt-oss', { context: 128_000, tools: true, schema: true }),
  other('qwen\\.qwen3-vl', { tools: true, ...STRICT }),
  other('qwen\\.', { tools: true, schema: true }),
  other('moonshotai\\.', { tools: true, ...STRICT }),
  other('google\\.gemma', { tools: true, ...STRICT }),
  other('(?:moonshot|minimax|zai|nvidia)\\.', { tools: true, schema: true }),
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
