import { eventually } from '../../support/eventually.ts';
import { scrape, sumOf } from '../../support/scrape.ts';
import { aDemo } from '../../support/demo.ts';
import type { Demo } from '../../support/demo.ts';
import { counted, failed, rollAll, startLoad, TWO_OF_EACH } from '../../support/rolling.ts';
import { watchMoney } from '../../support/soundness.ts';
import type { MoneyWatch } from '../../support/soundness.ts';

const START_MS = 240_000;
/** For the slowest of machines; nothing is concluded from how long it takes. */
const ROLL_MS = 900_000;

let demo: Demo;
let money: MoneyWatch;
beforeAll(async () => {
  demo = await aDemo(TWO_OF_EACH);
  money = await watchMoney(demo);
}, START_MS);
afterAll(async () => {
  await money?.close();
  await demo?.stack.drop();
}, START_MS);

/** What a process of each has done for paid calls since it started. */
const WORK = { inference: 'tollgate_calls_total', billing: 'tollgate_ledger_items_total' };

async function expectShared(service: keyof typeof WORK): Promise<void> {
  for (const suffix of ['', '-2']) {
    const done = async (): Promise<number> =>
      sumOf(await scrape(demo.stack.urls[`${service}-metrics${suffix}`] ?? ''), WORK[service]);
    const before = await done();
    await eventually(
      async () => (await done()) > before,
      `${service}${suffix} has nothing to do any more`,
    );
  }
}

test(
  'FF13 a rolling restart of every service under load fails no call',
  async () => {
    await money.begin();
    const load = await startLoad(demo);
    await rollAll(demo, load);
    // Whoever was away gets its share of the load again.
    load.during('nothing more');
    await expectShared('billing');
    await expectShared('inference');
    const outcomes = await load.end();
    process.stdout.write(`requests during the restart of: ${counted(outcomes)}\n`);
    expect(failed(outcomes)).toEqual([]);
    await money.sound('FF13');
  },
  ROLL_MS,
);
