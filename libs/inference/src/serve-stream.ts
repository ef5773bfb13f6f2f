import { toEnvelope } from '@tollgate/contract/errors';
import type { GatewayError } from '@tollgate/contract/errors';
import type { ChatChunkChoice } from '@tollgate/contract/chat';
import type { UsageCounts } from '@tollgate/money/rating';
import { MalformedReply, ProviderError } from '@tollgate/providers/adapter';
import type { Failure, MappedEvent, PromptUsage, Usage } from '@tollgate/providers/adapter';
import { answerHeaders, chunkMaker, toChatUsage } from './answer.ts';
import type { IncomingCall, Reply, StreamReply } from './call.ts';
import { owedWithoutContent, settleAbandoned } from './consumption.ts';
import { createDelivered } from './delivered.ts';
import type { Delivered } from './delivered.ts';
import type { Drain } from './drain.ts';
import { toInterruption } from './failures.ts';
import type { ChatPlan } from './plan-chat.ts';
import type { Ending } from './record.ts';
import { settle } from './settle.ts';
import type { ServeDeps, Served } from './serve-whole.ts';
import { bookRest, isAllSeen, whatWasUsed } from './stream-usage.ts';
import type { AnswerStream } from './providers.ts';

/** What a stream has brought so far. */
export interface Progress {
  usage: Usage | null;
  prompt: PromptUsage | null;
  /** What was handed to the caller, or is kept for the caller. */
  delivered: Delivered;
  /** What came after the caller had left, and is kept for nobody. */
  unheard: Delivered;
  /** How long the provider was not read because the caller did not read, in milliseconds. */
  stalledMs: number;
  /** Something has come that is more than the beginning of a message. */
  hasContent: boolean;
  failure: Failure | null;
  cause: unknown;
  firstTokenMs: number | null;
}

/** One stream on its way. */
export interface Passage {
  plan: ChatPlan;
  call: IncomingCall;
  source: AnswerStream;
  drain: Drain;
  progress: Progress;
  frameOf(choices: ChatChunkChoice[]): string;
  /** Every frame that was made, when the answer is to be kept. */
  transcript: string[] | null;
  out: StreamReply | null;
}

const DONE = 'data: [DONE]\n\n';

/**
 * Steps 8 and 9 for a stream. The status is held back until the first content is there, or silence has to be bridged; the charge is durable before the
 * last byte leaves; a stream that breaks ends with an error frame and no `[DONE]`. When a caller leaves, the provider is stopped if nothing can have been made
 * that was not seen, and is else read to its usage.
 * @throws ProviderError when the provider failed before anything was delivered
 */
export async function serveStream(
  deps: ServeDeps,
  plan: ChatPlan,
  given: { call: IncomingCall; reply: Reply; keep: boolean },
): Promise<Served> {
  const { call, reply, keep } = given;
  const progress = newProgress(plan);
  const drain = deps.drains.watch({
    gone: call.gone,
    ownerId: plan.caller.key.ownerId,
    isStopped: () => !keep && isAllSeen(plan, progress),
  });
  const headers = answerHeaders(plan, call.requestId);
  reply.expect(headers, 'stream');
  try {
    const source = await deps.providers.stream(plan, drain.signal);
    const passage = newPassage(plan, call, { source, drain, keep, progress });
    const first = await firstChoices(passage);
    passage.out = reply.openStream(headers);
    await forward(passage, first);
    await pump(passage);
    return await finish(deps, passage, headers);
  } catch (error) {
    if (progress.hasContent) throw error;
    const owed = owedWithoutContent(error, { drain, keep, isSeen: isAllSeen(plan, progress) });
    const served = await settleAbandoned(deps, { plan, call, prompt: progress.prompt, owed });
    const charged = served.ending.bill?.charged ?? 0n;
    deps.losses.book({ plan, reason: 'left', usage: null, charged });
    return served;
  } finally {
    drain.done();
  }
}

function newProgress({ route: { family, target } }: ChatPlan): Progress {
  return {
    usage: null,
    prompt: null,
    delivered: createDelivered(family.overhead(target)),
    unheard: createDelivered(family.overhead(target)),
    stalledMs: 0,
    hasContent: false,
    failure: null,
    cause: undefined,
    firstTokenMs: null,
  };
}

function newPassage(
  plan: ChatPlan,
  call: IncomingCall,
  given: Pick<Passage, 'source' | 'drain' | 'progress'> & { keep: boolean },
): Passage {
  const makeChunk = chunkMaker(plan, call.at.getTime());
  const withUsage = plan.request.stream_options?.include_usage === true;
  const frameOf = (choices: ChatChunkChoice[]): string =>
    `data: ${JSON.stringify(withUsage ? makeChunk(choices, null) : makeChunk(choices))}\n\n`;
  const { keep, ...parts } = given;
  return { plan, call, ...parts, frameOf, transcript: keep ? [] : null, out: null };
}

