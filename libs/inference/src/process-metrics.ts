import { counter, gauge, sampledGauge } from '@tollgate/telemetry/metrics';
import { showLatest } from '@tollgate/telemetry/sampler';
import type { Sampler } from '@tollgate/telemetry/sampler';
import type { OpenOperations } from '@tollgate/requests/operations/open-operation-queries';
import type { CredentialPool } from './credential-pool.ts';
import type { DrainSlots } from './drain.ts';
import { AWAY_REASONS } from './limits/away-reason.ts';
import type { AwayReason } from './limits/away-reason.ts';

const MILLISECONDS = 1_000;

const DECISIONS = ['settle', 'release', 'loss'] as const;

const credentials = sampledGauge({
  name: 'upstream_credentials',
  help: 'Credentials that this process leaves alone: pausing after a failure, or shut after several in a row.',
  labels: ['state'],
});
const limiterIsLocal = gauge({
  name: 'limiter_is_local',
  help: '1 while limits are counted in this process because Redis is away.',
  labels: [],
});
const limiterFailures = counter({
  name: 'limiter_failures_total',
  help: 'Commands and looks that Redis did not answer with a count, by reason.',
  labels: ['reason'],
  words: { reason: AWAY_REASONS },
});
const drains = sampledGauge({
  name: 'call_drains',
  help: 'Answers that are read to their end although their callers have left.',
  labels: [],
});
const spooled = counter({
  name: 'spool_decisions_total',
  help: 'Decisions about holds that went to the disk because billing did not answer.',
  labels: ['kind'],
  words: { kind: DECISIONS },
});
const spoolBytes = sampledGauge({
  name: 'spool_bytes',
  help: 'Size of the decisions that wait for billing.',
  labels: [],
});
const spoolOldest = sampledGauge({
  name: 'spool_oldest_seconds',
  help: 'How long the oldest decision has waited for billing.',
  labels: [],
});
const spoolQuarantined = sampledGauge({
  name: 'spool_quarantined',
  help: 'Decisions that billing rejected permanently and that nobody has handled yet.',
  labels: [],
});
const spoolRefused = counter({
  name: 'spool_refused_total',
  help: 'Decisions that were quarantined because billing rejected them permanently.',
  labels: ['kind'],
  words: { kind: DECISIONS },
});
const spoolIsHealthy = sampledGauge({
  name: 'spool_is_healthy',
  help: '0 while the spool takes nothing, and so no paid call is taken.',
  labels: [],
});
const spoolIsNew = gauge({
  name: 'spool_is_new',
  help: '1 when no process had used the folder of the spool before this one: a first start, or a disk that was lost.',
  labels: [],
});
const directoryAge = sampledGauge({
  name: 'directory_age_seconds',
  help: 'Since the change log was read: beyond a second no key is admitted on old knowledge.',
  labels: [],
});
const operations = sampledGauge({
  name: 'operations_open',
  help: 'Accepted operations that have not ended.',
  labels: ['state'],
});
const operationAge = sampledGauge({
  name: 'operations_oldest_seconds',
  help: 'Age of the oldest accepted operation that has not ended.',
  labels: [],
});

/** Notes where limits are counted. */
export function noteLimiter({ isLocal }: { isLocal: boolean }): void {
  limiterIsLocal.set([], isLocal ? 1 : 0);
}

/** Counts a failure of the shared store of limits. */
export function countAway(reason: AwayReason): void {
  limiterFailures.add([reason]);
}

/** Counts decisions that were spooled. */
export function countSpooled(decisions: readonly { kind: string }[]): void {
  for (const { kind } of decisions) spooled.add([kind]);
}

/** Counts a decision that was set aside. */
export function countRefused(kind: (typeof DECISIONS)[number]): void {
  spoolRefused.add([kind]);
}

/** How the spool of a process stands. */
export interface SpoolLook {
  /** No process had used its folder before this one. */
  isNew: boolean;
  bytes(): number;
  isHealthy(): boolean;
  /** How many decisions were set aside. */
  quarantined(): number;
  /** How long the oldest decision has waited, in seconds. */
  oldestSeconds(): number;
}

/** Shows how the spool of a process stands. */
export function showSpool(look: SpoolLook): void {
  spoolBytes.show(() => [{ values: [], value: look.bytes() }]);
  spoolOldest.show(() => [{ values: [], value: look.oldestSeconds() }]);
  spoolQuarantined.show(() => [{ values: [], value: look.quarantined() }]);
  spoolIsHealthy.show(() => [{ values: [], value: look.isHealthy() ? 1 : 0 }]);
  spoolIsNew.set([], look.isNew ? 1 : 0);
}

/** Shows what this process has seen of credentials. */
export function showCredentials(pool: CredentialPool): void {
  credentials.show(() => {
    const { paused, shut } = pool.standing();
    return [
      { values: ['paused'], value: paused },
      { values: ['shut'], value: shut },
    ];
  });
}

/** Shows how many answers are drained. */
export function showDrains(slots: DrainSlots): void {
  drains.show(() => [{ values: [], value: slots.active() }]);
}

/** Shows how old this process' knowledge is. */
export function showDirectory(readAtMs: () => number): () => void {
  return directoryAge.show(() => [
    { values: [], value: Math.max(0, performance.now() - readAtMs()) / MILLISECONDS },
  ]);
}

/** Shows accepted operations; all workers show the same. */
export function showOperations(sampler: Sampler<OpenOperations>): void {
  showLatest(operations, sampler, ({ queued, running }) => [
    { values: ['queued'], value: queued },
    { values: ['running'], value: running },
  ]);
  showLatest(operationAge, sampler, ({ oldestSeconds }) => [{ values: [], value: oldestSeconds }]);
}
