import type { AsyncOperation } from '@tollgate/contract/async';
import type { RequestList } from '@tollgate/contract/request-records';
import type { Static } from 'typebox';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';

const START_MS = 240_000;

interface Reply extends Partial<AsyncOperation> {
  error?: { code: string; param: string; message: string };
}
type Headers = Record<string, string>;
type Listed = Static<typeof RequestList>['data'][number];

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const chat = (headers: Headers, change: object = {}): Promise<Answer<Reply>> =>
  demo.v1<Reply>(
    '/chat/completions',
    {
      model: demo.env.TOLLGATE_MODEL,
      messages: [{ role: 'user', content: 'Hello' }],
      max_tokens: 10,
      ...change,
    },
    headers,
  );

/** What the owner and the administrator see of the request with this id. */
async function shown(requestId: unknown): Promise<[Listed, string | null, string | null]> {
  const path = `/requests?request_id=${String(requestId)}`;
  const list = async (): Promise<Listed[]> =>
    (await demo.user<{ data: Listed[] }>('GET', path)).body.data;
  await eventually(async () => (await list()).length === 1);
  const [one] = await list();
  if (one === undefined) throw new Error('the request is not listed');
  const detail = `/requests/${one.public_id}`;
  const [mine, platforms] = await Promise.all([
    demo.user<Listed>('GET', detail),
    demo.platform<Listed>('GET', detail),
  ]);
  return [one, mine.body.session_id, platforms.body.session_id];
}

describe('the session of a call', () => {
  test.each<[string, Headers, object]>([
    ['our header', { 'x-svc-session-id': 'run/1', 'session-id': 'other' }, {}],
    ['that of Claude Code', { 'x-claude-code-session-id': 'run/1' }, {}],
    ['those of Codex', { 'session-id': 'run/1', 'thread-id': 'other' }, { stream: true }],
    ['one that is left', { 'session-id': 'not one', 'thread-id': 'run/1' }, {}],
  ])('is taken from %s and shown with the request', async (_name, headers, change) => {
    const { status, headers: answer } = await chat(headers, change);
    expect(status).toBe(200);
    const [listed, mine, platforms] = await shown(answer['x-request-id']);
    expect([listed.session_id, mine, platforms]).toEqual(['run/1', 'run/1', 'run/1']);
  });

  test('is kept of an operation that a worker runs', async () => {
    const accepted = await chat({ prefer: 'respond-async', 'x-svc-session-id': 'later' });
    expect(accepted.status).toBe(202);
    await eventually(
      async () => (await demo.v1(`/async/${String(accepted.body.id)}`)).status === 200,
    );
    const [listed, mine] = await shown(accepted.headers['x-request-id']);
    expect([listed.async, mine]).toEqual([true, 'later']);
  });

  test('can be summed up, and finds its requests', async () => {
    const session = { 'x-svc-session-id': 'summed' };
    const calls = [await chat(session), await chat(session, { stream: true })];
    expect(calls.map(({ status }) => status)).toEqual([200, 200]);
    const list = async (): Promise<Listed[]> =>
      (await demo.user<{ data: Listed[] }>('GET', '/requests?session_id=summed')).body.data;
    await eventually(async () => (await list()).length === calls.length);
    const { body } = await demo.user<{ data: { requests: number; credits: string }[] }>(
      'GET',
      '/usage/sessions?session_id=summed',
    );
    const nano = (credits: string | undefined): bigint => BigInt((credits ?? '').replace('.', ''));
    const charged = (await list()).reduce((sum, { credits }) => sum + nano(credits), 0n);
    expect(body.data.map(({ requests }) => requests)).toEqual([calls.length]);
    expect(nano(body.data[0]?.credits)).toBe(charged);
    expect(charged).toBeGreaterThan(0n);
  });

  test('that cannot be used is refused by name in our header, before anything costs', async () => {
    const refused = await chat({ 'x-svc-session-id': 'not one' });
    expect([refused.status, refused.body.error?.code, refused.body.error?.param]).toEqual([
      400,
      'invalid_header',
      'X-Svc-Session-Id',
    ]);
    expect(refused.body.error?.message).toContain('X-Svc-Session-Id');
    const [listed] = await shown(refused.headers['x-request-id']);
    expect(listed).toMatchObject({ session_id: null, outcome: 'refused', status: 400 });
  });

  test('that cannot be used in a client’s header does not matter', async () => {
    const { status, headers } = await chat({ 'x-claude-code-session-id': 'x'.repeat(500) });
    expect(status).toBe(200);
    expect((await shown(headers['x-request-id']))[1]).toBeNull();
  });
});
