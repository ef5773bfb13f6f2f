import type { LookupFunction } from 'node:net';
import type { ChatRequest } from '@tollgate/contract/chat';
import { MalformedReply, ProviderError } from './adapter.ts';
import type {
  Credential,
  EmbeddingsCall,
  Family,
  HttpCall,
  ChatMapper,
  MappedAnswer,
  MappedEmbeddings,
  MappedEvent,
  StreamMapper,
  Target,
} from './adapter.ts';
import { guardedLookup } from './address-guard.ts';
import type { AllowedUpstreams } from './address-guard.ts';
import { answerEvents } from './answer-events.ts';
import { send } from './call.ts';
import type { CallLimits, Incoming, Wire } from './call.ts';
import type { CallTiming } from './call-timing.ts';
import { failureOfReply, toProviderError, withoutSecrets } from './call-failures.ts';
import { createConnections } from './connections.ts';
import { parseJson } from './json.ts';
import { fetchPublicJson } from './public-json.ts';
import type { PublicDocument } from './public-json.ts';
import { readBytes, readEvents } from './read-reply.ts';
import { assertVectors } from './wire/embeddings/vectors.ts';

/** The most decoded bytes of one JSON reply. */
const JSON_BYTES_MAX = 33_554_432;
/** The most decoded bytes that are read of an error's body. */
const ERROR_BYTES_MAX = 65_536;
/** Embedding calls of one request that run at once, for providers that take one input a call. */
const PARALLEL_CALLS_MAX = 8;

/** The target of a call, its credential and its time limits. */
export interface ProviderCall {
  family: Family;
  target: Target;
  credential: Credential;
  limits: CallLimits;
  /** Aborts the call: the connection closes at once. */
  signal: AbortSignal;
}

/** An open stream: events that arrived in one read come in one batch. */
export interface ProviderStream {
  /** Throws ProviderError when the connection breaks; failures that the provider reports come as events. */
  events: AsyncGenerator<readonly MappedEvent[], void, void>;
  timing: CallTiming;
}

/** The verbs of a provider. But for the last, all of them throw ProviderError and nothing else. */
export interface ProviderCaller {
  chat(
    call: ProviderCall,
    request: ChatRequest,
  ): Promise<{ answer: MappedAnswer; timing: CallTiming }>;
  /** Resolves when the provider has answered 200; the first event is still to come. */
  chatStream(call: ProviderCall, request: ChatRequest): Promise<ProviderStream>;
  embeddings(
    call: ProviderCall,
    request: EmbeddingsCall,
  ): Promise<{ embeddings: MappedEmbeddings; timing: CallTiming }>;
  /** The provider's own names of its models. */
  models(call: ProviderCall): Promise<string[]>;
  /** A published JSON document, read as {@link fetchPublicJson} says; the one verb that throws other errors. */
  publicJson(document: PublicDocument): Promise<unknown>;
  /** Closes idle connections; for shutdown. */
  close(): void;
}

export interface ProviderCallerOptions {
  allowed: AllowedUpstreams;
  /** The time that signatures cover; default: the clock of this machine. */
  now?: () => Date;
  /** Resolves names to addresses; default: this machine's resolver, guarded. */
  lookup?: LookupFunction;
}

/** Makes the one client of all providers in a process. */
export function createProviderCaller({
  allowed,
  now = () => new Date(),
  lookup = guardedLookup,
}: ProviderCallerOptions): ProviderCaller {
  const wire: Wire = { connections: createConnections(allowed, lookup), allowed };
  const io: Io = { wire, now };
  return {
    async chat(call, request) {
      const chat = required(call.family.chat);
      const timing = newTiming();
      const path = chat.path(call.target, false);
      const body = JSON.stringify(chat.toWire(request, call.target, false));
      const reply = await fetchJson(io, call, { path, body, timing });
      return { answer: answerIn(chat, call, reply), timing };
    },
    chatStream: (call, request) => openStream(io, call, request),
    embeddings: (call, request) => embed(io, call, request),
    async models(call) {
      const listing = required(call.family.listing);
      const baseUrl = listing.baseUrl?.(call.target.baseUrl) ?? call.target.baseUrl;
      const lists = { ...call, target: { ...call.target, baseUrl } };
      const names: string[] = [];
      for (const path of [listing.path, ...(listing.morePaths ?? [])]) {
        const reply = await fetchJson(io, lists, { path, timing: newTiming() });
        names.push(...mapped(call, () => listing.fromWire(reply.body)));
      }
      return [...new Set(names)];
    },
    publicJson: (document) => fetchPublicJson(wire, document),
    close: () => wire.connections.close(),
  };
}

interface Io {
  wire: Wire;
  now: () => Date;
}

/** One HTTP call of a verb; without a body it is a GET. */
interface Errand {
  path: string;
  body?: string;
  timing: CallTiming;
  stream?: boolean;
}

interface JsonReply {
  body: unknown;
  headers: Record<string, string>;
}

function newTiming(): CallTiming {
  return { dispatchedMs: null, firstByteMs: null };
}

/** The mapper of a verb. A family without the verb is refused earlier, so an absent mapper is a fault of ours. */
function required<T>(part: T | undefined): T {
  if (part === undefined) throw new TypeError('the family does not have what is called');
  return part;
}

