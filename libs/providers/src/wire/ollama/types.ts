/** A message as this wire takes it. */
export interface OllamaMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  /** The assistant's reasoning of an earlier turn. */
  thinking?: string;
  /** Base64 without a prefix. */
  images?: string[];
  tool_calls?: OllamaCall[];
  /** The function whose result a tool message is. */
  tool_name?: string;
  tool_call_id?: string;
}

/** A call of an earlier turn; its arguments are an object, not text. */
export interface OllamaCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: unknown };
}

/** The body of `POST /api/chat`. */
export interface OllamaRequest {
  model: string;
  messages: OllamaMessage[];
  /** Always present, because a server streams by default. */
  stream: boolean;
  /** Always false: a prompt that does not fit the context is an error and never silently cut. */
  truncate: false;
  shift: false;
  tools?: unknown[];
  format?: unknown;
  think?: boolean | string;
  options?: Record<string, unknown>;
}
