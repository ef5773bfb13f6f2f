import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { execa } from 'execa';
import got from 'got';
import { INVARIANTS } from '../../services/billing/src/invariants.ts';
import { aCollector } from '../support/collector.ts';
import type { CollectedSpan, Collector } from '../support/collector.ts';
import { findDebianProgram, PROMTOOL } from '../support/debian-program.ts';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { openCall } from '../support/open-call.ts';
import { scrape, sumOf } from '../support/scrape.ts';
import type { Series } from '../support/scrape.ts';

const START_MS = 300_000;
const COMPONENTS = [
  'edge',
  'inference',
  'account',
  'admin',
  'billing',
  'worker',
  'docs',
  'console',
];
const NANO = 1_000_000_000;
const MONITORING = join(REPOSITORY_ROOT, 'k8s/components/monitoring');
const METRIC_NAME = /\b(?:tollgate|nodejs|process)_[a-z0-9_]+/g;

let demo: Demo;
let collector: Collector;
beforeAll(async () => {
  collector = await aCollector();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_RESOURCE_ATTRIBUTES: 'k8s.pod.name=a%20pod',
  };
  demo = await aDemo({ timerScale: 0.2, pages: true, env });
}, START_MS);
afterAll(async () => {
  await demo?.stack.drop();
  await collector?.close();
}, START_MS);

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

describe('traces', () => {
  const REQUEST_ID = 'trace-me-1';
  const PROMPT = 'A secret about purple elephants.';
  // Anybody's own trace, as a client's tracing would send it.
  const strangers = { trace: 'a'.repeat(32), span: 'b'.repeat(16) };
  const mine = (): CollectedSpan[] => {
    const edge = collector
      .spans()
      .find(({ attributes }) => attributes['tollgate.request_id'] === REQUEST_ID);
    return collector.spans().filter(({ traceId }) => traceId === edge?.traceId);
  };
  const span = (service: string, name: string): CollectedSpan => {
    const found = mine().find((one) => one.service === `tollgate-${service}` && one.name === name);
    if (found === undefined) throw new Error(`${service} sent no span ${name}`);
    return found;
  };

  test('one streamed call is one trace, from the edge over billing to the provider', async () => {
    await demo.clearInvoice();
    const body = chat(PROMPT, { stream: true, max_tokens: 50, temperature: 0.5 });
    const call = openCall(demo, body, {
      'x-request-id': REQUEST_ID,
      traceparent: `00-${strangers.trace}-${strangers.span}-01`,
    });
    expect(await call.ended).toEqual({ cut: false });
    await eventually(() => mine().length >= 7, 'not all spans came');
    const edge = span('edge', 'POST /v1/*');
    const inference = span('inference', 'POST /v1/chat/completions');
    const reserve = span('inference', 'POST /internal/reservations/reserve');
    const settle = span('inference', 'POST /internal/reservations/settle');
    const provider = mine().find(({ attributes }) => 'gen_ai.operation.name' in attributes);
    if (provider === undefined) throw new Error('the call of the provider has no span');

    // What a stranger sends is linked and not continued: who calls does not decide what is kept.
    expect(edge).toMatchObject({ kind: 2, links: [{ traceId: strangers.trace }] });
    expect(edge.resource).toMatchObject({
      'service.name': 'tollgate-edge',
      'k8s.pod.name': 'a pod',
    });
    expect(edge.traceId).not.toBe(strangers.trace);
    expect(edge.parentSpanId ?? '').toBe('');
    expect(inference).toMatchObject({ kind: 2, parentSpanId: edge.spanId });
    for (const child of [reserve, settle, provider]) {
      expect(child).toMatchObject({ kind: 3, parentSpanId: inference.spanId });
    }
    for (const parent of [reserve, settle]) {
      expect(span('billing', parent.name)).toMatchObject({
        kind: 2,
        parentSpanId: parent.spanId,
        attributes: { 'tollgate.request_id': REQUEST_ID },
      });
    }
    expect(inference.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/chat/completions',
      'http.response.status_code': 200,
      'tollgate.request_id': REQUEST_ID,
    });
    const [line] = await demo.invoice();
    expect(provider.name).toBe(`chat ${String(provider.attributes['gen_ai.request.model'])}`);
    expect(provider.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': demo.env.TOLLGATE_MODEL.split('/')[0],
      'gen_ai.request.max_tokens': 50,
      'gen_ai.request.temperature': 0.5,
      'gen_ai.request.stream': true,
      'gen_ai.usage.input_tokens': line?.prompt_tokens,
      'gen_ai.usage.output_tokens': line?.completion_tokens,
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.response.model': demo.env.TOLLGATE_MODEL.split('/')[1],
      'server.address': '127.0.0.1',
      'tollgate.model': demo.env.TOLLGATE_MODEL,
    });
  });

  test('a failure is told by its kind alone', async () => {
    await demo.control({ behaviour: 'status=503', times: 1 });
    const failed = await demo.v1('/chat/completions', chat('Fail.'), {
      'x-request-id': 'trace-me-2',
    });
    expect(failed.status).toBe(502);
    const about = (spans: readonly CollectedSpan[]): CollectedSpan | undefined =>
      spans.find(({ attributes }) => attributes['tollgate.request_id'] === 'trace-me-2');
    await eventually(() => about(collector.spans()) !== undefined);
    const { traceId } = about(collector.spans()) ?? { traceId: '' };
    const failing = (): CollectedSpan[] =>
      collector.spans().filter((one) => one.traceId === traceId && one.status === 2);
    await eventually(() => failing().some(({ name }) => name.startsWith('chat ')));
    const provider = failing().find(({ name }) => name.startsWith('chat '));
    expect(provider?.attributes['error.type']).toBe('overloaded');
  });

  test('calls that share a batch are linked to it', async () => {
    const calls = Array.from({ length: 20 }, () => demo.v1('/chat/completions', chat('Together.')));
    await Promise.all(calls);
    await eventually(() =>
      collector
        .spans()
        .some(({ name, links }) => name.startsWith('POST /internal/') && links.length > 0),
    );
  });

  test('no span tells a prompt, an answer or a secret, and the provider hears nothing of the trace', async () => {
    const text = collector.text();
    expect(text).toContain(REQUEST_ID);
    for (const secret of [
      PROMPT,
      'purple',
      demo.env.TOLLGATE_API_KEY,
      demo.env.TOLLGATE_USER_PASSWORD,
    ]) {
      expect(text).not.toContain(secret);
    }
    const heard = JSON.stringify(await demo.invoice());
    expect(heard).toContain('request_headers');
    expect(heard.toLowerCase()).not.toContain('traceparent');
    expect(text).toMatch(/"service\.version".*"service\.instance\.id"/u);
    expect(collector.headers()[0]).toMatchObject({ 'x-collector-key': 'a key' });
  });
});

