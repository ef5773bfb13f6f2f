import { AssistantMessage, ChatChoice, ChatChunkChoice } from '@tollgate/contract/chat';
import type { ChatRequest, Message } from '@tollgate/contract/chat';
import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import { MalformedReply, ProviderError } from '@tollgate/providers/adapter/adapter';
import type { MappedAnswer, MappedEvent, Usage } from '@tollgate/providers/adapter/adapter';
import { failureOfReply } from '@tollgate/providers/engine/call-failures';
import { createDeframer } from '@tollgate/providers/framing/framing';
import { parseJson } from '@tollgate/providers/json';
import { Ajv } from 'ajv';
import { closed } from './closed.ts';
import { streamOf } from '../providers/event-stream.ts';
import type { Sample } from './replies.ts';

/** What became of one input: an answer, a kind of failure, or something that may not be. */
export interface Verdict {
  outcome: string;
  /** What is wrong with it; absent when nothing is. */
  hole?: string;
}

const SECRET = 'sk-a-canary-of-the-fuzz-0123456789';
/**
 * What leaves may be so many times as long as what came, and a little more for what is said in our
 * words.
 */
const GROWTH_MAX = 40;
const OWN_CHARACTERS = 20_000;
const ERROR_STATUSES: readonly number[] = [400, 401, 403, 404, 418, 429, 500, 503, 529, 600];

const ajv = new Ajv({ strict: false, discriminator: true });
const isChoice = ajv.compile(closed(ChatChoice));
const isDelta = ajv.compile(closed(ChatChunkChoice));
const isMessage = ajv.compile(AssistantMessage);

class Hole extends Error {}

/**
 * Has a reply read by whom it is for; what is thrown beside the errors that the readers promise is
 * a hole.
 */
export function judge(sample: Sample, bytes: Buffer, status: number): Verdict {
  try {
    return { outcome: read(sample, bytes, status) };
  } catch (error) {
    if (error instanceof ProviderError) return { outcome: `failure ${error.failure.kind}` };
    if (error instanceof MalformedReply) return { outcome: 'malformed' };
    if (error instanceof Hole) return { outcome: 'hole', hole: error.message };
    const reported = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { outcome: 'hole', hole: reported.split('\n').slice(0, 6).join('\n') };
  }
}

/** The status that an input of this number is read with, where it matters. */
export function statusFor(n: number): number {
  return ERROR_STATUSES[n % ERROR_STATUSES.length] ?? 500;
}

function read(sample: Sample, bytes: Buffer, status: number): string {
  switch (sample.form) {
    case 'stream':
      return readStream(sample, sample.lines ? framed(bytes) : bytes);
    case 'whole':
      return readWhole(sample, bytes);
    case 'error':
      return readError(sample, bytes, status);
    case 'embeddings':
      return readEmbeddings(sample, bytes);
    case 'listing':
      return readListing(sample, bytes);
  }
}

function jsonOf(bytes: Buffer): unknown {
  const body = parseJson(bytes.toString('utf8').replace(/^\uFEFF/u, ''));
  if (body === undefined) throw new MalformedReply('the reply is no JSON');
  return body;
}

function framed(bytes: Buffer): Buffer {
  const lines = bytes.toString('utf8').split('\n');
  return streamOf(lines.filter((line) => / ./u.test(line)).join('\n'));
}

function readWhole({ family, target }: Sample, bytes: Buffer): string {
  if (family.chat === undefined) throw new MalformedReply('no chat');
  const answer = family.chat.fromWire(jsonOf(bytes), target);
  assertAnswer({ family, target }, answer, bytes.length);
  return 'answer';
}

function readError({ family }: Sample, bytes: Buffer, status: number): string {
  const headers = {
    'content-type': 'application/json',
    'retry-after': bytes.toString('latin1', 0, 9),
  };
  const text = bytes.toString('utf8').replaceAll(/.{40}/gu, `$&${SECRET}`);
  const credential = { api_key: SECRET };
  const failure = failureOfReply({ family, credential }, { status, headers }, text);
  const said = JSON.stringify(failure);
  if (said.includes(SECRET)) throw new Hole(`the secret stands in ${said}`);
  if (said.length > 2_000) throw new Hole(`a failure of ${said.length} characters`);
  if (!(failure.retryAfterSeconds === undefined || failure.retryAfterSeconds <= 60)) {
    throw new Hole(`a wait of ${failure.retryAfterSeconds} seconds`);
  }
  return `failure ${failure.kind}`;
}

