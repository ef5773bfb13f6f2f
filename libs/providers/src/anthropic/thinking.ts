import type { ChatRequest } from '@tollgate/contract/chat';
import type { ModelLine } from './lines.ts';
import type { WireRequest, WireTurn } from './types.ts';

/** The smallest budget that the vendor takes, in tokens. */
export const BUDGET_TOKENS_MIN = 1_024;

/** How much of the output an effort may spend on thinking, where the model wants a budget. */
const SHARES: Partial<Record<string, number>> = { low: 0.2, medium: 0.5, high: 0.8 };

/** Whether the model is asked to think, so that what does not go together with it matters. */
export function isAskedToThink(request: ChatRequest): boolean {
  const effort = request.reasoning_effort ?? 'none';
  return effort !== 'none';
}

/** Kinds of blocks that a turn begins with when the model has thought. */
const THOUGHTS: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking']);

/**
 * Whether a loop of calls goes on that does not begin with the model's thoughts, as after a client that
 * drops what it does not know. A model with a budget goes on with such a loop without thinking only.
 */
export function isLoopWithoutThoughts(turns: readonly WireTurn[]): boolean {
  const asked = turns.findLastIndex(({ role, content }) => role === 'user' && !hasResults(content));
  const first = turns[asked + 1]?.content ?? [];
  const hasCalls = first.some(({ type }) => type === 'tool_use');
  return hasCalls && !THOUGHTS.has(first[0]?.type ?? '');
}

function hasResults(content: WireTurn['content']): boolean {
  return content.some(({ type }) => type === 'tool_result');
}

/**
 * The request's effort in the vendor's parameters. Nothing without one: the vendor's default holds.
 * @param ceiling output tokens in all; a budget lies within them
 */
export function thinkingOf(
  request: ChatRequest,
  line: ModelLine,
  ceiling: number,
): { thinking?: WireRequest['thinking']; effort?: string } {
  const effort = request.reasoning_effort ?? null;
  if (effort === null || line.thinking === 'none') return {};
  if (effort === 'none') return { thinking: { type: 'disabled' } };
  if (line.thinking === 'adaptive') {
    // Newer models give no text of their thoughts unless they are asked for it.
    return { thinking: { type: 'adaptive', display: 'summarized' }, effort };
  }
  const budget = Math.floor(ceiling * (SHARES[effort] ?? 0));
  const within = Math.min(Math.max(budget, BUDGET_TOKENS_MIN), ceiling - 1);
  return { thinking: { type: 'enabled', budget_tokens: within } };
}
