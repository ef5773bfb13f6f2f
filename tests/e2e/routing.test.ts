import type { CredentialsHealthOut } from '@tollgate/contract/platform/credentials';
import type { RequestDetail, RequestRouting } from '@tollgate/contract/request-records';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 180_000;
const GONE = 'status=404 code=model_not_found message="The model `x` does not exist"';
const TOO_LONG =
  'status=400 code=context_length_exceeded message="prompt is too long: 9000 tokens > 8192 maximum"';

interface Model {
  id: string;
  model: string;
  capability: string;
}
interface Credits {
  available: string;
  reserved: string;
  consumed: string;
}

let demo: Demo;
let models: Model[];
beforeAll(async () => {
  demo = await aSharedDemo();
  models = (await demo.user<Model[]>('GET', '/models')).body;
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const idOf = (name: string): string => models.find(({ model }) => model === name)?.id ?? '';
const credits = async (): Promise<Credits> => (await demo.user<Credits>('GET', '/credits')).body;

async function anAlias(
  name: string,
  targets: { model_id: string; weight?: number; retries?: number }[],
  strategy = targets.some(({ weight }) => weight !== undefined) ? 'weighted' : 'ordered',
  times: { first_byte_seconds?: number } = {},
) {
  const made = await demo.platform('POST', '/aliases', { name, strategy, targets, ...times });
  expect(made.status).toBe(201);
  await eventually(async () => (await ask(name)).status === 200);
}

const ask = (model: string, content = 'Which way?', more: object = {}) =>
  demo.v1<{ error?: { code: string; message: string; type: string } }>('/chat/completions', {
    model,
    messages: [{ role: 'user', content }],
    max_tokens: 50,
    ...more,
  });

interface Tried {
  data: { public_id: string; alias: string; model: string }[];
}

/** Why the call of an answer went where it went, as its owner may read it. */
async function routingOf({
  headers,
}: {
  headers: Answer['headers'];
}): Promise<RequestRouting | null> {
  const path = `/requests/${String(headers['x-request-id'])}`;
  const read = () => demo.user<Pick<RequestDetail, 'routing'>>('GET', path);
  await eventually(async () => (await read()).status === 200, 'no record was written');
  return (await read()).body.routing;
}

/**
 * The operator finds the call by its alias, and sees where it was sent, what went wrong there and
 * which hold covered each try.
 */
async function showsBothTries(requestId: string): Promise<void> {
  let found: Tried['data'][number] | undefined;
  await eventually(async () => {
    const { body } = await demo.user<Tried>('GET', `/requests?model=both&request_id=${requestId}`);
    [found] = body.data;
    return found !== undefined;
  });
  expect(found).toMatchObject({ alias: 'both', model: 'demo/demo-large' });
  const { body } = await demo.platform<Pick<RequestDetail, 'attempts' | 'routing'>>(
    'GET',
    `/requests/${found?.public_id}`,
  );
  expect(body.attempts).toMatchObject([
    {
      model: 'demo/demo-small',
      failure: 'overloaded',
      error_code: 'upstream_unavailable',
      upstream_status: 503,
    },
    { model: 'demo/demo-large', failure: null, error_code: null },
  ]);
  expect(body.attempts[1]?.hold).toBe((body.attempts[0]?.hold ?? 0) + 1);
  expect(body.routing).toEqual({
    strategy: 'ordered',
    targets: ['demo/demo-small', 'demo/demo-large'].map((model) => ({
      model,
      figure: null,
      passed_over: null,
    })),
  });
}

describe('an alias', () => {
  beforeAll(() =>
    anAlias('both', [{ model_id: idOf('demo/demo-small') }, { model_id: idOf('demo/demo-large') }]),
  );

  test('is listed with the intersection of its targets and tells the route it took', async () => {
    const { body } = await demo.v1<{ data: { id: string; capability: string }[] }>('/models');
    expect(body.data.find(({ id }) => id === 'both')).toMatchObject({ capability: 'chat' });
    const { headers, status } = await ask('both');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'x-svc-provider': 'demo', 'x-svc-model': 'demo/demo-small' });
  });

  test('by the lowest price asks the cheapest of its targets, whatever their order', async () => {
    const [large, small] = ['demo/demo-large', 'demo/demo-small'].map(idOf);
    const prices = { input: '0.5', cache_read: '0.05', output: '1.5', reasoning: '1.5' };
    const price = async (output: string) => {
      const body = { prices: { ...prices, output }, allow_free: false };
      expect((await demo.platform('POST', `/models/${large}/prices`, body)).status).toBe(201);
    };
    const asked = async () => (await ask('cheap')).headers['x-svc-model'];
    await anAlias('cheap', [{ model_id: large ?? '' }, { model_id: small ?? '' }], 'lowest_price');
    expect(await asked()).toBe('demo/demo-large');
    await price('1.6');
    await eventually(async () => (await asked()) === 'demo/demo-small');
    // Three input tokens for an output token: 4 tokens cost 3.0 and 3.1 millionths of a credit.
    expect(await routingOf(await ask('cheap'))).toEqual({
      strategy: 'lowest_price',
      targets: [
        { model: 'demo/demo-small', figure: 0.75, passed_over: null },
        { model: 'demo/demo-large', figure: 0.775, passed_over: null },
      ],
    });
    await price('1.5');
    await eventually(async () => (await asked()) === 'demo/demo-large');
  });

  test('by the lowest latency leaves the slow target once it knows both', async () => {
    const targets = ['demo/demo-small', 'demo/demo-large'].map((name) => ({
      model_id: idOf(name),
    }));
    await anAlias('fast', targets, 'lowest_latency');
    const streamed = async (model: string, content?: string) =>
      (await ask(model, content, { stream: true })).headers['x-svc-model'];
    await streamed('demo/demo-small', '[[provider: delay=400]] Slowly.');
    await streamed('demo/demo-large');
    const answer = await ask('fast', 'Which way?', { stream: true });
    expect(answer.headers['x-svc-model']).toBe('demo/demo-large');
    const routing = await routingOf(answer);
    expect(routing).toMatchObject({
      strategy: 'lowest_latency',
      targets: [{ model: 'demo/demo-large' }, { model: 'demo/demo-small' }],
    });
    const [fast, slow] = routing?.targets.map(({ figure }) => figure ?? NaN) ?? [];
    expect(fast).toBeLessThan(slow ?? NaN);
  });

  test('with a limit of time goes on when a target does not begin within it', async () => {
    const targets = ['demo/demo-small', 'demo/demo-large'].map((name) => ({
      model_id: idOf(name),
    }));
    // At the scale of the stack 5 s are half a second; its own limit is 3 s.
    await anAlias('quick', targets, 'ordered', { first_byte_seconds: 5 });
    const before = await credits();
    await demo.control({ behaviour: 'delay=1800', times: 1 });
    const { status, headers } = await ask('quick', 'Soon, please.', { stream: true });
    expect([status, headers['x-svc-model']]).toEqual([200, 'demo/demo-large']);
    await eventually(async () => (await credits()).reserved === before.reserved);
    await expectLedgerHolds(demo);
  });

  test.each([false, true])(
    'FB21 goes on to the next target before the first byte, with one charge (stream: %s)',
    async (stream) => {
      const before = await credits();
      await demo.control({ behaviour: 'status=503', times: 1 });
      const { status, headers } = await ask('both', 'Fall back.', { stream });
      expect(status).toBe(200);
      expect(headers['x-svc-model']).toBe('demo/demo-large');
      await showsBothTries(String(headers['x-request-id']));
      const after = await credits();
      expect(after.reserved).toBe('0.000000000');
      expect(after.consumed).not.toBe(before.consumed);
      await expectLedgerHolds(demo);
    },
  );

  test.each([false, true])(
    'asks a target again as often as it allows before the next has its turn (stream: %s)',
    async (stream) => {
      const name = stream ? 'patient-stream' : 'patient';
      await anAlias(name, [
        { model_id: idOf('demo/demo-small'), retries: 2 },
        { model_id: idOf('demo/demo-large') },
      ]);
      await demo.clearInvoice();
      await demo.control({ behaviour: 'status=503', times: 2 });
      const { status, headers } = await ask(name, 'Once more.', { stream });
      expect(status).toBe(200);
      expect(headers['x-svc-model']).toBe('demo/demo-small');
      expect(await demo.invoice()).toHaveLength(3);
      await expectLedgerHolds(demo);
    },
  );

  test('does not try again what is wrong with the request itself', async () => {
    await demo.clearInvoice();
    await demo.control({ behaviour: 'status=400', times: 1 });
    expect((await ask('both')).status).toBe(400);
    expect(await demo.invoice()).toHaveLength(1);
  });

  test.each([false, true])(
    'goes on when the provider of a target does not have its model any more (stream: %s)',
    async (stream) => {
      await demo.control({ behaviour: GONE, times: 1 });
      const { status, headers } = await ask('both', 'Retired.', { stream });
      expect([status, headers['x-svc-model']]).toEqual([200, 'demo/demo-large']);
      await expectLedgerHolds(demo);
    },
  );

  test('is told as without a target when no provider has its model any more', async () => {
    await demo.control({ behaviour: GONE, times: 2 });
    const { status, body } = await ask('both');
    expect([status, body.error?.code]).toEqual([404, 'routing_error']);
  });

  test('does not go on to a target of the same context when the prompt was too long', async () => {
    await demo.clearInvoice();
    await demo.control({ behaviour: TOO_LONG, times: 1 });
    const { status, body } = await ask('both');
    expect([status, body.error?.code]).toEqual([400, 'context_length_exceeded']);
    expect(body.error?.message).toBe(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. Please reduce the length of the messages.",
    );
    expect(await demo.invoice()).toHaveLength(1);
  });

  describe('with a target of a longer context', () => {
    beforeAll(async () => {
      type Known = { id: string; public_id: string; limits: Record<string, number> };
      const { body } = await demo.platform<Known[]>('GET', '/models?limit=200');
      const large = body.find(({ public_id: id }) => id === 'demo/demo-large');
      const limits = { ...large?.limits, context_tokens: 1_000_000 };
      const path = `/models/${large?.id}/approval`;
      expect((await demo.platform('POST', path, { limits })).status).toBe(200);
      await anAlias('longer', [
        { model_id: idOf('demo/demo-small') },
        { model_id: idOf('demo/demo-large') },
      ]);
    });

    const messages = [{ role: 'user', content: 'A long story.' }];
    const ROUTES: readonly [string, object][] = [
      ['/chat/completions', { messages, max_tokens: 50 }],
      ['/responses', { input: 'A long story.', max_output_tokens: 50 }],
      ['/messages', { messages, max_tokens: 50 }],
    ];
    test.each(
      ROUTES.flatMap(([path, body]) => [false, true].map((stream) => ({ path, body, stream }))),
    )(
      'goes on to it when the prompt was too long: $path (stream: $stream)',
      async ({ path, body, stream }) => {
        await eventually(async () => {
          await demo.control({ behaviour: TOO_LONG, times: 1 });
          const { status, headers } = await demo.v1(path, { model: 'longer', stream, ...body });
          await demo.calm();
          return status === 200 && headers['x-svc-model'] === 'demo/demo-large';
        }, 'the longer context was not asked');
        await expectLedgerHolds(demo);
      },
    );
  });

  test('does not go on once something was delivered', async () => {
    await demo.clearInvoice();
    const { status, body } = await ask('both', '[[provider: chunks=10; cut after=4]] x', {
      stream: true,
    });
    expect(status).toBe(200);
    expect(body as unknown as string).toContain('upstream_stream_interrupted');
    expect(await demo.invoice()).toHaveLength(1);
  });

  test('ends with the last failure when every target fails, at no cost', async () => {
    const before = await credits();
    await demo.control({ behaviour: 'status=503', times: 2 });
    const { status, body } = await ask('both');
    expect([status, body.error?.code]).toEqual([502, 'upstream_unavailable']);
    expect(await credits()).toEqual(before);
  });

  test('with weights spreads calls over its targets', async () => {
    await anAlias('spread', [
      { model_id: idOf('demo/demo-small'), weight: 1 },
      { model_id: idOf('demo/demo-large'), weight: 1 },
    ]);
    const routes = await Promise.all(
      Array.from({ length: 40 }, async () => (await ask('spread')).headers['x-svc-model']),
    );
    expect(new Set(routes)).toEqual(new Set(['demo/demo-small', 'demo/demo-large']));
  });
});

