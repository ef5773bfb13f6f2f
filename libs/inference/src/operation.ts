import { VIDEO_HOLDER } from '@tollgate/contract/billing';
import type { ChatCompletion, ChatRequest } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import { isTextOnly } from '@tollgate/contract/text-only';
import type { EmbeddingsRequest } from '@tollgate/contract/embeddings';
import type { ModerationsRequest } from '@tollgate/contract/moderations';
import type { RerankRequest } from '@tollgate/contract/rerank';
import type { ResponsesRequest } from '@tollgate/contract/responses';
import type { VideoRequest } from '@tollgate/contract/video';
import type { MappedAnswer } from '@tollgate/providers/adapter/adapter';
import { addressesIn, withFetched } from '@tollgate/structure/addresses';
import { compileChecks } from '@tollgate/structure/check-later';
import { chatBody, responsesBody } from '@tollgate/structure/kept-body';
import { parseChatRequest } from '@tollgate/structure/parse-chat';
import { parseEmbeddingsRequest } from '@tollgate/structure/parse-embeddings';
import { parseMessagesRequest } from '@tollgate/structure/parse-messages';
import { parseModerationsRequest } from '@tollgate/structure/parse-moderations';
import { parseRerankRequest } from '@tollgate/structure/parse-rerank';
import { parseResponsesRequest } from '@tollgate/structure/parse-responses';
import { parseVideoRequest } from '@tollgate/structure/parse-video';
import {
  inChatSpelling,
  inMessagesSpelling,
  inResponsesSpelling,
} from '@tollgate/structure/spellings';
import type { Timers } from '@tollgate/runtime/timers';
import { toCompletion } from './dispatch/answer.ts';
import { withCustomCalls } from './dispatch/custom-calls.ts';
import { accept } from './async/accept.ts';
import type { AcceptDeps, AcceptedCall } from './async/accept.ts';
import { prefersAsync } from './async/prefer.ts';
import type { Exchange, IncomingCall, StreamFrames } from './call.ts';
import type { AddressedParts } from './media/gather-media.ts';
import { withKeptArguments } from './dispatch/kept-arguments.ts';
import { readMessagesHeaders } from './messages/headers.ts';
import { planMessages } from './messages/plan-messages.ts';
import type { MessagesCall, MessagesPlan } from './messages/plan-messages.ts';
import { serveMessages } from './messages/serve-messages.ts';
import { openThinking } from './messages/thinking.ts';
import { createMessagesFrames } from './messages/stream-frames.ts';
import type { MessagesFrames } from './messages/stream-frames.ts';
import { readTag } from './record/tag.ts';
import type { Plan, PlanInput } from './plan.ts';
import { planAnyChat } from './chat/plan-any-chat.ts';
import { planChat } from './chat/plan-chat.ts';
import type { ChatPlan } from './chat/plan-chat.ts';
import { planEmbeddings } from './embeddings/plan-embeddings.ts';
import type { EmbeddingsPlan } from './embeddings/plan-embeddings.ts';
import { planModerations } from './moderations/plan-moderations.ts';
import type { ModerationsPlan } from './moderations/plan-moderations.ts';
import { planRerank } from './rerank/plan-rerank.ts';
import type { RerankPlan } from './rerank/plan-rerank.ts';
import type { ResolveDeps } from './catalogue/resolve.ts';
import { createResponseFrames } from './responses/stream-frames.ts';
import type { ResponseFrames } from './responses/stream-frames.ts';
import { planResponses } from './responses/plan-responses.ts';
import type { ResponsesPlan } from './responses/plan-responses.ts';
import { openReasoningItems } from './seals/reasoning-seal.ts';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import type { ReasoningSeals } from './seals/reasoning-seal.ts';
import { serveResponses } from './responses/serve-responses.ts';
import { serveEmbeddings } from './dispatch/serve-embeddings.ts';
import { serveImageChat } from './dispatch/serve-image-chat.ts';
import type { ImageChatPlan } from './images/plan-image-chat.ts';
import { serveModerations } from './dispatch/serve-moderations.ts';
import { serveRerank } from './dispatch/serve-rerank.ts';
import { serveStream } from './dispatch/serve-stream.ts';
import { serveWhole } from './dispatch/serve-whole.ts';
import { acceptVideo } from './video/accept-video.ts';
import { planVideo } from './video/plan-video.ts';
import type { VideoPlan } from './video/plan-video.ts';
import { chatEncoder } from './dispatch/stream-encoder.ts';
import type { Served, ServeDeps } from './dispatch/served.ts';

/** Gets everything ready that the first call of a kind would wait for. */
export function readyOperations(): void {
  compileChecks();
}

/** What differs between the paid routes; the story around it is one. */
export interface Operation<
  Request extends { model: string },
  Planned extends Plan,
  Frames extends StreamFrames = StreamFrames,
