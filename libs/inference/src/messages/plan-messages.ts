import { GatewayError } from '@tollgate/contract/error-codes';
import type { MessagesRequest } from '@tollgate/contract/messages';
import { TOOL_TOKENS, serverToolOf } from '@tollgate/contract/server-tools';
import { clientToolTokens, isHint, isLeftByTool } from '@tollgate/contract/unknown-fields';
import type { UnknownField } from '@tollgate/structure/unknown-fields';
import { toolRunsIn, withToolBounds } from '@tollgate/structure/server-tools';
import { assertLoopsComplete } from '@tollgate/structure/chat-loop';
import type { Origin } from '@tollgate/structure/conversation';
import { toChatMessages } from '@tollgate/structure/messages-conversation';
import type { OpenedThinking, ThinkingOrRedacted } from '@tollgate/structure/messages-conversation';
import type { Message } from '@tollgate/contract/chat';
import { checkMarksInBody } from '@tollgate/providers/adapter/cache-marks';
import { assertAllowed } from '../plan.ts';
import type { PlanInput } from '../plan.ts';
import { planChat } from '../chat/plan-chat.ts';
import type { ChatPlan } from '../chat/plan-chat.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { Resolved, ResolveDeps, Target } from '../catalogue/resolve.ts';
import { blankPaths } from './blank-answers.ts';
import { isIdleOfTurn } from './idle-hints.ts';
import { effortLeftOut, extrasOf, toChatRequest, unsupportedField } from './chat-request.ts';
import { hintsNotCarried, marksIn } from './left-out.ts';
import { contextTerms, headersLeftOut } from './headers.ts';
import type { MessagesHeaders } from './headers.ts';
import { assertMcpConnector } from './mcp-servers.ts';
import { passthroughFor } from './passthrough.ts';
import {
  besideServerTools,
  typeIn,
  unboundedUses,
  withHosted,
  withToolsPriced,
} from './server-tools.ts';
import { inMessagesPath, inMessagesTerms } from './terms.ts';
import { tracesLeftOut, messagesOfUnknown } from './tool-traces.ts';
import { holdsSigned, keptFromClaude, keptFromOthers } from './thinking-left-out.ts';
import type { SignedLeftOut } from './thinking-left-out.ts';

/** A call to `/v1/messages` as it came. */
export interface MessagesCall {
  model: string;
  asked: MessagesRequest;
  /** As it came. */
  body: Readonly<Record<string, unknown>>;
  /** What only a provider of this shape may know of it. */
  unknown: readonly UnknownField[];
  headers: MessagesHeaders;
  /** The contents of the thinking that was sealed here; absent until that is known. */
  opened?: OpenedThinking;
}

/** The plan of a messages call: that of the same chat call, and what the caller really sent. */
export interface MessagesPlan extends ChatPlan {
  asked: MessagesRequest;
  body: MessagesCall['body'];
  headers: MessagesHeaders;
  opened: OpenedThinking;
  /**
   * Which of the thinking blocks that a provider of this shape has signed it does not get; absent:
   * it gets them all.
   */
  leavesOut?: SignedLeftOut;
  /** Where each message of the chat request came from. */
  origins: readonly Origin[];
}

/**
 * Steps 3 to 6 for a messages call, which are those of chat. A provider of this shape gets the body
 * as it came; a field that other providers cannot take is refused by its name where no target is
 * left.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503, naming fields of this route
 */
