import type { FinishReason } from '@tollgate/contract/chat';
import type { Recording } from '../recordings.ts';

/* eslint-disable-next-line typescript/no-explicit-any -- a reader takes whatever is there */
export type Loose = any;

/** One call of a function, as the raw bytes have it. */
export interface RawCall {
  name: string;
  /** The exact text where the wire has text; where it has an object, the JSON of that object. */
  args: string;
  /** Null where the vendor gives none. */
  id: string | null;
}

/** One alternative of an answer. Absent text is ''. */
export interface RawChoice {
  text: string;
  reasoning: string;
  refusal: string;
  calls: RawCall[];
  /** Why it ended, in our words; null when the vendor did not say. */
  finish: FinishReason | null;
  /** Signatures and other opaque values that have to reach the caller: each must occur in our message. */
  opaque: string[];
}

/** What the vendor counted. `completion` includes `reasoning`; `prompt` includes both caches. */
export interface RawUsage {
  prompt: number;
  cacheRead: number;
  cacheWrite: number;
  completion: number;
  /** Null where the vendor does not tell them apart, or not reliably. */
  reasoning: number | null;
}

/** What a chat reply of status 200 says, read from the raw bytes by code that shares nothing with the mapping. */
export interface RawAnswer {
  choices: Map<number, RawChoice>;
  usage: RawUsage | null;
  /** The reply carries an error although its status is 200, or it has no answer in it. */
  failed: boolean;
}

/** One message of a request body. */
export interface RawTurn {
  role: 'system' | 'user' | 'assistant' | 'tool';
  text: string;
  reasoning: string;
  calls: RawCall[];
  /** Results of tools in this message: the id or the name that they answer, and the text. */
  results: { of: string; text: string }[];
  /** Signatures and other opaque values. */
  opaque: string[];
}

/**
 * The independent reader of one family's wire. Every family in `families.ts` that recordings exist of has
 * one in a file of its own in this folder, and one line in `readers.ts`.
 */
export interface Reader {
  /** A recorded chat reply of status 200. */
  chat(recording: Recording): RawAnswer;
  /** The messages of a request body on this wire, for walking sessions: recorded ones and ours alike. */
  turns(body: Loose): RawTurn[];
  /**
   * A recorded chat request as one of ours, for the estimate of its prompt; null when it holds what no field of
   * ours says. Need not be checked: what is no request of ours is left out.
   */
  asked?(body: Loose): object | null;
  /** Why a recording is of something that no route of ours asks this vendor for; null or absent when it is not. */
  outOfScope?(recording: Recording): string | null;
  /** A recorded embeddings reply of status 200; `prompt` is null when it counts nothing. */
  embeddings?(recording: Recording): { vectors: number[][]; prompt: number | null };
  /** The models of a recorded list, in its order, without such as no public id can name. */
  models?(recording: Recording): string[];
}

/** A choice that says nothing yet. */
export function blankChoice(): RawChoice {
  return { text: '', reasoning: '', refusal: '', calls: [], finish: null, opaque: [] };
}

/** A turn that says nothing yet. */
export function blankTurn(role: RawTurn['role']): RawTurn {
  return { role, text: '', reasoning: '', calls: [], results: [], opaque: [] };
}
