import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SettleItem, SettleResult } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import { createLogger } from '@tollgate/runtime/logger';
import { createJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import { openSpool } from './spool.ts';
import type { OwnSpool } from './spool.ts';

const logger = createLogger('test', 'silent');
/** The reserve and the quarantine, which every folder of a spool has. */
const BARE = ['quarantine', 'reserve'];

let directory = '';
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'journal-'))));
afterEach(() => rm(directory, { recursive: true, force: true }));

const itemOf = (n: number, cost = 10): SettleItem => ({
  op_id: `op-${n}`,
  attempt: 1,
  user_id: 'u',
  cost_nano: String(cost),
  usage: { input: 1 },
  usage_source: 'provider',
});

const settled = ({ cost_nano: charged }: SettleItem): SettleResult => ({
  outcome: 'settled',
  charged_nano: charged,
  uncovered_nano: '0',
});

const away = (): Promise<never> =>
  Promise.reject(new GatewayError('billing_unavailable', 'Billing is away.'));

interface Book {
  journal: Journal;
  spool: OwnSpool;
  /** What a replay of the spool has sent to billing, in order. */
  replayed: string[];
}

async function aJournal(
  processId: string,
  settleBehind: (item: SettleItem) => Promise<SettleResult>,
): Promise<Book> {
  const replayed: string[] = [];
  const deliver = (decision: { item: { op_id: string } }): Promise<null> => {
    replayed.push(decision.item.op_id);
    return Promise.resolve(null);
  };
  const spool = await openSpool({ directory, processId, logger, deliver });
  const billing = { settleBehind };
  const leaseMs = 30_000;
  const journal = createJournal({ directory, processId, billing, spool, leaseMs, logger });
  journal.heard(performance.now());
  return { journal, spool, replayed };
}

/** Items that billing has received, each answered when `answer` is called. */
function slowBilling() {
  const waiting: { item: SettleItem; answer(): void }[] = [];
  const settleBehind = (item: SettleItem): Promise<SettleResult> =>
    new Promise((resolve) => waiting.push({ item, answer: () => resolve(settled(item)) }));
  return { waiting, settleBehind };
}

const journalFiles = async (): Promise<string[]> =>
  (await readdir(directory)).filter((name) => name.endsWith('.journal'));

test('a settlement is on the disk before its append resolves, and billing hears of it behind', async () => {
  const { waiting, settleBehind } = slowBilling();
  const { journal } = await aJournal('a', settleBehind);
  expect(await journal.append(itemOf(1))).toBe(true);
  const [name = ''] = await journalFiles();
  const line: unknown = JSON.parse(await readFile(join(directory, name), 'utf8'));
  expect(line).toMatchObject({ kind: 'settle', item: itemOf(1), process: 'a', n: 1 });
  expect(waiting.map(({ item }) => item.op_id)).toEqual(['op-1']);
  waiting[0]?.answer();
  await journal.close();
  expect(await readdir(directory)).toEqual(BARE);
});

test('settlements that come while the disk is busy share one write', async () => {
  const { journal } = await aJournal('a', (item) => Promise.resolve(settled(item)));
  await Promise.all([1, 2, 3, 4].map((n) => journal.append(itemOf(n))));
  const [name = ''] = await journalFiles();
  const lines = (await readFile(join(directory, name), 'utf8')).trim().split('\n');
  expect(lines.filter((line) => line.includes('op-'))).toHaveLength(4);
  await journal.close();
});

test('FD01 what a killed process has not sent is sent by the next one, but for what a mark says', async () => {
  const { waiting, settleBehind } = slowBilling();
  const { journal } = await aJournal('killed', settleBehind);
  await journal.append(itemOf(1));
  waiting[0]?.answer();
  await journal.flush();
  await journal.append(itemOf(2));
  await journal.append(itemOf(3));
  const next = await aJournal('next', settleBehind);
  expect(await next.spool.replay()).toBe(2);
  expect(next.replayed.sort()).toEqual(['op-2', 'op-3']);
  expect(await readdir(directory)).toEqual(BARE);
});

test('a line that a crash has torn was acknowledged to nobody, and stops no other', async () => {
  const { settleBehind } = slowBilling();
  const { journal } = await aJournal('killed', settleBehind);
  await journal.append(itemOf(1));
  const [name = ''] = await journalFiles();
  await appendFile(join(directory, name), '{"kind":"settle","item":{"op_id":"op-2"');
  const next = await aJournal('next', settleBehind);
  await next.spool.replay();
  expect(next.replayed).toEqual(['op-1']);
  expect(next.spool.quarantined()).toBe(0);
});