export function planMessages(deps: ResolveDeps, input: PlanInput<MessagesCall>): MessagesPlan[] {
  const { asked, unknown, headers, opened = new Map() } = input.request;
  const { messages, origins, foreign } = toChatMessages(asked, opened);
  const runs = toolRunsIn(input.request.body);
  const body = runs === null ? input.request.body : withToolBounds(input.request.body);
  const found = withTargetsFor(resolve(deps, input.caller, asked.model), { asked, unknown });
  assertMcpConnector(input.request);
  const able = runs === null ? found : withToolsPriced(deps, found, { runs, unknown });
  const resolved = withPricedMarks(deps, able, body);
  try {
    const extras = extrasOf(asked, unknown, resolved.contract);
    const paused = isPaused(asked, unknown) ? { isPaused: true as const } : {};
    const chat = { ...toChatRequest(asked, messages, resolved.contract), ...extras, ...paused };
    const isTranslated = runs !== null && !resolved.targets.every(isPassthrough);
    const request = isTranslated ? withHosted(chat, input.request.body) : chat;
    if (!resolved.targets.some(isPassthrough)) assertLoopsComplete(request);
    const counted = countedBeside(resolved, { foreign, unknown });
    const tokens = toolTokens(unknown);
    const plans = planChat(
      deps,
      { ...input, request },
      { resolved, counted, tokens, runs: runs ?? undefined },
    );
    const only = body['service_tier'] === 'standard_only' ? { tiersWanted: ['standard'] } : {};
    const of = { asked, body, headers, opened, origins, ...only };
    return plans.flatMap((plan) => {
      const signed = new Set(plan.signedLeftOut);
      const unsigned = plan.ignored.filter((path) => !signed.has(path));
      const leftOut = [...unsigned, ...effortLeftOut(asked, resolved.contract)];
      const { target } = plan;
      const fields = ignoredOf({ asked, unknown }, { target, ignored: leftOut, origins });
      const trials = isPassthrough(target) ? headersLeftOut(headers, contextTerms(target)) : [];
      const unbounded = unboundedUses(plan, input.request.body);
      return plansOf({ ...plan, ...of, ignored: [...fields, ...trials, ...unbounded] });
    });
  } catch (error) {
    throw inMessagesTerms(error, { origins, asked, body });
  }
}

/** Whether the last turn is the assistant's, with what tools of the provider have left in it. */
function isPaused(
  { messages }: Pick<MessagesRequest, 'messages'>,
  unknown: readonly UnknownField[],
): boolean {
  if (messages.at(-1)?.role !== 'assistant') return false;
  const last = `messages[${messages.length - 1}].`;
  return unknown.some(({ param, value }) => param.startsWith(last) && isLeftByTool(param, value));
}

/**
 * The plans of one target. A provider of this shape may refuse thinking that another model has
 * signed, which nobody here can distinguish from its own: then it is asked once more without them,
 * as far as the name that was asked for allows.
 */
function plansOf(plan: MessagesPlan): MessagesPlan[] {
  const { ignored, resolved, target } = plan;
  if (!isPassthrough(target)) {
    const signed = plan.signedLeftOut.map((path) => placeOfSigned(path, plan.origins));
    return [withLeftOut(plan, ignored, [...keptFromOthers(plan), ...signed])];
  }
  const first = withLeftOut(plan, ignored, keptFromClaude(plan, null));
  const which = resolved.name === target.publicId ? 'closed' : 'all';
  if (!holdsSigned(plan, which)) return [first];
  const without = withLeftOut(plan, ignored, keptFromClaude(plan, which));
  return [first, { ...without, leavesOut: which, after: 'refused_signed' }];
}

function withLeftOut(
  plan: MessagesPlan,
  ignored: readonly string[],
  signedLeftOut: readonly string[],
): MessagesPlan {
  return { ...plan, ignored: [...ignored, ...signedLeftOut], signedLeftOut };
}

/** The turn of the request that holds signed content of a message of the chat request. */
function placeOfSigned(path: string, origins: readonly Origin[]): string {
  const origin = origins[Number(/^messages\[(\d+)\]/.exec(path)?.[1])];
  return origin?.fields.extra_content ?? origin?.whole ?? 'messages';
}

/**
 * The block of the request that a part of a message of the chat request was made of; null for any
 * other path.
 */
function placeOfPart(path: string, origins: readonly Origin[]): string | null {
  const [, at, part = ''] = /^messages\[(\d+)\]\.content(\[\d+\])$/u.exec(path) ?? [];
  const content = origins[Number(at)]?.fields.content;
  return content === undefined ? null : content + part;
}

