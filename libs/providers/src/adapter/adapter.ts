import type { ChatChunkChoice, ChatChoice, ChatRequest } from '@tollgate/contract/chat';
import type { OwnRoute } from '@tollgate/contract/extensions';
import type { PromptHint } from '@tollgate/contract/unknown-fields';
import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { PricedTool } from '@tollgate/contract/priced-dimensions';
import type { ToolCounts, ToolRuns } from '@tollgate/contract/server-tools';
import type { SuspectReason } from '@tollgate/contract/suspect-usage';
import type { TObject } from 'typebox';
import type { BatchMapper } from './batch-wire.ts';
import type { VectorStoreLookup } from './vector-store-wire.ts';
import type { VideoMapper, LocalVideos } from './video-wire.ts';
import type {
  ImageCall,
  ImageMapper,
  ImagePiece,
  ImageTerms,
  ImageTokens,
  MappedImages,
} from './image-wire.ts';
import type { MappedModeration, ModerationCall, ModerationMapper } from './moderation-wire.ts';
import type { MappedRanking, RerankCall, RerankMapper } from './rerank-wire.ts';
import type { SpeechCall, SpeechMapper, SpeechPiece } from './speech-wire.ts';
import type {
  MappedTranscript,
  TranscriptionCall,
  TranscriptionMapper,
  TranscriptPiece,
} from './transcription-wire.ts';
import type { Refusal } from './refusal.ts';
import type { WireFacts } from './facts.ts';
import type { Credential, Failure, HttpCall, ServedAt, Endpoint } from './endpoint.ts';
import type { TokenOverhead } from './token-overhead.ts';
import type { Usage, UsageReading } from './usage.ts';

export type { Credential, Failure, HttpCall, ServedAt, Endpoint } from './endpoint.ts';
export type { TokenOverhead } from './token-overhead.ts';
export type { Usage } from './usage.ts';

/**
 * A whole answer after mapping. `usage` is null when the provider reported none, nonsense, or a
 * part only.
 */
export interface MappedAnswer {
  choices: ChatChoice[];
  usage: Usage | null;
  /** The counts of the prompt, where the provider reported no others. */
  promptUsage?: PromptUsage;
  /** The counts of the answer, where the provider reported no others. */
  answerUsage?: AnswerUsage;
  /** The fault of the report of usage. */
  suspect?: SuspectReason;
  /** Runs of tools of the provider's that the answer holds. */
  ran?: ToolCounts;
  /** What tools that the provider has run show on the wire of Responses. */
  searched?: Searched;
  systemFingerprint?: string;
  /** The service tier that the provider says it has answered in. */
  serviceTier?: string;
  /**
   * The name under which the provider says that it has answered; put in by the engine, not by
   * mappers.
   */
  model?: string;
  /** The provider's own document, where the answer is handed on in the provider's words. */
  passthrough?: Readonly<Record<string, unknown>>;
}

/** What tools that the provider has run show beside the text of an answer. */
export interface Searched {
  /** Each call, as the provider gives it. */
  calls: readonly JsonFields[];
  /** Citations, by positions in the text of the whole answer. */
  annotations: readonly JsonFields[];
}
type JsonFields = Readonly<Record<string, unknown>>;

/** What a prompt came to. */
export type PromptUsage = Pick<Usage, 'input' | 'cache_read' | 'cache_write' | 'cache_write_1h'>;

/** What an answer came to. */
export type AnswerUsage = Pick<Usage, 'output' | 'reasoning'>;

/** An event of a provider that is handed on as it came. */
export interface PassthroughEvent {
  type: string;
  /** The payload as JSON on one line. */
  data: string;
  /** The parsed payload. */
  payload: Readonly<Record<string, unknown>>;
}

