import { rows } from '@tollgate/db/connect';
import { DRAINS_PER_OWNER_MAX } from '@tollgate/contract/who-pays';
import { createDelivered } from '@tollgate/inference/dispatch/delivered';
import type { Endpoint } from '@tollgate/providers/adapter/adapter';
import { estimateInputTokens } from '@tollgate/providers/tokens/estimate';
import { familyById } from '@tollgate/providers/families';
import { aDemo } from '../../support/demo.ts';
import type { Demo, InvoiceLine } from '../../support/demo.ts';
import { eventually } from '../../support/eventually.ts';
import { contentsIn, openCall } from '../../support/open-call.ts';
import type { OpenCall } from '../../support/open-call.ts';
import { watchMoney } from '../../support/soundness.ts';
import type { MoneyWatch } from '../../support/soundness.ts';
import { OPENAI_PROVIDERS, setUpProvider } from '../../support/listed-providers.ts';

const START_MS = 240_000;
/** Nano-credits a token, as `setUpProvider` prices models. */
const INPUT = 1_000n;
const OUTPUT = 4_000n;
/** Frames before a pause or a stall; the first carries the role only. */
const FRAMES = 8;
const CROWD = 160;
const STORM = process.env['TOLLGATE_FAULTS'] === 'full' ? 1_000 : 300;
const STORM_AT_ONCE = 50;

/** Hangs up on the provider. */
const STOPPED = { family: 'openai', model: 'openai/gpt-4o-mini' };
/** Reads to the end. */
const DRAINED = { family: 'openai-compatible', model: 'compatible/demo-small' };
type Way = typeof STOPPED;

let demo: Demo;
let watch: MoneyWatch;
beforeAll(async () => {
  demo = await aDemo({ timerScale: 0.1 });
  watch = await watchMoney(demo);
  for (const setup of OPENAI_PROVIDERS) await setUpProvider(demo, setup);
}, START_MS);
beforeEach(() => watch.begin());
afterAll(async () => {
  await watch?.close();
  await demo?.stack.drop();
}, START_MS);

const consumed = async (): Promise<bigint> => {
  const { body } = await demo.user<{ consumed: string }>('GET', '/credits');
  return BigInt(body.consumed.replace('.', ''));
};

const bodyOf = ({ model }: Way, directive: string) => ({
  model,
  messages: [{ role: 'user' as const, content: `[[provider: ${directive}]] And then?` }],
  max_tokens: 200,
  stream: true,
});

const stream = (way: Way, directive: string, headers: Record<string, string> = {}): OpenCall =>
  openCall(demo, bodyOf(way, directive), headers);

/** What stands for a prompt that nobody has counted. */
function boundOf(way: Way, directive: string): bigint {
  const family = familyById(way.family);
  if (family === undefined) throw new Error(`no family ${way.family}`);
  return BigInt(estimateInputTokens(bodyOf(way, directive), family.overhead(targetOf(way))));
}
function targetOf({ family, model }: Way): Endpoint {
  const [provider = '', upstreamModel = ''] = model.split('/');
  return { family, provider, upstreamModel, baseUrl: '' };
}

/** What is owed for what was delivered of a stream whose caller left. */
function bounded(way: Way, contents: readonly string[]): bigint {
  const overhead = familyById(way.family)?.overhead(targetOf(way));
  if (overhead === undefined) throw new Error(`no family ${way.family}`);
  const delivered = createDelivered(overhead);
  delivered.take([{ index: 0, delta: { content: contents.join('') }, finish_reason: null }]);
  return BigInt(delivered.owed().output);
}
const estimate = (way: Way, directive: string, contents: readonly string[]): bigint =>
  boundOf(way, directive) * INPUT + bounded(way, contents) * OUTPUT;
const worth = ({ prompt_tokens: input, completion_tokens: output }: InvoiceLine): bigint =>
  BigInt(input) * INPUT + BigInt(output) * OUTPUT;