async function openStream(
  io: Io,
  call: ProviderCall,
  request: ChatRequest,
): Promise<ProviderStream> {
  const chat = required(call.family.chat);
  const timing = newTiming();
  const body = JSON.stringify(chat.toWire(request, call.target, true));
  const path = chat.path(call.target, true);
  const incoming = await open(io, call, { path, body, timing, stream: true });
  if (/^application\/json\b/iu.test(incoming.headers['content-type'] ?? '')) {
    const reply = await wholeJson(incoming, call, timing);
    return { events: answerEvents(answerIn(chat, call, reply)), timing };
  }
  const mapper = discreet(chat.stream(call.target), call.credential);
  const { limits } = call;
  const events = readEvents(incoming, { framing: chat.framing, mapper, limits, timing });
  return { events, timing };
}

async function embed(
  io: Io,
  call: ProviderCall,
  request: EmbeddingsCall,
): Promise<{ embeddings: MappedEmbeddings; timing: CallTiming }> {
  const mapper = required(call.family.embeddings);
  const bodies = mapper.toWire(request, call.target);
  const path = mapper.path(call.target);
  const timings = bodies.map(newTiming);
  const replies: JsonReply[] = [];
  for (let start = 0; start < bodies.length; start += PARALLEL_CALLS_MAX) {
    const group = bodies.slice(start, start + PARALLEL_CALLS_MAX).map((body, offset) => {
      const timing = timings[start + offset] ?? newTiming();
      return fetchJson(io, call, { path, body: JSON.stringify(body), timing });
    });
    replies.push(...(await Promise.all(group)));
  }
  const embeddings = mapped(call, () => {
    const answer = mapper.fromWire(replies, call.target);
    assertVectors(answer.vectors, request);
    return answer;
  });
  return { embeddings, timing: timings[0] ?? newTiming() };
}

async function fetchJson(io: Io, call: ProviderCall, errand: Errand): Promise<JsonReply> {
  const incoming = await open(io, call, errand);
  return wholeJson(incoming, call, errand.timing);
}

/** The JSON of a reply, whatever its content type says. */
async function wholeJson(
  incoming: Incoming,
  call: ProviderCall,
  timing: CallTiming,
): Promise<JsonReply> {
  try {
    const bytes = await readBytes(incoming, {
      bytesMax: JSON_BYTES_MAX,
      idleMs: call.limits.idleMs,
    });
    const body = parseJson(bytes.toString('utf8').replace(/^\uFEFF/u, ''));
    if (body === undefined) throw new MalformedReply('the reply is no JSON');
    return { body, headers: incoming.headers };
  } catch (error) {
    throw toProviderError(error, timing);
  } finally {
    incoming.close();
  }
}

/** Signs, sends, and turns every status but 200 into the provider's failure. */
async function open(io: Io, call: ProviderCall, errand: Errand): Promise<Incoming> {
  const { timing } = errand;
  try {
    const outgoing = {
      call: await call.family.sign(unsigned(call, errand), call.credential, io.now()),
      limits: call.limits,
      signal: call.signal,
      compressed: errand.stream !== true,
    };
    const incoming = await send(io.wire, outgoing, timing);
    if (incoming.status === 200) return incoming;
    throw new ProviderError(await failureOf(incoming, call));
  } catch (error) {
    throw toProviderError(error, timing);
  }
}

function unsigned({ target }: ProviderCall, { path, body, stream }: Errand): HttpCall {
  const accept = stream === true ? 'text/event-stream, application/json' : 'application/json';
  const url = target.baseUrl + path;
  if (body === undefined) return { method: 'GET', url, headers: { accept } };
  return { method: 'POST', url, headers: { accept, 'content-type': 'application/json' }, body };
}

/** The failure in an error reply. Its body helps to find the kind; an unreadable body is ignored. */
async function failureOf(
  incoming: Incoming,
  call: ProviderCall,
): Promise<ReturnType<typeof failureOfReply>> {
  let text = '';
  try {
    const { idleMs } = call.limits;
    const bytes = await readBytes(incoming, { bytesMax: ERROR_BYTES_MAX, idleMs, cutsOff: true });
    text = bytes.toString('utf8');
  } catch {
    text = '';
  } finally {
    incoming.close();
  }
  return failureOfReply(call, incoming, text);
}

/** The answer in a reply. A reply without an answer may still report usage, which the platform then pays. */
function answerIn(chat: ChatMapper, call: ProviderCall, { body }: JsonReply): MappedAnswer {
  try {
    return mapped(call, () => chat.fromWire(body, call.target));
  } catch (thrown) {
    if (!(thrown instanceof ProviderError)) throw thrown;
    const usage = chat.usageIn(body, call.target);
    throw new ProviderError(thrown.failure, { cause: thrown, usage });
  }
}

/** Maps a whole reply; secrets of the credential are removed from an error inside the reply. */
function mapped<T>({ credential }: ProviderCall, map: () => T): T {
  try {
    return map();
  } catch (thrown) {
    const error = toProviderError(thrown, { dispatchedMs: 0, firstByteMs: 0 });
    const failure = withoutSecrets(error.failure, Object.values(credential));
    throw new ProviderError(failure, { cause: error });
  }
}

/** A mapper that removes the secrets of the credential from failures. */
function discreet(mapper: StreamMapper, credential: Credential): StreamMapper {
  const secrets = Object.values(credential);
  const clean = (events: MappedEvent[]): MappedEvent[] => {
    const last = events.at(-1);
    if (last?.kind !== 'failure') return events;
    return [...events.slice(0, -1), { ...last, failure: withoutSecrets(last.failure, secrets) }];
  };
  return {
    push: (event) => clean(mapper.push(event)),
    end: () => clean(mapper.end()),
    state: () => mapper.state(),
  };
}
