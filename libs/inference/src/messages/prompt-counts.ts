import { GatewayError } from '@tollgate/contract/error-codes';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import { LRUCache } from 'lru-cache';
import { toGatewayError } from '../record/failures.ts';
import type { Limiter } from '../limits/shared-or-local.ts';
import type { Check } from '../limits/store.ts';
import type { CountingTarget, Providers } from '../dispatch/providers.ts';

/** Who asks, and until when. */
export interface CountFor {
  ownerId: string;
  /** Aborts when the caller leaves. */
  gone: AbortSignal;
}

/** Prompts counted by the provider that will answer them. */
export interface PromptCounts {
  /**
   * @returns null where the provider has no count to give: nobody counts there, the owner has asked
   *   for many, or the provider is busy, late or away
   * @throws GatewayError for what the provider refuses in the prompt
   */
  count(target: CountingTarget, asked: CountFor): Promise<number | null>;
}

export interface PromptCountsDeps {
  providers: Pick<Providers, 'promptTokens'>;
  limiter: Pick<Limiter, 'take'>;
  /** A clock that never jumps, in milliseconds. */
  now: () => number;
}

/**
 * Counts of one owner in a minute: the least that the provider allows all of our owners together is
 * 100.
 */
const OWNER_PER_MINUTE = 30;
const OWNER_AT_ONCE = 2;
const PAUSE_MS = 10_000;
const PAUSE_MAX_MS = 60_000;
const PAUSES_MAX = 10_000;
/**
 * Statuses of a refusal that has the prompt for its reason; another one says that nobody counts
 * there.
 */
const OF_PROMPT: ReadonlySet<number | undefined> = new Set([400, 413]);

/**
 * Asks providers for counts, few for each owner, whatever the number of the owner's keys. The
 * provider limits counts apart from answers: the outcome of a count says nothing about the
 * credential, so that no count opens or shuts the credential for calls. After a refusal that the
 * owner cannot have caused alone the credential is left alone for everybody's counts, after any
 * other failure for those of the owner.
 */
export function createPromptCounts({ providers, limiter, now }: PromptCountsDeps): PromptCounts {
  const pausedUntilMs = new LRUCache<string, number>({ max: PAUSES_MAX });
  const isPaused = (name: string): boolean => (pausedUntilMs.get(name) ?? 0) > now();
  return {
    async count(target, { ownerId, gone }) {
      const { credential, family } = target;
      if (credential === null || family.promptCounter === undefined) return null;
      const ofOwner = `${credential.id} ${ownerId}`;
      if (isPaused(credential.id) || isPaused(ofOwner)) return null;
      const checks = checksOf(ownerId);
      const charge = await limiter.take(checks, () => Promise.resolve([]));
      if (charge.refused !== null) return null;
      try {
        return await providers.promptTokens(target, { ownerId, signal: gone });
      } catch (error) {
        // A credential that cannot be opened is reported where calls are refused.
        if (error instanceof GatewayError) return null;
        if (!(error instanceof ProviderError)) throw error;
        const { failure } = error;
        if (isOfPrompt(failure)) throw toGatewayError(failure, error);
        if (gone.aborted) return null;
        const name = isOfEverybody(failure) ? credential.id : ofOwner;
        pausedUntilMs.set(name, now() + pauseMs(failure));
        return null;
      } finally {
        void charge.correct(checks.filter(({ kind }) => kind === 'slots').map(freed));
      }
    },
  };
}

function checksOf(ownerId: string): Check[] {
  const key = `limit:{${ownerId}}:user:prompt_counts`;
  return [
    { key: `${key}_per_minute`, kind: 'minute', limit: OWNER_PER_MINUTE, amount: 1 },
    { key: `${key}_at_once`, kind: 'slots', limit: OWNER_AT_ONCE, amount: 1 },
  ];
}

function freed({ key, kind }: Check) {
  return { key, kind, delta: 0, window: 0, amount: 0, made: 0 };
}

function isOfPrompt({ kind, status }: Failure): boolean {
  return (kind === 'rejected' || kind === 'context_length') && OF_PROMPT.has(status);
}

/**
 * A limit of the provider, a credential, a missing model or route is the same for all owners;
 * slowness may come of the prompt.
 */
const OF_EVERYBODY: ReadonlySet<Failure['kind']> = new Set([
  'rate_limited',
  'overloaded',
  'credential',
  'model_unavailable',
  'rejected',
]);

function isOfEverybody({ kind }: Failure): boolean {
  return OF_EVERYBODY.has(kind);
}

function pauseMs({ retryAfterSeconds = 0 }: Failure): number {
  return Math.min(PAUSE_MAX_MS, retryAfterSeconds * 1_000 || PAUSE_MS);
}
