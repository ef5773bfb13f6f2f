import type { ChatRequest } from '@tollgate/contract/chat';
import type { Endpoint } from '../adapter/adapter.ts';
import type { Refusal } from '../adapter/refusal.ts';
import { incompatibleWithClaude } from '../claude/incompatible-content.ts';
import { claudeLineOf } from '../wire/converse/claude.ts';

/**
 * Why the provider would refuse a request although each of its parameters is allowed; null when it
 * would not.
 */
export function incompatibleContent(request: ChatRequest, endpoint: Endpoint): Refusal | null {
  const line = claudeLineOf(endpoint.upstreamModel);
  return line === null ? null : incompatibleWithClaude(request, line);
}
