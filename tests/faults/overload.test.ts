import { rows } from '@tollgate/db/connect';
import { aDemo } from '../support/demo.ts';
import type { Answer, Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { openCall } from '../support/open-call.ts';
import { watchMoney } from '../support/soundness.ts';
import type { MoneyWatch } from '../support/soundness.ts';

const START_MS = 240_000;
const CALLS_MAX = 10;
const STREAMS_MAX = 3;
/** What one owner gets of the places while nobody else calls. */
const ALONE = 8;
const FLOOD = 60;

let demo: Demo;
let watch: MoneyWatch;
/** The key of a user besides the demo's. */
let otherKey: string;

beforeAll(async () => {
  const env = { CALLS_MAX: String(CALLS_MAX), STREAMS_MAX: String(STREAMS_MAX) };
  demo = await aDemo({ timerScale: 1, env });
  watch = await watchMoney(demo);
  otherKey = await anotherUser();
}, START_MS);
beforeEach(() => watch.begin());
afterEach(() => thaw());
afterAll(async () => {
  await watch?.close();
  await demo?.stack.drop();
}, START_MS);

async function anotherUser(): Promise<string> {
  const { body: user } = await demo.platform<{ id: string }>('POST', '/users', {
    email: 'patient@example.com',
    name: 'Patient',
    password: 'a long enough password 1',
  });
  const granted = await demo.platform('POST', `/users/${user.id}/credit-grants`, { amount: '10' });
  expect(granted.status).toBe(201);
  const key = await demo.platform<{ secret: string }>('POST', `/users/${user.id}/keys`, {
    name: 'patient',
    mode: 'live',
  });
  return key.body.secret;
}

/** The provider takes connections and answers nothing, until it goes on. */
function signalProvider(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const pid = demo.stack.pid('provider');
  if (pid !== undefined) process.kill(pid, signal);
}
const freeze = (): void => signalProvider('SIGSTOP');
const thaw = (): void => signalProvider('SIGCONT');

interface Envelope {
  error?: { code: string; type: string; request_id: string };
}

/** A call, noted in `ended` when its answer is there. */
function send(ended: Answer<Envelope>[], secret?: string, to = demo): Promise<void> {
  const body = {
    model: to.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: 'How much is too much?' }],
    max_tokens: 20,
  };
  const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  return to
    .v1<Envelope>('/chat/completions', body, headers)
    .then((answer) => void ended.push(answer));
}

function holds(): Promise<{ state: string }[]> {
  return rows<{ state: string }>(
    watch.owner,
    `select state from billing.reservation where created_at > now() - interval '1 hour'`,
  );
}

function entries(): Promise<unknown[]> {
  return rows(watch.owner, 'select 1 from billing.entry');
}

function expectShed({ status, headers, body }: Answer<Envelope>): void {
  expect(status).toBe(503);
  expect(headers['retry-after']).toMatch(/^[1-4]$/);
  expect(headers['x-should-retry']).toBe('true');
  expect(body.error).toMatchObject({ code: 'overloaded', type: 'service_error' });
  expect(body.error?.request_id).toBe(headers['x-request-id']);
}

describe('FF25 overload', () => {
  test('overloaded is the answer to what is too much, at once and for nothing; others are served', async () => {
    const before = { holds: (await holds()).length, entries: (await entries()).length };
    freeze();
    const flood: Answer<Envelope>[] = [];
    const calls = Array.from({ length: FLOOD }, () => send(flood));
    // The provider is silent: whatever has ended now was refused while the others wait.
    await eventually(() => flood.length === FLOOD - ALONE);
    flood.forEach(expectShed);
    const others: Answer<Envelope>[] = [];
    const patient = send(others, otherKey);
    const placed = async (): Promise<number> => (await holds()).length - before.holds;
    await eventually(async () => (await placed()) === ALONE + 1);
    // One entry for each hold, and none for what was refused.
    expect((await entries()).length - before.entries).toBe(ALONE + 1);
    // The edge gives the one who floods fewer places for a moment, so that the other asks.
    const headers = { authorization: `Bearer ${otherKey}` };
    const models = await demo.v1<Envelope>('/models', undefined, headers);
    expect([models.status, models.body.error]).toEqual([200, undefined]);
    expect([flood.length, others.length]).toEqual([FLOOD - ALONE, 0]);
    thaw();
    await Promise.all([...calls, patient]);
    const admitted = [...flood.slice(FLOOD - ALONE), ...others];
    expect(admitted.map(({ status }) => status)).toEqual(Array(ALONE + 1).fill(200));
    expect(await demo.invoice()).toHaveLength(ALONE + 1);
    await watch.sound('FF25');
    const after: Answer<Envelope>[] = [];
    await Promise.all(Array.from({ length: ALONE }, () => send(after)));
    expect(after.map(({ status }) => status)).toEqual(Array(ALONE).fill(200));
  });

  test('open streams leave the places to calls, as far as their own limit reaches', async () => {
    const streams = Array.from({ length: STREAMS_MAX + 1 }, () =>
      openCall(demo, {
        model: demo.env.TOLLGATE_MODEL,
        messages: [{ role: 'user', content: '[[provider: chunks=4; pause after=3 ms=5000]] On.' }],
        stream: true,
      }),
    );
    for (const stream of streams) await stream.frames(1);
    freeze();
    const ended: Answer<Envelope>[] = [];
    const calls = Array.from({ length: FLOOD }, () => send(ended));
    // One stream is beyond the limit of streams and keeps its place as a call.
    await eventually(() => ended.length === FLOOD - (ALONE - 1));
    ended.forEach(expectShed);
    thaw();
    await Promise.all(calls);
    for (const stream of streams) expect(await stream.ended).toEqual({ cut: false });
    expect(await demo.invoice()).toHaveLength(streams.length + ALONE - 1);
    await watch.sound('FF25');
  });
});

