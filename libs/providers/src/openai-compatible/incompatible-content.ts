import type { ChatRequest } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import { refusedByBoth } from '../openai/endpoint.ts';
import type { Refusal } from '../refusal.ts';
import { foreignItems, withoutForeignItems } from '../wire/responses/replay.ts';
import { unaskedJson } from '../wire/asked-json.ts';
import { wantsJsonAsked } from './known-providers.ts';
import { responsesLineAt } from './responses-line.ts';

/** Why a provider of this wire would refuse a request although each of its parameters is allowed; null when it would not. */
export function incompatibleWith(request: ChatRequest, target: Target): Refusal | null {
  const own = unaskedOwnJson(request, target);
  if (own !== null) return own;
  const line = responsesLineAt(target.upstreamModel, target);
  if (line === null) return null;
  return refusedByBoth(line, request) ?? foreignItems(withoutForeignItems(request, target), target);
}

/** Why a target makes no JSON object of a request; null where it does, or where nothing of that kind is known. */
export function unaskedOwnJson(request: ChatRequest, target: Target): Refusal | null {
  return wantsJsonAsked(target) ? unaskedJson(request) : null;
}