async function served(): Promise<InvoiceLine> {
  const [line] = await demo.invoice();
  if (line === undefined) throw new Error('the provider was not called');
  return line;
}
const arrived = (): Promise<void> => eventually(async () => (await demo.invoice()).length === 1);
const closed = async (): Promise<InvoiceLine> => {
  await eventually(async () => (await served()).finished !== null, 'the provider still serves');
  return served();
};

/** Waits until so many frames were sent and all of them were read. */
async function readSoFar(call: OpenCall, frames = FRAMES): Promise<void> {
  await eventually(async () => {
    const line = await served();
    return line.chunks_sent === frames && contentsIn(call.text()).length === line.completion_tokens;
  }, 'the frames did not arrive');
}

interface Hold {
  amount_n: bigint;
  charged_n: bigint | null;
  usage_source: string | null;
  partial: boolean;
}
const holds = (model: string): Promise<Hold[]> =>
  rows<Hold>(
    watch.owner,
    `select amount_n, charged_n, usage_source, partial from billing.reservation
     where op_id in (select id from requests.record where model = :model) order by created_at`,
    { model },
  );

describe('a caller who leaves', () => {
  test('FC08 before the first frame pays the prompt where the provider is stopped', async () => {
    const before = await consumed();
    const directive = 'stall-before-first-byte';
    const call = stream(STOPPED, directive);
    await arrived();
    watch.injected();
    call.leave();
    expect((await closed()).finished).toBe('client_gone');
    await watch.sound('FC08');
    expect(call.text()).toBe('');
    expect(await consumed()).toBe(before + estimate(STOPPED, directive, []));
    await eventually(async () => (await holds(STOPPED.model)).length > 0);
    expect((await holds(STOPPED.model)).at(-1)).toMatchObject({
      usage_source: 'estimated',
      partial: true,
    });
  });

  test('FC08 before the first frame pays what was used where the answer is read', async () => {
    const before = await consumed();
    const call = stream(DRAINED, 'chunks=12; delay=500');
    await arrived();
    watch.injected();
    call.leave();
    const line = await closed();
    expect(line.finished).toBe('whole');
    await watch.sound('FC08');
    expect(await consumed()).toBe(before + worth(line));
  });

  test.each([2, 5, 9])(
    'FC09 B11 after %d frames pays the prompt and what was delivered where the provider is stopped',
    async (frames) => {
      const before = await consumed();
      const directive = `chunks=12; stall after=${frames}`;
      const call = stream(STOPPED, directive);
      await readSoFar(call, frames);
      watch.injected();
      call.leave();
      expect((await closed()).finished).toBe('client_gone');
      await watch.sound('FC09');
      const contents = contentsIn(call.text());
      expect(contents.length).toBe(frames - 1);
      expect(await consumed()).toBe(before + estimate(STOPPED, directive, contents));
    },
  );

  test('FC10 in the middle pays exactly what was used where the answer is read', async () => {
    const before = await consumed();
    const call = stream(DRAINED, `chunks=12; pause after=${FRAMES} ms=500`);
    await readSoFar(call);
    watch.injected();
    call.leave();
    const line = await closed();
    expect(line.finished).toBe('whole');
    await watch.sound('FC10');
    expect(contentsIn(call.text()).length).toBeLessThan(line.completion_tokens);
    expect(await consumed()).toBe(before + worth(line));
  });

  test('FC11 under an idempotency key gets the whole stream when it comes back', async () => {
    const before = await consumed();
    const key = { 'idempotency-key': 'a-stream-that-was-left' };
    const directive = `chunks=12; pause after=${FRAMES} ms=500`;
    const call = stream(STOPPED, directive, key);
    await readSoFar(call);
    watch.injected();
    call.leave();
    const line = await closed();
    expect(line.finished).toBe('whole');
    await watch.sound('FC11');
    const again = stream(STOPPED, directive, key);
    await again.ended;
    expect(again.headers()['x-idempotent-replay']).toBe('true');
    expect(again.text().startsWith(call.text())).toBe(true);
    expect(again.text().endsWith('data: [DONE]\n\n')).toBe(true);
    expect(contentsIn(again.text())).toHaveLength(line.completion_tokens);
    expect(await demo.invoice()).toHaveLength(1);
    expect(await consumed()).toBe(before + worth(line));
  });

  test('B14 before the call was sent pays nothing, and nothing is sent', async () => {
    const before = await consumed();
    await demo.stack.kill('billing', 'SIGSTOP');
    const call = stream(DRAINED, 'chunks=12');
    await new Promise((resolve) => setTimeout(resolve, 100));
    call.leave();
    // Longer than a busy machine needs to notice, shorter than billing is waited for.
    await new Promise((resolve) => setTimeout(resolve, 800));
    await demo.stack.kill('billing', 'SIGCONT');
    await watch.sound('B14');
    expect(await demo.invoice()).toEqual([]);
    expect(await consumed()).toBe(before);
  });

  test('FC12 in a crowd of one owner finds so many drains and no more; the others cost the hold', async () => {
    const before = await consumed();
    const directive = `chunks=12; pause after=${FRAMES} ms=4000`;
    const calls = Array.from({ length: CROWD }, () => stream(DRAINED, directive));
    await eventually(async () => {
      const lines = await demo.invoice();
      return lines.length === CROWD && lines.every(({ chunks_sent: sent }) => sent === FRAMES);
    }, 'not all streams are under way');
    await Promise.all(calls.map((call) => call.frames(FRAMES - 1)));
    watch.injected();
    for (const call of calls) call.leave();
    await eventually(async () => (await demo.invoice()).every(({ finished }) => finished !== null));
    await watch.sound('FC12');
    const lines = await demo.invoice();
    const whole = lines.filter(({ finished }) => finished === 'whole');
    expect(whole).toHaveLength(DRAINS_PER_OWNER_MAX);
    const unread = lines.filter(({ finished }) => finished === 'client_gone');
    expect(unread).toHaveLength(CROWD - DRAINS_PER_OWNER_MAX);
    const exact = whole.reduce((sum, line) => sum + worth(line), 0n);
    const hold = (await holds(DRAINED.model)).at(-1)?.amount_n ?? 0n;
    expect(hold).toBeGreaterThan(0n);
    expect(await consumed()).toBe(before + exact + hold * BigInt(unread.length));
  });
});

