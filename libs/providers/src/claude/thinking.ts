import type { ChatRequest } from '@tollgate/contract/chat';
import { THINKING_SHARES } from '../contract/thinking-shares.ts';
import type { ModelLine } from './lines.ts';

/** The smallest budget that the provider takes, in tokens. */
export const BUDGET_TOKENS_MIN = 1_024;

/** The wire's setting for thinking: adaptive, within a budget, off, or between calls alone. */
export type Thinking =
  | { type: 'adaptive'; display?: 'summarized' }
  | { type: 'enabled'; budget_tokens: number }
  | { type: 'disabled' | 'between_tools' };

/** The content of one turn of a conversation, independent of the wire. */
export interface TurnKinds {
  role: 'user' | 'assistant';
  /** The kinds of its blocks in their order. */
  kinds: readonly ('thinking' | 'call' | 'result' | 'other')[];
}

/**
 * Whether the conversation ends in a tool loop that does not begin with the model's thinking, as
 * with a client that drops fields it does not know. A model with a budget continues such a loop
 * only without thinking.
 */
export function isLoopWithoutThinking(turns: readonly TurnKinds[]): boolean {
  const asked = turns.findLastIndex(
    ({ role, kinds }) => role === 'user' && !kinds.includes('result'),
  );
  const { kinds: first = [] } = turns[asked + 1] ?? {};
  return first.includes('call') && first[0] !== 'thinking';
}

/**
 * The request's effort in the provider's parameters. Nothing without one: the provider's default
 * holds.
 * @param ceiling output tokens in all; a budget lies within them
 */
export function thinkingOf(
  request: ChatRequest,
  line: ModelLine,
  ceiling: number,
): { thinking?: Thinking; effort?: string } {
  const effort = request.reasoning_effort ?? null;
  if (effort === null || line.thinking === 'none') return {};
  if (effort === 'none') return { thinking: { type: line.rests ?? 'disabled' } };
  if (line.thinking === 'adaptive') {
    // Newer models return no text of their thinking unless the request asks for the text.
    const shown = line.sampling === 'default' ? { display: 'summarized' as const } : {};
    return { thinking: { type: 'adaptive', ...shown }, effort };
  }
  const budget = Math.floor(ceiling * (THINKING_SHARES[effort] ?? 0));
  const within = Math.min(Math.max(budget, BUDGET_TOKENS_MIN), ceiling - 1);
  return { thinking: { type: 'enabled', budget_tokens: within } };
}