/** What a stream mapper makes of the provider's events. */
export type MappedEvent =
  /** Comes before what the same event means, only where events are handed on as they came. */
  | { kind: 'passthrough'; event: PassthroughEvent }
  | { kind: 'choices'; choices: ChatChunkChoice[] }
  /**
   * The counts of the prompt alone. They come before the answer, or instead of a report of the
   * whole call.
   */
  | { kind: 'prompt'; usage: PromptUsage }
  /** The counts of the answer alone, instead of a report of the whole call. */
  | { kind: 'answer'; usage: AnswerUsage }
  /** Replaces an earlier report; the counts are never added up. */
  | { kind: 'usage'; usage: Usage }
  /** Comes behind the report that it is about, or instead of one that could not be read. */
  | { kind: 'suspect'; reason: SuspectReason }
  /** The provider has begun to run a tool, which it may bill. */
  | { kind: 'ran'; tool: PricedTool }
  /** An image has begun, or a preview of it is there; `call` has its id, and the preview. */
  | { kind: 'drawing'; call: JsonFields }
  /** A call of a tool that the provider runs has ended. */
  | { kind: 'searched'; call: JsonFields }
  /** A text of the answer cites what was found. */
  | { kind: 'annotation'; annotation: JsonFields }
  /** The service tier that the provider says it answers in; the last one counts. */
  | { kind: 'tier'; tier: string }
  /** The provider reports a failure; no event follows. */
  | { kind: 'failure'; failure: Failure };

/** One event of the provider's stream after framing. */
export interface WireEvent {
  /**
   * The event's type where the framing has one (SSE `event:`, AWS `:event-type`, or `exception:`
   * and its type).
   */
  type: string | null;
  /** The payload as text; JSON in all wires so far. */
  data: string;
  /** The parsed payload, where somebody has parsed it already. */
  payload?: Readonly<Record<string, unknown>>;
}

/** How bytes become events; `framing/framing.ts` holds one maker for each name. */
export type Framing = 'sse' | 'ndjson' | 'aws-event-stream';

/**
 * How far a stream has come. `open`: the answer is not over. `answered`: every choice has its
 * finish reason, and usage may still follow. `closed`: the provider said that nothing follows.
 */
export type StreamState = 'open' | 'answered' | 'closed';

/**
 * State of one stream. `push` takes events in order and never throws because of what a provider
 * sends: an event that does not fit becomes a failure event, after which no event comes. `end` is
 * called once, when the bytes are over, and adds what is missing: the finish, or the failure of a
 * stream that broke off.
 */
export interface StreamMapper {
  push(event: WireEvent): MappedEvent[];
  end(): MappedEvent[];
  state(): StreamState;
}

/** Pure mapping between our chat API and one wire. No I/O, no clock, no randomness. */
export interface ChatMapper {
  framing: Framing;
  /** Path and query behind the base URL. */
  path(endpoint: Endpoint, stream: boolean): string;
  /** Our request in the provider's shape; the contract has been checked before. */
  toWire(request: ChatRequest, endpoint: Endpoint, stream: boolean): unknown;
  /**
   * @throws MalformedReply when the reply is not what the wire promises
   * @throws ProviderError when the provider reports an error in a reply of status 200
   */
  fromWire(reply: unknown, endpoint: Endpoint): MappedAnswer;
  /**
   * The usage in a reply that is no answer, for our records; null when the reply reports none.
   * Accepts any value.
   */
  usageIn(reply: unknown, endpoint: Endpoint): Usage | null;
  /**
   * The value with which a reply, or an event of a stream, names the model that has answered.
   * Accepts any value.
   */
  modelIn(reply: unknown): unknown;
  stream(endpoint: Endpoint): StreamMapper;
  /**
   * The mapper of one request, where the wire depends on more than the endpoint; `mapper-for.ts`
   * asks for it.
   */
  readonly forRequest?: (
    request: ChatRequest,
    endpoint: Endpoint,
    credential: Credential,
  ) => ChatMapper;
}

/** A validated embeddings request. */
export interface EmbeddingsCall {
  inputs: (string | number[])[];
  dimensions?: number;
  inputType?: string;
  truncate?: string;
}

