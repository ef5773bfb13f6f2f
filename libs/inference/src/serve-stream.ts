import { toEnvelope } from '@tollgate/contract/errors';
import type { GatewayError } from '@tollgate/contract/errors';
import type { ChatChunkChoice } from '@tollgate/contract/chat';
import { MalformedReply, UpstreamError } from '@tollgate/providers/adapter';
import type { Failure, MappedEvent, Usage } from '@tollgate/providers/adapter';
import { answerHeaders, chunkMaker, isSuspect, toChatUsage } from './answer.ts';
import type { IncomingCall, Reply, StreamReply } from './call.ts';
import { countTokens } from './count-tokens.ts';
import { toInterruption } from './failures.ts';
import type { ChatPlan } from './plan-chat.ts';
import type { Ending } from './record.ts';
import { countsOf, settle } from './settle.ts';
import type { Bill, Consumption } from './settle.ts';
import type { ServeDeps, Served } from './serve-whole.ts';
import type { VendorStream } from './vendor.ts';

/** What a stream has brought so far. */
interface Progress {
  usage: Usage | null;
  deliveredTokens: number;
  failure: Failure | null;
  cause: unknown;
  firstTokenMs: number | null;
}

/** One stream on its way. */
interface Passage {
  plan: ChatPlan;
  call: IncomingCall;
  vendor: VendorStream;
  progress: Progress;
  frameOf(choices: ChatChunkChoice[]): string;
  /** Every frame that was made, when the answer is to be kept. */
  transcript: string[] | null;
  out: StreamReply | null;
}

const DONE = 'data: [DONE]\n\n';

/**
 * Steps 8 and 9 for a stream. The status is held back until the first frame is known to be good; the charge is durable
 * before the last byte leaves; a stream that breaks ends with an error frame and no `[DONE]`.
 * @throws UpstreamError when the vendor failed before anything was delivered
 */
export async function serveStream(
  deps: ServeDeps,
  plan: ChatPlan,
  given: { call: IncomingCall; reply: Reply; keep: boolean },
): Promise<Served> {
  const { call, reply } = given;
  const stop = stopSignal(deps, plan, given);
  try {
    const vendor = await deps.vendor.stream(plan, stop.signal);
    const passage = newPassage(plan, call, { vendor, keep: given.keep });
    const first = await firstChoices(passage);
    const headers = answerHeaders(plan, call.requestId);
    passage.out = reply.openStream({ ...headers, 'content-type': 'text/event-stream' });
    await forward(passage, first);
    await pump(passage);
    return await finish(deps, passage, headers);
  } finally {
    stop.done();
  }
}

/** A caller who leaves ends the vendor's work where that saves its cost, else the answer is read to its end. */
function stopSignal(
  deps: ServeDeps,
  plan: ChatPlan,
  { call, keep }: { call: IncomingCall; keep: boolean },
): { signal: AbortSignal; done(): void } {
  if (plan.route.family.onDisconnect === 'drain' || keep) return deps.drains.watch(call.gone);
  return { signal: call.gone, done: () => undefined };
}

function newPassage(
  plan: ChatPlan,
  call: IncomingCall,
  { vendor, keep }: { vendor: VendorStream; keep: boolean },
): Passage {
  const makeChunk = chunkMaker(plan, call.at.getTime());
  const withUsage = plan.request.stream_options?.include_usage === true;
  const frameOf = (choices: ChatChunkChoice[]): string =>
    `data: ${JSON.stringify(withUsage ? makeChunk(choices, null) : makeChunk(choices))}\n\n`;
  const progress = {
    usage: null,
    deliveredTokens: 0,
    failure: null,
    cause: undefined,
    firstTokenMs: null,
  };
  return { plan, call, vendor, progress, frameOf, transcript: keep ? [] : null, out: null };
}

