import { rows } from '@tollgate/db/connect';
import { eventually } from '../support/eventually.ts';
import { aFaultyStack } from '../support/faulty-stack.ts';
import type { FaultyStack } from '../support/faulty-stack.ts';
import { openCall } from '../support/open-call.ts';

const START_MS = 240_000;

let stack: FaultyStack;
beforeAll(async () => {
  stack = await aFaultyStack({
    replicas: { inference: 2, billing: 2 },
    env: { REPLICAS: '2' },
    directBilling: true,
  });
}, START_MS);
afterAll(() => stack?.drop(), START_MS);
beforeEach(() => stack.money.begin());

/** Longer than a process may drain at the scale of this stack. */
const ENDLESS = '[[upstream: chunks=100; chunk-delay=300]] A question.';
const NEVER = '[[upstream: drip=500]] A question.';

test('FF13 server_shutdown ends what is not done when a process must leave', async () => {
  const { demo, money } = stack;
  const body = {
    model: demo.env.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: ENDLESS }],
    max_tokens: 200,
  };
  const whole = stack.chat(NEVER);
  const stream = openCall(demo, { ...body, stream: true });
  await stream.frames(2);
  await eventually(async () => (await demo.invoice()).length === 2);
  const since = await stack.entries();
  await demo.stack.kill('inference', 'SIGTERM');
  expect(await stream.ended).toEqual({ cut: false });
  const last = stream.text().split('\n\n').at(-2) ?? '';
  const { error } = JSON.parse(last.slice('data: '.length)) as { error: object };
  expect(error).toMatchObject({ code: 'server_shutdown', type: 'service_error' });
  expect(error).toMatchObject({ request_id: stream.headers()['x-request-id'] });
  expect(stream.text()).not.toContain('[DONE]');
  // Blanks have bridged the wait, so that the status has left.
  expect(await whole).toMatchObject({ status: 200, code: 'server_shutdown' });
  const ends = await rows<{ state: string; partial: boolean | null; reason: string | null }>(
    money.owner,
    `select state, partial, close_reason as reason from billing.reservation
     order by created_at desc limit 2`,
  );
  expect(ends.toSorted((left, right) => left.state.localeCompare(right.state))).toMatchObject([
    { state: 'released', reason: 'server_shutdown' },
    { state: 'settled', partial: true },
  ]);
  expect((await stack.entries()) - since).toBe(2n);
  await money.sound('FF13');
  await demo.stack.ready('inference');
});
