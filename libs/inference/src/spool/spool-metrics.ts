import { counter, gauge, sampledGauge } from '@tollgate/telemetry/metrics';

const DECISIONS = ['settle', 'release', 'loss'] as const;

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

/** Counts decisions that were spooled. */
export function countSpooled(decisions: readonly { kind: string }[]): void {
  for (const { kind } of decisions) spooled.add([kind]);
}

/** Counts a decision that was set aside. */
export function countRefused(kind: (typeof DECISIONS)[number]): void {
  spoolRefused.add([kind]);
}

/** The state of the spool of a process. */
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

/** Shows the state of the spool of a process. */
export function showSpool(look: SpoolLook): void {
  spoolBytes.show(() => [{ values: [], value: look.bytes() }]);
  spoolOldest.show(() => [{ values: [], value: look.oldestSeconds() }]);
  spoolQuarantined.show(() => [{ values: [], value: look.quarantined() }]);
  spoolIsHealthy.show(() => [{ values: [], value: look.isHealthy() ? 1 : 0 }]);
  spoolIsNew.set([], look.isNew ? 1 : 0);
}
