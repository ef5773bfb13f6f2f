import { createAdmission } from '@tollgate/http/admission';
import type { Admission } from '@tollgate/http/admission';
import { openCallPlaces } from './call-places.ts';
import type { CallPlaces } from './call-places.ts';

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
  /** Begins calls of one owner until one is shed. */
  const fill = (owner: string): CallPlaces[] => {
    const begun: CallPlaces[] = [];
    for (;;) {
      const one = openCallPlaces(admissions);
      try {
        one.begin(owner);
      } catch (error) {
        expect(error).toMatchObject({ code: 'overloaded', status: 503 });
        one.end();
        return begun;
      }
      begun.push(one);
    }
  };
  return { fill };
}

const FULL = 3;

test('calls that wait for their provider make room for others, and count as calls until they end', () => {
  const { fill } = house({ callsMax: 10 });
  const first = fill('one');
  expect(first).toHaveLength(FULL);
  for (const one of first) one.awaitProvider();
  const second = fill('one');
  expect(second).toHaveLength(FULL);
  for (const one of second) one.awaitProvider();
  // Eight of ten are one owner's at most.
  expect(fill('one')).toHaveLength(2);
  for (const one of first) one.end();
  expect(fill('one').length).toBeGreaterThan(0);
});

test('a body that is under way takes no place; when it has come it needs one', () => {
  const { fill } = house();
  const slow = fill('one');
  for (const one of slow) one.waitForBody();
  const others = fill('one');
  expect(others).toHaveLength(FULL);
  expect(() => slow[0]?.arrive()).toThrow(expect.objectContaining({ code: 'overloaded' }));
  others[0]?.end();
  slow[0]?.arrive();
  expect(() => slow[1]?.arrive()).toThrow(expect.objectContaining({ code: 'overloaded' }));
});

test('arriving where a place was kept takes no other, and each place is given back once', () => {
  const { fill } = house();
  const all = fill('one');
  for (const one of all) {
    one.arrive();
    one.awaitProvider();
    one.awaitProvider();
    one.end();
    one.end();
  }
  expect(fill('one')).toHaveLength(FULL);
});

test('answers that have come keep new calls out until they have left', () => {
  const { fill } = house();
  const first = fill('one');
  for (const one of first) one.awaitProvider();
  const second = fill('one');
  for (const one of [...first, ...second]) {
    one.awaitProvider();
    one.finish();
    one.finish();
  }
  for (const one of first) one.end();
  expect(fill('two')).toHaveLength(0);
  for (const one of second) one.end();
  expect(fill('two')).toHaveLength(FULL);
});
