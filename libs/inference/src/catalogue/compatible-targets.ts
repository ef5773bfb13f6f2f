import type { ChatRequest, Message } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/error-codes';
import { isTextOnly } from '@tollgate/contract/text-only';
import { addressesIn } from '@tollgate/structure/addresses';
import type { Refusal } from '@tollgate/providers/adapter/refusal';
import { unknownRefusal } from '@tollgate/providers/contract/extensions';
import { withoutForeignContent } from '@tollgate/providers/engine/signed-content';
import { withoutUnseenResults } from '@tollgate/providers/tokens/unseen-results';
import { overWireLimits } from '@tollgate/providers/contract/wire-limits';
import type { Resolved, Target } from './resolve.ts';

/** A target that takes a request, and the messages as the target takes them. */
export interface CompatibleTarget {
  target: Target;
  messages: Message[];
  /** The paths of content that another model has signed and that this target does not get. */
  leftOut: readonly string[];
  /** The paths of what tools have returned and this target cannot look at. */
  unseen: readonly string[];
}

/**
 * The targets that take a request, in their order. Content that another exact model has signed is
 * left out of closed turns. In an open tool loop it is left out for targets of an alias only, and
 * these come last, because a loop goes on best with the model that has begun it; an exact id keeps
 * its loop or refuses it by name. Targets that would refuse for another reason are left out,
 * because no table can name every bad combination of parameters.
 * @throws GatewayError 400 when no target is left, in the words of the first
 */
export function compatibleTargets(
  { targets, name }: Pick<Resolved, 'targets' | 'name'>,
  request: ChatRequest,
): readonly CompatibleTarget[] {
  const isText = isTextOnly(request);
  const judged = targets.map((target) =>
    isText ? judgeText(target, request) : judge(target, request, target.publicId !== name),
  );
  const taking = judged.filter(({ refusal }) => refusal === null);
  if (taking.length > 0) {
    return [...taking.filter(({ breaks }) => !breaks), ...taking.filter(({ breaks }) => breaks)];
  }
  const [first] = judged;
  if (first?.refusal == null) return [];
  const { refusal } = first;
  const isConversation = refusal.param.startsWith('messages') && refusal.isUnknown !== true;
  const code = isConversation ? 'invalid_request' : 'unsupported_parameter';
  throw new GatewayError(code, refusal.message, { param: refusal.param });
}

interface Judged extends CompatibleTarget {
  refusal: Refusal | null;
  /** Whether the open loop goes on without what its model has signed. */
  breaks: boolean;
}

/** Text alone is neither signed nor unseen, and has no limits of parts. */
function judgeText(target: Target, request: ChatRequest): Judged {
  const { family, endpoint } = target;
  const refusal = family.foreignContent?.(request, endpoint) ?? null;
  const { messages } = request;
  return { target, messages, leftOut: NOTHING, unseen: NOTHING, breaks: false, refusal };
}

const NOTHING: readonly string[] = [];

function judge(target: Target, asked: ChatRequest, isOfAlias: boolean): Judged {
  const { messages, replaced: unseen } = withoutUnseenResults(asked.messages, target.contract);
  const request = { ...asked, messages };
  const closed = withoutForeignContent(request, target, 'closed');
  const all = withoutForeignContent(request, target, 'all');
  const breaks = all.leftOut.length > closed.leftOut.length;
  const refused = refusalOf(target, { ...request, messages: closed.messages });
  // A wire without signatures drops the content of others by itself.
  const isDropped = breaks && (isOfAlias || refused === null);
  if (!isDropped) return { target, ...closed, unseen, breaks, refusal: refused };
  const refusal = refusalOf(target, { ...request, messages: all.messages });
  return { target, ...all, unseen, breaks, refusal };
}

/** Why a target would refuse a request although its contract allows it; null when it would not. */
export function refusalOf(target: Target, request: ChatRequest): Refusal | null {
  const { family, endpoint } = target;
  return (
    overWireLimits(request, family.facts?.(endpoint) ?? {}) ??
    addressNotFetched({ family, endpoint }, request) ??
    family.foreignContent?.(request, endpoint) ??
    unknownRefusal(target, request) ??
    null
  );
}

/** The fault of an address that neither the provider nor this process has fetched. */
function addressNotFetched(
  { family, endpoint }: Pick<Target, 'family' | 'endpoint'>,
  request: ChatRequest,
): Refusal | null {
  const left = addressesIn(request).find(({ kind }) => family.fetches?.(kind, endpoint) !== true);
  if (left === undefined) return null;
  const message = 'This model takes no addresses: send the data itself, in base64.';
  return { param: left.path, message };
}
