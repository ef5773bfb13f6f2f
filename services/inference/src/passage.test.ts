import { createAdmission } from '@tollgate/http/admission';
import type { Admission } from '@tollgate/http/admission';
import { openPassage } from './passage.ts';
import type { Passage } from './passage.ts';

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
  const fill = (owner: string): Passage[] => {
    const begun: Passage[] = [];
    for (;;) {
      const passage = openPassage(admissions);
      try {
        passage.begin(owner);
      } catch (error) {
        expect(error).toMatchObject({ code: 'overloaded', status: 503 });
        passage.end();
        return begun;
      }
      begun.push(passage);
    }
  };
  return { fill };
}

const FULL = 3;

test('calls that wait for their provider make room for others, and count as calls until they end', () => {
  const { fill } = house({ callsMax: 10 });
  const first = fill('one');
  expect(first).toHaveLength(FULL);
  for (const passage of first) passage.awaitProvider();
  const second = fill('one');
  expect(second).toHaveLength(FULL);
  for (const passage of second) passage.awaitProvider();
  // Eight of ten are one owner's at most.
  expect(fill('one')).toHaveLength(2);
  for (const passage of first) passage.end();
  expect(fill('one').length).toBeGreaterThan(0);
});

test('a body that is under way takes no place; when it has come it needs one', () => {
  const { fill } = house();
  const slow = fill('one');
  for (const passage of slow) passage.waitForBody();
  const others = fill('one');
  expect(others).toHaveLength(FULL);
  expect(() => slow[0]?.arrive()).toThrow(expect.objectContaining({ code: 'overloaded' }));
  others[0]?.end();
  slow[0]?.arrive();
  expect(() => slow[1]?.arrive()).toThrow(expect.objectContaining({ code: 'overloaded' }));
});

test('arriving where a place was kept takes no other, and each place is given back once', () => {
  const { fill } = house();
  const passages = fill('one');
  for (const passage of passages) {
    passage.arrive();
    passage.awaitProvider();
    passage.awaitProvider();
    passage.end();
    passage.end();
  }
  expect(fill('one')).toHaveLength(FULL);
});

test('answers that have come keep new calls out until they have left', () => {
  const { fill } = house();
  const first = fill('one');
  for (const passage of first) passage.awaitProvider();
  const second = fill('one');
  for (const passage of [...first, ...second]) {
    passage.awaitProvider();
    passage.finish();
    passage.finish();
  }
  for (const passage of first) passage.end();
  expect(fill('two')).toHaveLength(0);
  for (const passage of second) passage.end();
  expect(fill('two')).toHaveLength(FULL);
});
