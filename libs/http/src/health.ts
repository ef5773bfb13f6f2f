import { liveRoute, readyRoute, startupRoute } from '@tollgate/contract/health';
import type { Express } from 'express';
import { firstLine } from '@tollgate/runtime/first-line';
import type { Logger } from '@tollgate/runtime/logger';
import { sendJson } from './body.ts';

const READINESS_CACHE_MS = 1_000;
const CHECK_TIMEOUT_MS = 2_000;
/** For how long a failed part is reported. */
const DEGRADED_SHOWN_MS = 60_000;

/** One dependency that a process cannot work without. */
export interface ReadinessCheck {
  /** The reason code shown when it fails, such as `database`. */
  name: string;
  /** Rejects when the dependency does not answer. */
  check(): Promise<unknown>;
}

/** A part of a start that may have to wait for something: not ready until it is open. */
export interface Opening extends ReadinessCheck {
  opened(): void;
}

/** @param name the reason code until the part is open */
export function createOpening(name: string): Opening {
  let isOpen = false;
  return {
    name,
    check: () => (isOpen ? Promise.resolve() : Promise.reject(new Error(`${name} is not open`))),
    opened: () => void (isOpen = true),
  };
}

/** The health of a process. */
export interface Health {
  /** Started: listening, though perhaps waiting for something that readiness names. */
  markStarted(): void;
  /** Readiness goes off permanently; the process is stopping. */
  markStopping(): void;
  isStopping(): boolean;
  /** Whether the process has started, whatever it waits for since. */
  isStarted(): boolean;
  /** Notes that a part, such as `credential`, has just failed; the process keeps serving. */
  degrade(part: string): void;
  /** The parts that failed within the last minute. */
  degraded(): readonly string[];
  /** The reason codes that keep the process from being ready; cached for a second. */
  reasons(): Promise<readonly string[]>;
}

/** Where the health of a process is reported to whoever reads the log. */
export type HealthLog = Pick<Logger, 'warn' | 'info'>;

/**
 * @param checks what readiness depends on; liveness depends on nothing
 * @param log hears in one line why a check fails, once for each reason, and when the check is well
 *   again
 */
export function createHealth(checks: readonly ReadinessCheck[], log?: HealthLog): Health {
  let started = false;
  let stopping = false;
  const parts = new Map<string, number>();
  const report = encoderOf(log);
  let cached: { at: number; reasons: Promise<readonly string[]> } | undefined;
  return {
    markStarted: () => (started = true),
    markStopping: () => (stopping = true),
    isStopping: () => stopping,
    isStarted: () => started,
    degrade: (part) => void parts.set(part, performance.now()),
    degraded() {
      const since = performance.now() - DEGRADED_SHOWN_MS;
      return [...parts].filter(([, at]) => at > since).map(([part]) => part);
    },
    async reasons() {
      if (stopping) return ['stopping'];
      if (!started) return ['starting'];
      const now = performance.now();
      if (cached === undefined || now - cached.at > READINESS_CACHE_MS) {
        cached = { at: now, reasons: failing(checks, report) };
      }
      return cached.reasons;
    },
  };
}

/** Hears how a check went; null: well. */
type Report = (name: string, why: string | null) => void;

function encoderOf(log: HealthLog | undefined): Report {
  const reported = new Map<string, string>();
  return (name, why) => {
    if ((reported.get(name) ?? null) === why) return;
    if (why === null) {
      reported.delete(name);
      log?.info({ part: name }, 'ready again');
    } else {
      reported.set(name, why);
      log?.warn({ part: name }, `not ready: ${why}`);
    }
  };
}

async function failing(
  checks: readonly ReadinessCheck[],
  report: Report,
): Promise<readonly string[]> {
  const results = await Promise.all(
    checks.map(async (one) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), CHECK_TIMEOUT_MS);
      });
      const asked = one.check().then(
        () => null,
        (error: unknown) => firstLine(error instanceof Error ? error.message : String(error)),
      );
      // An answer that comes after the time of its check is logged all the same: nothing else says
      // why.
      void asked.then((why) => why !== null && report(one.name, why));
      const why = await Promise.race([asked, late]);
      clearTimeout(timer);
      if (why === null) report(one.name, null);
      return why === null ? [] : [one.name];
    }),
  );
  return results.flat();
}

/** Mounts `/health/live`, `/health/startup` and `/health/ready`. */
export function mountHealth(app: Express, health: Health): void {
  app.get(liveRoute.path, (_request, response) => sendJson(response, 200, { status: 'live' }));
  // Asks nobody: probes give up within a second, and a check of what is away takes longer.
  app.get(startupRoute.path, (_request, response) => {
    const isStarted = health.isStarted() || health.isStopping();
    sendJson(response, isStarted ? 200 : 503, { status: isStarted ? 'started' : 'starting' });
  });
  app.get(readyRoute.path, async (_request, response) => {
    const reasons = await health.reasons();
    const degraded = health.degraded();
    const parts = degraded.length === 0 ? {} : { degraded: degraded.join(',') };
    if (reasons.length === 0) sendJson(response, 200, { status: 'ready', ...parts });
    else sendJson(response, 503, { status: 'not_ready', reasons: reasons.join(',') });
  });
}
