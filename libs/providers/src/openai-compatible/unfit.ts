import type { ChatRequest } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import { refusedByBoth } from '../openai/endpoint.ts';
import type { Refusal } from '../refusal.ts';
import { refuseResultImages } from '../tool-results.ts';
import { foreignItems, withoutForeignItems } from '../wire/responses/replay.ts';
import { responsesLineAt } from './responses-line.ts';

/**
 * Why a provider of this wire would refuse a request although each of its parameters is allowed; null when it would not. Images in results are refused
 * also where the Responses wire would take them, because only the credential says whether that wire is there.
 */
export function unfitFor(request: ChatRequest, target: Target): Refusal | null {
  const images = refuseResultImages(request);
  const line = responsesLineAt(target.upstreamModel, target);
  if (images !== null || line === null) return images;
  return refusedByBoth(line, request) ?? foreignItems(withoutForeignItems(request, target), target);
}