function readEmbeddings({ family, target }: Sample, bytes: Buffer): string {
  const body = jsonOf(bytes);
  const made = family.embeddings?.fromWire([{ body, headers: {} }], target);
  if (made === undefined) throw new MalformedReply('no embeddings');
  for (const vector of made.vectors) {
    if (!vector.every(Number.isFinite)) throw new Hole('a vector holds what is no number');
  }
  assertUsage(made.usage);
  return 'vectors';
}

function readListing({ family }: Sample, bytes: Buffer): string {
  const names = family.listing?.fromWire(jsonOf(bytes)) ?? [];
  const odd = names.find((name) => !/^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,199}$/u.test(name));
  if (odd !== undefined || names.length > 5_000) throw new Hole(`the name ${odd} is listed`);
  return 'names';
}

function readStream({ family, target }: Sample, bytes: Buffer): string {
  if (family.chat === undefined) throw new MalformedReply('no chat');
  const mapper = family.chat.stream(target);
  const deframer = createDeframer(family.chat.framing);
  const events: MappedEvent[] = [];
  // Two pieces, so that what stands on both sides of a cut is read as well.
  const cut = bytes.length >> 1;
  const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
  for (const piece of pieces) {
    for (const event of deframer.push(piece)) events.push(...mapper.push(event));
  }
  for (const event of deframer.end()) events.push(...mapper.push(event));
  events.push(...mapper.end());
  assertEvents(events, bytes.length);
  const last = events.findIndex(({ kind }) => kind === 'failure');
  if (last >= 0 && last < events.length - 1) throw new Hole('something follows a failure');
  const accumulator = createAnswerAccumulator();
  accumulator.push(events);
  const answer = accumulator.answer();
  if (answer.choices.length > 0) assertAnswer({ family, target }, answer, bytes.length);
  return answer.choices.length > 0 ? 'answer' : 'nothing';
}

function assertEvents(events: readonly MappedEvent[], came: number): void {
  let length = 0;
  for (const event of events) {
    length += JSON.stringify(event).length;
    if (event.kind === 'usage') assertUsage(event.usage);
    if (event.kind !== 'choices') continue;
    const wrong = event.choices.find((choice) => !isDelta(choice));
    if (wrong !== undefined) throw new Hole(`${ajv.errorsText(isDelta.errors)}: ${shown(wrong)}`);
  }
  assertLength(length, came);
}

function assertAnswer(
  { family, target }: Pick<Sample, 'family' | 'target'>,
  answer: MappedAnswer,
  came: number,
): void {
  assertLength(JSON.stringify(answer).length, came);
  assertUsage(answer.usage);
  for (const choice of answer.choices) {
    if (!isChoice(choice)) throw new Hole(`${ajv.errorsText(isChoice.errors)}: ${shown(choice)}`);
    const { message } = choice;
    if (!isMessage(message)) {
      throw new Hole(
        `cannot be handed back, ${ajv.errorsText(isMessage.errors)}: ${shown(message)}`,
      );
    }
    const results = (message.tool_calls ?? []).map(({ id }): Message => ({
      role: 'tool',
      tool_call_id: id,
      content: 'done',
    }));
    const request: ChatRequest = {
      model: 'x',
      messages: [{ role: 'user', content: 'Hi.' }, message, ...results],
    };
    if (family.foreignContent?.(request, target) != null) continue;
    JSON.stringify(family.chat?.toWire(request, target, false));
  }
}

function assertUsage(usage: Usage | null): void {
  const odd = Object.entries(usage ?? {}).find(
    ([, count]) => !(Number.isSafeInteger(count) && count >= 0),
  );
  if (odd !== undefined) throw new Hole(`usage says ${odd.join('=')}`);
}

function assertLength(length: number, came: number): void {
  if (length <= came * GROWTH_MAX + OWN_CHARACTERS) return;
  throw new Hole(`${came} bytes have become ${length} characters`);
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 300);
