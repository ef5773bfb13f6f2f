import { aFaultyStack } from '../../support/faulty-stack.ts';
import type { FaultyStack } from '../../support/faulty-stack.ts';

const START_MS = 240_000;
/**
 * A call may take 12 s in all, and each of its blanks comes long before anybody takes it for
 * silent.
 */
const TIMER_SCALE = 0.02;
const DRIPS = '[[provider: drip=500]] A question.';

let stack: FaultyStack;
beforeAll(async () => {
  stack = await aFaultyStack({ directBilling: true, timerScale: TIMER_SCALE });
}, START_MS);
afterAll(() => stack?.drop(), START_MS);
beforeEach(() => stack.money.begin());

test.each([false, true])(
  'FB10 a provider sends a blank now and then and no answer (stream: %s): ended by the time of the whole call, free',
  async (stream) => {
    const charged = await stack.costOf(async () => {
      stack.money.injected();
      const { status, text } = await stack.chat(DRIPS, { body: { stream } });
      // Blanks and comments have bridged the wait, so that the status has left.
      expect([200, 504]).toContain(status);
      expect(text).toContain('"code":"upstream_timeout"');
    });
    expect(charged).toBe(0n);
    const [line] = await stack.demo.invoice();
    expect(line?.finished).toBe('client_gone');
    await stack.money.sound('FB10');
  },
  START_MS,
);
