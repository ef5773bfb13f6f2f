import type { LookupFunction } from 'node:net';
import type { ChatRequest } from '@tollgate/contract/chat';
import { ProviderError } from '../adapter/adapter.ts';
import { isTextOnly, withKeptMessages } from '@tollgate/contract/text-only';
import { mapperFor } from './mapper-for.ts';
import type {
  Credential,
  EmbeddingsCall,
  ChatMapper,
  MappedAnswer,
  MappedEvent,
  StreamMapper,
  WireEvent,
} from '../adapter/adapter.ts';
import type { VideoCall, VideoState } from '../adapter/video-wire.ts';
import type { ImageCall } from '../adapter/image-wire.ts';
import type { ModerationCall } from '../adapter/moderation-wire.ts';
import type { RerankCall } from '../adapter/rerank-wire.ts';
import { guardedLookup } from './address-guard.ts';
import type { AllowedUpstreams } from './address-guard.ts';
import type { OutboundProxy } from './outbound-proxy.ts';
import { answerEvents } from './answer-events.ts';
import type { Wire } from './call.ts';
import {
  withScopedIdentifiers,
  fetchJson,
  mapped,
  newTiming,
  open,
  wholeJson,
} from './one-off-request.ts';
import type { CallTiming } from './call-timing.ts';
import { withoutSecrets } from './call-failures.ts';
import { createConnections } from './call.ts';
import type { Io, JsonReply, ProviderCall } from './one-off-request.ts';
import { makeImages, openImage } from './image-caller.ts';
import type { ImageReply, ImageStream } from './image-caller.ts';
import { judge } from './moderation-caller.ts';
import type { ModerationReply } from './moderation-caller.ts';
import { vectorStoreVerb } from './vector-store-caller.ts';
import type { VectorStoreVerb } from './vector-store-caller.ts';
import { rankDocuments } from './rerank-caller.ts';
import type { RankingReply } from './rerank-caller.ts';
import { openSpeech } from './speech-caller.ts';
import type { SpeechStream } from './speech-caller.ts';
import { openTranscript, transcribe } from './transcription-caller.ts';
import type { TranscriptReply, TranscriptStream } from './transcription-caller.ts';
import type { TranscriptionCall } from '../adapter/transcription-wire.ts';
import type { SpeechCall } from '../adapter/speech-wire.ts';
import { listModels } from './model-lists.ts';
import { batchVerbs } from './batch-caller.ts';
import type { BatchVerbs } from './batch-caller.ts';
import { beginVideo, videoState, findVideo, openVideo } from './video-caller.ts';
import type { VideoSource, VideoReply } from './video-caller.ts';
import { fetchPublicJson } from './public-json.ts';
import type { PublicDocument } from './public-json.ts';
import { readEvents } from './read-reply.ts';
import { OF_TEXT, answerBounds } from './stream-bounds.ts';
import type { AnswerBounds } from './stream-bounds.ts';
import { embed } from './embeddings-caller.ts';
import type { EmbeddingsReply } from './embeddings-caller.ts';
import { isObject, parseJson } from '../json.ts';

export type { ProviderCall } from './one-off-request.ts';

/** An open stream: events that arrived in one read come in one batch. */
export interface ProviderStream {
  /**
   * Throws ProviderError when the connection breaks; failures that the provider reports come as
   * events.
   */
  events: AsyncGenerator<readonly MappedEvent[], void, void>;
  /**
   * The name under which the provider says that it answers; undefined until a usable one has come.
   */
  model(): string | undefined;
  timing: CallTiming;
}

/** What the body of a call is made of, beside the request. */
export type Written = Pick<ProviderCall, 'family' | 'endpoint' | 'credential' | 'scope'>;

