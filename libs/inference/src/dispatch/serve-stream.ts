import type { ChatChunkChoice } from '@tollgate/contract/chat';
import type { PricedTool } from '@tollgate/contract/priced-dimensions';
import { MalformedReply, ProviderError } from '@tollgate/providers/adapter/adapter';
import type {
  AnswerUsage,
  Failure,
  MappedEvent,
  PromptUsage,
  Usage,
} from '@tollgate/providers/adapter/adapter';
import { answerHeaders, costOf } from './answer.ts';
import type { IncomingCall, AnswerSink } from '../call.ts';
import { owedWithoutContent, settleAbandoned } from './consumption.ts';
import { toInterruption } from '../record/failures.ts';
import { newLiveStream, newProgress } from './live-stream.ts';
import type { LiveStream, Progress } from './live-stream.ts';
import type { ChatPlan } from '../chat/plan-chat.ts';
import { elapsedMs } from '../record/record.ts';
import type { Ending } from '../record/ending.ts';
import { NO_PROMPT, believed, isPlausible } from '../bounds/output-policy.ts';
import { settle } from '../money/settle.ts';
import type { ServeDeps, Served } from './served.ts';
import type { SearchEvent, StreamEncoder } from './stream-encoder.ts';
import { bookRest, isAllSeen, isWorthStopping, whatWasUsed } from './stream-usage.ts';

/**
 * Steps 8 and 9 for a stream. The status is held back until the first content is there, or silence
 * has to be bridged; the charge is durable before the last byte leaves; a stream that breaks ends
 * with the encoder's word for an error. When a caller leaves, the provider is stopped if the
 * provider cannot have made anything unseen; otherwise the stream is read on to its usage.
 * @throws ProviderError when the provider failed before anything was delivered
 */
export async function serveStream(
  deps: ServeDeps,
  plan: ChatPlan,
  given: { call: IncomingCall; sink: AnswerSink; keep: boolean; encoder: StreamEncoder },
): Promise<Served> {
  const { call, sink, keep, encoder } = given;
  const progress = newProgress(plan);
  const drain = deps.drains.watch({
    gone: call.gone,
    ownerId: plan.caller.key.ownerId,
    isStopped: () => !keep && isWorthStopping(plan, progress),
  });
  const headers = answerHeaders(plan, call.requestId);
  sink.expect(headers, 'stream');
  try {
    const source = await deps.providers.stream(plan, drain.signal);
    const live = newLiveStream(plan, call, { source, drain, keep, progress, encoder });
    const first = await firstChoices(live);
    live.out = sink.openStream(headers, plan.endsAtMs);
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

/**
 * The frames up to the first content; until that is here a failure still has its own status and
 * costs nothing.
 */
async function firstChoices(live: LiveStream): Promise<string> {
  let frames = '';
  for (;;) {
    const events = await nextEvents(live);
    frames += events === null ? '' : await live.encoder.encode(take(live, events));
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
    const encoded = live.encoder.encode(take(live, events));
    const frames = typeof encoded === 'string' ? encoded : await encoded;
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

/** Takes events in and gives the pieces of the answer that are to be sent. */
function take(live: LiveStream, events: readonly MappedEvent[]): ChatChunkChoice[][] {
  const pieces: ChatChunkChoice[][] = [];
  for (const event of events) {
    if (event.kind === 'choices') {
      takeChoices(live, event.choices);
      pieces.push(event.choices);
    } else if (event.kind === 'failure') {
      live.progress.failure = event.failure;
      return pieces;
    } else takeBeside(live, event);
  }
  return pieces;
}

/** Takes what comes beside the pieces of an answer. */
function takeBeside(
  live: LiveStream,
  event: Exclude<MappedEvent, { kind: 'choices' | 'failure' }>,
): void {
  const { progress, encoder } = live;
  if (isShown(event)) return encoder.note?.(event);
  switch (event.kind) {
    case 'passthrough':
      encoder.pass?.(event.event);
      break;
    case 'prompt':
    case 'answer':
    case 'usage':
      takeReport(live, event);
      break;
    case 'suspect':
      progress.suspect = event.reason;
      break;
    case 'tier':
      progress.tier = event.tier;
      break;
    case 'ran':
      takeRun(progress, event.tool);
      break;
  }
}

const SHOWN: ReadonlySet<MappedEvent['kind']> = new Set(['searched', 'drawing', 'annotation']);

function isShown(event: MappedEvent): event is SearchEvent {
  return SHOWN.has(event.kind);
}

function takeChoices({ progress, transcript, call }: LiveStream, choices: ChatChunkChoice[]): void {
  progress.firstTokenMs ??= performance.now();
  progress.hasContent ||= choices.some(isContent);
  // What comes after the caller has left counts as delivered only when the answer is kept.
  const isDelivered = transcript !== null || !call.gone.aborted;
  (isDelivered ? progress.delivered : progress.unheard).take(choices);
}

/**
 * A run of a tool is billed when it has begun, so that a call which has one is charged however it
 * ends.
 */
function takeRun(progress: Progress, tool: PricedTool): void {
  progress.firstTokenMs ??= performance.now();
  progress.hasContent = true;
  progress.ran[tool] = (progress.ran[tool] ?? 0) + 1;
}

type Report = Extract<MappedEvent, { kind: 'prompt' | 'answer' | 'usage' }>;

function takeReport(live: LiveStream, report: Report): void {
  switch (report.kind) {
    case 'prompt':
      return takePrompt(live, report.usage);
    case 'answer':
      return takeAnswer(live, report.usage);
    case 'usage':
      return takeUsage(live, report.usage);
  }
}

/**
 * The last report counts: one that cannot be is put aside, and a later one that can be is believed
 * again.
 */
function takeUsage({ plan, progress }: LiveStream, usage: Usage): void {
  progress.suspect = null;
  progress.usage = believed(plan, usage);
  progress.implausible = progress.usage === null ? usage : null;
}

function takeAnswer({ plan, progress }: LiveStream, answer: AnswerUsage): void {
  const whole = { ...NO_PROMPT, ...answer };
  if (isPlausible(plan, whole)) progress.answer = answer;
  else progress.implausible = whole;
}

function takePrompt({ plan, progress }: LiveStream, prompt: PromptUsage): void {
  if (isPlausible(plan, prompt)) progress.prompt = prompt;
  else progress.implausible = { ...prompt, output: 0, reasoning: 0 };
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
  const tail =
    error === null
      ? await live.encoder.close(used.usage, { source: used.source, cost: costOf(bill) })
      : live.encoder.fail(error, call.requestId);
  const body = Buffer.from([...(live.transcript ?? []), tail].join(''));
  const stream = { ...headers, 'content-type': 'text/event-stream' };
  const answer = { status: 200, headers: stream, body };
  await deps.beforeSending?.(answer);
  await forward(live, tail);
  live.out?.end();
  const timing = { ...live.source.timing, firstTokenMs: progress.firstTokenMs };
  const answeredBy = live.source.model();
  const ending: Ending = {
    status: 200,
    outcome: outcomeOf(live),
    error,
    bill,
    timing,
    answeredBy,
  };
  const beganAfterMs = elapsedMs(timing.dispatchedMs, timing.firstTokenMs);
  return { failure: shutdown === null ? broken : null, ending, answer, beganAfterMs };
}

function outcomeOf(live: LiveStream): Ending['outcome'] {
  if (live.call.gone.aborted) return 'client_gone';
  return live.progress.failure === null ? 'served' : 'partial';
}
