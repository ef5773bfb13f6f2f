import type { CatalogCredential } from '@tollgate/catalog/snapshot';
import { createCredentialPool, TRIAL_MS } from './credential-pool.ts';
import type { Asker, CredentialPool } from './credential-pool.ts';
import { FAILURES_MAX, PAUSE_FIRST_MS, PAUSE_MAX_MS } from './failure-pauses.ts';

const credential = (id: string): CatalogCredential => ({ id }) as CatalogCredential;
const [a, b, c] = [credential('a'), credential('b'), credential('c')];
const UNAVAILABLE = { kind: 'unavailable', message: 'away' } as const;

function aPool() {
  const clock = { ms: 1_000 };
  return { clock, pool: createCredentialPool(() => clock.ms) };
}
/** One model behind a credential. */
const at = (credentialId: string, modelId = 'm') => ({ credentialId, modelId });
const by = (ownerId: string, modelId = 'm') => ({ ownerId, modelId });
const order = (pool: CredentialPool, given: readonly CatalogCredential[], asker: Asker) => {
  const { first, last } = pool.order(given, asker);
  return [...first, ...last];
};
const ids = (list: readonly CatalogCredential[]): string[] => list.map(({ id }) => id);

test('rested credentials take turns', () => {
  const { pool } = aPool();
  const first = [1, 2, 3, 4, 5, 6].map(() => order(pool, [a, b, c], by('U'))[0]?.id);
  expect(new Set(first.slice(0, 3)).size).toBe(3);
  expect(first.slice(3)).toEqual(first.slice(0, 3));
});

test('one that was refused or rate limited comes last until its pause is over', () => {
  const { pool, clock } = aPool();
  pool.failed(at('b'), 'U', { kind: 'rate_limited', message: 'busy', retryAfterSeconds: 20 });
  for (let round = 0; round < 5; round += 1)
    expect(ids(order(pool, [a, b, c], by('U'))).at(-1)).toBe('b');
  clock.ms += 20_001;
  const first = new Set([1, 2, 3].map(() => order(pool, [a, b, c], by('U'))[0]?.id));
  expect(first.has('b')).toBe(true);
});

test('the only credential keeps being tried after single failures', () => {
  const { pool } = aPool();
  pool.failed(at('a'), 'U', { kind: 'credential', message: 'refused' });
  expect(ids(order(pool, [a], by('U')))).toEqual(['a']);
});

test('failures in a row shut a credential, longer each time, and one success opens it', () => {
  const { pool, clock } = aPool();
  for (let failure = 0; failure < FAILURES_MAX; failure += 1)
    pool.failed(at('a'), 'U', UNAVAILABLE);
  expect(order(pool, [a], by('U'))).toEqual([]);
  expect(pool.readyInMs([a], by('U'))).toBe(PAUSE_FIRST_MS);
  clock.ms += PAUSE_FIRST_MS;
  expect(ids(order(pool, [a], by('U')))).toEqual(['a']);
  pool.failed(at('a'), 'U', UNAVAILABLE);
  expect(pool.readyInMs([a], by('U'))).toBe(PAUSE_FIRST_MS * 2);
  for (let failure = 0; failure < 30; failure += 1) pool.failed(at('a'), 'U', UNAVAILABLE);
  expect(pool.readyInMs([a], by('U'))).toBe(PAUSE_MAX_MS);
  pool.succeeded(at('a'));
  expect(ids(order(pool, [a], by('U')))).toEqual(['a']);
});

