import type { Endpoint, TokenOverhead } from '../adapter/adapter.ts';
import { bareModel } from '../wire/converse/model-name.ts';

const USUAL: TokenOverhead = {
  request: 16,
  message: 4,
  tools: 110,
  tool: 12,
  image: 2_000,
  digits: 1,
  scale: 1.1,
  declaresHistory: true,
  prose: 1,
};

/** Instructions around answers that are held to a schema. */
const CLAUDE_FORMATS = { json_schema: 130 } as const;
/** What a line of Claude adds; the instructions around tools differ most. */
const claude = (tools: number, differs: Partial<TokenOverhead> = {}): Partial<TokenOverhead> => ({
  request: 12,
  message: 4,
  tool: 12,
  image: 1_700,
  scale: 1.2,
  prose: 1.05,
  formats: CLAUDE_FORMATS,
  tools,
  ...differs,
});
/** The tokens of the instructions that a model gets when it is to think. */
const THINKS = { request: 40 } as const;

/** Lines of models: their templates decide what is around the text. The first fits. */
const LINES: readonly [RegExp, Partial<TokenOverhead>][] = [
  [/^anthropic\.claude-3-opus/u, claude(540)],
  [/^anthropic\.claude-3-sonnet/u, claude(200)],
  [/^anthropic\.claude-3-haiku/u, claude(300)],
  [/^anthropic\.claude-3-5/u, claude(310)],
  [/^anthropic\.claude-3-7/u, claude(340, THINKS)],
  [/^anthropic\.claude-(?:v2|instant)/u, claude(0)],
  [/^anthropic\.claude-(?:sonnet|opus)-4(?:-1)?-\d{8}/u, claude(340, THINKS)],
  [
    /^anthropic\.claude-(?:[a-z]+-4-[7-9]|[a-z]+-[5-9])/u,
    claude(420, { ...THINKS, scale: 1.5, prose: 1.4 }),
  ],
  [/^anthropic\.claude/u, claude(490, THINKS)],
  [/^amazon\.nova-2/u, { request: 100, message: 2, tools: 790, scale: 1 }],
  [/^amazon\.nova/u, { request: 4, message: 1, tools: 360, tool: 8, scale: 1 }],
  [/^amazon\.titan/u, { request: 6 }],
  [/^meta\.llama3-(?:8b|70b)/u, { request: 16, digits: 3 }],
  [/^meta\.llama4/u, { request: 16, tools: 520, digits: 3 }],
  [/^meta\.llama/u, { request: 36, digits: 3 }],
  [/^openai\.gpt-oss/u, { request: 84, message: 6, tools: 30, digits: 3, scale: 1 }],
  [/^openai\.gpt-/u, { request: 8, message: 5, tools: 100, digits: 3, scale: 1 }],
  [/^cohere\./u, { request: 8, message: 2, tools: 400 }],
  [/^mistral\./u, { request: 10, tools: 50, tool: 14 }],
  [/^qwen\./u, { request: 10, tools: 130 }],
  [/^deepseek\./u, { request: 8, tools: 190, scale: 1 }],
  [/^(?:minimax|moonshot|moonshotai|zai|nvidia)\./u, { request: 32, tools: 200, tool: 24 }],
];

/** What an endpoint counts beside the text. */
export function bedrockOverhead({ upstreamModel }: Endpoint): TokenOverhead {
  const name = bareModel(upstreamModel);
  const line = LINES.find(([models]) => models.test(name));
  return line === undefined ? USUAL : { ...USUAL, ...line[1] };
}
