import got from 'got';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { openCall } from '../support/open-call.ts';
import { scrape, sumOf } from '../support/scrape.ts';
import type { Series } from '../support/scrape.ts';

const START_MS = 180_000;
const COMPONENTS = ['edge', 'inference', 'account', 'admin', 'billing', 'worker', 'docs'];
const NANO = 1_000_000_000;

let demo: Demo;
beforeAll(async () => {
  demo = await aDemo({ timerScale: 0.2 });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const metricsOf = (component: string): Promise<Series[]> =>
  scrape(demo.stack.urls[`${component}-metrics`] ?? '');

/** What has moved at a component since `before`, by name and labels. */
async function moved(
  component: string,
  before: readonly Series[],
): Promise<(name: string, labels?: Record<string, string>) => number> {
  const after = await metricsOf(component);
  return (name, labels) => sumOf(after, name, labels) - sumOf(before, name, labels);
}

const chat = (content: string, more: object = {}): object => ({
  model: demo.env.TOLLGATE_MODEL,
  messages: [{ role: 'user', content }],
  ...more,
});

/** Sends a streamed call and waits until it has ended. */
async function streamed(content: string): Promise<string> {
  const call = openCall(demo, chat(content, { stream: true }));
  expect(await call.ended).toEqual({ cut: false });
  expect(call.text()).toContain('data: [DONE]');
  return call.text();
}

interface Credits {
  consumed: string;
}
const consumed = async (): Promise<bigint> => {
  const { body } = await demo.user<Credits>('GET', '/credits');
  return BigInt(body.consumed.replace('.', ''));
};

describe('metrics', () => {
  test('one streamed call moves the metrics of every process that it went through, by what it cost', async () => {
    const { TOLLGATE_MODEL: model } = demo.env;
    const [edge, inference, billing] = await Promise.all(
      ['edge', 'inference', 'billing'].map(metricsOf),
    );
    const consumedBefore = await consumed();
    await demo.clearInvoice();
    await streamed('Count me.');
    await eventually(async () => {
      const at = await moved('inference', inference ?? []);
      return at('tollgate_calls_total', { model, outcome: 'served' }) === 1;
    });
    const [line] = await demo.invoice();
    const charged = Number((await consumed()) - consumedBefore) / NANO;
    const atEdge = await moved('edge', edge ?? []);
    const atInference = await moved('inference', inference ?? []);
    const atBilling = await moved('billing', billing ?? []);
    const provider = { provider: model.split('/')[0] ?? '' };

    expect(atEdge('tollgate_http_requests_total', { route: '/v1/*', status: '200' })).toBe(1);
    const route = { route: '/v1/chat/completions' };
    expect(atInference('tollgate_http_requests_total', { ...route, status: '200' })).toBe(1);
    expect(atInference('tollgate_http_request_duration_seconds_count', route)).toBe(1);
    expect(
      atInference('tollgate_upstream_attempts_total', { ...provider, outcome: 'answered' }),
    ).toBe(1);
    expect(atInference('tollgate_upstream_first_byte_seconds_count', provider)).toBe(1);
    expect(atInference('tollgate_call_first_token_seconds_count', { kind: 'stream' })).toBe(1);
    expect(atInference('tollgate_call_dispatch_seconds_count')).toBe(1);
    expect(atInference('tollgate_call_tokens_total', { model, dimension: 'output' })).toBe(
      line?.completion_tokens,
    );
    expect(charged).toBeGreaterThan(0);
    expect(atInference('tollgate_call_credits_total', { model })).toBeCloseTo(charged, 9);
    expect(atInference('tollgate_call_usage_total', { source: 'provider' })).toBe(1);
    expect(atBilling('tollgate_ledger_items_total', { movement: 'reserve', outcome: 'held' })).toBe(
      1,
    );
    expect(
      atBilling('tollgate_ledger_items_total', { movement: 'settle', outcome: 'settled' }),
    ).toBe(1);
    expect(atBilling('tollgate_ledger_credits_total', { account: 'charged' })).toBeCloseTo(
      charged,
      9,
    );
    expect(atBilling('tollgate_ledger_credits_total', { account: 'uncovered' })).toBe(0);
    expect(atBilling('tollgate_ledger_batch_items_count', { movement: 'reserve' })).toBe(1);
  });

  test('failures count by provider and kind, and credentials that pause are seen', async () => {
    const before = await metricsOf('inference');
    await demo.control({ behaviour: 'status=401', times: 1 });
    const answer = await demo.v1('/chat/completions', chat('Refuse me.'));
    expect(answer.status).toBe(502);
    const at = await moved('inference', before);
    expect(at('tollgate_upstream_attempts_total', { outcome: 'credential' })).toBe(1);
    expect(at('tollgate_calls_total', { outcome: 'failed' })).toBe(1);
    const code = (answer.body as { error: { code: string } }).error.code;
    expect(at('tollgate_http_errors_total', { code })).toBe(1);
    const standing = await metricsOf('inference');
    expect(sumOf(standing, 'tollgate_upstream_credentials', { state: 'paused' })).toBe(1);
    await demo.calm();
    await demo.v1('/chat/completions', chat('Well again.'));
    const rested = await metricsOf('inference');
    expect(sumOf(rested, 'tollgate_upstream_credentials', { state: 'paused' })).toBe(0);
  });

  test('what runs later counts at the worker', async () => {
    const before = await metricsOf('worker');
    const accepted = await demo.v1<{ id: string }>('/chat/completions', chat('Later.'), {
      prefer: 'respond-async',
    });
    expect(accepted.status).toBe(202);
    await eventually(async () => {
      const at = await moved('worker', before);
      return (
        at('tollgate_jobs_total', { queue: 'async', job: 'operation', outcome: 'done' }) === 1 &&
        at('tollgate_calls_total', { outcome: 'served' }) === 1
      );
    });
    await eventually(async () => {
      const series = await metricsOf('worker');
      return ['async', 'maintenance', 'retention'].every((queue) =>
        series.some((one) => one.name === 'tollgate_queue_jobs' && one.labels['queue'] === queue),
      );
    });
  });

  test('every process shows its event loop, its requests in flight and its pools', async () => {
    for (const component of COMPONENTS) {
      const series = await metricsOf(component);
      const names = new Set(series.map(({ name }) => name));
      expect([component, [...names]]).toEqual([
        component,
        expect.arrayContaining([
          'nodejs_eventloop_lag_p99_seconds',
          'process_resident_memory_bytes',
          'tollgate_http_requests_in_flight',
        ]),
      ]);
      expect(new Set(series.map(({ labels }) => labels['component']))).toEqual(
        new Set([component]),
      );
      const hasDatabase = component !== 'edge' && component !== 'docs';
      expect([component, names.has('tollgate_database_connections')]).toEqual([
        component,
        hasDatabase,
      ]);
    }
  });

  test('what callers write never becomes a label', async () => {
    const mark = 'madeup';
    await Promise.all([
      demo.v1(`/${mark}/x`),
      demo.v1('/chat/completions', { ...chat('Hello.'), model: `${mark}/model` }),
      demo.user('GET', `/${mark}`),
      demo.platform('GET', `/users/${mark}`),
      got(`${demo.stack.urls['public']}/${mark}`, { throwHttpErrors: false }),
      got(`${demo.stack.urls['public']}/v1/models`, {
        method: mark.toUpperCase() as 'GET',
        throwHttpErrors: false,
        retry: { limit: 0 },
      }).catch(() => undefined),
    ]);
    for (const component of COMPONENTS) {
      expect(JSON.stringify(await metricsOf(component)).toLowerCase()).not.toContain(mark);
    }
    const refused = await metricsOf('edge');
    expect(sumOf(refused, 'tollgate_http_requests_total', { route: 'none', status: '404' })).toBe(
      1,
    );
  });

  test('L05 metrics can not be had through any listener of callers', async () => {
    for (const listener of ['public', 'internal', 'inference', 'billing', 'account', 'admin']) {
      const answer = await got(`${demo.stack.urls[listener]}/metrics`, { throwHttpErrors: false });
      expect([listener, answer.statusCode]).not.toEqual([listener, 200]);
      expect(answer.body).not.toContain('tollgate_http_requests_total');
    }
  });

  test('a call that runs is seen in flight, and its hold is open', async () => {
    const call = openCall(demo, chat('[[upstream: delay=600000]] Wait.', { stream: true }));
    await eventually(async () => {
      const series = await metricsOf('inference');
      return sumOf(series, 'tollgate_calls_in_flight') === 1;
    });
    await eventually(async () => {
      const series = await metricsOf('billing');
      return (
        sumOf(series, 'tollgate_holds_open') === 1 &&
        sumOf(series, 'tollgate_holds_open_credits') > 0 &&
        sumOf(series, 'tollgate_holds_oldest_seconds') > 0
      );
    });
    expect(sumOf(await metricsOf('edge'), 'tollgate_http_requests_in_flight')).toBeGreaterThan(0);
    call.leave();
  });
});