test('one call of each owner tries what was shut, the others go elsewhere until it works', () => {
  const { pool, clock } = aPool();
  const split = (ownerId: string) => {
    const { first, last } = pool.order([a, b], by(ownerId));
    return { first: ids(first).toSorted(), last: ids(last) };
  };
  for (const owner of ['U', 'U', 'U', 'V', 'V']) pool.failed(at('a'), owner, UNAVAILABLE);
  expect(split('W')).toEqual({ first: ['b'], last: [] });
  clock.ms += PAUSE_FIRST_MS;
  for (const owner of ['U', 'W']) {
    // Whoever looks without sending, such as a quote, takes nothing from the call behind it.
    expect(split(owner)).toEqual({ first: ['a', 'b'], last: [] });
    expect(split(owner)).toEqual({ first: ['a', 'b'], last: [] });
    pool.sends(at('a'), owner);
    expect(split(owner)).toEqual({ first: ['b'], last: ['a'] });
  }
  // A trial that nobody hears of again does not last for ever.
  clock.ms += TRIAL_MS;
  expect(split('U')).toEqual({ first: ['a', 'b'], last: [] });
  pool.failed(at('a'), 'U', UNAVAILABLE);
  expect(split('W')).toEqual({ first: ['b'], last: [] });
  clock.ms += 2 * PAUSE_FIRST_MS;
  expect(split('U')).toEqual({ first: ['a', 'b'], last: [] });
  pool.succeeded(at('a'));
  expect(split('U')).toEqual({ first: ['a', 'b'], last: [] });
  expect(split('U')).toEqual({ first: ['a', 'b'], last: [] });
});

test('the only credential is used while another call tries it', () => {
  const { pool, clock } = aPool();
  for (let failure = 0; failure < FAILURES_MAX; failure += 1)
    pool.failed(at('a'), 'U', UNAVAILABLE);
  clock.ms += PAUSE_FIRST_MS;
  pool.sends(at('a'), 'U');
  expect(pool.order([a], by('U'))).toEqual({ first: [], last: [a] });
});

test('a fault of the request does not count against the credential', () => {
  const { pool } = aPool();
  for (let round = 0; round < 20; round += 1)
    pool.failed(at('a'), 'U', { kind: 'rejected', message: 'bad' });
  expect(ids(order(pool, [a, b], by('U'))).sort()).toEqual(['a', 'b']);
  expect(pool.readyInMs([a], by('U'))).toBe(0);
});

test("one owner's failures shut a credential for that owner alone, however many they are", () => {
  const { pool } = aPool();
  for (let failure = 0; failure < 100; failure += 1) pool.failed(at('a'), 'U', UNAVAILABLE);
  expect(order(pool, [a], by('U'))).toEqual([]);
  expect(ids(order(pool, [a], by('V')))).toEqual(['a']);
  expect(pool.readyInMs([a], by('V'))).toBe(0);
  expect(pool.standing()).toEqual({ paused: 0, shut: 1 });
});

test('one failure of another owner is not enough to join in; two are', () => {
  const { pool } = aPool();
  for (let failure = 0; failure < 100; failure += 1) pool.failed(at('a'), 'U', UNAVAILABLE);
  pool.failed(at('a'), 'V', UNAVAILABLE);
  expect(ids(order(pool, [a], by('W')))).toEqual(['a']);
  pool.failed(at('a'), 'V', UNAVAILABLE);
  expect(order(pool, [a], by('W'))).toEqual([]);
  expect(pool.readyInMs([a], by('W'))).toBe(PAUSE_FIRST_MS);
  pool.succeeded(at('a'));
  expect(ids(order(pool, [a], by('W')))).toEqual(['a']);
});

test('a credential that the provider itself refuses is shut for everybody, whoever met it', () => {
  const { pool } = aPool();
  for (let failure = 0; failure < FAILURES_MAX; failure += 1) {
    pool.failed(at('a'), 'U', { kind: 'credential', message: 'refused' });
  }
  expect(order(pool, [a], by('V'))).toEqual([]);
});