test('FB22 an exact id never switches', async () => {
  await demo.clearInvoice();
  await demo.control({ behaviour: 'status=503', times: 1 });
  const { status, body } = await ask('demo/demo-small');
  expect([status, body.error?.code]).toEqual([502, 'upstream_unavailable']);
  expect(await demo.invoice()).toHaveLength(1);
});

test('an exact id whose provider does not have the model any more is 404, the operator sees it, and the credential works on', async () => {
  await demo.control({ behaviour: GONE, times: 6 });
  for (let time = 0; time < 6; time += 1) {
    const { status, body, headers } = await ask('demo/demo-small');
    expect([status, body.error?.code, body.error?.type]).toEqual([
      404,
      'routing_error',
      'routing_error',
    ]);
    expect(headers['x-should-retry']).toBe('false');
  }
  expect((await ask('demo/demo-small')).status).toBe(200);
  await eventually(async () => {
    const { body } = await demo.platform<CredentialsHealthOut>('GET', '/provider-health');
    return body.credentials.some(
      ({ last_failure: last, left_alone: left }) =>
        last?.failure === 'model_unavailable' && left === null,
    );
  });
});

test('an exact id goes on to another credential of its provider', async () => {
  const made = await demo.platform<{ id: string }>('POST', '/provider-credentials', {
    family: 'openai-compatible',
    provider: 'demo',
    name: 'A second account',
    base_url: `${demo.stack.urls['provider']}/v1`,
    credential: { api_key: 'second-account-2222' },
  });
  expect(made.status).toBe(201);
  await eventually(async () => {
    await ask('demo/demo-small');
    return (await demo.invoice()).some(({ credential }) => credential === '2222');
  });
  await demo.control({ behaviour: 'status=503', times: 1 });
  const { status, headers } = await ask('demo/demo-small');
  expect([status, headers['x-svc-model']]).toEqual([200, 'demo/demo-small']);
});