test('FC15 an edge that is killed in the middle of a stream cuts it, and it is paid as if the caller had left', async () => {
  const before = await consumed();
  const directive = `chunks=12; stall after=${FRAMES}`;
  const call = stream(STOPPED, directive);
  await readSoFar(call);
  watch.injected();
  await demo.stack.kill('edge', 'SIGKILL');
  expect((await call.ended).cut).toBe(true);
  await demo.stack.ready();
  expect((await closed()).finished).toBe('client_gone');
  await watch.sound('FC15');
  expect(await consumed()).toBe(before + estimate(STOPPED, directive, contentsIn(call.text())));
});

test('B13 a stream that begins with a role and goes on with an error has a status and costs nothing', async () => {
  const before = await consumed();
  const call = stream(STOPPED, 'error after=1 status=500 message="many words of an error"');
  await call.ended;
  expect(call.status()).toBe(502);
  expect(call.text()).toContain('"code":"upstream_');
  await watch.sound('B13');
  expect(await consumed()).toBe(before);
});

/** Random numbers that the seed decides. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test(
  `B6 a storm of ${STORM} streams that are dropped at any moment leaves nothing held`,
  async () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
    process.stdout.write(`SEED=${seed}\n`);
    const random = randomFrom(seed);
    let left = STORM;
    const caller = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const way = random() < 0.5 ? STOPPED : DRAINED;
        const call = stream(way, 'chunks=12; chunk-delay=15');
        await new Promise((resolve) => setTimeout(resolve, random() * 300));
        call.leave();
        await call.ended;
      }
    };
    await Promise.all(Array.from({ length: STORM_AT_ONCE }, caller));
    watch.injected();
    await watch.sound('B6');
  },
  START_MS,
);
