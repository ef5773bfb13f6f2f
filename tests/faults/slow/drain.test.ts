import { aFaultyStack } from '../../support/faulty-stack.ts';
import type { FaultyStack } from '../../support/faulty-stack.ts';
import { openCall } from '../../support/open-call.ts';

const START_MS = 240_000;

let stack: FaultyStack;
beforeAll(async () => {
  // The drain of an installation; stacks of other tests have the short one of a local stack.
  stack = await aFaultyStack({
    replicas: { inference: 2, edge: 2 },
    env: { REPLICAS: '2', DRAIN_SECONDS: '660' },
  });
}, START_MS);
afterAll(() => stack?.drop(), START_MS);
beforeEach(() => stack.money.begin());

/** Longer than a process listens on once it stops, and than a short drain, at this scale. */
const LONG = '[[provider: chunks=60; chunk-delay=300]] A question.';
const PLAIN = '[[provider: delay=10]] A question.';

test.each(['inference', 'edge'])(
  'FF13 %s leaves: a stream under way ends whole, new calls go to the other process',
  async (service) => {
    const { demo, money } = stack;
    await demo.stack.stop(`${service}-2`);
    const stream = openCall(demo, {
      model: demo.env.TOLLGATE_MODEL,
      messages: [{ role: 'user', content: LONG }],
      max_tokens: 200,
      stream: true,
    });
    await stream.frames(2);
    await demo.stack.start(`${service}-2`);
    const leaving = demo.stack.kill(service, 'SIGTERM');
    const baseUrl = demo.stack.urls[service === 'edge' ? 'public-2' : 'public'] ?? '';
    const statuses: number[] = [];
    const end = new AbortController();
    const ended = stream.ended.finally(() => end.abort());
    while (!end.signal.aborted) statuses.push((await stack.chat(PLAIN, { baseUrl })).status);
    expect(await ended).toEqual({ cut: false });
    expect(stream.text().trimEnd().endsWith('data: [DONE]')).toBe(true);
    expect(stream.text()).not.toContain('server_shutdown');
    expect(new Set(statuses)).toEqual(new Set([200]));
    await leaving;
    await demo.stack.ready(service);
    await money.sound('FF13');
  },
);