/** Vectors in input order. */
export interface MappedEmbeddings extends UsageReading {
  vectors: number[][];
  /** What the replies name as the model that has answered. */
  model?: string;
}

/** Pure mapping between our embeddings API and one wire. */
export interface EmbeddingsMapper {
  path(endpoint: Endpoint): string;
  /**
   * One body for each call to the provider; several when the provider takes one input at a time.
   */
  toWire(call: EmbeddingsCall, endpoint: Endpoint): unknown[];
  /** @param headers of the reply: some providers report counts there */
  fromWire(
    replies: { body: unknown; headers: Record<string, string> }[],
    endpoint: Endpoint,
  ): MappedEmbeddings;
  /**
   * The value with which a reply names the model that has answered; absent where no reply names
   * one.
   */
  modelIn?(reply: unknown): unknown;
}

/** How a provider lists its models; a test of a credential asks for this list. */
export interface ModelListing {
  path: string;
  /** Further lists that are read as well. */
  morePaths?: readonly string[];
  /** Makes the base URL of the lists from that of the models, where the two differ. */
  baseUrl?(baseUrl: string): string;
  /** The names of the models; unusable names are left out. */
  fromWire(reply: unknown): string[];
}

/** What a local model gets; time passes only through `sleep`. */
export interface LocalContext {
  signal: AbortSignal;
  sleep(ms: number): Promise<void>;
}

/**
 * Chat without a provider: the sandbox. Yields the events that a stream mapper would yield, at its
 * own pace.
 */
export interface LocalChat {
  answer(
    request: ChatRequest,
    endpoint: Endpoint,
    context: LocalContext,
  ): AsyncIterable<MappedEvent>;
}

/** Embeddings without a provider. */
export interface LocalEmbeddings {
  /** @throws ProviderError when the input asks for an error */
  embed(call: EmbeddingsCall, endpoint: Endpoint, context: LocalContext): Promise<MappedEmbeddings>;
}

/** Images without a provider. */
export interface LocalImages {
  /** @throws ProviderError when the prompt asks for an error */
  make(call: ImageCall, endpoint: Endpoint, context: LocalContext): Promise<MappedImages>;
  /** Gives the image that {@link make} gives, behind its previews. */
  makeStream(
    call: ImageCall,
    endpoint: Endpoint,
    context: LocalContext,
  ): AsyncGenerator<ImagePiece, void, void>;
}

/** Documents in their order without a provider. */
export interface LocalRerank {
  /** @throws ProviderError when the query asks for an error */
  rank(call: RerankCall, endpoint: Endpoint, context: LocalContext): Promise<MappedRanking>;
}

/** Judgements without a provider. */
export interface LocalModeration {
  /** @throws ProviderError when the input asks for an error */
  judge(call: ModerationCall, endpoint: Endpoint, context: LocalContext): Promise<MappedModeration>;
}

/** Speech without a provider. */
export interface LocalSpeech {
  /** @throws ProviderError when the text asks for an error */
  speak(
    call: SpeechCall,
    endpoint: Endpoint,
    context: LocalContext,
  ): { mediaType: string; pieces: AsyncGenerator<SpeechPiece, void, void> };
}

/** Transcriptions without a provider. */
export interface LocalTranscription {
  /** @throws ProviderError when the prompt asks for an error */
  transcribe(
    call: TranscriptionCall,
    endpoint: Endpoint,
    context: LocalContext,
  ): Promise<MappedTranscript>;
  /** Gives the text that {@link transcribe} gives, while it comes. */
  transcribeStream(
    call: TranscriptionCall,
    endpoint: Endpoint,
    context: LocalContext,
  ): AsyncGenerator<TranscriptPiece, void, void>;
}

/** Everything that a family answers by itself, without any network. */
export interface LocalModels {
  /** Names as a provider would list them. */
  readonly models: readonly string[];
  readonly chat: LocalChat;
  readonly embeddings: LocalEmbeddings;
  readonly images: LocalImages;
  readonly rerank: LocalRerank;
  readonly moderation: LocalModeration;
  readonly speech: LocalSpeech;
  readonly transcription: LocalTranscription;
  readonly video: LocalVideos;
}

