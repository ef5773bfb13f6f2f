import type { ChatRequest } from './chat.ts';

/** Members of a request of text alone, by the one type that each may have there. */
const MEMBERS: Readonly<Record<string, 'number' | 'boolean'>> = {
  max_tokens: 'number',
  max_completion_tokens: 'number',
  temperature: 'number',
  top_p: 'number',
  presence_penalty: 'number',
  frequency_penalty: 'number',
  seed: 'number',
  stream: 'boolean',
};
/** Roles that every wire has; `developer` is another word for `system`. */
const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant']);

/**
 * Whether a request, checked or not, holds text and numbers alone: messages of a role and a string,
 * and few parameters, each of them there or absent. All spellings of such a request are ours, and
 * there is nothing in it to fetch, open, rename, seal, mark or leave out, so that the steps for
 * these pass it by. The limits of its values are for schema and contract to check.
 */
export function isTextOnly(given: Readonly<Record<string, unknown>> | ChatRequest): boolean {
  const request = given as Readonly<Record<string, unknown>>;
  for (const name in request) {
    if (name === 'model' || name === 'messages') continue;
    const type = MEMBERS[name];
    // oxlint-disable-next-line valid-typeof -- the table holds what typeof answers
    if (type === undefined || typeof request[name] !== type) return false;
  }
  const { messages } = request;
  return typeof request['model'] === 'string' && Array.isArray(messages) && messages.every(isText);
}

function isText(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  for (const name in message) if (name !== 'role' && name !== 'content') return false;
  const { role, content } = message as { role?: unknown; content?: unknown };
  return typeof content === 'string' && ROLES.has(role);
}

/** Shorter messages are written again: that costs less than keeping their bytes. */
const KEPT_BYTES_MIN = 16_384;
/**
 * Bytes of messages for each character of their texts, at most; what has more escapes, or blanks
 * between its values, is written again, so that nobody sends a provider what is no text.
 */
const BYTES_OF_A_CHARACTER_MAX = 1.25;

/** The messages of requests of text alone, as JSON, by the list that was read of it. */
const kept = new WeakMap<object, Buffer>();

/**
 * Keeps the bytes that the messages of a request were read from, for providers that take these
 * messages as they are. The bytes have been checked: no key occurs twice in them.
 * @param body the request that was read
 * @param bytes of its member `messages`, which are copied
 */
export function keepMessages(body: unknown, bytes: Buffer): void {
  if (bytes.length < KEPT_BYTES_MIN || typeof body !== 'object' || body === null) return;
  if (!isTextOnly(body as Readonly<Record<string, unknown>>)) return;
  const { messages } = body as ChatRequest;
  const characters = messages.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  const isDense = bytes.length <= characters * BYTES_OF_A_CHARACTER_MAX;
  if (isDense) kept.set(messages, Buffer.from(bytes));
}

/** The bytes of a list of messages that is sent as it came; undefined for every other one. */
export function keptMessages(messages: unknown): Buffer | undefined {
  return typeof messages === 'object' && messages !== null ? kept.get(messages) : undefined;
}

/**
 * The body of a call with its messages as the caller wrote them, for wires that take the list of
 * messages as it is; null where the wire does not, or the bytes were not kept. The other members
 * are written: the name of the model is the provider's own, and the ceiling is ours.
 */
export function withKeptMessages(wire: unknown, request: ChatRequest): Buffer | null {
  if (typeof wire !== 'object' || wire === null) return null;
  const { messages, ...rest } = wire as { messages?: unknown; model?: unknown };
  if (messages !== request.messages) return null;
  const bytes = keptMessages(messages);
  if (bytes === undefined || rest.model === undefined) return null;
  const others = JSON.stringify(rest);
  return Buffer.concat([Buffer.from('{"messages":'), bytes, Buffer.from(`,${others.slice(1)}`)]);
}
