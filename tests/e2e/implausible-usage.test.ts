import type { PlatformRequestDetail } from '@tollgate/contract/platform/analytics';
import type { UsageAlarmsOut } from '@tollgate/contract/platform/usage-alarms';
import type { RequestDetail } from '@tollgate/contract/request-records';
import { connectDatabase, row } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { createLogger } from '@tollgate/runtime/logger';
import { encodeId } from '@tollgate/runtime/ids';
import type { Static } from 'typebox';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { ANTHROPIC, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { scrape, sumOf } from '../support/scrape.ts';

const START_MS = 240_000;
const CLAUDE = 'anthropic/claude-sonnet-4-5';
const SMALL = 'demo/demo-small';
const EMBED = 'demo/demo-embed';
/** What the provider says that it used: more than any context or ceiling of the demo allows. */
const FAR_TOO_MUCH = 90_000_000;
const OUTPUT = `[[provider: tokens output=${FAR_TOO_MUCH}]] Hello.`;
const INPUT = `[[provider: tokens input=${FAR_TOO_MUCH}]] Hello.`;
/** Beside five characters; the context of the model would hold as many. */
const HALF_A_MILLION = '[[provider: chunks=1; tokens output=500000]] Hi.';
const MAX_TOKENS = 16;
/** More than any of these prompts and answers has, in tokens. */
const FAR_LESS = 2_000;

let demo: Demo;
let owner: Knex;
beforeAll(async () => {
  // Processes of its own: they remember for a minute which models they have noted.
  demo = await aDemo({ env: { RESPONSES_STREAMING: 'true' } });
  owner = connectDatabase({
    url: demo.stack.connections.databaseUrl,
    applicationName: 'implausible-usage',
    logger: createLogger('implausible-usage', 'silent'),
    poolMax: 1,
  });
  await setUpFamily(demo, { ...ANTHROPIC, models: [CLAUDE] });
}, START_MS);
afterAll(async () => {
  await owner?.destroy();
  await demo?.stack.drop();
}, START_MS);

interface Charged {
  op_id: string;
  amount_n: bigint;
  charged_n: bigint;
  uncovered_n: bigint;
  usage: Record<string, number>;
  usage_source: string;
}
/** The newest charge, once nothing is held any more. */
async function lastCharge(): Promise<Charged> {
  await eventually(async () => {
    const open = await row(owner, `select 1 from billing.reservation where state = 'held'`);
    return open === null;
  });
  const found = await row<Charged>(
    owner,
    `select op_id, amount_n, charged_n, uncovered_n, usage, usage_source from billing.reservation
     where state = 'settled' order by op_id desc limit 1`,
  );
  if (found === null) throw new Error('nothing was charged');
  return found;
}

const chat = (content: string, more: object = {}) => ({
  model: SMALL,
  max_tokens: MAX_TOKENS,
  messages: [{ role: 'user', content }],
  ...more,
});
const responses = (input: string, more: object = {}) => ({
  model: SMALL,
  max_output_tokens: MAX_TOKENS,
  input,
  ...more,
});
const STREAM = { stream: true };
const TOLD = { stream: true, stream_options: { include_usage: true } };

const CASES: readonly [string, string, object][] = [
  ['a whole answer of chat, output', '/chat/completions', chat(OUTPUT)],
  ['a whole answer of chat, half a million', '/chat/completions', chat(HALF_A_MILLION)],
  ['a stream of chat, output', '/chat/completions', chat(OUTPUT, TOLD)],
  ['a stream of chat, input', '/chat/completions', chat(INPUT, TOLD)],
  ['a whole response', '/responses', responses(OUTPUT)],
  ['a streamed response', '/responses', responses(INPUT, STREAM)],
  ['a whole message of another wire', '/messages', chat(OUTPUT)],
  ['a streamed message of another wire', '/messages', chat(INPUT, STREAM)],
  ['a whole message of the same wire', '/messages', chat(INPUT, { model: CLAUDE })],
  [
    'a streamed message of the same wire',
    '/messages',
    chat(INPUT, { model: CLAUDE, stream: true }),
  ],
  ['embeddings', '/embeddings', { model: EMBED, input: INPUT }],
];

test.each(CASES)('%s is charged by our own count, at most the hold', async (_what, path, body) => {
  const answer = await demo.v1(path, body);
  expect([answer.status, answer.status === 200 ? null : answer.body]).toEqual([200, null]);
  const { op_id: op, ...charge } = await lastCharge();
  expect(charge.usage_source).toBe('estimated');
  expect(charge.charged_n).toBeGreaterThan(0n);
  expect(charge.charged_n).toBeLessThanOrEqual(charge.amount_n);
  expect(charge.uncovered_n).toBe(0n);
  await eventually(async () => {
    const { status } = await demo.user('GET', `/requests/${encodeId('req', op)}`);
    return status === 200;
  });
  const id = encodeId('req', op);
  const { body: reported } = await demo.user<RequestDetail>('GET', `/requests/${id}`);
  expect(reported.receipt?.usage_source).toBe('implausible');
  expect(reported).not.toHaveProperty('reported_usage');
  expect(Math.max(...Object.values(reported.tokens ?? {}))).toBeLessThan(FAR_LESS);
  const { body: known } = await demo.platform<Static<typeof PlatformRequestDetail>>(
    'GET',
    `/requests/${id}`,
  );
  expect(known.usage_suspect).toBe('implausible');
  expect(Math.max(...Object.values(known.reported_usage ?? {}))).toBeGreaterThanOrEqual(500_000);
});

test('an accepted operation is charged by our own count too', async () => {
  const accepted = await demo.v1<{ id: string }>('/chat/completions', chat(OUTPUT), {
    prefer: 'respond-async',
  });
  expect(accepted.status).toBe(202);
  await eventually(async () => {
    const { status } = await demo.v1(`/async/${accepted.body.id}`);
    return status === 200;
  });
  const { op_id: op, ...charge } = await lastCharge();
  expect(charge).toMatchObject({ usage_source: 'estimated', uncovered_n: 0n });
  expect(charge.charged_n).toBeLessThanOrEqual(charge.amount_n);
  const id = encodeId('req', op);
  await eventually(async () => (await demo.user('GET', `/requests/${id}`)).status === 200);
  const { body } = await demo.user<RequestDetail>('GET', `/requests/${id}`);
  expect(body).toMatchObject({ async: true, receipt: { usage_source: 'implausible' } });
});

test('the caller is told the counts that are charged', async () => {
  const { body } = await demo.v1<{ usage: Record<string, number> }>(
    '/chat/completions',
    chat(OUTPUT),
  );
  const { usage } = await lastCharge();
  expect(body.usage).toMatchObject({
    prompt_tokens: usage['input'],
    completion_tokens: usage['output'],
  });
});

test('usage at the ceiling, and a prompt as large as the context, are believed', async () => {
  const full = `[[provider: tokens output=${MAX_TOKENS}]] Hello.`;
  expect((await demo.v1('/chat/completions', chat(full))).status).toBe(200);
  expect(await lastCharge()).toMatchObject({
    usage_source: 'provider',
    usage: { output: MAX_TOKENS },
  });
  const long = '[[provider: tokens input=128000]] Hello.';
  expect((await demo.v1('/chat/completions', chat(long))).status).toBe(200);
  expect(await lastCharge()).toMatchObject({
    usage_source: 'provider',
    usage: { input: 128_000 },
  });
});

test('operators see provider and model: in the metric, and among what needs attention', async () => {
  const labels = { provider: 'demo', model: SMALL };
  const series = await scrape(demo.stack.urls['inference-metrics'] ?? '');
  expect(sumOf(series, 'tollgate_usage_implausible_total', labels)).toBeGreaterThan(0);
  const { body } = await demo.platform<UsageAlarmsOut>('GET', '/usage-alarms');
  expect(body.implausible.map(({ provider, model }) => [provider, model])).toEqual(
    expect.arrayContaining([
      ['demo', SMALL],
      ['demo', EMBED],
      ['anthropic', CLAUDE],
    ]),
  );
  expect(body.implausible.find(({ model }) => model === SMALL)?.request).toMatch(/^req_/);
  const alarm = await row<{ seen: boolean }>(
    owner,
    `select true as seen from webhooks.alarm where type = 'usage.implausible' and subject = :model`,
    { model: SMALL },
  );
  expect(alarm).toEqual({ seen: true });
});

/**
 * What the provider reports is possible and in doubt: more cached tokens than the prompt has, or
 * counts that are none.
 */
const CACHED = '[[provider: tokens input=40 cached=70]] Hello.';
const NO_COUNTS = '[[provider: usage=string]] Hello.';
const DOUBTFUL: readonly [string, string, object, string][] = [
  ['a whole answer of chat', '/chat/completions', chat(CACHED), 'parts_exceed_whole'],
  ['a stream of chat', '/chat/completions', chat(CACHED, TOLD), 'parts_exceed_whole'],
  ['a whole response', '/responses', responses(CACHED), 'parts_exceed_whole'],
  ['a streamed message', '/messages', chat(NO_COUNTS, STREAM), 'unreadable'],
  ['a message that passes', '/messages', chat(NO_COUNTS, { model: CLAUDE }), 'unreadable'],
  [
    'a stream that passes',
    '/messages',
    chat('[[provider: usage=negative]] Hello.', { model: CLAUDE, stream: true }),
    'unreadable',
  ],
  ['vectors', '/embeddings', { model: EMBED, input: NO_COUNTS }, 'unreadable'],
  [
    'counts of nothing',
    '/chat/completions',
    chat('[[provider: usage=zero]] Hi.'),
    'nothing_counted',
  ],
];

test.each(DOUBTFUL)('%s whose usage is in doubt is marked', async (_what, path, asked, reason) => {
  expect((await demo.v1(path, asked)).status).toBe(200);
  const { op_id: op } = await lastCharge();
  const id = encodeId('req', op);
  await eventually(async () => (await demo.user('GET', `/requests/${id}`)).status === 200);
  const { body: known } = await demo.platform<Static<typeof PlatformRequestDetail>>(
    'GET',
    `/requests/${id}`,
  );
  expect(known).toMatchObject({ usage_suspect: reason, reported_usage: null });
});

test('an accepted operation whose usage is in doubt is marked too', async () => {
  const accepted = await demo.v1<{ id: string }>('/chat/completions', chat(CACHED), {
    prefer: 'respond-async',
  });
  await eventually(async () => (await demo.v1(`/async/${accepted.body.id}`)).status === 200);
  const id = encodeId('req', (await lastCharge()).op_id);
  await eventually(async () => (await demo.user('GET', `/requests/${id}`)).status === 200);
  const { body } = await demo.platform<Static<typeof PlatformRequestDetail>>(
    'GET',
    `/requests/${id}`,
  );
  expect(body).toMatchObject({ async: true, usage_suspect: 'parts_exceed_whole' });
});

test('operators see doubts in the metric by family and in the sums of the day', async () => {
  const series = await scrape(demo.stack.urls['inference-metrics'] ?? '');
  const labels = { family: 'openai-compatible', reason: 'parts_exceed_whole' };
  expect(sumOf(series, 'tollgate_usage_suspect_total', labels)).toBe(3);
  const sums = await row<{ requests: bigint }>(
    owner,
    `select sum(requests) as requests from requests.suspect_day
     where model = :model and reason = 'parts_exceed_whole'`,
    { model: SMALL },
  );
  expect(Number(sums?.requests)).toBe(4);
});

test('what passes ends with the counts that are charged where the provider is not believed', async () => {
  const whole = await demo.v1<{ usage: object }>('/messages', chat(INPUT, { model: CLAUDE }));
  const { usage } = await lastCharge();
  const { input = 0, cache_write: written = 0, output } = usage;
  const charged = {
    input_tokens: input,
    cache_creation_input_tokens: written,
    output_tokens: output,
  };
  expect(input + written).toBeGreaterThan(0);
  expect(whole.body.usage).toMatchObject(charged);
  const { body } = await demo.v1<string>('/messages', chat(INPUT, { model: CLAUDE, stream: true }));
  const last = /^data: (\{"type":"message_delta".*\})$/mu.exec(body)?.[1] ?? '{}';
  expect(JSON.parse(last)).toMatchObject({ usage: charged });
});

test('a model that its provider does not know any more is seen by operators until it answers again', async () => {
  const { body: models } = await demo.platform<{ id: string; public_id: string }[]>(
    'GET',
    '/models?limit=200',
  );
  const idOf = (name: string) => models.find(({ public_id }) => public_id === name)?.id;
  const targets = [SMALL, CLAUDE].map((name) => ({ model_id: idOf(name) }));
  const made = await demo.platform('POST', '/aliases', { name: 'either', targets });
  expect([made.status, made.status === 201 ? null : made.body]).toEqual([201, null]);
  const alarms = async () =>
    (await demo.platform<UsageAlarmsOut>('GET', '/usage-alarms')).body.gone.map(
      ({ provider, model, credential }) => [provider, model, credential.name],
    );
  const shown = async (): Promise<number> =>
    sumOf(await scrape(demo.stack.urls['inference-metrics'] ?? ''), 'tollgate_models_gone', {
      provider: 'demo',
      model: SMALL,
    });
  await demo.control({
    behaviour: 'status=404 code=model_not_found message="The model `x` does not exist"',
    times: 1_000,
    model: 'demo-small',
  });
  expect(await shown()).toBe(0);
  // The alias is answered by its next target, and the exact id is refused; the other models of the
  // credential go on.
  await eventually(
    async () =>
      (await demo.v1('/chat/completions', chat('Hi.', { model: 'either' }))).status === 200,
  );
  for (let calls = 0; calls < 6; calls += 1) {
    expect((await demo.v1('/chat/completions', chat('Hi.'))).status).toBe(404);
  }
  expect((await demo.v1('/embeddings', { model: EMBED, input: 'Hi.' })).status).toBe(200);
  await eventually(async () => (await alarms()).length === 1);
  expect(await alarms()).toEqual([['demo', SMALL, 'Demo provider']]);
  expect(await shown()).toBe(1);
  const reported = await row<{ type: string }>(
    owner,
    `select type from webhooks.alarm where type = 'model.gone'`,
  );
  expect(reported).toEqual({ type: 'model.gone' });
  const { body: health } = await demo.platform<{
    credentials: { left_alone: unknown; models: { model: string; failure: string }[] }[];
  }>('GET', '/provider-health');
  expect(health.credentials.map(({ left_alone: left }) => left)).toEqual([null, null]);
  await demo.calm();
  expect((await demo.v1('/chat/completions', chat('Hi.'))).status).toBe(200);
  await eventually(async () => (await alarms()).length === 0);
  await eventually(async () => (await shown()) === 0);
});

test('the book is sound', () => expectLedgerHolds(demo));