> {
  /** @param given absent for a request that was accepted before. @throws GatewayError 400 */
  parse(body: unknown, given?: Reading): Request;
  /**
   * The request with its sealed reasoning items opened; absent on routes without such items.
   * @throws GatewayError 400
   */
  open?: (seals: ReasoningSeals, request: Request, userId: string) => Promise<Request>;
  /**
   * A body that is kept for later has its sealed items as they came; absent: {@link bodyOf} keeps
   * them opened.
   */
  keepsSealed?: true;
  /**
   * Pictures and documents of the request that are given as addresses; absent on routes without
   * such parts.
   */
  addressed?: AddressedParts<Request>;
  /**
   * The request as a body that {@link parse} reads again, to be kept for later; absent where that
   * is the request itself.
   */
  bodyOf?: (request: Request) => unknown;
  isStream(request: Request): boolean;
  /** Whether a request names no address, without a look into it; absent: no. */
  isTextOnly?: (request: Request) => boolean;
  /** Whether a worker may run it later when the caller prefers that. */
  mayBeAsync: boolean;
  /**
   * Takes the call on for later, whatever the caller prefers; absent where that is the caller's
   * choice.
   */
  acceptAlways?: {
    /** Who answers for the hold. */
    holder: string;
    /** How long the hold lives. */
    holdMs(timers: Timers): number;
    accept(deps: AcceptDeps, accepted: AcceptedCall<Planned>): Promise<void>;
  };
  /** Steps 3 to 6: a plan for each target, never none. @throws GatewayError */
  plan(deps: ResolveDeps, input: PlanInput<Request>): Planned[] | Promise<Planned[]>;
  /**
   * Uses the wait for the hold, before step 8; absent where there is nothing to prepare. Must not
   * throw.
   */
  whileHeld?: (deps: ServeDeps, plan: Planned) => void;
  /** The key may also be in `x-api-key`. */
  apiKeyHeader?: true;
  /**
   * The frames that a stream adds by itself, over all targets that are tried; absent where they are
   * those of chat.
   */
  makeFrames?: (request: Request, given: { opId: string; createdMs: number }) => Frames;
  /** Steps 8 and 9. @param given.keep the answer will be stored for replays */
  serve(
    deps: ServeDeps,
    plan: Planned,
    given: Exchange & { keep: boolean; streamFrames?: Frames | undefined },
  ): Promise<Served>;
}

/** What a request is read with, beside its body. */
export interface Reading {
  settings: RouteSettings;
  /** A request header by its lower-case name. */
  header(name: string): string | undefined;
}

/** Pictures and documents of a chat request that are given as addresses. */
export const chatParts: AddressedParts<ChatRequest> = {
  find: addressesIn,
  fill: (request, fetched) => inChatSpelling({ ...withFetched(request, fetched) }) as ChatRequest,
};

const writeAhead = ({ providers }: ServeDeps, plan: ChatPlan): void => providers.writeAhead(plan);

/** Whether an answer is text, and nothing is searched for it. */
const isPlainChat = ({ catalog }: ResolveDeps, request: ChatRequest): boolean =>
  !(request.modalities || request.image_config || request.web_search_options) &&
  !catalog.models.get(request.model)?.contract.chat;

/** `POST /v1/chat/completions`. */
export const chatOperation: Operation<ChatRequest, ChatPlan | ImageChatPlan> = {
  parse: parseChatRequest,
  addressed: chatParts,
  bodyOf: chatBody,
  isStream: (request) => request.stream === true,
  isTextOnly,
  mayBeAsync: true,
  // Nearly all calls want neither images nor a search, and read two files less.
  plan: (deps, input) => (isPlainChat(deps, input.request) ? planChat : planAnyChat)(deps, input),
  // Plans of answers with images have what they ask for beside.
  whileHeld: (deps, plan) => ('asked' in plan ? undefined : writeAhead(deps, plan)),
  serve(deps, plan, given) {
    if ('asked' in plan) return serveImageChat(deps, plan, given);
    return plan.request.stream === true
      ? serveStream(deps, plan, { ...given, encoder: chatEncoder(plan, given.call) })
      : serveWhole(deps, plan, { ...given, toDocument: chatDocument });
  },
};

function chatDocument(
  plan: ChatPlan,
  answer: MappedAnswer,
  given: Parameters<typeof toCompletion>[2],
): ChatCompletion {
  if (answer.choices.every(({ message }) => message.tool_calls === undefined)) {
    return toCompletion(plan, answer, given);
  }
  const choices = withCustomCalls(withKeptArguments(answer.choices), plan.request);
  return toCompletion(plan, { ...answer, choices }, given);
}

/** `POST /v1/responses`. */
export const responsesOperation: Operation<ResponsesRequest, ResponsesPlan, ResponseFrames> = {
  parse: (body, given) =>
    parseResponsesRequest(body, { streams: given?.settings.responsesStreaming === true }),
  open: openReasoningItems,
  addressed: {
    find: addressesIn,
    fill: (request, fetched) =>
      inResponsesSpelling({ ...withFetched(request, fetched) }) as ResponsesRequest,
  },
  bodyOf: responsesBody,
  isStream: (request) => request.stream === true,
  makeFrames: createResponseFrames,
  mayBeAsync: true,
  plan: planResponses,
  whileHeld: writeAhead,
  serve: serveResponses,
};

