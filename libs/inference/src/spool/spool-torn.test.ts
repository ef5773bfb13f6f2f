import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tollgate/runtime/logger';
import { listQuarantined, openQuarantine } from './quarantine.ts';
import { spoolLine } from './spool-files.ts';
import { RESERVE_BYTES } from './spool-reserve.ts';
import { openSpool } from './spool.ts';
import type { OwnSpool, SpooledDecision } from './spool.ts';

const settlement = (op: string): SpooledDecision => ({
  kind: 'settle',
  item: {
    op_id: op,
    attempt: 1,
    user_id: 'ü',
    cost_nano: '5',
    usage: { input: 1 },
    usage_source: 'provider',
  },
});

let directory = '';
/**
 * What every open file can do; the faults of a disk are put in here, below everything that the
 * spool does.
 */
let handles: FileHandle;
/** The functions as they are without faults. */
let sound: Pick<FileHandle, 'appendFile' | 'sync' | 'truncate' | 'writeFile'>;
let reported: string[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spool-'));
  reported = [];
  const file = await open(join(directory, 'any'), 'w');
  handles = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  await rm(join(directory, 'any'));
  sound = soundFunctionsOf(handles);
  // Nobody switches the machine off here, and a thousand real ones take a minute.
  handles.sync = () => Promise.resolve();
});
afterEach(async () => {
  Object.assign(handles, sound);
  await rm(directory, { recursive: true, force: true });
});

function aSpool(processId = 'a'): Promise<OwnSpool> {
  const logger = createLogger('test', 'silent');
  const deliver = (one: SpooledDecision): Promise<null> => {
    reported.push(one.item.op_id);
    return Promise.resolve(null);
  };
  return openSpool({ directory, processId, logger, deliver });
}

function soundFunctionsOf(prototype: FileHandle): typeof sound {
  const names = ['appendFile', 'sync', 'truncate', 'writeFile'] as const;
  return Object.fromEntries(
    names.map((name) => [name, Reflect.get(prototype, name) as unknown]),
  ) as typeof sound;
}

const full = (): Error => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

/** The next appends each write so many bytes of what they should, and then fail. */
function fillUp({ bytes, times }: { bytes: number; times: number }): void {
  let left = times;
  handles.appendFile = async function appendSome(this: FileHandle, data) {
    if (left === 0) return sound.appendFile.call(this, data);
    left -= 1;
    if (typeof data !== 'string') throw new TypeError('the spool writes text');
    await sound.appendFile.call(this, Buffer.from(data).subarray(0, bytes));
    throw full();
  };
}

/** The disk has no room for a reserve, so a failed append is not tried again. */
function refuseReserve(): void {
  handles.writeFile = () => Promise.reject(full());
}

function refuseToCut(): void {
  handles.truncate = () => Promise.reject(full());
}

const TORN_LINE_BYTES = Buffer.byteLength(spoolLine(settlement('torn')));
const everyByte = Array.from({ length: TORN_LINE_BYTES + 1 }, (_none, bytes) => bytes);

describe.each([
  ['is cut off', (): void => undefined],
  ['cannot be cut off', refuseToCut],
])('a decision that was torn, and %s', (_how, begin) => {
  test('FD14 at any byte: it is not told, and those before and after it are', async () => {
    refuseReserve();
    const spool = await aSpool();
    for (const bytes of everyByte) {
      reported = [];
      await spool.append(settlement('before'));
      fillUp({ bytes, times: 1 });
      begin();
      await expect(spool.append(settlement('torn'))).rejects.toThrow(/no space|cut off/u);
      handles.truncate = sound.truncate;
      await spool.append(settlement('after'));
      await spool.replay();
      expect([bytes, ...reported]).toEqual([bytes, 'before', 'after']);
    }
    expect(await listQuarantined(directory)).toEqual([]);
  });

  test('FD14 whose process dies then: the next one finds every whole line', async () => {
    refuseReserve();
    const spool = await aSpool('first');
    for (const bytes of everyByte) {
      reported = [];
      await spool.append(settlement('before'));
      fillUp({ bytes, times: 1 });
      begin();
      await expect(spool.append(settlement('torn'))).rejects.toThrow(/no space|cut off/u);
      handles.truncate = sound.truncate;
      await spool.append(settlement('after'));
      await (await aSpool('second')).replay();
      expect([bytes, ...reported]).toEqual([bytes, 'before', 'after']);
    }
    expect(await listQuarantined(directory)).toEqual([]);
  });
});

test('a decision that fails beside others in one batch takes none of these along', async () => {
  const spool = await aSpool();
  // Once more in the room of the reserve.
  fillUp({ bytes: TORN_LINE_BYTES + 5, times: 2 });
  const both = [spool.append(settlement('torn')), spool.append(settlement('torn'))];
  const ends = await Promise.allSettled(both);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await spool.append(settlement('after'));
  await spool.replay();
  expect(reported).toEqual(['after']);
});

test('a torn line in the quarantine, which cannot be cut off, does not swallow the next one', async () => {
  const quarantine = await openQuarantine(directory, 'a');
  const one = { reason: 'no', decision: settlement('op') };
  fillUp({ bytes: 20, times: 1 });
  refuseToCut();
  await expect(quarantine.add(one)).rejects.toThrow('could not be cut off');
  Object.assign(handles, sound);
  await quarantine.add(one);
  const set = await listQuarantined(directory);
  expect(set.map(({ decision }) => decision)).toEqual([null, settlement('op')]);
});

describe('a spool whose disk has refused', () => {
  test('FD14 gives its reserve up for the calls under way, and takes no new ones', async () => {
    const spool = await aSpool();
    expect(spool.isHealthy()).toBe(true);
    expect((await stat(join(directory, 'reserve'))).size).toBe(RESERVE_BYTES);
    fillUp({ bytes: 7, times: 1 });
    await spool.append(settlement('under way'));
    expect(spool.isHealthy()).toBe(false);
    expect(await readdir(directory)).not.toContain('reserve');
    await spool.replay();
    expect(reported).toEqual(['under way']);
    expect(spool.isHealthy()).toBe(true);
  });

  test('FD14 stays unhealthy while nothing can be written, also when a replay has nothing to tell', async () => {
    const spool = await aSpool();
    refuseReserve();
    try {
      fillUp({ bytes: 0, times: 2 });
      await expect(spool.append(settlement('lost'))).rejects.toThrow('no space');
      for (const look of [1, 2, 3]) {
        expect(await spool.replay()).toBe(0);
        expect([look, spool.isHealthy()]).toEqual([look, false]);
      }
    } finally {
      Object.assign(handles, sound);
    }
    await spool.replay();
    expect(spool.isHealthy()).toBe(true);
  });

  test('is unhealthy from its start on when the first proof fails', async () => {
    refuseReserve();
    const spool = await aSpool().finally(() => Object.assign(handles, sound));
    expect(spool.isHealthy()).toBe(false);
    await spool.replay();
    expect(spool.isHealthy()).toBe(true);
  });
});
