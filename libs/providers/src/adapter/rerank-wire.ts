import type { Endpoint } from './endpoint.ts';
import type { UsageReading } from './usage.ts';

/** A document as a text, or as fields where the provider compares single ones. */
export type RerankDocument = string | Readonly<Record<string, string>>;

/** Documents that a provider is to order by their relevance to a query. */
export interface RerankCall {
  query: string;
  documents: readonly RerankDocument[];
  /** The most results, at most as many as there are documents. */
  topN: number;
  rankFields?: readonly string[];
  /** Longer documents are cut to so many tokens. */
  maxTokensPerDoc?: number;
}

/** One document of a reply. */
export interface RankedDocument {
  /** The place in the request. */
  index: number;
  score: number;
}

/** What a reply says. */
export interface MappedRanking extends UsageReading {
  results: RankedDocument[];
  /**
   * Search units as the provider bills them: undefined where it reports none, NaN where what it
   * reports is no count.
   */
  searchUnits?: number;
  /** What the reply names as the model that has answered. */
  model?: string;
}

/** Pure mapping between our rerank API and one wire. */
export interface RerankMapper {
  /** Where the wire is found, if not below the base URL of the credential. */
  at?(endpoint: Endpoint): Endpoint;
  path(endpoint: Endpoint): string;
  toWire(call: RerankCall, endpoint: Endpoint): unknown;
  /**
   * @throws MalformedReply when the reply is not what the wire promises
   * @throws ProviderError when the provider reports an error in a reply of status 200
   */
  fromWire(reply: unknown, endpoint: Endpoint): MappedRanking;
  /** The value with which a reply names the model; absent where no reply names one. */
  modelIn?(reply: unknown): unknown;
}
