import type { Failure } from '@tollgate/providers/adapter';
import type { TryRecord } from '@tollgate/requests/records/request-record';
import { counter } from '@tollgate/telemetry/metrics';
import { codeOf } from './failures.ts';
import type { Plan } from './plan.ts';

const attempts = counter({
  name: 'upstream_attempts_total',
  help: 'Calls of providers, by how they ended.',
  labels: ['provider', 'outcome'],
});

/** Places of content that was left out, which a record tells at most. */
const LEFT_OUT_MAX = 20;

/** The tries of one call in their order, as its record will tell them. */
export interface TryLog {
  /** When the call came, by `performance.now()`. */
  startedMs: number;
  tries: TryRecord[];
}

/** A log without tries. @param startedMs when the call came, by `performance.now()` */
export function newTryLog(startedMs: number): TryLog {
  return { startedMs, tries: [] };
}

/** The log as it is once the try under way has answered. */
export function answered({ startedMs, tries }: TryLog): TryLog {
  const last = tries.at(-1);
  if (last === undefined) return { startedMs, tries };
  const tookMs = Math.round(performance.now() - startedMs) - last.after_ms;
  return {
    startedMs,
    tries: [...tries.slice(0, -1), { ...last, failure: null, took_ms: tookMs }],
  };
}

/**
 * Notes that a provider is about to be called.
 * @returns notes how the call of the provider ended and gives the milliseconds that it took; a try without that note was cut short by this process
 */
export function noteTry(
  log: TryLog,
  { target, attempt, signedLeftOut = [] }: Plan,
): (failure: Failure | null) => number {
  const startMs = performance.now();
  const noted: TryRecord = {
    provider: target.provider,
    model: target.publicId,
    hold: attempt,
    failure: 'cut_short',
    error_code: null,
    upstream_status: null,
    ...(signedLeftOut.length === 0 ? {} : { left_out: signedLeftOut.slice(0, LEFT_OUT_MAX) }),
    after_ms: Math.round(startMs - log.startedMs),
    took_ms: 0,
  };
  log.tries.push(noted);
  return (failure) => {
    noted.failure = failure?.kind ?? null;
    noted.error_code = failure === null ? null : codeOf(failure);
    noted.upstream_status = failure?.status ?? null;
    noted.took_ms = Math.round(performance.now() - startMs);
    return noted.took_ms;
  };
}

/** Counts one try at a provider. @param outcome null when it kept its word; `gone` when its caller has left */
export function countTry({ target }: Plan, outcome: Failure['kind'] | 'gone' | null): void {
  attempts.add([target.provider, outcome ?? 'answered']);
}
