import type { Chunking, TranscriptionFormat } from '@tollgate/contract/transcription';
import type { SuspectReason } from '@tollgate/contract/suspect-usage';
import type { JsonObject } from '../json.ts';
import type { Endpoint } from './endpoint.ts';

/** Audio that a provider is to write down. */
export interface TranscriptionCall {
  /** `translate`: in English, whatever is spoken. */
  task: 'transcribe' | 'translate';
  audio: AudioFile;
  terms: TranscriptionTerms;
  isStream: boolean;
  /** The most tokens of text, where the wire bounds them; absent: what the model writes. */
  ceiling?: number;
}

/** A file with audio. */
export interface AudioFile {
  bytes: Buffer;
  /** What the bytes are; the name that a provider sees is made of it. */
  format: 'wav' | 'mp3' | 'flac' | 'ogg' | 'webm' | 'mp4';
  /** How long it is by our own count. */
  seconds: number;
}

/** The media types of files with audio. */
export const AUDIO_TYPES: Readonly<Record<AudioFile['format'], string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
  mp4: 'audio/mp4',
};

/** How audio is to be written down. Absent: the provider decides. */
export interface TranscriptionTerms {
  language?: string;
  prompt?: string;
  responseFormat?: TranscriptionFormat;
  temperature?: number;
  granularities?: readonly string[];
  include?: readonly string[];
  chunking?: Chunking;
  speakerNames?: readonly string[];
  speakerReferences?: readonly string[];
}

/** What a provider says that it billed. */
export interface TranscriptUsage {
  /** How long the audio is, not rounded; absent where it does not say. */
  seconds?: number;
  tokens?: { text: number; audio: number; output: number };
}

/** A text that was written down. */
export interface MappedTranscript {
  /** The members of the provider's document that an answer has, but its usage. */
  document: JsonObject & { text: string };
  usage: TranscriptUsage;
  suspect?: SuspectReason;
  /** The model that answered, where the provider names one. */
  model?: string;
}

/** What a reply brings while it comes. */
export type TranscriptPiece =
  | { kind: 'event'; event: JsonObject & { type: string }; text: string }
  /** Comes once, at the end. */
  | { kind: 'done'; transcript: MappedTranscript };

/** A body that is a form: the fields beside the file. */
export interface TranscriptionForm {
  kind: 'form';
  fields(call: TranscriptionCall, endpoint: Endpoint): readonly (readonly [string, string])[];
}

/** A body that is JSON. */
export interface TranscriptionJson {
  kind: 'json';
  /** @param audio stands for the file in base64, and may be there once */
  toWire(call: TranscriptionCall, endpoint: Endpoint, audio: string): unknown;
}

/** How far a stream of events has come. */
export interface TranscriptEvents {
  /**
   * What one event brings; nothing for one that is none of ours.
   * @throws MalformedReply for an event that does not fit
   * @throws ProviderError when the provider reports a failure
   */
  read(data: string): TranscriptPiece[];
  /** Whether the provider has said that nothing follows. */
  isDone(): boolean;
}

/** How a provider counts the tokens of audio and of what is written down. */
export interface TranscriptRates {
  /** Tokens of a second of audio at most. */
  audioPerSecond: number;
  /** Tokens beside those of what is spoken: the model may think. */
  spare: number;
  /** Whether the wire takes a bound of the tokens of text. */
  isBounded: boolean;
}

/** Pure mapping between our routes for transcriptions and one wire. */
export interface TranscriptionMapper {
  path(endpoint: Endpoint, call: TranscriptionCall): string;
  /** The body: a form with the file, or JSON with the file in base64. */
  body: TranscriptionForm | TranscriptionJson;
  /** All text that a request has beside the audio; absent: its prompt. */
  text?(call: Pick<TranscriptionCall, 'task' | 'terms'>, endpoint: Endpoint): string;
  /** @throws MalformedReply @throws ProviderError when the provider failed to finish */
  fromWire(body: unknown): MappedTranscript;
  /** The name of the model in a reply. */
  modelIn(body: unknown): unknown;
  events(): TranscriptEvents;
  /** The shortest time that the provider bills, in seconds; absent: what the audio has. */
  leastSeconds?(endpoint: Endpoint): number;
  /** How tokens are counted; absent: as OpenAI counts them. */
  rates?(endpoint: Endpoint): TranscriptRates;
}
