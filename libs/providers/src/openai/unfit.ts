import type { ChatRequest } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import type { Refusal } from '../refusal.ts';
import { refuseResultImages } from '../tool-results.ts';
import { foreignItems } from '../wire/responses/replay.ts';
import { isResponsesOnly } from './contract.ts';

/** Why the provider would refuse a request although each of its parameters is allowed; null when it would not. */
export function unfit(request: ChatRequest, target: Target): Refusal | null {
  const fault = unaskedJson(request);
  if (fault !== null) return fault;
  if (!isResponsesOnly(target.upstreamModel)) return refuseResultImages(request);
  return foreignItems(request, target);
}

function unaskedJson({ response_format: format, messages }: ChatRequest): Refusal | null {
  if (format?.type !== 'json_object' || /json/iu.test(JSON.stringify(messages))) return null;
  const message =
    'This model makes a JSON object only where the messages ask for one: the word "json" has to stand in them.';
  return { param: 'messages', message };
}
