import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
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
  demo = await aDemo();
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
  await eventually(async () => (await status({ ...good, model: 'summed-alias' })) === 200);
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
    return usage.requests >= before.requests + asked.length + 1;
  });
  const requestsOf = Object.fromEntries(usage.models.map((one) => [one.model, one.requests]));
  expect(requestsOf).toMatchObject({ 'summed-alias': 1, '(unknown)': 4 });
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
