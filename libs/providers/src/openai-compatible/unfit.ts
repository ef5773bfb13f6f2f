import type { ChatRequest } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import { refusedByBoth } from '../openai/endpoint.ts';
import { lineOf } from '../openai/lines.ts';
import { unaskedJson } from '../openai/unfit.ts';
import type { Refusal } from '../refusal.ts';
import { foreignItems, withoutForeignItems } from '../wire/responses/replay.ts';
import { responsesLineAt } from './responses-line.ts';

/** Why a provider of this wire would refuse a request although each of its parameters is allowed; null when it would not. */
export function unfitFor(request: ChatRequest, target: Target): Refusal | null {
  const own = unaskedOwnJson(request, target);
  if (own !== null) return own;
  const line = responsesLineAt(target.upstreamModel, target);
  if (line === null) return null;
  return refusedByBoth(line, request) ?? foreignItems(withoutForeignItems(request, target), target);
}

/** Why one of OpenAI's models, served by whomever, makes no JSON object of a request; null for other models, of which that is not known. */
export function unaskedOwnJson(
  request: ChatRequest,
  { upstreamModel }: Pick<Target, 'upstreamModel'>,
): Refusal | null {
  const own = upstreamModel.slice(upstreamModel.lastIndexOf('/') + 1);
  return lineOf(own) === undefined ? null : unaskedJson(request);
}