/** What of a request does not go to the provider of a plan. */
function ignoredOf(
  { asked, unknown }: Pick<MessagesCall, 'asked' | 'unknown'>,
  { target, ignored, origins }: Pick<MessagesPlan, 'target' | 'ignored' | 'origins'>,
): string[] {
  const hints = unknown.filter(({ param, value }) => isHint(param, value));
  const own = [...hintsNotCarried(asked), ...hints.map(({ param }) => param)];
  if (isPassthrough(target)) {
    const known = [...own, ...marksIn(asked)];
    return [
      ...known.filter((path) => isIdleOfTurn(path) || target.family.leavesOutOfMessages?.(path)),
      ...unknownOfBlanks(asked, unknown),
      ...tracesLeftOut(unknown),
    ];
  }
  // Marks are named by their paths in this request, which differ from those in the chat call.
  const isMark = (path: string): boolean => path.endsWith('cache_control');
  const marks = ignored.some(isMark) ? marksIn(asked) : [];
  const others = ignored
    .filter((path) => !isMark(path))
    .map((path) => placeOfPart(path, origins) ?? inMessagesPath(path));
  return [...own, ...others, ...marks];
}

/**
 * Unknown fields of what says nothing, which no provider takes; a block of another kind says
 * something.
 */
function unknownOfBlanks(
  { messages }: Pick<MessagesRequest, 'messages'>,
  unknown: readonly UnknownField[],
): string[] {
  if (unknown.length === 0) return [];
  const blank = blankPaths(messages);
  return unknown
    .map(({ param }) => param)
    .filter((param) => !param.endsWith('.type'))
    .filter((param) => blank.some((path) => param.startsWith(`${path}.`)));
}

const CITATIONS = /\.citations$/u;
/**
 * Tokens of the instructions to cite, and of the marks of sentences of a document: with either a
 * recorded document of 96 characters came to 961.
 */
const CITATION_TOKENS = 1_500;

/**
 * The tokens of the definitions that represent Anthropic's own tools, and of instructions to cite.
 */
export function toolTokens(unknown: readonly UnknownField[]): number {
  return unknown
    .map(({ param, value }) => {
      if (isLeftByTool(param, value)) return 0;
      if (CITATIONS.test(param)) return CITATION_TOKENS;
      const tool = serverToolOf(typeIn(value));
      if (tool !== null) return TOOL_TOKENS;
      return clientToolTokens(typeIn(value)) ?? 0;
    })
    .reduce((sum, tokens) => sum + tokens, 0);
}

/** The targets that take everything that is requested. */
function withTargetsFor(
  resolved: Resolved,
  { asked, unknown }: Pick<MessagesCall, 'asked' | 'unknown'>,
): Resolved {
  const refusal = unsupportedField(asked, besideServerTools(unknown), resolved.contract);
  if (refusal === null) return resolved;
  const targets = resolved.targets.filter(isPassthrough);
  if (targets.length > 0) return { ...resolved, targets };
  throw new GatewayError('unsupported_parameter', refusal.message, { param: refusal.param });
}

/**
 * The targets without those that would get marks as they came for a time that the model's own price
 * does not cover: an alias whose other targets know no marks has no rule for them.
 * @param body as it goes to such a target
 * @throws GatewayError when no target is left, by the path of the mark in the body
 */
function withPricedMarks(
  { catalog }: ResolveDeps,
  resolved: Resolved,
  body: MessagesCall['body'],
): Resolved {
  const refusals = resolved.targets.map((target) => {
    if (!isPassthrough(target)) return null;
    const { contract } = catalog.models.get(target.publicId) ?? resolved;
    return checkMarksInBody(contract, body);
  });
  const targets = resolved.targets.filter((_, at) => refusals[at] === null);
  const refusal = refusals.find((one) => one !== null) ?? null;
  if (targets.length === 0) assertAllowed(refusal);
  return targets.length === resolved.targets.length ? resolved : { ...resolved, targets };
}

function isPassthrough(target: Target): boolean {
  return passthroughFor(target) !== null;
}

/**
 * What only a provider of this shape gets, as messages to be counted; nothing where no target is
 * one.
 */
export function countedBeside(
  { targets }: Resolved,
  {
    foreign,
    unknown,
  }: { foreign: readonly ThinkingOrRedacted[]; unknown: readonly UnknownField[] },
): Message[] {
  if (!targets.some(isPassthrough)) return [];
  const thinking = foreign.map((block) =>
    block.type === 'thinking' ? block.thinking + block.signature : block.data,
  );
  const texts = thinking.filter((text) => text !== '');
  return [
    ...texts.map((content): Message => ({ role: 'user', content })),
    ...messagesOfUnknown(unknown),
  ];
}
