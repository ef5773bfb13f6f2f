import type { AsyncOperation } from '@tollgate/contract/async';
import type { RequestOut } from '@tollgate/contract/request-records';
import type { TagUsage } from '@tollgate/contract/tag-usage';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';

const START_MS = 240_000;

interface Reply extends Partial<AsyncOperation> {
  error?: { code: string; param: string };
  metadata?: object;
}

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  demo.v1<Reply>(path, { model: demo.env.TOLLGATE_MODEL, ...body }, headers);
const chat = (change: object, headers?: Record<string, string>): Promise<Answer<Reply>> =>
  send(
    '/chat/completions',
    { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 10, ...change },
    headers,
  );

/** The tag that the owner sees with the request of this answer. */
async function tagOf(answer: Answer<Reply>): Promise<string | null> {
  const path = `/requests?request_id=${String(answer.headers['x-request-id'])}`;
  const list = async () => (await demo.user<{ data: RequestOut[] }>('GET', path)).body.data;
  await eventually(async () => (await list()).length === 1);
  return (await list())[0]?.tag ?? null;
}

describe('the tag of a call', () => {
  test.each<[string, object, Record<string, string>, string | null]>([
    ['the header', {}, { 'x-svc-tag': 'shop/1' }, 'shop/1'],
    ['metadata', { metadata: { tag: 'shop', other: 'x' } }, {}, 'shop'],
    ['the header before metadata', { metadata: { tag: 'shop' } }, { 'x-svc-tag': 'own' }, 'own'],
    ['a stream', { metadata: { tag: 'shop' }, stream: true }, {}, 'shop'],
    ['no metadata that is none', { metadata: { tag: 'not a tag, but a sentence' } }, {}, null],
  ])('is that of %s', async (_what, change, headers, wanted) => {
    const answer = await chat(change, headers);
    expect(answer.status).toBe(200);
    expect(await tagOf(answer)).toBe(wanted);
  });

  test('is that of other routes, and metadata comes back as it was sent', async () => {
    const metadata = { tag: 'answers' };
    const answer = await send('/responses', { input: 'Hello', max_output_tokens: 20, metadata });
    expect([answer.status, answer.body.metadata]).toEqual([200, metadata]);
    expect(await tagOf(answer)).toBe('answers');
    const messages = await send(
      '/messages',
      { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 10 },
      { 'x-svc-tag': 'messages' },
    );
    expect(messages.status).toBe(200);
    expect(await tagOf(messages)).toBe('messages');
  });

  test('is kept of an operation that a worker runs', async () => {
    const accepted = await chat({}, { prefer: 'respond-async', 'x-svc-tag': 'later' });
    expect(accepted.status).toBe(202);
    await eventually(
      async () => (await demo.v1(`/async/${String(accepted.body.id)}`)).status === 200,
    );
    expect(await tagOf(accepted)).toBe('later');
  });

  test('sums usage up', async () => {
    const answers = [
      await chat({}, { 'x-svc-tag': 'sum' }),
      await chat({}, { 'x-svc-tag': 'sum' }),
    ];
    for (const answer of answers) expect(await tagOf(answer)).toBe('sum');
    const { body } = await demo.user<{ data: TagUsage[] }>('GET', '/usage/tags?tag=sum&mode=all');
    expect(body.data).toMatchObject([{ tag: 'sum', requests: 2 }]);
    expect(Number(body.data[0]?.credits)).toBeGreaterThan(0);
  });

  test.each([['with a blank'], ['a,b'], ['x'.repeat(65)]])(
    'that is "%s" in our header is refused and costs nothing',
    async (tag) => {
      const { status, body } = await chat({}, { 'x-svc-tag': tag });
      expect([status, body.error?.code, body.error?.param]).toEqual([
        400,
        'invalid_header',
        'X-Svc-Tag',
      ]);
    },
  );
});
