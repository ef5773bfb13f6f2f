import { createCredentialPool } from './credential-pool.ts';
import { createCredentialTally } from './note-tries.ts';

const AWAY = { kind: 'unavailable', message: 'away' } as const;

const at = (credentialId: string) => ({ credentialId, modelId: 'm' });

function aTally() {
  const clock = { ms: 1_000 };
  const tally = createCredentialTally(() => clock.ms);
  return { clock, tally, pool: tally.over(createCredentialPool(() => clock.ms)) };
}

test('counts tries by credential and how they failed, and the pool behind it still learns', () => {
  const { clock, tally, pool } = aTally();
  pool.succeeded(at('a'));
  pool.failed(at('a'), 'U', AWAY);
  clock.ms += 500;
  pool.failed(at('a'), 'U', { kind: 'rejected', message: 'bad request' });
  pool.failed(at('b'), 'U', AWAY);
  expect(pool.standing()).toEqual({ paused: 1, shut: 0 });
  expect(tally.take(10).counted).toEqual([
    { id: 'a', tries: 3, failed: 1, lastFailure: 'unavailable', lastFailureMsAgo: 500 },
    { id: 'b', tries: 1, failed: 1, lastFailure: 'unavailable', lastFailureMsAgo: 0 },
  ]);
  expect(tally.take(10).counted).toEqual([]);
});

test('what could not be written down is counted with what came since, and no more is taken than is asked for', () => {
  const { clock, tally, pool } = aTally();
  pool.failed(at('a'), 'U', AWAY);
  pool.succeeded(at('b'));
  const taken = tally.take(1);
  expect(taken.counted).toHaveLength(1);
  clock.ms += 100;
  pool.failed(at('a'), 'U', { kind: 'timeout', message: 'late' });
  clock.ms += 100;
  taken.giveBack();
  expect(tally.take(10).counted).toEqual([
    { id: 'b', tries: 1, failed: 0, lastFailure: null, lastFailureMsAgo: null },
    { id: 'a', tries: 2, failed: 2, lastFailure: 'timeout', lastFailureMsAgo: 100 },
  ]);
});
