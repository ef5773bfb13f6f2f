import type { ChatRequest } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import type { Refusal } from '../refusal.ts';
import { unfitForClaude } from '../claude/unfit.ts';
import { CONVERSE_LIMITS } from '../wire-limits.ts';
import type { WireLimits } from '../wire-limits.ts';
import { claudeLineOf } from './claude.ts';

/** Why the provider would refuse a request although each of its parameters is allowed; null when it would not. */
export function unfit(request: ChatRequest, target: Target): Refusal | null {
  const line = claudeLineOf(target.upstreamModel);
  return line === null ? null : unfitForClaude(request, line);
}

/** What Converse takes. More stop sequences than chat completions have come from messages alone, which go to Claude as they came, without Converse. */
export function limitsOf({ upstreamModel }: Pick<Target, 'upstreamModel'>): WireLimits {
  if (claudeLineOf(upstreamModel) === null) return CONVERSE_LIMITS;
  const { stops: _, documents: __, ...limits } = CONVERSE_LIMITS;
  return limits;
}
