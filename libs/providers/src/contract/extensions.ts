import type { ChatRequest, ExtraParameters } from '@tollgate/contract/chat';
import { carriedIn } from '@tollgate/contract/extensions';
import type { UnknownField } from '@tollgate/contract/extensions';
import {
  extraRule,
  extraValueFault,
  mayBeExtra,
  notAdmitted,
} from '@tollgate/contract/extra-parameters';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { isHint, isIdleHint } from '@tollgate/contract/unknown-fields';
import type { Family, Endpoint } from '../adapter/adapter.ts';
import type { Refusal } from '../adapter/refusal.ts';

/** One endpoint, and what its own model takes. */
interface Asked {
  family: Family;
  endpoint: Endpoint;
  contract: Pick<RequestContract, 'parameters'>;
}

const ADVICE = 'Leave it out, or ask a model whose provider has it.';

/**
 * Why an endpoint does not take the unknown fields of a request; null when it takes all of them. A
 * parameter that its contract has is judged by the contract, and any other goes on where the
 * request goes over the interface of its own route. Hints are left out elsewhere.
 */
export function unknownRefusal(
  { family, endpoint, contract }: Asked,
  request: ChatRequest,
): Refusal | null {
  const { unknown } = request;
  if (unknown === undefined) return null;
  const carried = carriedFields({ family, endpoint }, request);
  for (const field of unknown.fields) {
    const rule = extraRule(contract.parameters, field.param);
    const message = rule === undefined ? refusedField(field, carried) : faultOf(field, rule);
    if (message !== null) return { param: field.param, message, isUnknown: true };
  }
  return null;
}

/**
 * Paths of the unknown fields that an endpoint is sent; null at an endpoint of another wire, which
 * is sent none.
 */
type Carried = ReadonlySet<string> | null;

function carriedFields(
  { family, endpoint }: Pick<Asked, 'family' | 'endpoint'>,
  request: ChatRequest,
): Carried {
  const { chat } = family;
  if (chat === undefined || !takesExtensions({ family, endpoint }, request)) return null;
  const mapper = chat.forRequest?.(request, endpoint, {}) ?? chat;
  // Options of a stream are sent with a stream only; a request that has such options is for one.
  return carriedIn(mapper.toWire(request, endpoint, true) as object);
}

/**
 * Why an endpoint does not take an unknown field that its contract has no rule for; null where it
 * does, or where the field is left out and named.
 */
function refusedField(field: UnknownField, carried: Carried): string | null {
  if (isHint(field.param, field.value) || isIdleHint(field.param)) return null;
  if (carried === null) return wordsFor(field);
  return isCarried(field, carried) || isOfConversation(field) ? null : notCarried(field);
}

/** Fields of the request itself go on beside those that a mapper writes. */
function isCarried({ param }: UnknownField, carried: Carried): boolean {
  if (carried === null) return false;
  return carried.has(param) || (!/[.[]/u.test(param) && !isIdleHint(param));
}

/**
 * Whether a field is in the conversation, at an item that the provider does not get as one:
 * reasoning of another model, a turn that says nothing, one of two items that are one message. The
 * provider gets what the item says, without the field.
 */
function isOfConversation({ param }: UnknownField): boolean {
  return /^(?:messages|input)\[/u.test(param);
}

function notCarried({ param }: UnknownField): string {
  return `${param} cannot be sent to this model. Leave it out.`;
}

function faultOf(
  { param, value }: UnknownField,
  rule: NonNullable<ReturnType<typeof extraRule>>,
): string | null {
  if (!rule.supported) return notAdmitted(param);
  const fault = extraValueFault(rule, value);
  return fault === null ? null : `${param} ${fault} for this model.`;
}

function wordsFor({ param, value }: UnknownField): string {
  if (mayBeExtra(param)) return notAdmitted(param);
  if (!param.endsWith('.type')) return `This model does not support ${param}. ${ADVICE}`;
  const { type } = value as { type?: unknown };
  return `This model does not support ${JSON.stringify(type)} in ${param}. ${ADVICE}`;
}

/** Whether a request goes to an endpoint over the interface that its own route has the shape of. */
function takesExtensions(
  { family, endpoint }: Pick<Asked, 'family' | 'endpoint'>,
  request: ChatRequest,
): boolean {
  return request.unknown?.route === family.extensions?.(endpoint, request);
}

/** The extra parameters that go to an endpoint, of those that a request has. */
export function extrasFor(
  { family, endpoint, contract }: Asked,
  request: ChatRequest,
): { extra?: ExtraParameters } {
  const { extra, unknown } = request;
  if (extra === undefined || unknown === undefined) return {};
  const isOwn = takesExtensions({ family, endpoint }, request);
  const own = Object.entries(extra).filter(
    ([name]) => isOwn || extraRule(contract.parameters, name)?.supported === true,
  );
  return { extra: Object.fromEntries(own) };
}

/** The paths of unknown fields that do not go to an endpoint that takes the request. */
export function unknownLeftOut(
  { family, endpoint, contract }: Asked,
  request: ChatRequest,
): string[] {
  const { unknown } = request;
  if (unknown === undefined) return [];
  const carried = carriedFields({ family, endpoint }, request);
  return unknown.fields
    .filter((field) => !isCarried(field, carried))
    .filter(({ param }) => extraRule(contract.parameters, param) === undefined)
    .map(({ param }) => param);
}
