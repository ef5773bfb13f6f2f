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
  const first = [1, 2, 3, 4, 5, 6].map(() => pool.order([a, b, c])[0]?.id);
  expect(new Set(first.slice(0, 3)).size).toBe(3);
  expect(first.slice(3)).toEqual(first.slice(0, 3));
});

test('one that was refused or rate limited comes last until its pause is over', () => {
  const { pool, clock } = aPool();
  pool.failed('b', { kind: 'rate_limited', message: 'busy', retryAfterSeconds: 20 });
  for (let round = 0; round < 5; round += 1) expect(ids(pool.order([a, b, c])).at(-1)).toBe('b');
  clock.ms += 20_001;
  const first = new Set([1, 2, 3].map(() => pool.order([a, b, c])[0]?.id));
  expect(first.has('b')).toBe(true);
});

test('the only credential keeps being tried after single failures', () => {
  const { pool } = aPool();
  pool.failed('a', { kind: 'credential', message: 'refused' });
  expect(ids(pool.order([a]))).toEqual(['a']);
});

test('failures in a row shut a credential, longer each time, and one success opens it', () => {
  const { pool, clock } = aPool();
  for (let failure = 0; failure < FAILURES_MAX; failure += 1) pool.failed('a', UNAVAILABLE);
  expect(pool.order([a])).toEqual([]);
  expect(pool.readyInMs([a])).toBe(PAUSE_FIRST_MS);
  clock.ms += PAUSE_FIRST_MS;
  expect(ids(pool.order([a]))).toEqual(['a']);
  pool.failed('a', UNAVAILABLE);
  expect(pool.readyInMs([a])).toBe(PAUSE_FIRST_MS * 2);
  for (let failure = 0; failure < 30; failure += 1) pool.failed('a', UNAVAILABLE);
  expect(pool.readyInMs([a])).toBe(PAUSE_MAX_MS);
  pool.succeeded('a');
  expect(ids(pool.order([a]))).toEqual(['a']);
});

test('what is wrong with the request does not speak against the credential', () => {
  const { pool } = aPool();
  for (let round = 0; round < 20; round += 1)
    pool.failed('a', { kind: 'rejected', message: 'bad' });
  expect(ids(pool.order([a, b])).sort()).toEqual(['a', 'b']);
  expect(pool.readyInMs([a])).toBe(0);
});
