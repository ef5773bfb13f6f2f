import { rows } from '@tollgate/db/connect';
import { eventually } from '../../support/eventually.ts';
import { tallyOf, underLoad } from '../../support/load.ts';
import { aMovableStack } from '../../support/movable-stack.ts';
import type { MovableStack } from '../../support/movable-stack.ts';
import { aBackup, aStandby, caughtUp } from '../../support/postgres-copies.ts';
import { settledOperations, watchMoney } from '../../support/soundness.ts';

const START_MS = 240_000;
const PLAIN = '[[provider: delay=10]] A question.';
const SERVICES = ['inference', 'account', 'admin', 'billing', 'worker'];
const AFTER_BACKUP = 4;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let stack: MovableStack;
/** What the restore of a backup has cost is told ever after. */
let lostWithBackup: string[] = [];
beforeAll(async () => {
  stack = await aMovableStack();
}, START_MS);
afterAll(() => stack?.drop(), START_MS);
beforeEach(() => stack.money.begin());

test(
  'FF27 a backup is restored: what was charged since is listed, and nothing is guessed',
  async () => {
    const { demo, money } = stack;
    expect((await stack.chat(PLAIN)).status).toBe(200);
    const backup = await aBackup(demo.stack);
    try {
      await eventually(
        async () => (await stack.send({ method: 'GET', path: '/v1/models' })).status === 200,
      );
      const before = await stack.wallet();
      const known = await settledOperations(money);
      const lost = [];
      for (let time = 0; time < AFTER_BACKUP; time += 1) lost.push(await stack.chat(PLAIN));
      expect(tallyOf(lost)).toEqual({ 200: AFTER_BACKUP });
      expect((await stack.wallet()).consumed).toBeGreaterThan(before.consumed);
      const after = await settledOperations(money);
      lostWithBackup = after.filter((op) => !known.includes(op));
      expect(lostWithBackup).toHaveLength(AFTER_BACKUP);
      money.injected();
      await backup.restore();
      // Whoever has seen what is no more starts anew.
      await Promise.all(SERVICES.map((name) => demo.stack.restart(name)));
      expect(await stack.wallet()).toEqual(before);
      await eventually(async () => (await stack.chat(PLAIN)).status === 200);
      const charges = await rows<{ charged: bigint }>(
        money.owner,
        `select charged_n as charged from billing.reservation where state = 'settled'`,
      );
      const served = (await demo.invoice()).filter(({ finished }) => finished === 'whole');
      expect(served.length - charges.length).toBe(AFTER_BACKUP);
      // The invoice of the provider tells of just these.
      await money.sound('FF27', { unbilled: AFTER_BACKUP, sentWithoutHold: lostWithBackup });
    } finally {
      await backup.drop();
    }
  },
  START_MS,
);

test(
  'FF02 another PostgreSQL is promoted under load: the old one is left, and nothing is lost',
  async () => {
    const { demo } = stack;
    const standby = await aStandby(demo.stack);
    const promoted = await watchMoney(demo, standby.url);
    const pids = (): unknown[] => SERVICES.map((name) => demo.stack.pid(name));
    try {
      await eventually(async () => (await stack.chat(PLAIN)).status === 200);
      const before = pids();
      await demo.clearInvoice();
      await promoted.begin();
      const answers = await underLoad(stack, { callers: 4, prompt: PLAIN }, async () => {
        await pause(500);
        promoted.injected();
        await rows(stack.money.owner, 'alter system set default_transaction_read_only = on');
        await rows(stack.money.owner, 'select pg_reload_conf()');
        await pause(200);
        await caughtUp(stack.money.owner, promoted.owner);
        stack.moveDatabase(standby.port);
        await rows(promoted.owner, 'select pg_promote()');
        await eventually(async () => (await stack.chat(PLAIN)).status === 200, 'nobody moves');
      });
      expect(tallyOf(answers.filter(({ status }) => status !== 200 && status !== 503))).toEqual({});
      expect(pids()).toEqual(before);
      await promoted.sound('FF02', { sentWithoutHold: lostWithBackup });
    } finally {
      await promoted.close();
      await standby.drop();
    }
  },
  START_MS,
);