/** `POST /v1/messages`. */
export const messagesOperation: Operation<MessagesCall, MessagesPlan, MessagesFrames> = {
  parse(body, given) {
    const read = parseMessagesRequest(body);
    const headers = readMessagesHeaders((name) => given?.header(name));
    return { model: read.asked.model, ...read, headers };
  },
  async open(seals, call, userId) {
    return { ...call, opened: await openThinking(seals, call.asked, userId) };
  },
  addressed: {
    find: ({ asked }) => addressesIn(asked),
    fill: ({ asked, body, ...call }, fetched) => ({
      ...call,
      asked: inMessagesSpelling({ ...withFetched(asked, fetched) }) as MessagesCall['asked'],
      body: inMessagesSpelling({ ...withFetched(body, fetched) }),
    }),
  },
  bodyOf: ({ body }) => body,
  keepsSealed: true,
  isStream: ({ asked }) => asked.stream === true,
  apiKeyHeader: true,
  makeFrames: createMessagesFrames,
  mayBeAsync: false,
  plan: planMessages,
  whileHeld: writeAhead,
  serve: serveMessages,
};

/** Answers that come whole, to the caller who waits for them. */
const WHOLE = { isStream: () => false, mayBeAsync: false } as const;

/** `POST /v1/embeddings`. */
export const embeddingsOperation: Operation<EmbeddingsRequest, EmbeddingsPlan> = {
  ...WHOLE,
  parse: parseEmbeddingsRequest,
  plan: planEmbeddings,
  serve: serveEmbeddings,
};

/** `POST /v1/rerank`. */
export const rerankOperation: Operation<RerankRequest, RerankPlan> = {
  ...WHOLE,
  parse: parseRerankRequest,
  plan: planRerank,
  serve: serveRerank,
};

/** `POST /v1/moderations`. */
export const moderationsOperation: Operation<ModerationsRequest, ModerationsPlan> = {
  ...WHOLE,
  parse: parseModerationsRequest,
  plan: planModerations,
  serve: serveModerations,
};

/**
 * The request as it is planned and kept for later. An idempotency key compares the request as it
 * came.
 * @throws GatewayError 400
 */
export async function openSealed<Request extends { model: string }>(
  { seals }: Pick<ServeDeps, 'seals'>,
  { open }: Pick<Operation<Request, Plan>, 'open'>,
  { request, userId }: { request: Request; userId: string },
): Promise<Request> {
  return open === undefined ? request : open(seals, request, userId);
}

/** The part of a request that its record has. */
interface Asked {
  model: string;
  stream: boolean;
  async: boolean;
  /** Null where the call has none. */
  tag: string | null;
}

/** What a request asks for. @throws GatewayError `invalid_header` for a tag that is none */
export function askedOf<Request extends { model: string }>(
  operation: Pick<Operation<Request, Plan>, 'acceptAlways' | 'isStream' | 'mayBeAsync'>,
  request: Request,
  call: IncomingCall,
): Asked {
  const prefer = operation.mayBeAsync ? call.header(HEADER.prefer) : undefined;
  const prefers = call.batch !== undefined || (prefer !== undefined && prefersAsync(prefer));
  const isAsync = operation.acceptAlways !== undefined || prefers;
  const named = call.header(HEADER.tag);
  const tag = named === undefined && !('metadata' in request) ? null : readTag(named, request);
  return { model: request.model, stream: operation.isStream(request), async: isAsync, tag };
}

/** @throws GatewayError for a stream that is to be answered later */
export function assertNotBoth(asked: Pick<Asked, 'stream' | 'async'>): void {
  if (!asked.async || !asked.stream) return;
  throw new GatewayError(
    'invalid_request',
    'A stream cannot be answered asynchronously. Leave out "stream" or the preference.',
    { param: 'stream' },
  );
}

/** Takes a call on for a worker. @param accepted.body the request, as it was parsed */
export async function acceptLater<Request extends { model: string }, Planned extends Plan>(
  deps: AcceptDeps,
  { acceptAlways, bodyOf }: Pick<Operation<Request, Planned>, 'acceptAlways' | 'bodyOf'>,
  accepted: AcceptedCall<Planned> & { body: Request },
): Promise<null> {
  const kept = { ...accepted, body: bodyOf?.(accepted.body) ?? accepted.body };
  await (acceptAlways === undefined ? accept(deps, kept) : acceptAlways.accept(deps, kept));
  return null;
}

/** `POST /v1/videos`: always later. */
export const videoOperation: Operation<VideoRequest, VideoPlan> = {
  ...WHOLE,
  parse: parseVideoRequest,
  acceptAlways: {
    holder: VIDEO_HOLDER,
    holdMs: (timers) => timers.videoLife + timers.holdMargin,
    accept: acceptVideo,
  },
  plan: planVideo,
  serve: () => Promise.reject(new TypeError('a video is not made while its caller waits')),
};
