import type { LookupFunction } from 'node:net';
import type { ChatRequest } from '@tollgate/contract/chat';
import { ProviderError } from './adapter.ts';
import { mapperFor } from './mapper-for.ts';
import type {
  Credential,
  EmbeddingsCall,
  ChatMapper,
  MappedAnswer,
  MappedEmbeddings,
  MappedEvent,
  StreamMapper,
} from './adapter.ts';
import type { VideoCall, VideoState } from './video-wire.ts';
import { guardedLookup } from './address-guard.ts';
import type { AllowedUpstreams } from './address-guard.ts';
import { answeringModel, hearingModel } from './answering-model.ts';
import { answerEvents } from './answer-events.ts';
import type { Wire } from './call.ts';
import { withScopedIdentifiers } from './caller-identifiers.ts';
import type { CallTiming } from './call-timing.ts';
import { withoutSecrets } from './call-failures.ts';
import { createConnections } from './connections.ts';
import { fetchJson, mapped, newTiming, open, wholeJson } from './errand.ts';
import type { Io, JsonReply, ProviderCall } from './errand.ts';
import { beginVideo, videoState, findVideo, openVideo } from './video-caller.ts';
import type { VideoPlace, VideoReply } from './video-caller.ts';
import { fetchPublicJson } from './public-json.ts';
import type { PublicDocument } from './public-json.ts';
import { readEvents } from './read-reply.ts';
import { assertVectors } from './wire/embeddings/vectors.ts';

/** Embedding calls of one request that run at once, for providers that take one input a call. */
const PARALLEL_CALLS_MAX = 8;

export type { ProviderCall } from './errand.ts';

/** An open stream: events that arrived in one read come in one batch. */
export interface ProviderStream {
  /** Throws ProviderError when the connection breaks; failures that the provider reports come as events. */
  events: AsyncGenerator<readonly MappedEvent[], void, void>;
  /** The name under which the provider says that it answers; undefined until a usable one has come. */
  model(): string | undefined;
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
  /** How many tokens the provider counts in a prompt. */
  promptTokens(call: ProviderCall): Promise<number>;
  /** The provider's own names of its models. */
  models(call: ProviderCall): Promise<string[]>;
  /** Has a video begun. @returns the provider's name of the job */
  beginVideo(call: ProviderCall, video: VideoCall): Promise<string>;
  /** How a job stands. */
  videoState(call: ProviderCall, job: string): Promise<VideoState>;
  /** Looks a video up by our token. @returns null where the provider has no such video */
  findVideo(call: ProviderCall, video: { token: string; since: Date }): Promise<string | null>;
  /** Opens a video where the provider says that it lies, from a byte on. */
  openVideo(call: ProviderCall, place: VideoPlace): Promise<VideoReply>;
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
      const chat = mapperFor(required(call.family.chat), request, call);
      const timing = newTiming();
      const path = chat.path(call.target, false);
      const body = bodyOf(call, chat.toWire(request, call.target, false));
      const reply = await fetchJson(io, call, { path, body, timing });
      return { answer: answerIn(chat, call, reply), timing };
    },
    chatStream: (call, request) => openStream(io, call, request),
    embeddings: (call, request) => embed(io, call, request),
    async promptTokens(call) {
      const counter = required(call.family.promptCounter);
      const body = bodyOf(call, counter.toWire(call.target));
      const reply = await fetchJson(io, call, { path: counter.path, body, timing: newTiming() });
      return mapped(call, () => counter.fromWire(reply.body));
    },
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
    beginVideo: (call, video) => beginVideo(io, call, video),
    videoState: (call, job) => videoState(io, call, job),
    findVideo: (call, video) => findVideo(io, call, video),
    openVideo: (call, place) => openVideo(io, call, place),
    publicJson: (document) => fetchPublicJson(wire, document),
    close: () => wire.connections.close(),
  };
}

function bodyOf({ scope }: ProviderCall, wire: unknown): string {
  return JSON.stringify(withScopedIdentifiers(wire, scope));
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
  const chat = mapperFor(required(call.family.chat), request, call);
  const timing = newTiming();
  const body = bodyOf(call, chat.toWire(request, call.target, true));
  const path = chat.path(call.target, true);
  const incoming = await open(io, call, { path, body, timing, stream: true });
  if (/^application\/json\b/iu.test(incoming.headers['content-type'] ?? '')) {
    const reply = await wholeJson(incoming, call, { timing });
    const answer = answerIn(chat, call, reply);
    return { events: answerEvents(answer), model: () => answer.model, timing };
  }
  const mapper = hearingModel(
    discreet(chat.stream(call.target), call.credential),
    chat,
    call.credential,
  );
  const { limits } = call;
  const events = readEvents(incoming, { framing: chat.framing, mapper, limits, timing });
  return { events, model: () => mapper.model(), timing };
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
      return fetchJson(io, call, { path, body: bodyOf(call, body), timing });
    });
    replies.push(...(await Promise.all(group)));
  }
  const embeddings = mapped(call, () => {
    const answer = mapper.fromWire(replies, call.target);
    assertVectors(answer.vectors, request);
    const model = answeringModel(mapper.modelIn?.(replies[0]?.body), call.credential);
    return { ...answer, ...(model === undefined ? {} : { model }) };
  });
  return { embeddings, timing: timings[0] ?? newTiming() };
}

/** The answer in a reply. A reply without an answer may still report usage, which the platform then pays. */
function answerIn(chat: ChatMapper, call: ProviderCall, { body }: JsonReply): MappedAnswer {
  try {
    const answer = mapped(call, () => chat.fromWire(body, call.target));
    const model = answeringModel(chat.modelIn(body), call.credential);
    return { ...answer, ...(model === undefined ? {} : { model }) };
  } catch (thrown) {
    if (!(thrown instanceof ProviderError)) throw thrown;
    const usage = chat.usageIn(body, call.target);
    throw new ProviderError(thrown.failure, { cause: thrown, usage });
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
