import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { openSpool } from '@tollgate/inference/spool/spool';
import type { OwnSpool, SpooledDecision } from '@tollgate/inference/spool/spool';
import { createLogger } from '@tollgate/runtime/logger';
import { eventually } from '../support/eventually.ts';
import { aFaultyStack } from '../support/faulty-stack.ts';
import type { FaultyStack } from '../support/faulty-stack.ts';
import { scrape, sumOf } from '../support/scrape.ts';
import { aTinyDisk, mayMount } from '../support/tiny-disk.ts';
import type { TinyDisk } from '../support/tiny-disk.ts';

const START_MS = 240_000;
const SETTLE = '/internal/reservations/settle';
const PAGE_BYTES = 4_096;
/** Room for some hundred decisions, and for no reserve. */
const SMALL_BYTES = 65_536;
/** Room for the reserve of a spool and little more. */
const LARGER_BYTES = 8_388_608;

/** Left out, and named so in the report, where the tests may not mount. */
const whenMounted = mayMount() ? describe : describe.skip;

const decision = (op: string, reason = 'r'): SpooledDecision => ({
  kind: 'release',
  item: { op_id: op, attempt: 1, user_id: 'u', reason },
});

whenMounted('a spool on a disk that is full for a moment', () => {
  let disk: TinyDisk;
  beforeAll(() => (disk = aTinyDisk(SMALL_BYTES)));
  afterAll(() => disk?.drop());

  let reported: string[] = [];
  let spool: OwnSpool;
  beforeEach(async () => {
    reported = [];
    const directory = await mkdtemp(join(disk.path, 'spool-'));
    spool = await openSpool({
      directory,
      processId: 'a',
      logger: createLogger('test', 'silent'),
      deliver: (one) => {
        reported.push(one.item.op_id);
        return Promise.resolve(null);
      },
    });
  });

  test('FD14 loses the decision that failed and none that it acknowledged before or after it', async () => {
    await disk.fill(SMALL_BYTES / 2);
    const kept: string[] = [];
    const fillsUp = async (): Promise<never> => {
      for (;;) {
        const name = `op-${kept.length}`;
        await spool.append(decision(name));
        kept.push(name);
      }
    };
    await expect(fillsUp()).rejects.toThrow('ENOSPC');
    expect(kept.length).toBeGreaterThan(100);
    await disk.clear();
    await spool.append(decision('the next'));
    await spool.replay();
    expect(reported).toEqual([...kept, 'the next']);
    expect(spool.quarantined()).toBe(0);
  });

  test('FD14 is cut back to its whole lines, wherever the disk ends within a line', async () => {
    const room = lengthOf(decision('torn'));
    for (let bytes = 0; bytes < room; bytes += 1) {
      reported = [];
      await disk.fill(PAGE_BYTES);
      // The page ends so many bytes behind the first line.
      const padding = PAGE_BYTES - bytes - lengthOf(decision('first', ''));
      await spool.append(decision('first', 'x'.repeat(padding)));
      await expect(spool.append(decision('torn'))).rejects.toThrow('ENOSPC');
      await disk.clear();
      await spool.append(decision('third'));
      await spool.replay();
      expect([bytes, ...reported]).toEqual([bytes, 'first', 'third']);
    }
    expect(spool.quarantined()).toBe(0);
  });
});

/**
 * The length of a decision's line in bytes: it has a time of 24 characters, a name for it, and an
 * end.
 */
function lengthOf(one: SpooledDecision): number {
  return JSON.stringify({ ...one, at: new Date().toISOString() }).length + 1;
}

whenMounted('a whole product whose spool is on a full disk', () => {
  let disk: TinyDisk;
  let stack: FaultyStack;
  beforeAll(async () => {
    disk = aTinyDisk(LARGER_BYTES);
    const path = join(disk.path, 'spool');
    stack = await aFaultyStack({
      envOf: (name) => (name === 'inference' ? { SPOOL_DIR: path } : {}),
    });
  }, START_MS);
  afterAll(async () => {
    await stack?.drop();
    disk?.drop();
  }, START_MS);
  beforeEach(() => stack.money.begin());

  async function shown(metric: string): Promise<number> {
    return sumOf(await scrape(stack.demo.stack.urls['inference-metrics'] ?? ''), metric);
  }

  test('FD10 billing away and no room: the call under way is charged, those after it are refused before they are sent', async () => {
    const { billing, demo, money } = stack;
    expect(await shown('tollgate_spool_is_new')).toBe(1);
    expect(await shown('tollgate_spool_is_healthy')).toBe(1);
    await disk.fill(0);
    const charged = await stack.costOf(async () => {
      billing.order({ path: SETTLE, trouble: 'refuse' });
      money.injected();
      expect((await stack.chat('A question.')).status).toBe(200);
      const before = (await demo.invoice()).length;
      expect(await shown('tollgate_spool_is_healthy')).toBe(0);
      for (const _again of [1, 2, 3]) {
        const { status, code } = await stack.chat('A question.');
        expect([status, code]).toEqual([503, 'billing_unavailable']);
      }
      expect(await demo.invoice()).toHaveLength(before);
      await disk.clear();
      billing.clear();
    });
    expect(charged).toBeGreaterThan(0n);
    await eventually(async () => (await shown('tollgate_spool_is_healthy')) === 1);
    expect(await stack.costOf(() => stack.chat('A question.'))).toBe(charged);
    await money.sound('FD10');
  });
});
