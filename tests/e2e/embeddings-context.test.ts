import { aDemo } from '../support/demo.ts';
import type { Answer, Demo } from '../support/demo.ts';

const START_MS = 240_000;
const MODEL = 'demo/demo-embed';

interface Reply {
  error?: { code: string; param: string; message: string };
}
interface Models {
  data: { id: string; request_contract: { limits: { context_tokens: number } } }[];
}

let demo: Demo;
let context: number;

beforeAll(async () => {
  demo = await aDemo();
  const { body } = await demo.v1<Models>('/models');
  context = body.data.find(({ id }) => id === MODEL)?.request_contract.limits.context_tokens ?? 0;
  expect(context).toBeGreaterThan(0);
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const words = (count: number): string => 'word '.repeat(count);
const embed = (input: unknown): Promise<Answer<Reply>> =>
  demo.v1<Reply>('/embeddings', { model: MODEL, input });
const movements = async (): Promise<unknown> =>
  (await demo.user('GET', '/credits/transactions')).body;

describe('the context of an embeddings model', () => {
  test('holds for each input by itself, before anything is held', async () => {
    const before = await movements();
    await demo.clearInvoice();
    const long = words(2 * context);
    for (const input of [long, ['short', long]]) {
      const { status, body } = await embed(input);
      expect([status, body.error?.code, body.error?.param]).toEqual([
        400,
        'context_length_exceeded',
        'input',
      ]);
    }
    expect((await embed(['short', long])).body.error?.message).toContain('input 1 ');
    expect(await movements()).toEqual(before);
    expect(await demo.invoice()).toEqual([]);
  });

  test('takes inputs that fit, more of them than fit into one', async () => {
    const half = words(Math.floor(context / 2));
    expect((await embed([half, half, half])).status).toBe(200);
  });
});