/** The frames up to the first content; until that is here a failure still has its own status and costs nothing. */
async function firstChoices(passage: Passage): Promise<string> {
  let frames = '';
  for (;;) {
    const events = await nextEvents(passage);
    frames += events === null ? '' : take(passage, events);
    const { failure, cause, hasContent, usage } = passage.progress;
    if (hasContent) return frames;
    if (failure !== null) throw new ProviderError(failure, { cause, usage });
    if (events === null) {
      const empty = { kind: 'malformed', message: 'The provider sent an empty answer.' } as const;
      throw new ProviderError(empty, { usage });
    }
  }
}

async function pump(passage: Passage): Promise<void> {
  while (passage.progress.failure === null) {
    const events = await nextEvents(passage);
    if (events === null) return;
    const frames = take(passage, events);
    if (frames !== '') await forward(passage, frames);
  }
}

/** The next events, null at the end. A broken connection becomes a failure of the stream. */
async function nextEvents(passage: Passage): Promise<readonly MappedEvent[] | null> {
  try {
    const next = await passage.source.events.next();
    return next.done === true ? null : next.value;
  } catch (error) {
    if (!(error instanceof ProviderError) && !(error instanceof MalformedReply)) throw error;
    const failure: Failure =
      error instanceof ProviderError
        ? error.failure
        : { kind: 'malformed', message: 'The provider sent something unreadable.' };
    passage.progress.failure = failure;
    passage.progress.cause = error;
    return [];
  }
}

/** Takes events in and gives the frames to send for them. */
function take(passage: Passage, events: readonly MappedEvent[]): string {
  const { progress, transcript, call } = passage;
  // What comes after the caller has left is handed to nobody, unless it is kept.
  const isDelivered = transcript !== null || !call.gone.aborted;
  let frames = '';
  for (const event of events) {
    switch (event.kind) {
      case 'choices':
        progress.firstTokenMs ??= performance.now();
        progress.hasContent ||= event.choices.some(isContent);
        (isDelivered ? progress.delivered : progress.unheard).take(event.choices);
        frames += passage.frameOf(event.choices);
        break;
      case 'prompt':
        progress.prompt = event.usage;
        break;
      case 'usage':
        progress.usage = event.usage;
        break;
      case 'failure':
        progress.failure = event.failure;
        return frames;
    }
  }
  return frames;
}

/** A role alone is no content: many providers send it before they know whether they will answer. */
function isContent({ delta, finish_reason: finish }: ChatChunkChoice): boolean {
  const { role: _role, ...rest } = delta;
  return finish !== null || Object.values(rest).some((value) => value !== '' && value !== null);
}

async function forward({ transcript, out, progress }: Passage, frames: string): Promise<void> {
  transcript?.push(frames);
  if (out === null) return;
  const sinceMs = performance.now();
  await out.write(frames);
  progress.stalledMs += performance.now() - sinceMs;
}

async function finish(
  deps: ServeDeps,
  passage: Passage,
  headers: Record<string, string>,
): Promise<Served> {
  const { plan, progress, call, drain } = passage;
  const broken = progress.failure;
  call.hasAnswer();
  const used = whatWasUsed(deps, passage);
  const bill = await settle(deps, plan, used);
  bookRest(deps, passage, bill);
  const shutdown = drain.shutdown();
  const error = broken === null ? null : (shutdown ?? toInterruption(broken, progress.cause));
  const tail =
    error === null ? closingFrames(passage, used.usage) : errorFrame(error, call.requestId);
  const body = Buffer.from([...(passage.transcript ?? []), tail].join(''));
  const stream = { ...headers, 'content-type': 'text/event-stream' };
  const answer = { status: 200, headers: stream, body };
  await deps.beforeReply?.(answer);
  await forward(passage, tail);
  passage.out?.end();
  const timing = { ...passage.source.timing, firstTokenMs: progress.firstTokenMs };
  const ending: Ending = { status: 200, outcome: outcomeOf(passage), error, bill, timing };
  return { failure: shutdown === null ? broken : null, ending, answer };
}

function outcomeOf(passage: Passage): Ending['outcome'] {
  if (passage.call.gone.aborted) return 'client_gone';
  return passage.progress.failure === null ? 'served' : 'partial';
}

/** The counts are the provider's own, as of a whole answer: what a price list folds together is nothing for a caller. */
function closingFrames({ plan, call }: Passage, used: UsageCounts): string {
  if (plan.request.stream_options?.include_usage !== true) return DONE;
  const chunk = chunkMaker(plan, call.at.getTime())([], toChatUsage(used));
  return `data: ${JSON.stringify(chunk)}\n\n${DONE}`;
}

function errorFrame(error: GatewayError, requestId: string): string {
  return `data: ${JSON.stringify(toEnvelope(error, requestId))}\n\n`;
}
