import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  beginPutBack,
  latestQuarantined,
  listQuarantined,
  openQuarantine,
  putBack,
  putBackSome,
} from './quarantine.ts';
import { listSpoolFiles, readSpoolFile } from './spool-files.ts';
import type { SpooledDecision } from './spool-files.ts';

let directory = '';
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'quarantine-'))));
afterEach(() => rm(directory, { recursive: true, force: true }));

const decision = (n: number): SpooledDecision => ({
  kind: 'release',
  item: { op_id: `op-${n}`, attempt: 1, user_id: 'u', reason: 'r' },
});

/** Lines as the process `name` writes them, one a second, from the second `from` on. */
function write(name: string, { from = 0, count = 1 }: { from?: number; count?: number }) {
  const lines = Array.from({ length: count }, (_none, index) => {
    const at = new Date((from + index) * 1_000).toISOString();
    return `${JSON.stringify({ at, reason: 'no', decision: decision(from + index) })}\n`;
  });
  return appendFile(join(directory, 'quarantine', `${name}.jsonl`), lines.join(''));
}

const opsOf = (decisions: readonly (SpooledDecision | null)[]): string[] =>
  decisions.map((one) => one?.item.op_id ?? '');

/** The decisions in the spool, which the next replay sends. */
async function waiting(): Promise<string[]> {
  const files = await Promise.all((await listSpoolFiles(directory, '')).map(readSpoolFile));
  return opsOf(files.flat().map((line) => line.decision));
}

test('the newest of all processes come first, and no more than is asked for', async () => {
  const quarantine = await openQuarantine(directory, 'here');
  expect(await latestQuarantined(directory, 3)).toEqual([]);
  await write('before', { count: 4 });
  await write('here', { from: 10, count: 2 });
  expect(await quarantine.count()).toBe(6);
  const latest = await latestQuarantined(directory, 3);
  expect(opsOf(latest.map((one) => one.decision))).toEqual(['op-11', 'op-10', 'op-3']);
});

test('much is counted and put back step by step, and nothing is lost or doubled on the way', async () => {
  const quarantine = await openQuarantine(directory, 'here');
  const many = 20_000;
  await write('here', { count: many });
  expect(await quarantine.count()).toBe(many);
  expect(await latestQuarantined(directory, 100)).toHaveLength(100);
  await beginPutBack(directory);
  let [steps, count, isDone] = [0, 0, false];
  while (!isDone) {
    const step = await putBackSome(directory);
    [steps, count, isDone] = [steps + 1, count + step.count, step.isDone];
    expect((await quarantine.count()) + count).toBe(many);
  }
  expect(steps).toBeGreaterThan(1);
  expect(count).toBe(many);
  const ops = await waiting();
  expect(ops).toHaveLength(many);
  expect(new Set(ops).size).toBe(many);
});

test('what is set aside after the beginning stays, however long that takes', async () => {
  await openQuarantine(directory, 'here');
  await write('here', {});
  await beginPutBack(directory);
  await write('here', { from: 1 });
  expect(await putBackSome(directory)).toEqual({ count: 1, isDone: true });
  expect(await putBackSome(directory)).toEqual({ count: 0, isDone: true });
  expect(await waiting()).toEqual(['op-0']);
  expect(opsOf((await listQuarantined(directory)).map((one) => one.decision))).toEqual(['op-1']);
});

test('a line that cannot be read, and one without an end, stay readable for people', async () => {
  const quarantine = await openQuarantine(directory, 'here');
  await write('here', {});
  await appendFile(join(directory, 'quarantine', 'here.jsonl'), '{"cut');
  expect(await quarantine.count()).toBe(2);
  expect(await putBack(directory)).toBe(1);
  expect(await readdir(join(directory, 'quarantine'))).toEqual(['unread.jsonl']);
  expect(await latestQuarantined(directory, 10)).toMatchObject([{ decision: null, text: '{"cut' }]);
  expect(await putBack(directory)).toBe(0);
  expect(await quarantine.count()).toBe(1);
});

test('what is set aside at once is counted once, each on a line of its own', async () => {
  const quarantine = await openQuarantine(directory, 'here');
  // Lines so long that a write of one is seen half done by whoever looks beside it.
  const text = 'x'.repeat(100_000);
  const many = Array.from({ length: 200 }, (_none, n) => ({
    reason: `${n}`,
    decision: null,
    text,
  }));
  await Promise.all(many.map((one) => quarantine.add(one)));
  expect(await quarantine.count()).toBe(200);
  const all = await listQuarantined(directory);
  const numbers = all.map(({ reason }) => Number(reason));
  expect(numbers.sort((one, other) => one - other)).toEqual([...many.keys()]);
});
