import { dataOf } from '../shared/api/data-of.ts';
import { failureOf } from '../shared/api/failure.ts';
import { users } from '../shared/api/users-client.ts';
import { texts } from '../shared/texts/users.ts';

const HOUR_MS = 3_600_000;
/** A key that is about to end is not used any more. */
const MARGIN_MS = 60_000;

/** What is sent to `/v1/chat/completions`. */
export type ChatBody = Record<string, unknown>;

/** What became of a call. */
export interface ChatEnd {
  requestId: string | null;
}

let key: { secret: string; until: number } | undefined;

/** The playground's own key, for an hour; its secret is in the memory of this page only. */
async function ownKey(): Promise<string> {
  if (key !== undefined && key.until - MARGIN_MS > Date.now()) return key.secret;
  const until = Date.now() + HOUR_MS;
  const body = {
    name: texts.playground.keyName,
    mode: 'live' as const,
    expires_at: new Date(until).toISOString(),
  };
  const { secret } = await dataOf(users.POST('/api/keys', { body }));
  key = { secret, until };
  return secret;
}

/** Makes a streamed call and hands on each piece of its text. @throws Failure */
export async function streamChat(
  body: ChatBody,
  told: { text: (piece: string) => void; signal: AbortSignal },
): Promise<ChatEnd> {
  const response = await fetch('/v1/chat/completions', {
    method: 'POST',
    // No cookie: the call is the key's.
    credentials: 'omit',
    signal: told.signal,
    headers: { authorization: `Bearer ${await ownKey()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, stream: true }),
  });
  if (!response.ok || response.body === null) {
    throw failureOf(response, await response.json().catch(() => undefined));
  }
  await readEvents(response.body, (data) => {
    const { error, choices } = data as Frame;
    if (error !== undefined) throw failureOf(response, data);
    const piece = choices?.[0]?.delta?.content;
    if (typeof piece === 'string') told.text(piece);
  });
  return { requestId: response.headers.get('x-request-id') };
}

interface Frame {
  error?: unknown;
  choices?: { delta?: { content?: unknown } }[];
}

/** Reads the `data:` lines of a stream as JSON, to its `[DONE]`. */
async function readEvents(
  stream: ReadableStream<Uint8Array>,
  see: (data: unknown) => void,
): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream() as never).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = (await reader.read()) as { value?: string; done: boolean };
    if (done) return;
    const lines = (rest + (value ?? '')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : '';
      if (data !== '' && data !== '[DONE]') see(JSON.parse(data));
    }
  }
}
