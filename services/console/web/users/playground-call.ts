import { failureOf } from '../shared/api/failure.ts';
import { ownKey } from './own-key.ts';
import { NOTHING_SAID, withDelta } from './playground-answer.ts';
import type { Delta, Said } from './playground-answer.ts';

const PATH = '/v1/chat/completions';

/** The body of a call of `/v1/chat/completions`. */
export type ChatBody = { messages: readonly unknown[] } & Record<string, unknown>;

/** What a call may cost. */
export interface Quote {
  input_tokens: number;
  output_tokens: number;
  input_cost: string;
  max_cost: string;
}

/**
 * Calls a path of the API with the console's own key. No cookie is sent: the call is the key's.
 * @param body sent as JSON, or as a form when it is one
 * @throws Failure
 */
export async function postAsKey(
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'omit',
    signal: signal ?? null,
    headers: {
      authorization: `Bearer ${await ownKey('live')}`,
      // The browser names the type of a form, with its boundary.
      ...(isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  if (response.ok) return response;
  throw failureOf(response, await response.json().catch(() => undefined));
}

/** What a call may cost; nothing is held or charged. @throws Failure */
export async function quoteChat(body: ChatBody): Promise<Quote> {
  return (await (await postAsKey(`${PATH}/quote`, body)).json()) as Quote;
}

/** What a caller of a stream receives while the call runs. */
interface StreamListener {
  /** Everything that was said so far. */
  said: (said: Said) => void;
  /** Under which id the record of the call is found, also where it is stopped later. */
  begun: (requestId: string | null) => void;
  signal: AbortSignal;
}

/** Makes a streamed call. @throws Failure */
export async function streamChat(body: ChatBody, listener: StreamListener): Promise<void> {
  const response = await postAsKey(PATH, { ...body, stream: true }, listener.signal);
  listener.begun(response.headers.get('x-request-id'));
  let said = NOTHING_SAID;
  if (response.body === null) throw failureOf(response, undefined);
  await readEvents(response.body, (data) => {
    const { error, choices } = data as Frame;
    if (error !== undefined) throw failureOf(response, data);
    said = withDelta(said, choices?.[0]?.delta ?? {});
    listener.said(said);
  });
}

interface Frame {
  error?: unknown;
  choices?: { delta?: Delta }[];
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
