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
}

/** A file with audio. */
export interface AudioFile {
  bytes: Buffer;
  /** What the bytes are; the name that a provider sees is made of it. */
  format: 'wav' | 'mp3' | 'flac' | 'ogg' | 'webm' | 'mp4';
  /** How long it is by our own count. */
  seconds: number;
}

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

/** Pure mapping between our routes for transcriptions and one wire. */
export interface TranscriptionMapper {
  path(endpoint: Endpoint, call: TranscriptionCall): string;
  /** The fields of the form beside the file. */
  fields(call: TranscriptionCall, endpoint: Endpoint): readonly (readonly [string, string])[];
  /** @throws MalformedReply */
  fromWire(body: unknown): MappedTranscript;
  /** The name of the model in a reply. */
  modelIn(body: unknown): unknown;
  events(): TranscriptEvents;
  /** The shortest time that the provider bills, in seconds; absent: what the audio has. */
  leastSeconds?(endpoint: Endpoint): number;
}