/** The first frames with content; until they are here a failure still has its own status. */
async function firstChoices(passage: Passage): Promise<string> {
  for (;;) {
    const events = await nextEvents(passage);
    const frames = events === null ? '' : take(passage, events);
    const { failure, cause } = passage.progress;
    if (frames !== '') return frames;
    if (failure !== null) throw new UpstreamError(failure, { cause });
    if (events === null) {
      throw new UpstreamError({ kind: 'malformed', message: 'The provider sent an empty answer.' });
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
    const next = await passage.vendor.events.next();
    return next.done === true ? null : next.value;
  } catch (error) {
    if (!(error instanceof UpstreamError) && !(error instanceof MalformedReply)) throw error;
    const failure: Failure =
      error instanceof UpstreamError
        ? error.failure
        : { kind: 'malformed', message: 'The provider sent something unreadable.' };
    passage.progress.failure = failure;
    passage.progress.cause = error;
    return [];
  }
}

/** Takes events in and gives the frames to send for them. */
function take(passage: Passage, events: readonly MappedEvent[]): string {
  const { progress } = passage;
  let frames = '';
  for (const event of events) {
    switch (event.kind) {
      case 'choices':
        progress.firstTokenMs ??= performance.now();
        progress.deliveredTokens += tokensOf(event.choices);
        frames += passage.frameOf(event.choices);
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

async function forward(passage: Passage, frames: string): Promise<void> {
  passage.transcript?.push(frames);
  await passage.out?.write(frames);
}

function tokensOf(choices: readonly ChatChunkChoice[]): number {
  let tokens = 0;
  for (const { delta } of choices) {
    tokens += countTokens(delta.content ?? '') + countTokens(delta.reasoning_content ?? '');
    for (const call of delta.tool_calls ?? [])
      tokens += countTokens(call.function?.arguments ?? '');
  }
  return tokens;
}

async function finish(
  deps: ServeDeps,
  passage: Passage,
  headers: Record<string, string>,
): Promise<Served> {
  const { plan, progress, call } = passage;
  const broken = progress.failure;
  const bill = await settle(deps, plan, consumptionOf(deps, passage));
  const error = broken === null ? null : toInterruption(broken, progress.cause);
  const tail = error === null ? closingFrames(passage, bill) : errorFrame(error, call.requestId);
  await forward(passage, tail);
  passage.out?.end();
  const timing = { ...passage.vendor.timing, firstTokenMs: progress.firstTokenMs };
  const ending: Ending = { status: 200, outcome: outcomeOf(passage), error, bill, timing };
  const body = Buffer.from((passage.transcript ?? []).join(''));
  const stream = { ...headers, 'content-type': 'text/event-stream' };
  return { failure: broken, ending, answer: { status: 200, headers: stream, body } };
}

function outcomeOf(passage: Passage): Ending['outcome'] {
  if (passage.call.gone.aborted) return 'client_gone';
  return passage.progress.failure === null ? 'served' : 'partial';
}

/** What the provider reported, or the prompt's bound and what was delivered where it reported nothing or broke off. */
function consumptionOf(deps: ServeDeps, { plan, progress }: Passage): Consumption {
  const partial = progress.failure !== null;
  if (
    progress.usage === null ||
    (partial && progress.usage.output + progress.usage.reasoning === 0)
  ) {
    if (!partial) {
      deps.logger.warn({ op: plan.opId, model: plan.route.publicId }, 'the provider sent no usage');
    }
    const early = progress.usage === null ? { input: plan.inputBound } : countsOf(progress.usage);
    return { usage: { ...early, output: progress.deliveredTokens }, source: 'estimated', partial };
  }
  if (isSuspect(progress.usage, progress.deliveredTokens)) {
    deps.logger.error({ op: plan.opId, model: plan.route.publicId }, 'usage_suspect');
  }
  return { usage: countsOf(progress.usage), source: 'provider', partial };
}

function closingFrames({ plan, call }: Passage, bill: Bill): string {
  if (plan.request.stream_options?.include_usage !== true) return DONE;
  const chunk = chunkMaker(plan, call.at.getTime())([], toChatUsage(bill.usage));
  return `data: ${JSON.stringify(chunk)}\n\n${DONE}`;
}

function errorFrame(error: GatewayError, requestId: string): string {
  return `data: ${JSON.stringify(toEnvelope(error, requestId))}\n\n`;
}
