import { row, rows } from '@tollgate/db/connect';
import { eventually } from '../../support/eventually.ts';
import { tallyOf } from '../../support/load.ts';
import { aMovableStack } from '../../support/movable-stack.ts';
import type { MovableStack } from '../../support/movable-stack.ts';
import { aStandby, caughtUp } from '../../support/postgres-copies.ts';
import { reconcile } from '../../support/reconcile.ts';
import { settledOperations, watchMoney } from '../../support/soundness.ts';
import type { MoneyWatch } from '../../support/soundness.ts';

const START_MS = 240_000;
const KEPT = 2;
const LOST = 3;

let stack: MovableStack;
beforeAll(async () => {
  stack = await aMovableStack();
}, START_MS);
afterAll(() => stack?.drop(), START_MS);

/** Each question is as long as no other, so that the provider's counts tell the answers apart. */
const ask = async (many: number, mark: string): Promise<unknown> => {
  const answers = [];
  for (let index = 1; index <= many; index += 1) {
    answers.push(await stack.chat(`${mark} ${'word '.repeat(index)}`));
  }
  return tallyOf(answers);
};

const consumed = ({ owner }: MoneyWatch): Promise<{ nano: bigint } | null> =>
  row(owner, 'select cast(sum(consumed_n) as bigint) as nano from billing.wallet');

test(
  'FF03 a standby that lacks acknowledged commits is promoted: the provider’s invoice tells of each, and nothing is guessed',
  async () => {
    const { demo } = stack;
    const standby = await aStandby(demo.stack);
    const promoted = await watchMoney(demo, standby.url);
    try {
      await eventually(async () => (await stack.chat('Back?')).status === 200);
      const since = new Date().toISOString();
      await promoted.begin();
      expect(await ask(KEPT, 'Kept.')).toEqual({ 200: KEPT });
      await caughtUp(stack.money.owner, promoted.owner);
      const before = await consumed(promoted);

      // The standby hears no more of the primary, whose commits do not wait for it.
      await rows(promoted.owner, `alter system set primary_conninfo = ''`);
      await rows(promoted.owner, 'select pg_reload_conf()');
      await eventually(
        async () => (await rows(promoted.owner, 'select from pg_stat_wal_receiver')).length === 0,
        'the standby still follows',
      );
      expect(await ask(LOST, 'Lost, and a little longer.')).toEqual({ 200: LOST });
      await eventually(async () => (await stack.wallet()).reserved === 0n);
      expect((await consumed(stack.money))?.nano).toBeGreaterThan(before?.nano ?? 0n);
      const kept = await settledOperations(promoted);
      const lost = (await settledOperations(stack.money)).filter((op) => !kept.includes(op));
      expect(lost).toHaveLength(LOST);
      const invoice = await demo.invoice();
      expect(invoice).toHaveLength(KEPT + LOST);

      promoted.injected();
      await demo.stack.stop('postgres');
      stack.moveDatabase(standby.port);
      await rows(promoted.owner, 'select pg_promote()');
      await eventually(async () => (await demo.platform('GET', '/users')).status === 200);
      expect(await consumed(promoted)).toEqual(before);
      const until = new Date().toISOString();
      const billing = demo.stack.env['billing'] ?? {};
      const { exitCode, said } = await reconcile(invoice, since, { since, until }, billing);
      expect(said).toContain(`${KEPT} answers of the provider are charged\n`);
      expect(said).toContain(`${LOST} answers of the provider are charged to nobody\n`);
      for (const { n, prompt_tokens: input, completion_tokens: output } of invoice.slice(KEPT)) {
        expect(said).toContain(`${input} in ${output} out ${n}\n`);
      }
      expect(said).toContain('0 charges have no answer of the provider');
      expect(exitCode).toBe(1);

      await eventually(async () => (await stack.chat('And after.')).status === 200);
      await promoted.sound('FF03', { unbilled: LOST, sentWithoutHold: lost });
    } finally {
      await promoted.close();
      await standby.drop();
    }
  },
  START_MS,
);
