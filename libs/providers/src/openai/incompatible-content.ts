import type { ChatRequest } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import type { Refusal } from '../refusal.ts';
import { unaskedJson } from '../wire/asked-json.ts';
import { foreignItems, withoutForeignItems } from '../wire/responses/replay.ts';
import { endpointOf, refusedByBoth } from './endpoint.ts';
import { isResponsesOnly } from './lines.ts';

/** Why the provider would refuse a request although each of its parameters is allowed; null when it would not. */
export function incompatibleContent(request: ChatRequest, target: Target): Refusal | null {
  const fault = unaskedJson(request);
  if (fault !== null) return fault;
  const { upstreamModel: model } = target;
  if (isResponsesOnly(model)) return foreignItems(request, target);
  const refusal = refusedByBoth(model, request);
  if (refusal !== null) return refusal;
  return endpointOf(model, request) === 'responses'
    ? foreignItems(withoutForeignItems(request, target), target)
    : null;
}
