import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tollgate/runtime/logger';
import { listQuarantined, putBack } from './quarantine.ts';
import { listSpoolFiles } from './spool-files.ts';
import { openSpool } from './spool.ts';
import type { SpooledDecision } from './spool.ts';

const decision = (n: number): SpooledDecision => ({
  kind: 'release',
  item: { op_id: `op-${n}`, attempt: 1, user_id: 'u', reason: 'r' },
});

let directory = '';
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'spool-'))));
afterEach(() => rm(directory, { recursive: true, force: true }));

function aSpool(processId: string, deliver: (decision: SpooledDecision) => Promise<string | null>) {
  return openSpool({ directory, processId, logger: createLogger('test', 'silent'), deliver });
}

const refuse = (): Promise<string | null> => Promise.reject(new Error('billing is away'));

test('a decision in the spool is told once, the oldest first', async () => {
  const reported: string[] = [];
  const spool = await aSpool('a', (one) => {
    reported.push(one.item.op_id);
    return Promise.resolve(null);
  });
  await spool.append(decision(1));
  await spool.append(decision(2));
  expect(await spool.replay()).toBe(2);
  expect(await spool.replay()).toBe(0);
  expect(reported).toEqual(['op-1', 'op-2']);
});

test('FD02 what a killed process has kept is told by the next one', async () => {
  const first = await aSpool('first', refuse);
  await Promise.all([1, 2, 3].map((n) => first.append(decision(n))));
  await expect(first.replay()).rejects.toThrow('away');
  const reported: string[] = [];
  const second = await aSpool('second', (one) => {
    reported.push(one.item.op_id);
    return Promise.resolve(null);
  });
  expect(await second.replay()).toBe(3);
  expect(reported.sort()).toEqual(['op-1', 'op-2', 'op-3']);
  expect(await readdir(directory)).toEqual(['quarantine', 'reserve']);
});

test('a line that was cut off by a crash does not stop the others', async () => {
  const first = await aSpool('first', refuse);
  await first.append(decision(1));
  await appendFile(join(directory, 'first.jsonl'), '{"kind":"settle","it');
  const reported: string[] = [];
  const second = await aSpool('second', (one) => {
    reported.push(one.item.op_id);
    return Promise.resolve(null);
  });
  await second.replay();
  expect(reported).toEqual(['op-1']);
});

test('no decision is lost when appending and replaying run side by side', async () => {
  const reported = new Set<string>();
  const spool = await aSpool('a', (one) => {
    reported.add(one.item.op_id);
    return Promise.resolve(null);
  });
  const appends: Promise<void>[] = [];
  for (let n = 0; n < 200; n += 1) {
    appends.push(spool.append(decision(n)));
    if (n % 20 === 0) await spool.replay();
  }
  await Promise.all(appends);
  await spool.replay();
  expect(reported.size).toBe(200);
});

test('FD10 a disk that refuses makes the spool unhealthy, and the caller hears it', async () => {
  const spool = await aSpool('a', refuse);
  await rm(directory, { recursive: true });
  await expect(spool.append(decision(1))).rejects.toThrow('ENOENT');
  expect(spool.isHealthy()).toBe(false);
});

describe('a decision that billing refuses for good', () => {
  const outcomes: Record<string, string | Error> = {};
  const reported: string[] = [];
  const deliver = async (one: SpooledDecision): Promise<string | null> => {
    const outcome = outcomes[one.item.op_id] ?? null;
    if (outcome instanceof Error) throw outcome;
    if (outcome === null) reported.push(one.item.op_id);
    return outcome;
  };
  beforeEach(() => {
    reported.length = 0;
    for (const name of Object.keys(outcomes)) delete outcomes[name];
  });

  test('FD13 is set aside with the reason, and all others are told', async () => {
    outcomes['op-2'] = 'cost_nano is larger than any balance.';
    const spool = await aSpool('a', deliver);
    for (const n of [1, 2, 3]) await spool.append(decision(n));
    expect(await spool.replay()).toBe(3);
    expect(reported).toEqual(['op-1', 'op-3']);
    expect(await listQuarantined(directory)).toMatchObject([
      { reason: 'cost_nano is larger than any balance.', decision: decision(2) },
    ]);
    expect(await spool.replay()).toBe(0);
    expect(await listSpoolFiles(directory, '')).toEqual([]);
  });

  test('FD13 is told again when an operator puts it back', async () => {
    outcomes['op-1'] = 'no';
    const spool = await aSpool('a', deliver);
    await spool.append(decision(1));
    await spool.replay();
    delete outcomes['op-1'];
    expect(await putBack(directory)).toBe(1);
    expect(await listQuarantined(directory)).toEqual([]);
    expect(await spool.replay()).toBe(1);
    expect(reported).toEqual(['op-1']);
  });

  test('FD13 one that has to wait holds up none behind it, also after a restart', async () => {
    outcomes['op-1'] = new Error('the wallet is locked');
    const spool = await aSpool('a', deliver);
    for (const n of [1, 2, 3]) await spool.append(decision(n));
    await expect(spool.replay()).rejects.toThrow('locked');
    expect(reported).toEqual(['op-2', 'op-3']);
    delete outcomes['op-1'];
    const second = await aSpool('b', deliver);
    expect(await second.replay()).toBe(1);
    expect(reported).toEqual(['op-2', 'op-3', 'op-1']);
  });

  test('a damaged line in the middle of a file is set aside as it stands', async () => {
    await writeFile(join(directory, 'old.jsonl'), `{"kind":\n${JSON.stringify(decision(1))}\n`);
    const spool = await aSpool('a', deliver);
    expect(await spool.replay()).toBe(2);
    expect(reported).toEqual(['op-1']);
    expect(await listQuarantined(directory)).toMatchObject([{ decision: null, text: '{"kind":' }]);
    expect(await putBack(directory)).toBe(0);
    expect(await listQuarantined(directory)).toMatchObject([{ decision: null, text: '{"kind":' }]);
  });
});