describe('logs', () => {
  test('tell the request id of a failure from the edge to the record, and no secret of it', async () => {
    const requestId = 'log-me-1';
    const canary = 'Tell nobody about turquoise giraffes.';
    await demo.control({ behaviour: 'status=500', times: 1 });
    const answer = await demo.v1('/chat/completions', chat(canary), { 'x-request-id': requestId });
    expect(answer.headers['x-request-id']).toBe(requestId);
    expect(answer.body).toMatchObject({ error: { request_id: requestId } });
    await eventually(async () => (await demo.stack.logs('inference')).includes(requestId));
    const lines = (await demo.stack.logs('inference'))
      .split('\n')
      .filter((line) => line.includes(requestId))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ level: 'error', service: 'inference', requestId });
    await eventually(async () => {
      const { body } = await demo.user<{ data: { request_id: string }[] }>('GET', '/requests');
      return JSON.stringify(body).includes(requestId);
    });
    const logs = await Promise.all(COMPONENTS.map((name) => demo.stack.logs(name)));
    const { TOLLGATE_API_KEY: key, TOLLGATE_USER_PASSWORD: password } = demo.env;
    for (const [index, text] of logs.entries()) {
      for (const secret of [canary, 'turquoise', key, password]) {
        expect([COMPONENTS[index], text.includes(secret)]).toEqual([COMPONENTS[index], false]);
      }
    }
  });
});

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
    const upstreamModel = model.split('/')[1] ?? '';
    const genAi = {
      gen_ai_operation_name: 'chat',
      gen_ai_provider_name: provider.provider,
      gen_ai_request_model: upstreamModel,
      gen_ai_response_model: upstreamModel,
    };
    const reported = (of: string, type: string): number =>
      atInference(`gen_ai_client_token_usage_${of}`, { ...genAi, gen_ai_token_type: type });
    expect([reported('sum', 'input'), reported('count', 'input')]).toEqual([
      line?.prompt_tokens,
      1,
    ]);
    expect([reported('sum', 'output'), reported('count', 'output')]).toEqual([
      line?.completion_tokens,
      1,
    ]);
    const took = 'gen_ai_client_operation_duration_seconds_count';
    expect(atInference(took, { ...genAi, error_type: '' })).toBe(1);
    expect(charged).toBeGreaterThan(0);
    expect(atInference('tollgate_call_credits_total', { model })).toBeCloseTo(charged, 9);
    const { body: me } = await demo.user<{ id: string }>('GET', '/me');
    const owner = me.id;
    expect(atInference('tollgate_owner_calls_total', { owner, outcome: 'served' })).toBe(1);
    expect(atInference('tollgate_owner_credits_total', { owner })).toBeCloseTo(charged, 9);
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
    expect(at('gen_ai_client_operation_duration_seconds_count', { error_type: 'credential' })).toBe(
      1,
    );
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
          'tollgate_build_info',
        ]),
      ]);
      expect(new Set(series.map(({ labels }) => labels['component']))).toEqual(
        new Set([component]),
      );
      const hasDatabase = !['edge', 'docs', 'console'].includes(component);
      expect([component, names.has('tollgate_database_connections')]).toEqual([
        component,
        hasDatabase,
      ]);
    }
  });

  test('counters of fixed words are shown before they have counted, so that the first count is a rise', async () => {
    const billing = await metricsOf('billing');
    const shown = (name: string, label: string): (string | undefined)[] =>
      billing.filter((one) => one.name === name).map(({ labels }) => labels[label]);
    expect(shown('tollgate_ledger_broken_total', 'invariant')).toEqual(
      INVARIANTS.map(({ id }) => id),
    );
    expect(sumOf(billing, 'tollgate_ledger_broken_total')).toBe(0);
    expect(shown('tollgate_ledger_credits_total', 'account')).toEqual(['charged', 'uncovered']);
    expect(new Set(shown('tollgate_provider_losses_credits_total', 'reason'))).toEqual(
      new Set(['failed', 'broke', 'left', 'shutdown']),
    );
    const refused = 'tollgate_rows_refused_total';
    const tables = (await metricsOf('inference')).filter(({ name }) => name === refused);
    expect(tables.map(({ labels }) => labels['table'])).toContain('requests.record');
    const failures = { job: 'verify-ledger', outcome: 'failed' };
    const jobs = (await metricsOf('worker')).filter(({ name }) => name === 'tollgate_jobs_total');
    expect(jobs.map(({ labels }) => labels)).toContainEqual(expect.objectContaining(failures));
  });

  test('what every process shows is named as Prometheus has it', async () => {
    const { command, env } = await findDebianProgram(PROMTOOL);
    for (const component of COMPONENTS) {
      const input = await got(`${demo.stack.urls[`${component}-metrics`]}/metrics`).text();
      const { all } = await execa(command, ['check', 'metrics'], {
        input,
        env,
        all: true,
        reject: false,
      });
      expect([component, all]).toEqual([component, '']);
    }
  });

  test('dashboards and alarms ask for nothing that the processes do not show', async () => {
    const shown = new Set<string>();
    for (const component of COMPONENTS) {
      const text = await got(`${demo.stack.urls[`${component}-metrics`]}/metrics`).text();
      for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
        const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
        for (const part of parts) shown.add(name + part);
      }
    }
    const files = ['rules.yaml', join('dashboards', 'tollgate.json')];
    const asked = files.flatMap((file) => {
      const text = readFileSync(join(MONITORING, file), 'utf8');
      return [...text.matchAll(METRIC_NAME)].map(([name]) => ({ file, name }));
    });
    expect(new Set(asked.map(({ file }) => file)).size).toBe(files.length);
    expect(asked.filter(({ name }) => !shown.has(name))).toEqual([]);
  });

  test('a provider that answers under ever new names adds nine names at most to a model', async () => {
    const named = (each: number): object => ({
      ...chat(`[[provider: answers-as="made-up-${each}"]] Who are you?`),
      stream: each % 2 === 0,
    });
    for (let each = 0; each < 20; each += 1) {
      const answer = await demo.v1('/chat/completions', named(each));
      expect([each, answer.status]).toEqual([each, 200]);
    }
    const broken = chat('[[provider: answers-as="no name of a model"]] Who are you?');
    expect((await demo.v1('/chat/completions', broken)).status).toBe(200);
    const name = 'gen_ai_client_operation_duration_seconds_count';
    const label = 'gen_ai_response_model';
    await eventually(
      async () => sumOf(await metricsOf('inference'), name, { [label]: 'other' }) >= 13,
    );
    const series = (await metricsOf('inference')).filter((one) => one.name === name);
    const names = new Set(series.map(({ labels }) => labels[label]));
    expect(names).toContain('made-up-0');
    expect(names).not.toContain('no name of a model');
    // Eight of the provider's, what is counted together, and the empty one of failures and of
    // answers without a name.
    expect(names.size).toBeLessThanOrEqual(10);
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

  test('L05 metrics cannot be had through any listener of callers', async () => {
    for (const listener of ['public', 'internal', 'inference', 'billing', 'account', 'admin']) {
      const answer = await got(`${demo.stack.urls[listener]}/metrics`, { throwHttpErrors: false });
      expect([listener, answer.statusCode]).not.toEqual([listener, 200]);
      expect(answer.body).not.toContain('tollgate_http_requests_total');
    }
  });

  test('a call that runs is seen in flight, and its hold is open', async () => {
    const call = openCall(demo, chat('[[provider: delay=600000]] Wait.', { stream: true }));
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
