import { request } from 'node:http';
import { eventually } from '../support/eventually.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';

const START_MS = 180_000;
/**
 * Longer than an answer may stay silent at the scale of the stack, shorter than a model that thinks
 * may take.
 */
const SLOW_MS = 3_500;

interface Credits {
  reserved: string;
  consumed: string;
}

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo({ timerScale: 0.05 });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const credits = async (): Promise<Credits> => (await demo.user<Credits>('GET', '/credits')).body;

/** An answer byte for byte. */
interface Raw {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

function ask(
  behaviour: string,
  more: object = {},
  headers: Record<string, string> = {},
  path = '/chat/completions',
): Promise<Raw> {
  const content = `[[provider: ${behaviour}]] Think long.`;
  const messages = [{ role: 'user', content }];
  const body = JSON.stringify({ model: demo.env.TOLLGATE_MODEL, messages, ...more });
  const authorization = `Bearer ${demo.env.TOLLGATE_API_KEY}`;
  return new Promise((resolve, reject) => {
    const sent = request(
      `${demo.env.TOLLGATE_BASE_URL}${path}`,
      {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode, headers: response.headers, text });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A failure that comes before the first heartbeat, which a busy machine may let be late. */
const expectOwnStatus = (more: object): Promise<void> =>
  eventually(async () => (await ask('status=503', more)).status === 502);

describe('an answer that takes long', () => {
  test('is preceded by JSON whitespace, and is the same document', async () => {
    const { status, headers, text } = await ask(`delay=${SLOW_MS}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-svc-model': demo.env.TOLLGATE_MODEL,
    });
    expect(text).toMatch(/^ +\{/);
    expect(JSON.parse(text)).toMatchObject({ object: 'chat.completion' });
  });

  test('that fails then is the envelope as the document, under 200, at no cost', async () => {
    const before = await credits();
    const { status, text } = await ask(`status=503; delay=${SLOW_MS}`);
    expect(status).toBe(200);
    expect(text).toMatch(/^ +\{/);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'upstream_unavailable' } });
    expect(await credits()).toEqual(before);
  });

  test('that fails for good is kept with its true status under an idempotency key', async () => {
    const key = { 'idempotency-key': 'slow-and-refused' };
    const first = await ask(`status=400; delay=${SLOW_MS}`, {}, key);
    expect([first.status, first.text.trimStart()[0]]).toEqual([200, '{']);
    const again = await ask(`status=400; delay=${SLOW_MS}`, {}, key);
    expect(again.status).toBe(400);
    expect(again.headers['x-idempotent-replay']).toBe('true');
  });

  test('that is quick has no whitespace and its own status', async () => {
    expect((await ask('chunks=3')).text).toMatch(/^\{/);
    await expectOwnStatus({});
  });
});

describe('a stream that takes long', () => {
  test('begins with comment frames, names no model before one has answered, then carries the whole answer', async () => {
    const { status, headers, text } = await ask(`delay=${SLOW_MS}`, { stream: true });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/event-stream');
    expect(headers).not.toHaveProperty('x-svc-model');
    expect(headers).not.toHaveProperty('x-svc-provider');
    expect(text).toMatch(/^(: ping\n\n)+data: \{/);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  test('that fails then ends with an error frame and no [DONE], at no cost', async () => {
    const before = await credits();
    const { status, text } = await ask(`status=503; delay=${SLOW_MS}`, { stream: true });
    expect(status).toBe(200);
    expect(text).toMatch(/^(: ping\n\n)+data: \{"error":/);
    expect(text).toContain('upstream_unavailable');
    expect(text).not.toContain('[DONE]');
    expect(await credits()).toEqual(before);
  });

  test('of messages begins with its message, so that pings and errors find one', async () => {
    const typesOf = ({ text }: Raw): string[] =>
      [...text.matchAll(/^event: (\w+)$/gmu)].map(([, type]) => type ?? '');
    const messages = (behaviour: string): Promise<Raw> =>
      ask(behaviour, { stream: true, max_tokens: 50 }, {}, '/messages');
    const served = typesOf(await messages(`delay=${SLOW_MS}`));
    expect(served.slice(0, 2)).toEqual(['message_start', 'ping']);
    expect(served.filter((type) => type === 'message_start')).toHaveLength(1);
    expect(served.at(-1)).toBe('message_stop');
    const failed = typesOf(await messages(`status=503; delay=${SLOW_MS}`));
    expect([failed[0], failed.at(-1)]).toEqual(['message_start', 'error']);
  });

  test('that is silent between two frames is kept open by comment frames', async () => {
    const { text } = await ask('chunks=4; chunk-delay=900', { stream: true });
    expect(text).toMatch(/^(: ping\n\n)*data: \{/);
    expect(text).toContain('}\n\n: ping\n\ndata: ');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  test('that fails at once has its own status', async () => {
    await expectOwnStatus({ stream: true });
  });
});
