import { Agent, request } from 'node:http';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { expectLedgerHolds } from '../support/ledger.ts';

const START_MS = 240_000;
const STREAMS = 50;
/** Long enough for all of them to have begun before the first one ends, also on a busy machine. */
const CHUNKS = 60;
const CHUNK_DELAY_MS = 60;
/**
 * The lease of 30 s and two sweeps, at the stack's scale, with room for restarts on a busy machine.
 */
const HEAL_MS = 60_000;

let demo: Demo;
beforeAll(async () => (demo = await aDemo({ timerScale: 0.1 })), START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

/** How a stream ended for its client. */
interface Ended {
  status: number;
  text: string;
  /** The connection broke. */
  cut: boolean;
}

const agent = new Agent({ maxSockets: STREAMS });

function stream(index: number, onFirst = (): void => undefined): Promise<Ended> {
  const body = JSON.stringify({
    model: demo.env.TOLLGATE_MODEL,
    messages: [
      {
        role: 'user',
        content: `[[provider: chunks=${CHUNKS}; chunk-delay=${CHUNK_DELAY_MS}]] number ${index}`,
      },
    ],
    stream: true,
  });
  return new Promise((resolve) => {
    const ended: Ended = { status: 0, text: '', cut: false };
    const outgoing = request(
      `${demo.env.TOLLGATE_BASE_URL}/chat/completions`,
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}`,
          'content-type': 'application/json',
        },
      },
      (response) => {
        ended.status = response.statusCode ?? 0;
        response.setEncoding('utf8');
        response.once('data', onFirst);
        response.on('data', (text: string) => (ended.text += text));
        response.on('end', () => resolve(ended));
        response.on('error', () => resolve({ ...ended, cut: true }));
      },
    );
    outgoing.on('error', () => resolve({ ...ended, cut: true }));
    outgoing.end(body);
  });
}

interface Credits {
  available: string;
  reserved: string;
  consumed: string;
}
const nano = (text: string): bigint => BigInt(text.replace('.', ''));

async function credits(): Promise<Credits> {
  const { body } = await demo.user<Credits>('GET', '/credits');
  return body;
}

/** Waits until nothing is held, then runs every invariant over the whole book. */
async function healed(): Promise<Credits> {
  const until = performance.now() + HEAL_MS;
  for (;;) {
    const wallet = await credits();
    if (wallet.reserved === '0.000000000') break;
    if (performance.now() > until) throw new Error(`still held: ${JSON.stringify(wallet)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await expectLedgerHolds(demo);
  return credits();
}

/** Starts all streams, kills a process while they are under way, and waits for both. */
async function killInTheMiddle(process: string): Promise<Ended[]> {
  await demo.clearInvoice();
  let begun = 0;
  const streams = Array.from({ length: STREAMS }, (_, index) => stream(index, () => (begun += 1)));
  await eventually(() => begun === STREAMS, 'not every stream has begun');
  await demo.stack.kill(process, 'SIGKILL');
  const ended = await Promise.all(streams);
  await demo.stack.ready();
  return ended;
}

const isWhole = (ended: Ended): boolean => ended.text.endsWith('data: [DONE]\n\n');

describe('kill -9 in the middle of 50 streams', () => {
  test('FC14 of inference: clients are cut, every hold is released, nobody pays', async () => {
    const before = await credits();
    const ended = await killInTheMiddle('inference');
    expect(ended.some((one) => one.cut)).toBe(true);
    expect(ended.filter(isWhole)).toEqual([]);
    expect(ended.every((one) => one.cut || one.status >= 500)).toBe(true);
    expect(await healed()).toEqual(before);
    expect((await stream(0)).status).toBe(200);
  });

  test('FC16 of billing: every stream ends whole and is charged once billing is back', async () => {
    const before = await credits();
    const ended = await killInTheMiddle('billing');
    expect(ended.filter(isWhole)).toHaveLength(STREAMS);
    const after = await healed();
    const invoice = await demo.invoice();
    expect(invoice.filter(({ finished }) => finished === 'whole')).toHaveLength(STREAMS);
    expect(await chargedEach(before, after)).toBe(STREAMS);
  });

  test('FC17 I14 of PostgreSQL: streams end whole, and are charged once the database is back', async () => {
    const before = await credits();
    const ended = await killInTheMiddle('postgres');
    expect(ended.filter(isWhole)).toHaveLength(STREAMS);
    const after = await healed();
    expect(await chargedEach(before, after)).toBe(STREAMS);
    expect((await stream(0)).status).toBe(200);
  });
});

/**
 * How many of the streams were charged: each of them costs the same but for the digits of its
 * number.
 */
async function chargedEach(before: Credits, after: Credits): Promise<number> {
  const { body } = await demo.user<{ data: { type: string }[] }>(
    'GET',
    `/credits/transactions?limit=${STREAMS * 2}`,
  );
  expect(nano(after.consumed)).toBeGreaterThan(nano(before.consumed));
  expect(nano(before.available) - nano(after.available)).toBe(
    nano(after.consumed) - nano(before.consumed),
  );
  return body.data.filter(({ type }) => type.startsWith('settle')).length;
}
