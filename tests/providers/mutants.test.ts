import type { Family } from '@tollgate/providers/adapter/adapter';
import { familyById } from '@tollgate/providers/families';
import { RECORDINGS, familyIdOf, hasRecordings, readRecordings } from './recordings.ts';
import type { Recording } from './recordings.ts';
import { randomFrom } from './replay.ts';
import { MUTANTS } from './traffic/mutants.ts';
import { mutated } from './traffic/mutated.ts';
import type { Wrongs } from './traffic/mutated.ts';
import { ownRecordings } from './traffic/own.ts';
import { startReplayer } from './traffic/replayer.ts';
import type { Replayer } from './traffic/replayer.ts';
import { checkRecording } from './traffic/run.ts';

/** Recordings are no part of the repository; without them these tests show as skipped. */
const describeTraffic = hasRecordings ? describe : describe.skip;
const own = ownRecordings();
let replayer: Replayer;

beforeAll(async () => {
  replayer = await startReplayer(randomFrom(1));
});

afterAll(() => replayer.stop());

function byFamily(recordings: readonly Recording[]): Map<string, Recording[]> {
  return Map.groupBy(recordings, (recording) => familyIdOf(recording) ?? '');
}

function familyOf(id: string): Family {
  const family = familyById(id);
  if (family === undefined) throw new TypeError(`no family ${id}`);
  return family;
}

/** The first recording in which the fault of a mapping is seen; undefined where none shows it. */
async function seenIn(
  recordings: readonly Recording[],
  mapping: Family,
): Promise<string | undefined> {
  for (const recording of recordings) {
    const { faults } = await checkRecording(recording, replayer, mapping);
    if (faults.length > 0) return recording.id;
  }
  return undefined;
}

const cells = (families: ReadonlySet<string>): [name: string, family: string, wrongs: Wrongs][] =>
  Object.entries(MUTANTS).flatMap(([name, mutant]) =>
    mutant.families
      .filter((family) => families.has(family))
      .map((family): [string, string, Wrongs] => [name, family, mutant.wrongs]),
  );

describe('a mapping without a fault', () => {
  it.each(own.map((recording) => [recording.id, recording] as const))(
    '%s',
    async (_id, recording) => {
      const family = mutated(familyOf(familyIdOf(recording) ?? ''), {});
      const { faults, runnerFault, outOfScope } = await checkRecording(recording, replayer, family);
      const nothing = { faults: [], runnerFault: null, outOfScope: null };
      expect({ faults, runnerFault, outOfScope }).toEqual(nothing);
    },
  );
});

describe('a mapping with a fault is seen in what we wrote down', () => {
  const written = byFamily(own);

  it.each(cells(new Set(written.keys())))('%s, %s', async (_name, id, wrongs) => {
    expect(await seenIn(written.get(id) ?? [], mutated(familyOf(id), wrongs))).toBeDefined();
  });
});

/** No recorded client has asked for penalties. */
const UNRECORDED = 'no penalties';

describeTraffic('a mapping with a fault is seen in what was recorded', () => {
  const recorded = byFamily(hasRecordings ? readRecordings(RECORDINGS) : []);
  const mutants = Object.entries(MUTANTS).filter(([name]) => name !== UNRECORDED);

  it.each(mutants)('%s', async (_name, { families, wrongs }) => {
    const seen: (string | undefined)[] = [];
    for (const id of families) {
      if (seen.some((found) => found !== undefined)) break;
      seen.push(await seenIn(recorded.get(id) ?? [], mutated(familyOf(id), wrongs)));
    }
    expect(seen.at(-1)).toBeDefined();
  });
});
