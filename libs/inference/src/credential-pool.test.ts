import type { CatalogCredential } from '@tollgate/catalog/snapshot';
import {
  createCredentialPool,
  FAILURES_MAX,
  PAUSE_FIRST_MS,
  PAUSE_MAX_MS,
} from './credential-pool.ts';

const credential = (id: string): CatalogCredential => ({ id }) as CatalogCredential;
const [a, b, c] = [credential('a'), credential('b'), credential('c')];
const UNAVAILABLE = { kind: 'unavailable', message: 'away' } as const;

function aPool() {
  const clock = { ms: 1_000 };
  return { clock, pool: createCredentialPool(() => clock.ms) };
}
const ids = (list: readonly CatalogCredential[]): string[] => list.map(({ id }) => id);

test('rested credentials take turns', () => {
  const { pool } = aPool();
  const first = [1, 2, 3, 4, 5, 6].map(() => pool.order([a, b, c], 'U')[0]?.id);
  expect(new Set(first.slice(0, 3)).size).toBe(3);
  expect(first.slice(3)).toEqual(first.slice(0, 3));
});

test('one that was refused or rate limited comes last until its pause is over', () => {
  const { pool, clock } = aPool();
  pool.failed('b', 'U', { kind: 'rate_limited', message: 'busy', retryAfterSeconds: 20 });
  for (let round = 0; round < 5; round += 1)
    expect(ids(pool.order([a, b, c], 'U')).at(-1)).toBe('b');
  clock.ms += 20_001;
  const first = new Set([1, 2, 3].map(() => pool.order([a, b, c], 'U')[0]?.id));
  expect(first.has('b')).toBe(true);
});

test('the only credential keeps being tried after single failures', () => {
  const { pool } = aPool();
  pool.failed('a', 'U', { kind: 'credential', message: 'refused' });
  expect(ids(pool.order([a], 'U'))).toEqual(['a']);
});

test('failures in a row shut a credential, longer each time, and one success opens it', () => {
  const { pool, clock } = aPool();
  for (let failure = 0; failure < FAILURES_MAX; failure += 1) pool.failed('a', 'U', UNAVAILABLE);
  expect(pool.order([a], 'U')).toEqual([]);
  expect(pool.readyInMs([a], 'U')).toBe(PAUSE_FIRST_MS);
  clock.ms += PAUSE_FIRST_MS;
  expect(ids(pool.order([a], 'U'))).toEqual(['a']);
  pool.failed('a', 'U', UNAVAILABLE);
  expect(pool.readyInMs([a], 'U')).toBe(PAUSE_FIRST_MS * 2);
  for (let failure = 0; failure < 30; failure += 1) pool.failed('a', 'U', UNAVAILABLE);
  expect(pool.readyInMs([a], 'U')).toBe(PAUSE_MAX_MS);
  pool.succeeded('a');
  expect(ids(pool.order([a], 'U'))).toEqual(['a']);
});

test('a fault of the request does not count against the credential', () => {
  const { pool } = aPool();
  for (let round = 0; round < 20; round += 1)
    pool.failed('a', 'U', { kind: 'rejected', message: 'bad' });
  expect(ids(pool.order([a, b], 'U')).sort()).toEqual(['a', 'b']);
  expect(pool.readyInMs([a], 'U')).toBe(0);
});

test("one owner's failures shut a credential for that owner alone, however many they are", () => {
  const { pool } = aPool();
  for (let failure = 0; failure < 100; failure += 1) pool.failed('a', 'U', UNAVAILABLE);
  expect(pool.order([a], 'U')).toEqual([]);
  expect(ids(pool.order([a], 'V'))).toEqual(['a']);
  expect(pool.readyInMs([a], 'V')).toBe(0);
  expect(pool.standing()).toEqual({ paused: 0, shut: 1 });
});

test('one failure of another owner is not enough to join in; two are', () => {
  const { pool } = aPool();
  for (let failure = 0; failure < 100; failure += 1) pool.failed('a', 'U', UNAVAILABLE);
  pool.failed('a', 'V', UNAVAILABLE);
  expect(ids(pool.order([a], 'W'))).toEqual(['a']);
  pool.failed('a', 'V', UNAVAILABLE);
  expect(pool.order([a], 'W')).toEqual([]);
  expect(pool.readyInMs([a], 'W')).toBe(PAUSE_FIRST_MS);
  pool.succeeded('a');
  expect(ids(pool.order([a], 'W'))).toEqual(['a']);
});

test('a credential that the provider itself refuses is shut for everybody, whoever met it', () => {
  const { pool } = aPool();
  for (let failure = 0; failure < FAILURES_MAX; failure += 1) {
    pool.failed('a', 'U', { kind: 'credential', message: 'refused' });
  }
  expect(pool.order([a], 'V')).toEqual([]);
});

test('what is left alone for everybody is told with its newest failure, since when and for how long', () => {
  const { pool, clock } = aPool();
  expect(pool.leftAlone()).toEqual([]);
  pool.failed('a', 'U', { kind: 'credential', message: 'refused' });
  clock.ms += 100;
  for (let round = 0; round < 3; round += 1) {
    pool.failed('b', 'U', UNAVAILABLE);
    pool.failed('b', 'V', { kind: 'timeout', message: 'late' });
  }
  clock.ms += 50;
  expect(pool.leftAlone()).toMatchObject([
    { id: 'a', state: 'paused', failure: 'credential', sinceMs: 150, forMs: 29_850 },
    { id: 'b', state: 'shut', failure: 'timeout', sinceMs: 50 },
  ]);
  pool.succeeded('b');
  clock.ms += 30_000;
  expect(pool.leftAlone()).toEqual([]);
});

test('what calls of one owner alone have shut is not left alone by everybody', () => {
  const { pool, clock } = aPool();
  for (let round = 0; round < FAILURES_MAX; round += 1) pool.failed('a', 'U', UNAVAILABLE);
  expect(pool.leftAlone()).toMatchObject([{ id: 'a', state: 'paused' }]);
  clock.ms += 2_000;
  expect(pool.leftAlone()).toEqual([]);
});
