import type { TriesOfCredential } from '@tollgate/catalog/credential-health-queries';
import { isOfRequest } from './credential-pool.ts';
import type { CredentialPool } from './credential-pool.ts';

/** Credentials whose tries are counted at a time; tries of further ones are not. */
const CREDENTIALS_MAX = 10_000;

interface Counts {
  tries: number;
  failed: number;
  last: { failure: string; atMs: number } | null;
}

/** Counts tries by credential in memory, until somebody writes them down. */
export interface CredentialTally {
  /** A pool that counts what it is told. */
  over(pool: CredentialPool): CredentialPool;
  /** Takes the counts of some credentials out; `giveBack` is for what could not be written down. */
  take(most: number): { counted: TriesOfCredential[]; giveBack: () => void };
}

/**
 * A tally for one process. A try that the provider refused for the request's own sake counts as one that went well: the credential works.
 * @param now a clock that never jumps, in milliseconds
 */
export function createCredentialTally(now: () => number): CredentialTally {
  const counts = new Map<string, Counts>();
  const of = (id: string): Counts | null => {
    const known = counts.get(id);
    if (known !== undefined) return known;
    if (counts.size >= CREDENTIALS_MAX) return null;
    const fresh: Counts = { tries: 0, failed: 0, last: null };
    counts.set(id, fresh);
    return fresh;
  };
  const add = (id: string, { tries, failed, last }: Counts): void => {
    const sum = of(id);
    if (sum === null) return;
    sum.tries += tries;
    sum.failed += failed;
    if (last !== null && last.atMs >= (sum.last?.atMs ?? -Infinity)) sum.last = last;
  };

  return {
    over: (pool) => ({
      ...pool,
      succeeded(tried) {
        add(tried.credentialId, WELL);
        pool.succeeded(tried);
      },
      failed(tried, ownerId, failure) {
        const last = { failure: failure.kind, atMs: now() };
        add(tried.credentialId, isOfRequest(failure) ? WELL : { tries: 1, failed: 1, last });
        pool.failed(tried, ownerId, failure);
      },
    }),
    take(most) {
      const taken = [...counts].slice(0, most);
      for (const [id] of taken) counts.delete(id);
      const at = now();
      return {
        counted: taken.map(([id, { tries, failed, last }]) => ({
          id,
          tries,
          failed,
          lastFailure: last?.failure ?? null,
          lastFailureMsAgo: last === null ? null : at - last.atMs,
        })),
        giveBack: () => {
          for (const [id, sum] of taken) add(id, sum);
        },
      };
    },
  };
}

const WELL: Counts = { tries: 1, failed: 0, last: null };
