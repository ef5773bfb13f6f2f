import type { FinishReason } from '@tollgate/contract/chat';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import type { Recording } from '../recordings.ts';

/* eslint-disable-next-line typescript/no-explicit-any -- a reader takes whatever is there */
export type Loose = any;

/** One call of a function, as the raw bytes have it. */
export interface RawCall {
  name: string;
  /** The exact text where the wire has text; where it has an object, the JSON of that object. */
  args: string;
  /** Null where the provider gives none. */
  id: string | null;
  /** Its number in a stream whose pieces are numbered. */
  index?: number;
}

/** One alternative of an answer. Absent text is ''. */
export interface RawChoice {
  text: string;
  reasoning: string;
  refusal: string;
  calls: RawCall[];
  /** Why it ended, in our words; null when the provider did not say. */
  finish: FinishReason | null;
  /**
   * Signatures and other opaque values that have to reach the caller: each must occur in our
   * message.
   */
  opaque: string[];
  /** Probabilities of tokens in OpenAI's shape; null where the wire tells none. */
  logprobs: Loose;
}

/** What the provider counted. `completion` includes `reasoning`; `prompt` includes both caches. */
export interface RawUsage {
  prompt: number;
  cacheRead: number;
  cacheWrite: number;
  /** The part of `cacheWrite` that is kept for an hour; absent where no part is reported. */
  hour?: number;
  completion: number;
  /** Null where the provider does not tell them apart, or not reliably. */
  reasoning: number | null;
  /** Searches of the web that the provider bills; absent where none is reported. */
  searches?: number;
  /** Runs of code, as far as the provider bills or shows them. */
  code?: number;
}

/**
 * What a chat reply of status 200 says, read from the raw bytes by code that shares nothing with
 * the mapping.
 */
export interface RawAnswer {
  choices: Map<number, RawChoice>;
  usage: RawUsage | null;
  /** The reply carries an error although its status is 200, or it has no answer in it. */
  failed: boolean;
  /** What an error in the reply says, where the reader knows. */
  failure?: RawFailure;
}

/** What an error says, read by code that shares nothing with the mapping. */
export interface RawFailure {
  kind: Failure['kind'];
  /**
   * The provider's own sentence, its names for itself left out; a caller reads it where the request
   * was refused.
   */
  words: string;
  /** The field of our request that the provider names, if it names one. */
  param?: string | undefined;
}

/** A piece of a message in a request: exactly one member. */
export type RawPart =
  | { text: string }
  | { thought: string; signature?: string | undefined }
  | { image: string; detail?: string | undefined }
  | { call: { id?: string | undefined; name: string; args: Loose; extra?: Loose } }
  | { result: { of: string; id?: string | undefined; parts: RawPart[] } }
  /** What only this wire has, as it stands. */
  | { other: Loose };

/**
 * What a request asks for in a form that does not depend on how its wire may write the same in
 * several ways: plain text or a list with one text, nulls or absent members, one turn or two of the
 * same side. The form of a recorded request and of ours must be the same, member by member.
 */
export interface RawRequest {
  system?: string[];
  turns: { role: string; name?: string; parts: RawPart[] }[];
  tools?: { name: string; description?: string; parameters: Loose; strict?: boolean }[];
  /** `auto`, `none`, `required`, or the name of the only function. */
  choice?: string;
  /** Every other member of the body, by the wire's name. */
  settings: Record<string, Loose>;
}

/** What an embeddings request asks for, in the words of our own call. */
export interface RawEmbeddingsRequest {
  inputs: Loose[];
  dimensions?: number;
  inputType?: string;
  truncate?: string;
  /** Every other member of the body, by the wire's name. */
  settings: Record<string, Loose>;
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
 * The independent reader of one family's wire. Every family in `families.ts` that recordings exist
 * of has one in a file of its own in this folder, and one line in `readers.ts`.
 */
export interface Reader {
  /** A recorded chat reply of status 200. */
  chat(recording: Recording): RawAnswer;
  /**
   * The messages of a request body on this wire, for walking sessions: recorded ones and ours
   * alike.
   */
  turns(body: Loose): RawTurn[];
  /**
   * A recorded chat request as one of ours, for the estimate of its prompt; null when it holds what
   * no field of ours says. Need not be checked: what is no request of ours is left out.
   */
  asked(body: Loose, of: Pick<Recording, 'provider' | 'model'>): object | null;
  /** What a chat request asks for: recorded ones and ours alike. */
  request(body: Loose): RawRequest;
  /**
   * Members of `settings` that a field of ours carries; what a client says beyond is for its
   * provider alone.
   */
  says: RegExp;
  /** What an error of another status than 200 says. */
  failure(recording: Recording): RawFailure;
  /** How the base URL ends and an operation's path begins, in a URL of this wire. */
  operation: RegExp;
  /** The bodies of an embeddings request, one for each call: recorded ones and ours alike. */
  embedded?(bodies: Loose[]): RawEmbeddingsRequest;
  /**
   * Why a recording is of something that no route of ours asks this provider for; null or absent
   * when it is not.
   */
  outOfScope?(recording: Recording): string | null;
  /** A recorded embeddings reply of status 200; `prompt` is null when it counts nothing. */
  embeddings?(recording: Recording): { vectors: number[][]; prompt: number | null };
  /** The models of a recorded list, in its order, without such as no public id can name. */
  models?(recording: Recording): string[];
}

/** A choice that says nothing yet. */
export function blankChoice(): RawChoice {
  return {
    text: '',
    reasoning: '',
    refusal: '',
    calls: [],
    finish: null,
    opaque: [],
    logprobs: null,
  };
}

/** A turn that says nothing yet. */
export function blankTurn(role: RawTurn['role']): RawTurn {
  return { role, text: '', reasoning: '', calls: [], results: [], opaque: [] };
}

/** The text parts of plain text or of a list of texts; none for what is absent. */
export function textParts(content: Loose): RawPart[] {
  if (typeof content === 'string') return [{ text: content }];
  return (content ?? []).map((part: Loose) => ({ text: part.text }));
}

/** Turns of one side that follow each other, as one. */
export function joinedTurns(turns: readonly RawRequest['turns'][number][]): RawRequest['turns'] {
  const joined: RawRequest['turns'] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.role === turn.role) last.parts.push(...turn.parts);
    else joined.push({ ...turn, parts: [...turn.parts] });
  }
  return joined;
}

/** The value that a JSON text stands for; the text itself where it is none. */
export function valueOf(json: string): Loose {
  try {
    return JSON.parse(json === '' ? '{}' : json) as Loose;
  } catch {
    return json;
  }
}

/** Whether a part is a text of blanks alone, which several providers refuse and nobody misses. */
export function isBlank(part: RawPart): boolean {
  return 'text' in part && part.text.trim() === '';
}
