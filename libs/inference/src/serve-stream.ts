import { toEnvelope } from '@tollgate/contract/errors';
import type { GatewayError } from '@tollgate/contract/errors';
import type { ChatChunkChoice } from '@tollgate/contract/chat';
import type { UsageCounts } from '@tollgate/money/rating';
import { MalformedReply, ProviderError } from '@tollgate/providers/adapter';
import type { Failure, MappedEvent } from '@tollgate/providers/adapter';
import { answerHeaders, chunkMaker, toChatUsage } from './answer.ts';
import type { IncomingCall, AnswerSink } from './call.ts';
import { owedWithoutContent, settleAbandoned } from './consumption.ts';
import { toInterruption } from './failures.ts';
import { newLiveStream, newProgress } from './live-stream.ts';
import type { LiveStream } from './live-stream.ts';
import type { ChatPlan } from './plan-chat.ts';
import type { Ending } from './ending.ts';
import { settle } from './settle.ts';
import type { ServeDeps, Served } from './served.ts';
import { bookRest, isAllSeen, whatWasUsed } from './stream-usage.ts';

const DONE = 'data: [DONE]\n\n';

/**
 * Steps 8 and 9 for a stream. The status is held back until the first content is there, or silence has to be bridged; the charge is durable before the
 * last byte leaves; a stream that breaks ends with an error frame and no `[DONE]`. When a caller leaves, the provider is stopped if the provider cannot have made
 * anything unseen; otherwise the stream is read on to its usage.
 * @throws ProviderError when the provider failed before anything was delivered
 */
export async function serveStream(
  deps: ServeDeps,
  plan: ChatPlan,
  given: { call: IncomingCall; sink: AnswerSink; keep: boolean },
): Promise<Served> {
  const { call, sink, keep } = given;
  const progress = newProgress(plan);
  const drain = deps.drains.watch({
    gone: call.gone,
    ownerId: plan.caller.key.ownerId,
    isStopped: () => !keep && isAllSeen(plan, progress),
  });
  const headers = answerHeaders(plan, call.requestId);
  sink.expect(headers, 'stream');
  try {
    const source = await deps.providers.stream(plan, drain.signal);
    const live = newLiveStream(plan, call, { source, drain, keep, progress });
    const first = await firstChoices(live);
    live.out = sink.openStream(headers);
    await forward(live, first);
    await pump(live);
    return await finish(deps, live, headers);
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

/** The frames up to the first content; until that is here a failure still has its own status and costs nothing. */
async function firstChoices(live: LiveStream): Promise<string> {
  let frames = '';
  for (;;) {
    const events = await nextEvents(live);
    frames += events === null ? '' : take(live, events);
    const { failure, cause, hasContent, usage } = live.progress;
    if (hasContent) return frames;
    if (failure !== null) throw new ProviderError(failure, { cause, usage });
    if (events === null) {
      const empty = { kind: 'malformed', message: 'The provider sent an empty answer.' } as const;
      throw new ProviderError(empty, { usage });
    }
  }
}

async function pump(live: LiveStream): Promise<void> {
  while (live.progress.failure === null) {
    const events = await nextEvents(live);
    if (events === null) return;
    const frames = take(live, events);
    if (frames !== '') await forward(live, frames);
  }
}

/** The next events, null at the end. A broken connection becomes a failure of the stream. */
async function nextEvents(live: LiveStream): Promise<readonly MappedEvent[] | null> {
  try {
    const next = await live.source.events.next();
    return next.done === true ? null : next.value;
  } catch (error) {
    if (!(error instanceof ProviderError) && !(error instanceof MalformedReply)) throw error;
    const failure: Failure =
      error instanceof ProviderError
        ? error.failure
        : { kind: 'malformed', message: 'The provider sent something unreadable.' };
    live.progress.failure = failure;
    live.progress.cause = error;
    return [];
  }
}

/** Takes events in and gives the frames to send for them. */
function take(live: LiveStream, events: readonly MappedEvent[]): string {
  const { progress, transcript, call } = live;
  // What comes after the caller has left counts as delivered only when the answer is kept.
  const isDelivered = transcript !== null || !call.gone.aborted;
  let frames = '';
  for (const event of events) {
    switch (event.kind) {
      case 'choices':
        progress.firstTokenMs ??= performance.now();
        progress.hasContent ||= event.choices.some(isContent);
        (isDelivered ? progress.delivered : progress.unheard).take(event.choices);
        frames += live.frameOf(event.choices);
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

async function forward({ transcript, out, progress }: LiveStream, frames: string): Promise<void> {
  transcript?.push(frames);
  if (out === null) return;
  const sinceMs = performance.now();
  await out.write(frames);
  progress.stalledMs += performance.now() - sinceMs;
}

async function finish(
  deps: ServeDeps,
  live: LiveStream,
  headers: Record<string, string>,
): Promise<Served> {
  const { plan, progress, call, drain } = live;
  const broken = progress.failure;
  call.hasAnswer();
  const used = whatWasUsed(deps, live);
  const bill = await settle(deps, plan, used);
  bookRest(deps, live, bill);
  const shutdown = drain.shutdown();
  const error = broken === null ? null : (shutdown ?? toInterruption(broken, progress.cause));
  const tail = error === null ? closingFrames(live, used.usage) : errorFrame(error, call.requestId);
  const body = Buffer.from([...(live.transcript ?? []), tail].join(''));
  const stream = { ...headers, 'content-type': 'text/event-stream' };
  const answer = { status: 200, headers: stream, body };
  await deps.beforeSending?.(answer);
  await forward(live, tail);
  live.out?.end();
  const timing = { ...live.source.timing, firstTokenMs: progress.firstTokenMs };
  const ending: Ending = { status: 200, outcome: outcomeOf(live), error, bill, timing };
  return { failure: shutdown === null ? broken : null, ending, answer };
}

function outcomeOf(live: LiveStream): Ending['outcome'] {
  if (live.call.gone.aborted) return 'client_gone';
  return live.progress.failure === null ? 'served' : 'partial';
}

/** The counts are those of the provider, as in a whole answer; how a price list folds dimensions together is of no interest to a caller. */
function closingFrames({ plan, call }: LiveStream, used: UsageCounts): string {
  if (plan.request.stream_options?.include_usage !== true) return DONE;
  const chunk = chunkMaker(plan, call.at.getTime())([], toChatUsage(used));
  return `data: ${JSON.stringify(chunk)}\n\n${DONE}`;
}

function errorFrame(error: GatewayError, requestId: string): string {
  return `data: ${JSON.stringify(toEnvelope(error, requestId))}\n\n`;
}