test('what is left alone for everybody is told with its newest failure, since when and for how long', () => {
  const { pool, clock } = aPool();
  expect(pool.leftAlone()).toEqual([]);
  pool.failed(at('a'), 'U', { kind: 'credential', message: 'refused' });
  clock.ms += 100;
  for (let round = 0; round < 3; round += 1) {
    pool.failed(at('b'), 'U', { ...UNAVAILABLE, status: 502 });
    pool.failed(at('b'), 'V', { kind: 'timeout', message: 'late' });
  }
  clock.ms += 50;
  expect(pool.leftAlone()).toMatchObject([
    {
      id: 'a',
      modelId: null,
      state: 'paused',
      failure: 'credential',
      sinceMs: 150,
      forMs: 29_850,
    },
    { id: 'b', modelId: 'm', state: 'shut', failure: 'timeout', sinceMs: 50 },
  ]);
  pool.succeeded(at('b'));
  clock.ms += 30_000;
  expect(pool.leftAlone()).toEqual([]);
});

test('what calls of one owner alone have shut is not left alone by everybody', () => {
  const { pool, clock } = aPool();
  for (let round = 0; round < FAILURES_MAX; round += 1) pool.failed(at('a'), 'U', UNAVAILABLE);
  expect(pool.leftAlone()).toMatchObject([{ id: 'a', state: 'paused' }]);
  clock.ms += 2_000;
  expect(pool.leftAlone()).toEqual([]);
});

const OVERLOADED = { kind: 'overloaded', message: 'busy', status: 529 } as const;
const GONE = { kind: 'model_unavailable', message: 'gone', status: 404 } as const;

test('a model that is overloaded is shut by itself, and the others of its credential go on', () => {
  const { pool } = aPool();
  for (let round = 0; round < 3; round += 1) {
    for (const owner of ['U', 'V']) pool.failed(at('a', 'busy'), owner, OVERLOADED);
  }
  expect(order(pool, [a], by('W', 'busy'))).toEqual([]);
  expect(pool.readyInMs([a], by('W', 'busy'))).toBeGreaterThan(0);
  expect(ids(order(pool, [a], by('U', 'm')))).toEqual(['a']);
  expect(pool.leftAlone()).toMatchObject([{ id: 'a', modelId: 'busy', state: 'shut' }]);
  expect(pool.troubled()).toEqual([{ id: 'a', modelId: 'busy', reason: 'failing' }]);
  expect(pool.standing()).toEqual({ paused: 0, shut: 1 });
  // The other model answers, which says nothing of this one.
  pool.succeeded(at('a', 'm'));
  expect(order(pool, [a], by('W', 'busy'))).toEqual([]);
  pool.succeeded(at('a', 'busy'));
  expect(ids(order(pool, [a], by('W', 'busy')))).toEqual(['a']);
});

test('a model that is gone at one credential lets the others go first, and is never shut', () => {
  const { pool, clock } = aPool();
  for (let round = 0; round < 20; round += 1) pool.failed(at('a', 'gone'), 'U', GONE);
  for (let round = 0; round < 4; round += 1) {
    expect(ids(order(pool, [a, b], by('U', 'gone')))).toEqual(['b', 'a']);
  }
  expect(ids(order(pool, [a], by('U', 'gone')))).toEqual(['a']);
  expect(pool.leftAlone()).toMatchObject([
    { id: 'a', modelId: 'gone', state: 'paused', failure: 'model_unavailable' },
  ]);
  expect(pool.troubled()).toEqual([]);
  clock.ms += 30_001;
  expect(pool.leftAlone()).toEqual([]);
});

test('a refused credential and an address that nobody reaches are left alone for every model', () => {
  const { pool } = aPool();
  for (let round = 0; round < FAILURES_MAX; round += 1) {
    pool.failed(at('a', `m${round}`), 'U', { kind: 'credential', message: 'no', status: 401 });
    pool.failed(at('b', `m${round}`), 'U', UNAVAILABLE);
  }
  expect(order(pool, [a, b], by('U', 'other'))).toEqual([]);
  expect(pool.leftAlone().map(({ modelId }) => modelId)).toEqual([null, null]);
});