test('a journal that is damaged in its middle loses nothing beside the damage', async () => {
  const lines = [1, 2, 3].map((n) =>
    JSON.stringify({ kind: 'settle', item: itemOf(n), process: 'old', n }),
  );
  const [first = '', second = '', third = ''] = lines;
  const text = [first, second.slice(0, 20), third, ''].join('\n');
  await writeFile(join(directory, 'old.000001.journal'), text);
  const next = await aJournal('next', (item) => Promise.resolve(settled(item)));
  await next.spool.replay();
  expect(next.replayed.sort()).toEqual(['op-1', 'op-3']);
  expect(next.spool.quarantined()).toBe(1);
});

test('while billing is away the journal is left to the spool, once, and later settlements come into a new file', async () => {
  const { journal, spool, replayed } = await aJournal('a', away);
  await Promise.all([1, 2, 3].map((n) => journal.append(itemOf(n))));
  await journal.flush();
  await journal.append(itemOf(4));
  await journal.flush();
  expect(await journalFiles()).toEqual([]);
  expect(await spool.replay()).toBe(4);
  expect(replayed).toEqual(['op-1', 'op-2', 'op-3', 'op-4']);
  await journal.close();
  expect(await readdir(directory)).toEqual(BARE);
});

test('files that cannot be left to the spool at once are left to it later, and nothing is lost', async () => {
  const billing: { fail?: () => void } = {};
  const { journal, spool, replayed } = await aJournal('a', () => {
    const error = new GatewayError('billing_unavailable', 'Billing is away.');
    return new Promise((_resolve, reject) => (billing.fail = () => reject(error)));
  });
  await journal.append(itemOf(1));
  const [name = ''] = await journalFiles();
  const path = join(directory, name);
  const text = await readFile(path, 'utf8');
  await rm(path);
  billing.fail?.();
  expect(await spool.replay()).toBe(0);
  await writeFile(path, text);
  await journal.flush();
  expect(await spool.replay()).toBe(1);
  expect(replayed).toEqual(['op-1']);
});

test.each([
  ['conflict', { outcome: 'conflict', charged_nano: '3', uncovered_nano: '0' }],
  ['unknown', { outcome: 'unknown', charged_nano: '0', uncovered_nano: '0' }],
] as const)('what billing answers with %s is left to the spool', async (_outcome, result) => {
  const { journal, spool, replayed } = await aJournal('a', () => Promise.resolve(result));
  await journal.append(itemOf(1));
  await journal.close();
  expect(await spool.replay()).toBe(1);
  expect(replayed).toEqual(['op-1']);
});

test('an item that billing refuses for good is left to the spool, and holds nobody up', async () => {
  const { journal, spool, replayed } = await aJournal('a', (item) =>
    item.op_id === 'op-1'
      ? Promise.reject(new GatewayError('invalid_request', 'usage is wrong'))
      : Promise.resolve(settled(item)),
  );
  await Promise.all([1, 2].map((n) => journal.append(itemOf(n))));
  await journal.close();
  expect(await spool.replay()).toBe(1);
  expect(replayed).toEqual(['op-1']);
});

test('a wallet that is locked for long keeps no other settlement, and no file, from its end', async () => {
  const locked: { answer?: () => void } = {};
  const { journal } = await aJournal('a', (item) =>
    item.op_id === 'op-1'
      ? new Promise((resolve) => (locked.answer = () => resolve(settled(item))))
      : Promise.resolve(settled(item)),
  );
  await Promise.all([1, 2, 3].map((n) => journal.append(itemOf(n))));
  locked.answer?.();
  await journal.close();
  expect(await readdir(directory)).toEqual(BARE);
});

test('FC14 a process that was silent for long takes nothing, and says so of what it has written', async () => {
  const { journal } = await aJournal('a', (item) => Promise.resolve(settled(item)));
  expect(journal.takes()).toBe(true);
  journal.heard(performance.now() - 20_001);
  expect(journal.takes()).toBe(false);
  expect(await journal.append(itemOf(1))).toBe(false);
  await journal.close();
});

test('a disk that refuses lets nobody believe in a settlement, and no new call begins', async () => {
  const reported: string[] = [];
  const { journal, spool } = await aJournal('a', (item) => {
    reported.push(item.op_id);
    return Promise.resolve(settled(item));
  });
  expect(spool.isHealthy()).toBe(true);
  await rm(directory, { recursive: true });
  await expect(journal.append(itemOf(1))).rejects.toThrow('ENOENT');
  expect([reported, spool.isHealthy(), journal.takes()]).toEqual([[], false, false]);
  await journal.close();
});
