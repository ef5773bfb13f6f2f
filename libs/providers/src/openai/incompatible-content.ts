import type { ChatRequest } from '@tollgate/contract/chat';
import type { Endpoint } from '../adapter/adapter.ts';
import type { Refusal } from '../adapter/refusal.ts';
import { unaskedJson } from '../wire/asked-json.ts';
import { foreignItems, withoutForeignItems } from '../wire/responses/replay.ts';
import { wireNameOf, refusedByBoth } from './wire-choice.ts';
import { isResponsesOnly } from './lines.ts';

/**
 * Why the provider would refuse a request although each of its parameters is allowed; null when it
 * would not.
 */
export function incompatibleContent(request: ChatRequest, endpoint: Endpoint): Refusal | null {
  const fault = unaskedJson(request);
  if (fault !== null) return fault;
  const { upstreamModel: model } = endpoint;
  if (isResponsesOnly(model)) return foreignItems(request, endpoint);
  const refusal = refusedByBoth(model, request);
  if (refusal !== null) return refusal;
  return wireNameOf(model, request) === 'responses'
    ? foreignItems(withoutForeignItems(request, endpoint), endpoint)
    : null;
}
