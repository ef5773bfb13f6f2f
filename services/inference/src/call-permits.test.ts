import { setImmediate } from 'node:timers/promises';
import { createAdmission } from '@tollgate/http/admission';
import type { Admission } from '@tollgate/http/admission';
import { openCallPermits } from './call-permits.ts';
import type { CallPermits } from './call-permits.ts';

const NEVER_LATE = { onReading: () => undefined };

const anAdmission = (callsMax: number): Admission =>
  createAdmission({
    callsMax,
    streamsMax: 1,
    lagMsMax: 50,
    lag: NEVER_LATE,
    logger: { warn: () => undefined },
  });

/** @param workMax calls that are work of ours at once; one owner alone gets fewer */
function house({ callsMax = 100, workMax = 3 } = {}) {
  const admissions = { calls: anAdmission(callsMax), work: anAdmission(workMax) };
  /** Begins calls of one owner until one is shed or has to wait; who waits leaves. */
  const fill = async (owner: string): Promise<CallPermits[]> => {
    const begun: CallPermits[] = [];
    for (;;) {
      const one = openCallPermits(admissions);
      const came = await outcomeOf(one.begin(owner));
      if (came === 'in') begun.push(one);
      else {
        one.end();
        return begun;
      }
    }
  };
  return { fill };
}

/** Whether a call is let in now, has to wait, or is shed. */
async function outcomeOf(begun: Promise<void>): Promise<'in' | 'waits' | 'shed'> {
  let outcome: 'in' | 'waits' | 'shed' = 'waits';
  begun.then(
    () => (outcome = 'in'),
    (error: unknown) => {
      expect(error).toMatchObject({ code: 'overloaded', status: 503 });
      outcome = 'shed';
    },
  );
  await setImmediate();
  return outcome;
}

const FULL = 3;

test('calls that wait for their provider make room for others, and count as calls until they end', async () => {
  const { fill } = house({ callsMax: 10 });
  const first = await fill('one');
  expect(first).toHaveLength(FULL);
  for (const one of first) one.awaitProvider();
  const second = await fill('one');
  expect(second).toHaveLength(FULL);
  for (const one of second) one.awaitProvider();
  // Eight of ten are one owner's at most.
  expect(await fill('one')).toHaveLength(2);
  for (const one of first) one.end();
  expect((await fill('one')).length).toBeGreaterThan(0);
});

test('a body that is under way takes no permit; when it has come it needs one', async () => {
  const { fill } = house();
  const slow = await fill('one');
  for (const one of slow) one.waitForBody();
  const others = await fill('one');
  expect(others).toHaveLength(FULL);
  const arriving = slow[0]?.arrive() ?? Promise.resolve();
  expect(await outcomeOf(arriving)).toBe('waits');
  others[0]?.end();
  await arriving;
  expect(await outcomeOf(slow[1]?.arrive() ?? Promise.resolve())).toBe('waits');
});

test('a call that ends while it waits takes no permit', async () => {
  const { fill } = house();
  const first = await fill('one');
  const before = first.length;
  for (const one of first) one.end();
  expect(await fill('one')).toHaveLength(before);
});

test('arriving where a permit was kept takes no other, and each permit is given back once', async () => {
  const { fill } = house();
  const all = await fill('one');
  for (const one of all) {
    await one.arrive();
    one.awaitProvider();
    one.awaitProvider();
    one.end();
    one.end();
  }
  expect(await fill('one')).toHaveLength(FULL);
});

test('answers that have come keep new calls out until they have left', async () => {
  const { fill } = house();
  const first = await fill('one');
  for (const one of first) one.awaitProvider();
  const second = await fill('one');
  for (const one of [...first, ...second]) {
    one.awaitProvider();
    one.finish();
    one.finish();
  }
  for (const one of first) one.end();
  expect(await fill('two')).toHaveLength(0);
  for (const one of second) one.end();
  expect(await fill('two')).toHaveLength(FULL);
});

test('room for an upload is taken once the call is let in, and given back once at its end', async () => {
  const admissions = { calls: anAdmission(10), work: anAdmission(3) };
  const log: string[] = [];
  const permits = openCallPermits(admissions, async (owner) => {
    log.push(`taken by ${owner}`);
    return () => void log.push('given back');
  });
  await permits.begin('one');
  permits.awaitProvider();
  expect(log).toEqual(['taken by one']);
  permits.end();
  permits.end();
  expect(log).toEqual(['taken by one', 'given back']);
});