/** The verbs of a provider. But for the last, all of them throw ProviderError and nothing else. */
export interface ProviderCaller extends BatchVerbs, VectorStoreVerb {
  chat(
    call: ProviderCall,
    request: ChatRequest,
  ): Promise<{ answer: MappedAnswer; timing: CallTiming }>;
  /**
   * Writes the body of a call before its time: {@link chat} or {@link chatStream} of the same
   * request then sends that. Throws what they would throw.
   */
  writeAhead(call: Written, request: ChatRequest, stream: boolean): void;
  /** Resolves when the provider has answered 200; the first event is still to come. */
  chatStream(call: ProviderCall, request: ChatRequest): Promise<ProviderStream>;
  embeddings(call: ProviderCall, request: EmbeddingsCall): Promise<EmbeddingsReply>;
  images(call: ProviderCall, request: ImageCall): Promise<ImageReply>;
  /** Resolves when the provider has answered 200. */
  imageStream(call: ProviderCall, request: ImageCall): Promise<ImageStream>;
  rerank(call: ProviderCall, request: RerankCall): Promise<RankingReply>;
  moderate(call: ProviderCall, request: ModerationCall): Promise<ModerationReply>;
  /** Resolves when the provider has answered 200; the first bytes are still to come. */
  speech(call: ProviderCall, request: SpeechCall): Promise<SpeechStream>;
  transcribe(call: ProviderCall, request: TranscriptionCall): Promise<TranscriptReply>;
  /** Resolves when the provider has answered 200; the first event is still to come. */
  transcribeStream(call: ProviderCall, request: TranscriptionCall): Promise<TranscriptStream>;
  /** How many tokens the provider counts in a prompt. */
  promptTokens(call: ProviderCall): Promise<number>;
  /** The provider's own names of its models. */
  models(call: ProviderCall): Promise<string[]>;
  /** Has a video begun. @returns the provider's name of the job */
  beginVideo(call: ProviderCall, video: VideoCall): Promise<string>;
  /** The state of a job. */
  videoState(call: ProviderCall, job: string): Promise<VideoState>;
  /** Looks a video up by our token. @returns null where the provider has no such video */
  findVideo(call: ProviderCall, video: { token: string; since: Date }): Promise<string | null>;
  /** Opens a video where the provider says that it lies, from a byte on. */
  openVideo(call: ProviderCall, source: VideoSource): Promise<VideoReply>;
  /**
   * Answers of chat and embeddings without the network: what stands in for it gets each request as
   * it would be sent, and gives or throws what would have come.
   */
  without(instead: NonNullable<Io['instead']>): Pick<ProviderCaller, 'chat' | 'embeddings'>;
  /**
   * A published JSON document, read as {@link fetchPublicJson} says; the one verb that throws other
   * errors.
   */
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
  /** The proxy of the installation; default: none. */
  proxy?: OutboundProxy | null;
}

/** Makes the one client of all providers in a process. */
export function createProviderCaller({
  allowed,
  now = () => new Date(),
  lookup = guardedLookup,
  proxy = null,
}: ProviderCallerOptions): ProviderCaller {
  const wire: Wire = { connections: createConnections(allowed, lookup, proxy), allowed };
  const io: Io = { wire, now };
  const bodies = createBodies();
  return {
    writeAhead: (call, request, stream) => bodies.write(call, request, stream),
    chat: (call, request) => askWhole(io, call, bodies.take(call, request, false)),
    chatStream: (call, request) => openStream(io, call, bodies.take(call, request, true)),
    embeddings: (call, request) => embed(io, call, { request, nameIn: answeringModel }),
    images: (call, request) => makeImages(io, call, { request, nameIn: answeringModel }),
    imageStream: (call, request) => openImage(io, call, request),
    rerank: (call, request) => rankDocuments(io, call, { request, nameIn: answeringModel }),
    moderate: (call, request) => judge(io, call, { request, nameIn: answeringModel }),
    speech: (call, request) => openSpeech(io, call, request),
    transcribe: (call, request) => transcribe(io, call, { request, nameIn: answeringModel }),
    transcribeStream: (call, request) => openTranscript(io, call, request),
    async promptTokens(call) {
      const counter = required(call.family.promptCounter);
      const body = bodyOf(call, counter.toWire(call.endpoint));
      const reply = await fetchJson(io, call, { path: counter.path, body, timing: newTiming() });
      return mapped(call, () => counter.fromWire(reply.body));
    },
    models: (call) => listModels(io, call),
    beginVideo: (call, video) => beginVideo(io, call, video),
    videoState: (call, job) => videoState(io, call, job),
    findVideo: (call, video) => findVideo(io, call, video),
    openVideo: (call, source) => openVideo(io, call, source),
    ...batchVerbs(io),
    ...vectorStoreVerb(io),
    without(instead) {
      const inner = { ...io, instead };
      return {
        chat: (call, request) => askWhole(inner, call, askedOf(call, request, false)),
        embeddings: (call, request) => embed(inner, call, { request, nameIn: answeringModel }),
      };
    },
    publicJson: (document) => fetchPublicJson(wire, document),
    close: () => wire.connections.close(),
  };
}

async function askWhole(
  io: Io,
  call: ProviderCall,
  { chat, body, bounds }: Asked,
): Promise<{ answer: MappedAnswer; timing: CallTiming }> {
  const timing = newTiming();
  const path = chat.path(call.endpoint, false);
  const reply = await fetchJson(io, call, { path, body, timing, ...bounds });
  return { answer: answerIn(chat, call, reply), timing };
}

/** The mapper of a request and its answer, and the body that the provider is sent. */
interface Asked {
  chat: ChatMapper;
  body: string | Buffer;
  bounds: AnswerBounds;
}

interface Bodies {
  write(call: Written, request: ChatRequest, stream: boolean): void;
  take(call: Written, request: ChatRequest, stream: boolean): Asked;
}

