import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';
import { readCsv } from '../support/csv.ts';
import { eventually } from '../support/eventually.ts';

const START_MS = 180_000;
const INVENTED = 'invented/by-a-caller';

interface Sums {
  requests: number;
  succeeded: number;
  refused: number;
  credits: string;
  tokens: { total: number };
}
interface Usage extends Sums {
  models: (Sums & { model: string })[];
}

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const status = async (body: object, headers: Record<string, string> = {}): Promise<number> =>
  (await demo.v1('/chat/completions', body, headers)).status;
const nano = (credits: string): bigint => BigInt(credits.replace('.', ''));
const summed = (usage: Usage, of: (sums: Sums) => bigint | number): bigint =>
  usage.models.reduce((sum, one) => sum + BigInt(of(one)), 0n);

test('the sums by model add up to the totals, and only names of the catalogue are summed by', async () => {
  const model = demo.env.TOLLGATE_MODEL;
  const { body: found } = await demo.platform<{ id: string }[]>(
    'GET',
    `/models?public_id=${encodeURIComponent(model)}`,
  );
  const alias = { name: 'summed-alias', targets: [{ model_id: found[0]?.id }] };
  expect((await demo.platform('POST', '/aliases', alias)).status).toBe(201);
  const before = (await demo.user<Usage>('GET', '/usage?days=1')).body;
  const good = { model, messages: [{ role: 'user', content: 'Add this up' }], max_tokens: 20 };
  const once = { 'idempotency-key': 'usage-sums' };
  let early = 0;
  await eventually(async () => {
    const isKnown = (await status({ ...good, model: 'summed-alias' })) === 200;
    if (!isKnown) early += 1;
    return isKnown;
  });
  const asked = [
    await status(good, once),
    // The first answer again.
    await status(good, once),
    await status({ ...good, stream: true }),
    await status({ ...good, messages: 'none' }),
    await status({ ...good, temperature: 99 }),
    await status({ ...good, model: 'summed-alias', messages: 'none' }),
    await status({ ...good, model: INVENTED }),
    await status({ ...good, model: INVENTED, messages: 'none' }),
    await status({ messages: [] }),
    await status({ ...good, model: `${INVENTED}-2` }),
  ];
  expect(asked).toEqual([200, 200, 200, 400, 400, 400, 404, 400, 400, 404]);
  let usage = before;
  await eventually(async () => {
    usage = (await demo.user<Usage>('GET', '/usage?days=1')).body;
    return usage.requests >= before.requests + early + asked.length + 1;
  });
  const requestsOf = Object.fromEntries(usage.models.map((one) => [one.model, one.requests]));
  expect(requestsOf).toMatchObject({ 'summed-alias': 1, '(unknown)': early + 4 });
  expect(requestsOf[model]).toBeGreaterThanOrEqual(6);
  expect(JSON.stringify(usage)).not.toContain(INVENTED);
  expect(summed(usage, ({ requests }) => requests)).toBe(BigInt(usage.requests));
  expect(summed(usage, ({ refused }) => refused)).toBe(BigInt(usage.refused));
  expect(summed(usage, ({ succeeded }) => succeeded)).toBe(BigInt(usage.succeeded));
  expect(summed(usage, ({ tokens }) => tokens.total)).toBe(BigInt(usage.tokens.total));
  expect(summed(usage, ({ credits }) => nano(credits))).toBe(nano(usage.credits));
});

test('a refused and a repeated request are found by the model that they named', async () => {
  const model = encodeURIComponent(demo.env.TOLLGATE_MODEL);
  const { body } = await demo.user<{ data?: { outcome: string }[] }>(
    'GET',
    `/requests?model=${model}&limit=50`,
  );
  const rows = Array.isArray(body) ? (body as { outcome: string }[]) : (body.data ?? []);
  const outcomes = new Set(rows.map(({ outcome }) => outcome));
  expect([...outcomes].sort()).toEqual(expect.arrayContaining(['refused', 'replayed', 'served']));
});

interface Counted {
  input: number;
  cache_read: number;
  output: number;
  reasoning: number;
}
interface Answered {
  prompt_tokens: number;
  completion_tokens: number;
  prompt_tokens_details: { cached_tokens: number };
  completion_tokens_details?: { reasoning_tokens?: number };
}

const NAMES = ['input', 'cache_read', 'output', 'reasoning'] as const;
const zero = (): Counted => ({ input: 0, cache_read: 0, output: 0, reasoning: 0 });
const added = (all: readonly Counted[]): Counted => {
  const sum = zero();
  for (const one of all) for (const name of NAMES) sum[name] += one[name];
  return sum;
};
const picked = (of: Counted): Counted => ({
  input: of.input,
  cache_read: of.cache_read,
  output: of.output,
  reasoning: of.reasoning,
});
const countedIn = (usage: Answered): Counted => ({
  input: usage.prompt_tokens,
  cache_read: usage.prompt_tokens_details.cached_tokens,
  output: usage.completion_tokens,
  reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
});

test('answers, lists, sums, sessions and files count the same input and output tokens', async () => {
  const model = demo.env.TOLLGATE_MODEL;
  const session = `tokens-${Date.now()}`;
  const answers: Counted[] = [];
  for (const counted of ['input=900 cached=400 output=60 reasoning=40', 'input=70 output=8']) {
    const messages = [{ role: 'user', content: `[[provider: tokens ${counted}]] Count.` }];
    const headers = { 'x-svc-session-id': session };
    const answer = await demo.v1('/chat/completions', { model, messages }, headers);
    expect(answer.status).toBe(200);
    answers.push(countedIn((answer.body as { usage: Answered }).usage));
  }
  const wanted = added(answers);
  expect(wanted).toMatchObject({ input: 970, cache_read: 400, output: 68 });
  interface Row {
    public_id: string;
    tokens: Counted | null;
  }
  let rows: Row[] = [];
  await eventually(async () => {
    const list = await demo.user<{ data: Row[] }>('GET', `/requests?session_id=${session}`);
    rows = list.body.data;
    return rows.length === answers.length;
  });
  expect(added(rows.map(({ tokens }) => tokens ?? zero()))).toEqual(wanted);
  const sessions = `/usage/sessions?days=1&session_id=${session}`;
  const { body } = await demo.user<{ data: { tokens: Counted }[] }>('GET', sessions);
  expect(picked(body.data[0]?.tokens ?? zero())).toEqual(wanted);
  interface Report {
    tokens: Counted & { total: number };
    models: { tokens: Counted }[];
    keys: { tokens: Counted }[];
    series: { tokens: Counted }[];
  }
  const usage = (await demo.user<Report>('GET', '/usage?days=1')).body;
  const total = picked(usage.tokens);
  expect(usage.tokens.total).toBe(total.input + total.output);
  for (const group of [usage.models, usage.keys, usage.series]) {
    expect(added(group.map(({ tokens }) => tokens))).toEqual(total);
  }
  const file = `/exports/requests.csv?session_id=${session}`;
  const lines = readCsv((await demo.platform<string>('GET', file)).body);
  const column = (name: string): number =>
    lines.reduce((sum, line) => sum + Number(line[name] ?? 0), 0);
  expect({
    input: column('input_tokens'),
    cache_read: column('cache_read_tokens'),
    output: column('output_tokens'),
    reasoning: column('reasoning_tokens'),
  }).toEqual(wanted);
});