/** A request whose body goes to a provider as it came. */
export interface PassthroughRequest {
  /** Checked; the name of the model and the ceiling of the output are replaced. */
  body: Readonly<Record<string, unknown>>;
  /** Sent beside our own; lower-case names. */
  headers: Readonly<Record<string, string>>;
}

/** The family that sends one request as it came. */
export type PassthroughMaker = (request: PassthroughRequest) => Family;

/** How a provider is asked how many tokens one prompt has, without an answer to the prompt. */
export interface PromptCounter {
  path: string;
  toWire(endpoint: Endpoint): unknown;
  /** @throws MalformedReply when the reply holds no count */
  fromWire(reply: unknown): number;
}

/** Where a wire takes parameters that our routes do not know. */
export interface ExtrasPath {
  /** The member of the body that holds them; absent: the body itself. */
  within?: string;
  /** What the wire calls a parameter; absent: as it came. */
  nameOf?: (name: string) => string;
}

/**
 * One provider, or one kind of provider: its names, its signature, what each model accepts, how its
 * errors are read.
 */
export interface Family {
  readonly id: string;
  /**
   * The prefix of its public model ids; null when the administrator chooses one for each
   * credential.
   */
  readonly provider: string | null;
  /** The id of the provider in public price data, where that id differs from `provider`. */
  readonly pricesAs?: string;
  /** Whether the provider bills tokens of service tiers at prices of their own. */
  readonly sellsTiers?: true;
  /**
   * Words of service tiers that cost what the plain prices say, of a provider that sells none
   * apart; a reply in another tier is one that nobody wanted. Absent where such words mean nothing.
   */
  readonly plainTiers?: readonly string[];
  /** The lookup of vector stores that models search; absent: no model of the family does. */
  readonly vectorStores?: VectorStoreLookup;
  /** Whether the family marks prompts whose callers set no mark, where a model says so. */
  readonly marksPrompts?: true;
  /**
   * The name in OpenTelemetry's conventions for generative AI, where that name differs from
   * `provider`.
   */
  readonly semanticName?: string;
  /** Null when the administrator must enter the address. */
  readonly baseUrl: string | null;
  /**
   * What an administrator enters. Secret fields are marked with `{"secret": true}` in their schema.
   */
  readonly credential: TObject;
  /**
   * What one model accepts; null for a model that the family does not know, which must not be
   * exposed. Families with one provider do not need `at`.
   */
  contract(upstreamModel: string, at?: ServedAt): ContractDraft | null;
  /** Adds the credential to a call. `at` is the time of sending, which some signatures cover. */
  sign(call: HttpCall, credential: Credential, at: Date): HttpCall | Promise<HttpCall>;
  /**
   * The failure behind a reply with a status other than 200; `body` is the parsed JSON, else the
   * text.
   */
  failure(status: number, headers: Record<string, string>, body: unknown): Failure;
  /** A family has this mapper only when it is complete. */
  readonly chat?: ChatMapper;
  /**
   * For models whose provider speaks the wire of our own `/v1/messages`: makes the family with a
   * chat mapper that sends one request as it came, and hands on the answer and the words of errors
   * as they came. Null for a model that is asked otherwise.
   */
  readonly messages?: (endpoint: Endpoint) => PassthroughMaker | null;
  /**
   * Whether a hint of our own `/v1/messages`, by its path, stays behind where a request goes as it
   * came; absent: none does.
   */
  readonly leavesOutOfMessages?: (path: string) => boolean;
  /**
   * Made with the family that sends one request as it came, where the provider counts for nothing.
   */
  readonly promptCounter?: PromptCounter;
  readonly embeddings?: EmbeddingsMapper;
  readonly images?: ImageMapper;
  readonly rerank?: RerankMapper;
  readonly moderation?: ModerationMapper;
  readonly speech?: SpeechMapper;
  readonly transcription?: TranscriptionMapper;
  /**
   * The most tokens of one image that a model makes after such terms; absent or null where nobody
   * has written that down.
   */
  readonly imageTokens?: (
    upstreamModel: string,
    terms: Pick<ImageTerms, 'size' | 'resolution' | 'quality' | 'inputFidelity'>,
    /** Output tokens of a conversation; absent: one image is made. */
    ceiling?: number,
  ) => ImageTokens | null;
  /** The batch interface of the provider; absent: there is none, or nobody has written it down. */
  readonly batches?: BatchMapper;
  /** How videos are asked for where a model is served; null where nobody has written that down. */
  readonly video?: (at: ServedAt) => VideoMapper | null;
  readonly listing?: ModelListing;
  readonly local?: LocalModels;
  /**
   * What we do with an open stream when the caller leaves: read it to the end where the provider
   * bills it anyway, or abort it.
   */
  readonly onDisconnect: 'drain' | 'abort';
  /**
   * Whether a model searches the web once for every answer, whatever the request says, and its
   * provider bills that without counting it; absent: it does not.
   */
  readonly alwaysSearches?: (upstreamModel: string) => boolean;
  /**
   * The most that the provider may run for an answer to a request, where the wire has no field for
   * a bound; null where it runs nothing. Absent where our bound is sent.
   */
  readonly runsAtMost?: (request: ChatRequest, endpoint: Endpoint) => ToolRuns | null;
  /** Whether a reasoning model reasons when the request names no effort; absent: it may. */
  readonly reasonsUnasked?: (upstreamModel: string) => boolean;
  /**
   * The usage that is known when a stream breaks off: none, that of the prompt, or all of it so
   * far.
   */
  readonly reportsUsage: 'at_the_end' | 'prompt_first' | 'with_each_piece';
  /**
   * Whether the provider loads a model into memory when it is first asked for, before it sends
   * anything.
   */
  readonly loadsModels?: true;
  /** What the provider adds to a prompt of this endpoint, for the upper bound of an estimate. */
  overhead(endpoint: Endpoint): TokenOverhead;
  /** Where the wire takes extra parameters; absent: nowhere. */
  readonly extras?: ExtrasPath;
  /**
   * The route whose unknown fields fit on the wire that a request to an endpoint goes over; absent
   * or null: those of no route do.
   */
  readonly extensions?: (endpoint: Endpoint, request: ChatRequest) => OwnRoute | null;
  /** What the wire of an endpoint takes; absent: nothing is known. */
  readonly facts?: (endpoint: Endpoint) => WireFacts;
  /**
   * The hints within a prompt that the wire of a request to an endpoint can carry; absent: none.
   * The others are left out.
   */
  readonly promptHints?: (endpoint: Endpoint, request: ChatRequest) => readonly PromptHint[];
  /** What the provider fetches itself from an address in a request; absent: nothing. */
  readonly fetches?: (kind: 'image' | 'document', endpoint: Endpoint) => boolean;
  /**
   * The member of `extra_content` under which this family keeps what its models sign; absent or
   * null where they sign nothing.
   */
  readonly signsAs?: (endpoint: Endpoint) => string | null;
  /**
   * Why the request cannot go to this endpoint although the contract allows it: signed content that
   * is not its own, or what a contract cannot express. Null when it can go.
   */
  readonly foreignContent?: (request: ChatRequest, endpoint: Endpoint) => Refusal | null;
}

/** A reply that does not fit the provider's own wire. */
export class MalformedReply extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MalformedReply';
  }
}

/** A failed call to a provider. */
export class ProviderError extends Error {
  readonly failure: Failure;
  /** The usage that the provider reported in spite of the failure; null when it reported none. */
  readonly usage: Usage | null;

  constructor(failure: Failure, options: ErrorOptions & { usage?: Usage | null } = {}) {
    super(failure.message, options);
    this.name = 'ProviderError';
    this.failure = failure;
    this.usage = options.usage ?? null;
  }
}
