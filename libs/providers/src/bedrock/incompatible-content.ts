import type { ChatRequest } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import type { Refusal } from '../refusal.ts';
import { incompatibleWithClaude } from '../claude/incompatible-content.ts';
import { claudeLineOf } from './claude.ts';

/** Why the provider would refuse a request although each of its parameters is allowed; null when it would not. */
export function incompatibleContent(request: ChatRequest, target: Target): Refusal | null {
  const line = claudeLineOf(target.upstreamModel);
  return line === null ? null : incompatibleWithClaude(request, line);
}
