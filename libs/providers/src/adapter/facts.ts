/** One thing that a provider says of its wire, where it says so, and when that was read. */
export interface Fact<Value> {
  readonly value: Value;
  /** The address of the page, or of the public report that quotes the provider's own error. */
  readonly source: string;
  /** The day on which the source was read. */
  readonly date: string;
}

/**
 * What a wire takes in one request of a chat. Each family has one table of these facts; contract,
 * mapper, estimate, documentation and the fake provider read it. A limit that no source names is
 * absent, because an invented one would refuse what the provider takes.
 */
export interface WireFacts {
  /** The most stop sequences. */
  readonly stops?: Fact<number>;
  /** The most tools. */
  readonly tools?: Fact<number>;
  /** The most images. */
  readonly images?: Fact<number>;
  /** The most images between two messages of the assistant, which go out as one message. */
  readonly imagesPerMessage?: Fact<number>;
  /** The most documents between two messages of the assistant. */
  readonly documentsPerMessage?: Fact<number>;
  /** The largest image that comes with the request, in bytes. */
  readonly imageBytes?: Fact<number>;
  /** The names of tools that go out as they are; others are renamed, see `tool-names.ts`. */
  readonly toolName?: Fact<RegExp>;
}

/** What a wire takes in one request for embeddings. */
export interface EmbeddingsFacts {
  /** The most inputs of one call to the provider. */
  readonly inputs?: Fact<number>;
  /** The most tokens of all inputs together. */
  readonly totalTokens?: Fact<number>;
}

/** Where a fact was read, for tables whose facts are on one page. */
export function readAt(source: string, date: string): <const Value>(value: Value) => Fact<Value> {
  return (value) => ({ value, source, date });
}
