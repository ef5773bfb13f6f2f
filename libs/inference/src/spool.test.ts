import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tollgate/runtime/logger';
import { openSpool } from './spool.ts';
import type { SpooledDecision } from './spool.ts';

const decision = (n: number): SpooledDecision => ({
  kind: 'release',
  item: { op_id: `op-${n}`, attempt: 1, user_id: 'u', reason: 'r' },
});

let directory = '';
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'spool-'))));
afterEach(() => rm(directory, { recursive: true, force: true }));

function aSpool(processId: string, deliver: (decision: SpooledDecision) => Promise<void>) {
  return openSpool({ directory, processId, logger: createLogger('test', 'silent'), deliver });
}

const refuse = (): Promise<void> => Promise.reject(new Error('billing is away'));

test('what was kept is told once, oldest first', async () => {
  const told: string[] = [];
  const spool = await aSpool('a', (one) => {
    told.push(one.item.op_id);
    return Promise.resolve();
  });
  await spool.append(decision(1));
  await spool.append(decision(2));
  expect(await spool.replay()).toBe(2);
  expect(await spool.replay()).toBe(0);
  expect(told).toEqual(['op-1', 'op-2']);
});

test('FD02 what a killed process has kept is told by the next one', async () => {
  const first = await aSpool('first', refuse);
  await Promise.all([1, 2, 3].map((n) => first.append(decision(n))));
  await expect(first.replay()).rejects.toThrow('away');
  const told: string[] = [];
  const second = await aSpool('second', (one) => {
    told.push(one.item.op_id);
    return Promise.resolve();
  });
  expect(await second.replay()).toBe(3);
  expect(told.sort()).toEqual(['op-1', 'op-2', 'op-3']);
  expect(await readdir(directory)).toEqual([]);
});

test('a line that was cut off by a crash does not stop the others', async () => {
  const first = await aSpool('first', refuse);
  await first.append(decision(1));
  await appendFile(join(directory, 'first.jsonl'), '{"kind":"settle","it');
  const told: string[] = [];
  const second = await aSpool('second', (one) => {
    told.push(one.item.op_id);
    return Promise.resolve();
  });
  await second.replay();
  expect(told).toEqual(['op-1']);
});

test('nothing is lost when appending and replaying run side by side', async () => {
  const told = new Set<string>();
  const spool = await aSpool('a', (one) => {
    told.add(one.item.op_id);
    return Promise.resolve();
  });
  const appends: Promise<void>[] = [];
  for (let n = 0; n < 200; n += 1) {
    appends.push(spool.append(decision(n)));
    if (n % 20 === 0) await spool.replay();
  }
  await Promise.all(appends);
  await spool.replay();
  expect(told.size).toBe(200);
});

test('FD10 a disk that refuses makes the spool unhealthy, and the caller hears it', async () => {
  const spool = await aSpool('a', refuse);
  await rm(directory, { recursive: true });
  await expect(spool.append(decision(1))).rejects.toThrow('ENOENT');
  expect(spool.isHealthy()).toBe(false);
});
