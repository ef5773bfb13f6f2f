import { GatewayError } from '@tollgate/contract/errors';
import type { MessagesRequest } from '@tollgate/contract/messages';
import { textOfBeyond } from '@tollgate/structure/beyond';
import type { Beyond } from '@tollgate/structure/beyond';
import { assertLoopsComplete } from '@tollgate/structure/chat-loop';
import type { Origin } from '@tollgate/structure/conversation';
import { toChatMessages } from '@tollgate/structure/messages-conversation';
import type { OpenedThoughts, Thoughts } from '@tollgate/structure/messages-conversation';
import type { Message } from '@tollgate/contract/chat';
import type { PlanInput } from '../plan.ts';
import { planChat } from '../plan-chat.ts';
import type { ChatPlan } from '../plan-chat.ts';
import { resolve } from '../resolve.ts';
import type { Resolved, ResolveDeps, Way } from '../resolve.ts';
import { toChatRequest, unspoken } from './chat-request.ts';
import { hintsNotCarried, marksIn } from './left-out.ts';
import type { MessagesHeaders } from './headers.ts';
import { passingOf } from './passing.ts';
import { inMessagesPath, inMessagesTerms } from './terms.ts';

/** A call to `/v1/messages` as it came. */
export interface MessagesCall {
  model: string;
  asked: MessagesRequest;
  /** As it came. */
  body: Readonly<Record<string, unknown>>;
  /** What only a provider of this shape may know of it. */
  beyond: readonly Beyond[];
  headers: MessagesHeaders;
  /** What is inside the thoughts that were sealed here; absent until that is known. */
  opened?: OpenedThoughts;
}

/** The plan of a messages call: that of the same chat call, and what the caller really sent. */
export interface MessagesPlan extends ChatPlan {
  asked: MessagesRequest;
  body: MessagesCall['body'];
  headers: MessagesHeaders;
  opened: OpenedThoughts;
  /** Where each message of the chat request came from. */
  origins: readonly Origin[];
}

/**
 * Steps 3 to 6 for a messages call, which are those of chat. A provider of this shape gets the body as it came; what other providers have no place for is
 * refused by its name where no way is left.
 * @returns a plan for each way to serve the call, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503, naming fields of this route
 */
export function planMessages(deps: ResolveDeps, input: PlanInput<MessagesCall>): MessagesPlan[] {
  const { asked, body, beyond, headers, opened = new Map() } = input.request;
  const { messages, origins, foreign } = toChatMessages(asked, opened);
  try {
    const resolved = withWaysFor(resolve(deps, input.caller, asked.model), { asked, beyond });
    const request = toChatRequest(asked, messages, resolved.contract);
    if (!resolved.ways.some(isVerbatim)) assertLoopsComplete(request);
    const counted = countedBeside(resolved, { foreign, beyond });
    const plans = planChat(deps, { ...input, request }, { resolved, counted });
    return plans.map((plan) => {
      const ignored = isVerbatim(plan.way) ? [] : ignoredOf(asked, plan.ignored);
      return { ...plan, asked, body, headers, opened, origins, ignored };
    });
  } catch (error) {
    throw inMessagesTerms(error, { origins });
  }
}

/** What no other model than Claude is told, and what of the same chat call was left out; marks are told where they stand in this request. */
function ignoredOf(asked: MessagesRequest, ofChat: readonly string[]): string[] {
  const isMark = (path: string): boolean => path.endsWith('cache_control');
  const marks = ofChat.some(isMark) ? marksIn(asked) : [];
  const others = ofChat.filter((path) => !isMark(path)).map(inMessagesPath);
  return [...hintsNotCarried(asked), ...others, ...marks];
}

/** The ways that have a place for everything that is asked. */
function withWaysFor(
  resolved: Resolved,
  { asked, beyond }: Pick<MessagesCall, 'asked' | 'beyond'>,
): Resolved {
  const refusal = unspoken(asked, beyond);
  if (refusal === null) return resolved;
  const ways = resolved.ways.filter(isVerbatim);
  if (ways.length > 0) return { ...resolved, ways };
  throw new GatewayError('unsupported_parameter', refusal.message, { param: refusal.param });
}

function isVerbatim(way: Way): boolean {
  return passingOf(way) !== null;
}

/** What only a provider of this shape gets, as messages to be counted; nothing where no way leads to one. */
export function countedBeside(
  { ways }: Resolved,
  { foreign, beyond }: { foreign: readonly Thoughts[]; beyond: readonly Beyond[] },
): Message[] {
  if (!ways.some(isVerbatim)) return [];
  const thoughts = foreign.map((block) =>
    block.type === 'thinking' ? block.thinking + block.signature : block.data,
  );
  const texts = [...thoughts, textOfBeyond(beyond)].filter((text) => text !== '');
  return texts.map((content) => ({ role: 'user', content }));
}
