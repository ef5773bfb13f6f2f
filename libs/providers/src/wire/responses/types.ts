import type { JsonObject } from '../../json.ts';

/** One item of a conversation on this wire. */
export type WireItem = JsonObject & { type: string };

/** The body of `POST /responses`, as its reference describes it. */
export interface WireRequest {
  model: string;
  input: JsonObject[];
  /** Nothing is kept at the provider, so what it wants back has to come with the answer. */
  store: false;
  include?: string[];
  stream?: true;
  [parameter: string]: unknown;
}

/** The key of `extra_content` under which the items of an answer go to the caller and come back. */
export const EXTRA = 'openai';
