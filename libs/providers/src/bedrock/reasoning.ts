import type { ChatRequest } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import type { JsonObject } from '../json.ts';
import { bareModel } from './model-name.ts';

/** Tokens of thinking for models that are told a budget; less than the smallest is refused by the vendor. */
const BUDGETS: Readonly<Record<string, number>> = { low: 1_024, medium: 4_096, high: 16_384 };
const BUDGET_TOKENS_MIN = 1_024;

/** How a line of models is told to reason, and what it does with reasoning of earlier turns. */
interface ReasoningLine {
  models: RegExp;
  efforts: readonly string[];
  /** What goes into the vendor's own fields for an effort. */
  fields(effort: string, outputMax: number | null): JsonObject;
  /** Whether reasoning without a signature is sent back; the others refuse it. */
  replays: boolean;
}

/** At most half of the output is for thinking, so that something is left for the answer. */
const budgeted = (effort: string, outputMax: number | null): JsonObject => {
  const room = outputMax === null ? Infinity : Math.floor(outputMax / 2);
  const budget = Math.min(BUDGETS[effort] ?? BUDGET_TOKENS_MIN, room);
  return { thinking: { type: 'enabled', budget_tokens: Math.max(budget, BUDGET_TOKENS_MIN) } };
};
const adaptive = (effort: string): JsonObject => ({
  thinking: { type: 'adaptive' },
  output_config: { effort },
});
/** These show their thoughts only when asked to. */
const adaptiveShown = (effort: string): JsonObject => ({
  thinking: { type: 'adaptive', display: 'summarized' },
  output_config: { effort },
});
const novaFields = (effort: string): JsonObject => ({
  reasoningConfig:
    effort === 'none' ? { type: 'disabled' } : { type: 'enabled', maxReasoningEffort: effort },
});

/** The first line that fits a name is its own; other models take no effort. */
const LINES: readonly ReasoningLine[] = [
  {
    models: /^anthropic\.claude-(?:3-7-sonnet|(?:sonnet|opus|haiku)-4(?:-[15])?(?:-\d{8}|$))/u,
    efforts: ['low', 'medium', 'high'],
    fields: budgeted,
    replays: false,
  },
  {
    models: /^anthropic\.claude-(?:opus|sonnet|haiku)-4-6/u,
    efforts: ['low', 'medium', 'high'],
    fields: adaptive,
    replays: false,
  },
  {
    models: /^anthropic\.claude-(?:(?:opus|sonnet|haiku)-(?:4-[7-9]|[5-9])|[a-z]+-[5-9])/u,
    efforts: ['low', 'medium', 'high'],
    fields: adaptiveShown,
    replays: false,
  },
  {
    // The highest effort does not go together with a ceiling of the output, and there always is one.
    models: /^amazon\.nova-2-/u,
    efforts: ['none', 'low', 'medium'],
    fields: novaFields,
    replays: true,
  },
  {
    models: /^openai\.gpt-oss/u,
    efforts: ['low', 'medium', 'high'],
    fields: (effort) => ({ reasoning_effort: effort }),
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
  return lineOf(upstreamModel)?.efforts ?? [];
}

/** Whether reasoning of an earlier turn that nobody signed goes back to the model. */
export function replaysReasoning(upstreamModel: string): boolean {
  return lineOf(upstreamModel)?.replays ?? false;
}

/** The vendor's own fields for the effort of a request; undefined when it asks for none. */
export function reasoningFields(request: ChatRequest, target: Target): JsonObject | undefined {
  const effort = request.reasoning_effort ?? null;
  const line = lineOf(target.upstreamModel);
  if (effort === null || line === undefined) return undefined;
  return line.fields(effort, request.max_completion_tokens ?? request.max_tokens ?? null);
}