/** Bodies that were written ahead, by their requests; each is taken once. */
function createBodies(): Bodies {
  const ahead = new WeakMap<ChatRequest, { of: Written; stream: boolean; asked: Asked }>();
  return {
    write(of, request, stream) {
      ahead.set(request, { of, stream, asked: askedOf(of, request, stream) });
    },
    take(call, request, stream) {
      const written = ahead.get(request);
      if (written === undefined) return askedOf(call, request, stream);
      ahead.delete(request);
      const isSame = written.stream === stream && isToSame(written.of, call);
      return isSame ? written.asked : askedOf(call, request, stream);
    },
  };
}

function isToSame(one: Written, other: Written): boolean {
  const { family, endpoint, credential } = one;
  return family === other.family && endpoint === other.endpoint && credential === other.credential;
}

function askedOf(call: Written, request: ChatRequest, stream: boolean): Asked {
  const all = required(call.family.chat);
  // A request of text alone has no names that would have to fit.
  const chat = isTextOnly(request)
    ? (all.forRequest?.(request, call.endpoint, call.credential) ?? all)
    : mapperFor(all, request, call);
  const wire = withScopedIdentifiers(chat.toWire(request, call.endpoint, stream), call.scope);
  const bounds = request.hosted === undefined ? OF_TEXT : answerBounds(request.hosted);
  const written = withKeptMessages(wire, request) ?? JSON.stringify(wire);
  return { chat, body: written, bounds };
}

function bodyOf({ scope }: ProviderCall, wire: unknown): string {
  return JSON.stringify(withScopedIdentifiers(wire, scope));
}

/**
 * The mapper of a verb. A family without the verb is refused earlier, so an absent mapper is a
 * fault of ours.
 */
function required<T>(part: T | undefined): T {
  if (part === undefined) throw new TypeError('the family does not have what is called');
  return part;
}

async function openStream(
  io: Io,
  given: ProviderCall,
  { chat, body, bounds }: Asked,
): Promise<ProviderStream> {
  const limits = bounds.limitsOf(given.limits);
  const call = { ...given, limits };
  const timing = newTiming();
  const path = chat.path(call.endpoint, true);
  const incoming = await open(io, call, { path, body, timing, stream: true });
  if (/^application\/json\b/iu.test(incoming.headers['content-type'] ?? '')) {
    const reply = await wholeJson(incoming, call, { timing, ...bounds });
    const answer = answerIn(chat, call, reply);
    return { events: answerEvents(answer), model: () => answer.model, timing };
  }
  const mapper = hearingModel(
    discreet(chat.stream(call.endpoint), call.credential),
    chat,
    call.credential,
  );
  const reading = { framing: chat.framing, mapper, limits, timing, bounds: bounds.ofStream };
  const events = readEvents(incoming, reading);
  return { events, model: () => mapper.model(), timing };
}

/**
 * The answer in a reply. A reply without an answer may still report usage, which the platform then
 * pays.
 */
function answerIn(chat: ChatMapper, call: ProviderCall, { body }: JsonReply): MappedAnswer {
  try {
    const answer = mapped(call, () => chat.fromWire(body, call.endpoint));
    const model = answeringModel(chat.modelIn(body), call.credential);
    return { ...answer, ...(model === undefined ? {} : { model }) };
  } catch (thrown) {
    if (!(thrown instanceof ProviderError)) throw thrown;
    const usage = chat.usageIn(body, call.endpoint);
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

/**
 * Names of models as providers write them. The name goes into traces and metrics, so that no other
 * text is taken for a name.
 */
const MODEL_NAME = /^[\w.:/@+-]{1,128}$/u;
/**
 * Events of a stream that are searched for the name; wires have it in the first, or leave it empty
 * in the first and have it in the next.
 */
const EVENTS_SEARCHED = 3;

/**
 * The name under which a provider says that it has answered.
 * @param reported the value in the reply where its wire has the name
 * @returns undefined for what is no name, and for a name with a value of the credential in it
 */
export function answeringModel(reported: unknown, credential: Credential): string | undefined {
  if (typeof reported !== 'string' || !MODEL_NAME.test(reported)) return undefined;
  const secrets = Object.values(credential).filter((secret) => secret !== '');
  return secrets.some((secret) => reported.includes(secret)) ? undefined : reported;
}

/** A stream's mapper that hears the name of the model. */
export interface HearingMapper extends StreamMapper {
  /** The name; undefined until the provider has reported one. */
  model(): string | undefined;
}

/** Hears the name in the first events, which are parsed once for both. */
export function hearingModel(
  mapper: StreamMapper,
  { modelIn }: Pick<ChatMapper, 'modelIn'>,
  credential: Credential,
): HearingMapper {
  let model: string | undefined;
  let left = EVENTS_SEARCHED;
  const heard = (event: WireEvent): WireEvent => {
    left -= 1;
    const payload = parseJson(event.data);
    if (!isObject(payload)) return event;
    model = answeringModel(modelIn(payload), credential);
    return { ...event, payload };
  };
  return {
    push: (event) => mapper.push(model === undefined && left > 0 ? heard(event) : event),
    end: () => mapper.end(),
    state: () => mapper.state(),
    model: () => model,
  };
}