describe('FF25 overload of the ledger', () => {
  const WORK_CALLS_MAX = 5;
  const AT_WORK_ALONE = 4;
  /** Few enough for a slow machine to serve them in the time that calls wait. */
  const CROWD = 20;
  let late: Demo;
  let book: MoneyWatch;
  beforeAll(async () => {
    late = await aDemo({ timerScale: 1, env: { WORK_CALLS_MAX: String(WORK_CALLS_MAX) } });
    book = await watchMoney(late);
  }, START_MS);
  beforeEach(() => book.begin());
  afterAll(async () => {
    await book?.close();
    await late?.stack.drop();
  }, START_MS);

  test('few calls wait for a ledger that is late, and the others are told so at once', async () => {
    const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
      const pid = late.stack.pid('billing');
      if (pid !== undefined) process.kill(pid, name);
    };
    const ended: Answer<Envelope>[] = [];
    signal('SIGSTOP');
    try {
      const calls = Array.from({ length: FLOOD }, () => send(ended, undefined, late));
      await eventually(() => ended.length >= FLOOD - AT_WORK_ALONE);
      const shed = ended.slice(0, FLOOD - AT_WORK_ALONE);
      shed.forEach(expectShed);
      signal('SIGCONT');
      await Promise.all(calls);
      // On a slow machine the ledger may have been away for longer than a call waits for it.
      const waited = ended.slice(shed.length).map(({ body }) => body.error?.code ?? 'served');
      expect(waited.filter((one) => one !== 'served' && one !== 'billing_unavailable')).toEqual([]);
      expect(waited).toHaveLength(AT_WORK_ALONE);
      expect(await late.invoice()).toHaveLength(waited.filter((one) => one === 'served').length);
    } finally {
      signal('SIGCONT');
    }
    await book.sound('FF25');
  });

  test('more calls of one owner than there are places are served one after the other', async () => {
    const ended: Answer<Envelope>[] = [];
    const crowd = Array.from({ length: CROWD }, () => send(ended, undefined, late));
    await Promise.all(crowd);
    expect(ended.map(({ status }) => status)).toEqual(Array(CROWD).fill(200));
    expect(await late.invoice()).toHaveLength(CROWD);
    await book.sound('FF25');
  });

  test('repetitions that wait for the first answer leave their places to others', async () => {
    const body = {
      model: late.env.TOLLGATE_MODEL,
      messages: [{ role: 'user', content: '[[provider: delay=4000]] Once.' }],
      max_tokens: 20,
    };
    const headers = { 'idempotency-key': 'asked-again' };
    const repeated: Promise<Answer<Envelope>>[] = [];
    for (let time = 0; time < 2 * WORK_CALLS_MAX; time += 1) {
      repeated.push(late.v1<Envelope>('/chat/completions', body, headers));
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    const other: Answer<Envelope>[] = [];
    await send(other, undefined, late);
    expect(other.map(({ status }) => status)).toEqual([200]);
    const codes = (await Promise.all(repeated)).map(({ body: got }) => got.error?.code ?? 'served');
    expect(codes).toEqual(Array(2 * WORK_CALLS_MAX).fill('served'));
    expect(await late.invoice()).toHaveLength(2);
    await book.sound('FF25');
  });
});
