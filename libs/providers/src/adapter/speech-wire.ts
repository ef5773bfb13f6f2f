import type { SpeechFormat } from '@tollgate/contract/speech';
import type { SuspectReason } from '@tollgate/contract/suspect-usage';
import type { Endpoint } from './endpoint.ts';
import type { Refusal } from './refusal.ts';

/** A text that a provider is to read aloud. */
export interface SpeechCall {
  input: string;
  terms: SpeechTerms;
}

/** How a text is to be read. Absent: the provider decides. */
export interface SpeechTerms {
  /** The name of a voice, or the id of a custom one. */
  voice: string;
  /** Whether `voice` is an id, which goes out as an object. */
  isCustom?: true;
  instructions?: string;
  responseFormat?: SpeechFormat;
  speed?: number;
}

/** Counts of a call for speech. */
export interface SpeechUsage {
  /** Tokens of the text and its instructions. */
  input: number;
  /** Tokens of audio. */
  output: number;
}

/** What a reply with speech brings. */
export type SpeechPiece =
  | { kind: 'audio'; bytes: Uint8Array }
  /** Comes once, behind the audio. */
  | { kind: 'usage'; usage: SpeechUsage }
  /** Instead of counts that cannot be read. */
  | { kind: 'suspect'; reason: SuspectReason };

/** How far a stream of events has come. */
export interface SpeechEvents {
  /**
   * What one event brings; nothing for one that is none of ours.
   * @throws MalformedReply for an event that does not fit
   * @throws ProviderError when the provider reports a failure
   */
  read(data: string): SpeechPiece[];
  /** Whether the provider has said that nothing follows. */
  isDone(): boolean;
}

/** Pure mapping between our speech API and one wire. */
export interface SpeechMapper {
  path(endpoint: Endpoint, call: SpeechCall): string;
  toWire(call: SpeechCall, endpoint: Endpoint): unknown;
  /** Why a call cannot be asked for although the contract allows it; absent or null: it can. */
  refusal?(call: SpeechCall, endpoint: Endpoint): Refusal | null;
  /** Reads the reply to a call that comes as events. */
  events(call: SpeechCall): SpeechEvents;
  /** What comes where a request names no format; absent: `mp3`. */
  usualFormat?: SpeechFormat;
  /** Tokens of a minute of audio, where these are billed; absent: as OpenAI counts them. */
  tokensPerMinute?: number;
}
