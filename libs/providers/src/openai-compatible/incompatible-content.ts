import type { ChatRequest } from '@tollgate/contract/chat';
import type { Endpoint } from '../adapter/adapter.ts';
import { refusedByBoth } from '../openai/wire-choice.ts';
import type { Refusal } from '../adapter/refusal.ts';
import { foreignItems, withoutForeignItems } from '../wire/responses/replay.ts';
import { unaskedJson } from '../wire/asked-json.ts';
import { wantsJsonAsked } from './known-providers.ts';
import { responsesLineAt } from './responses-line.ts';

/**
 * Why a provider of this wire would refuse a request although each of its parameters is allowed;
 * null when it would not.
 */
export function incompatibleWith(request: ChatRequest, endpoint: Endpoint): Refusal | null {
  const own = unaskedOwnJson(request, endpoint);
  if (own !== null) return own;
  const line = responsesLineAt(endpoint.upstreamModel, endpoint);
  if (line === null) return null;
  return (
    refusedByBoth(line, request) ?? foreignItems(withoutForeignItems(request, endpoint), endpoint)
  );
}

/**
 * Why an endpoint makes no JSON object of a request; null where it does, or where nothing of that
 * kind is known.
 */
export function unaskedOwnJson(request: ChatRequest, endpoint: Endpoint): Refusal | null {
  return wantsJsonAsked(endpoint) ? unaskedJson(request) : null;
}
