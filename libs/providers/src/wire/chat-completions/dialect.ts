import type { Endpoint } from '../../adapter/adapter.ts';
import type { JsonObject } from '../../json.ts';
import type { PackedVectors } from '../embeddings/mapper.ts';
import type { UsageConvention } from './usage.ts';

/** The differences between providers of this wire, as facts that the mapping reads. */
export interface Dialect {
  /** The field that carries the ceiling of output tokens. */
  ceiling: 'max_tokens' | 'max_completion_tokens';
  seed: 'seed' | 'random_seed';
  /**
   * Whether a request must ask for the usage of a stream; other providers report it unasked and
   * refuse the field.
   */
  streamOptions: boolean;
  /**
   * The field for an assistant's earlier reasoning; null: the provider takes none back. `details`:
   * it comes in `reasoning_details`, and goes back as their only item.
   */
  reasoning: 'reasoning_content' | 'reasoning' | 'thinking' | 'details' | null;
  /** Further fields of each request. */
  asks: JsonObject;
  /** Whether `reasoning_details` replace the reasoning's text although nobody signed them. */
  prefersDetails: boolean;
  /** Whether an assistant's earlier refusal may be sent as such. */
  refusal: boolean;
  /** Fields of `extra_content.<provider>` that return to the message from which they came. */
  replayed: readonly string[];
  /** Keys of the provider's own `extra_content` that return to it, on messages and on calls. */
  extraContent: readonly string[];
  /**
   * Whether parts of messages and tools may be marked as the end of what is to be kept in a cache.
   */
  cacheMarks: boolean;
  /**
   * The models that know custom tools; the others are offered the functions that represent them.
   */
  customTools: RegExp;
  usage: UsageConvention;
  /** The kind of numbers in vectors that come as base64. */
  vectors: PackedVectors;
}

/** The dialect that an endpoint speaks. */
export type DialectOf = (endpoint: Endpoint) => Dialect;

/** A pattern that fits no name. */
const NO_MODEL = /(?!)/u;

/** OpenAI's own wire, as its reference describes it. */
export const PLAIN_DIALECT: Dialect = {
  ceiling: 'max_completion_tokens',
  seed: 'seed',
  streamOptions: true,
  reasoning: null,
  asks: {},
  prefersDetails: false,
  refusal: true,
  replayed: [],
  extraContent: [],
  cacheMarks: false,
  customTools: NO_MODEL,
  usage: { reasoning: 'inside' },
  vectors: 'float32',
};
