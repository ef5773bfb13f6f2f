import type { ChatRequest } from '@tollgate/contract/chat';
import type { Endpoint } from '../../adapter/adapter.ts';
import type { JsonObject } from '../../json.ts';
import { isLoopWithoutThinking, thinkingOf } from '../../claude/thinking.ts';
import type { TurnKinds } from '../../claude/thinking.ts';
import { claudeLineOf } from './claude.ts';
import { bareModel } from './model-name.ts';
import type { Block, WireTurn } from './types.ts';

/**
 * How a line of models other than Claude is asked to reason, and what it does with reasoning of
 * earlier turns.
 */
interface ReasoningLine {
  models: RegExp;
  efforts: readonly string[];
  /** The provider's own fields for an effort. */
  fields(effort: string): JsonObject;
  /** Whether the models take back reasoning without a signature; other models refuse it. */
  replays: boolean;
}

const novaFields = (effort: string): JsonObject => ({
  reasoningConfig:
    effort === 'none' ? { type: 'disabled' } : { type: 'enabled', maxReasoningEffort: effort },
});

const flatField = (effort: string): JsonObject => ({ reasoning_effort: effort });
const nestedField = (effort: string): JsonObject => ({ reasoning: { effort } });
const EVERY = ['low', 'medium', 'high', 'xhigh', 'max'];

/** The first line that fits the name of a model applies; models without a line take no effort. */
const LINES: readonly ReasoningLine[] = [
  {
    // The highest effort is not allowed together with an output ceiling, and every request has a
    // ceiling.
    models: /^amazon\.nova-[2-9]-/u,
    efforts: ['none', 'low', 'medium'],
    fields: novaFields,
    replays: true,
  },
  {
    models: /^openai\.gpt-oss/u,
    efforts: ['low', 'medium', 'high'],
    fields: flatField,
    replays: true,
  },
  // The members below and their values: langchain-aws 1.9.1 and @ai-sdk/amazon-bedrock 5.0.101,
  // read on 2026-11-28.
  {
    models: /^openai\.gpt-5\.[45]/u,
    efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
    fields: nestedField,
    replays: false,
  },
  {
    models: /^openai\.gpt-6(?:\.\d)?-astra|^openai\.gpt-6\.[1-9]-sol/u,
    efforts: EVERY,
    fields: nestedField,
    replays: false,
  },
  {
    models: /^openai\.gpt-(?:5\.[6-9]|[6-9])/u,
    efforts: ['none', ...EVERY],
    fields: nestedField,
    replays: false,
  },
  {
    models: /^moonshotai\.kimi-k3\.1/u,
    efforts: ['none', ...EVERY],
    fields: flatField,
    replays: true,
  },
  {
    models: /^(?:moonshot|moonshotai)\.kimi-/u,
    efforts: ['low', 'high', 'max'],
    fields: flatField,
    replays: true,
  },
  {
    models: /^zai\.glm-(?:5\.[3-9]|[6-9])/u,
    efforts: EVERY,
    fields: flatField,
    replays: true,
  },
  {
    models: /^qwen\.qwen3-(?:\d+b|next)/u,
    efforts: ['low', 'high'],
    fields: (effort) => ({ reasoning_config: effort }),
    replays: true,
  },
  {
    models: /^(?:moonshot|moonshotai|minimax|zai|nvidia)\./u,
    efforts: [],
    fields: () => ({}),
    replays: true,
  },
];

function lineOf(upstreamModel: string): ReasoningLine | undefined {
  const name = bareModel(upstreamModel);
  return LINES.find(({ models }) => models.test(name));
}

/** The efforts that a model takes; empty when it takes none. */
export function effortsOf(upstreamModel: string): readonly string[] {
  return claudeLineOf(upstreamModel)?.efforts ?? lineOf(upstreamModel)?.efforts ?? [];
}

/** Whether unsigned reasoning of an earlier turn goes back to the model. */
export function replaysReasoning(upstreamModel: string): boolean {
  return lineOf(upstreamModel)?.replays ?? false;
}

/**
 * The provider's own fields for the effort of a request; undefined when it asks for none.
 * @param turns the turns of the request: a tool loop whose reasoning is lost continues without
 *   thinking
 */
export function reasoningFields(
  request: ChatRequest,
  { upstreamModel }: Endpoint,
  turns: readonly WireTurn[],
): JsonObject | undefined {
  const effort = request.reasoning_effort ?? null;
  if (effort === null) return undefined;
  const claude = claudeLineOf(upstreamModel);
  if (claude === null) return lineOf(upstreamModel)?.fields(effort);
  if (claude.thinking === 'budget' && isLoopWithoutThinking(turns.map(kindsOf))) return undefined;
  const { thinking, effort: reported } = thinkingOf(
    request,
    claude,
    ceilingOf(request, upstreamModel),
  );
  if (thinking === undefined) return undefined;
  return { thinking, ...(reported === undefined ? {} : { output_config: { effort: reported } }) };
}

/** The output tokens in all: the requested ceiling, or the most that a line of Claude gives. */
function ceilingOf(request: ChatRequest, upstreamModel: string): number {
  const asked = request.max_completion_tokens ?? request.max_tokens;
  return asked ?? claudeLineOf(upstreamModel)?.output ?? Infinity;
}

function kindsOf({ role, content }: WireTurn): TurnKinds {
  return { role, kinds: content.map(kindOf) };
}

function kindOf(block: Block): TurnKinds['kinds'][number] {
  if ('reasoningContent' in block) return 'thinking';
  if ('toolUse' in block) return 'call';
  return 'toolResult' in block ? 'result' : 'other';
}
