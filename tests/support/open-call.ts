import { Agent, request } from 'node:http';
import type { Demo } from './demo.ts';
import { eventually } from './eventually.ts';

/** A call that its caller may leave at any moment. */
export interface OpenCall {
  status(): number;
  headers(): Readonly<Record<string, string | string[] | undefined>>;
  /** What has come so far. */
  text(): string;
  /** Waits until the given number of frames with content have come. */
  frames(count: number): Promise<void>;
  /** From now on the caller reads nothing. */
  pause(): void;
  /** The caller hangs up. */
  leave(): void;
  /** Resolves when the answer or the connection has ended. */
  ended: Promise<{ cut: boolean }>;
}

/** Texts of the frames with content, in their order; of chat, of responses and of messages. */
export function contentsIn(text: string): string[] {
  return text
    .split('\n\n')
    .map((frame) => /^(?:event: [^\n]*\n)?data: (\{.*)$/s.exec(frame)?.[1])
    .flatMap((data) => (data === undefined ? [] : [JSON.parse(data) as Frame]))
    .flatMap(textsOf)
    .filter((content) => content !== '');
}

interface Frame {
  /** The type of an event of responses or of messages. */
  type?: string;
  /** The text in an event of responses; what holds the text in one of messages. */
  delta?: string | { text?: string };
  choices?: { delta: { content?: string | null } }[];
}

function textsOf({ type, delta, choices = [] }: Frame): string[] {
  if (type === 'response.output_text.delta') return [typeof delta === 'string' ? delta : ''];
  if (type === 'content_block_delta') return [typeof delta === 'object' ? (delta.text ?? '') : ''];
  return choices.map((choice) => choice.delta.content ?? '');
}

/**
 * Sends a call, to chat unless another path is given, over a connection of its own, without waiting
 * for anything.
 */
export function openCall(
  demo: Demo,
  body: object,
  headers: Record<string, string> = {},
  path = '/chat/completions',
): OpenCall {
  const seen = { status: 0, text: '', headers: {} as ReturnType<OpenCall['headers']> };
  let reads = true;
  let paused = (): void => undefined;
  const agent = new Agent({ keepAlive: false });
  const outgoing = request(`${demo.env.TOLLGATE_BASE_URL}${path}`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}`,
      'content-type': 'application/json',
      ...headers,
    },
  });
  const ended = new Promise<{ cut: boolean }>((resolve) => {
    const end = (cut: boolean) => (): void => resolve({ cut });
    outgoing.on('error', end(true));
    outgoing.on('response', (response) => {
      seen.status = response.statusCode ?? 0;
      seen.headers = response.headers;
      response.setEncoding('utf8');
      response.on('data', (text: string) => (seen.text += text));
      if (!reads) response.pause();
      paused = () => response.pause();
      response.on('end', end(false));
      response.on('error', end(true));
      response.on('close', end(true));
    });
  });
  outgoing.end(JSON.stringify(body));
  return {
    status: () => seen.status,
    headers: () => seen.headers,
    text: () => seen.text,
    frames: (count) =>
      eventually(
        () => contentsIn(seen.text.slice(0, seen.text.lastIndexOf('\n\n') + 2)).length >= count,
        `only this came: ${seen.text}`,
      ),
    pause() {
      reads = false;
      paused();
    },
    leave: () => void outgoing.destroy(),
    ended,
  };
}
