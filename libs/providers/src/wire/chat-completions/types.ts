/** A message as providers of this wire take it; the parts that all of them share. */
export interface WireMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content?: unknown;
  [field: string]: unknown;
}

/** The body of `POST /chat/completions`. */
export interface WireRequest {
  model: string;
  messages: WireMessage[];
  stream?: true;
  stream_options?: { include_usage: true };
  [parameter: string]: unknown;
}

/** The content of a reply's message or delta, by kind. */
export interface WireContent {
  text: string | null;
  reasoning: string | null;
  /** Parts that are neither text nor thinking. */
  others: unknown[];
}
