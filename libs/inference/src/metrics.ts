import { counter, gauge, histogram, sampledGauge } from '@tollgate/telemetry/metrics';
import { showLatest } from '@tollgate/telemetry/sampler';
import type { Sampler } from '@tollgate/telemetry/sampler';
import { creditsToShow } from '@tollgate/money/credits';
import type { Failure } from '@tollgate/providers/adapter';
import type { CredentialPool } from './credential-pool.ts';
import type { DrainSlots } from './drain.ts';
import type { NamedLimit } from './limits/checks.ts';
import type { Plan } from './plan.ts';
import type { Ending, RecordSubject } from './record.ts';
import type { Bill } from './settle.ts';
import type { OpenOperations } from '@tollgate/requests/open-operation-queries';

/** A call that was refused before a model was found has none: what was asked for is whatever callers write. */
const NO_MODEL = 'none';
const MILLISECONDS = 1_000;

const calls = counter({
  name: 'calls_total',
  help: 'Paid calls that came to an end, by the outcome that their records tell.',
  labels: ['route', 'provider', 'model', 'outcome'],
});
const tokens = counter({
  name: 'call_tokens_total',
  help: 'Tokens that calls were charged by, by dimension.',
  labels: ['provider', 'model', 'dimension'],
});
const credits = counter({
  name: 'call_credits_total',
  help: 'Credits that calls were charged.',
  labels: ['provider', 'model'],
});
const usageSources = counter({
  name: 'call_usage_total',
  help: 'Calls that were charged, by who said what was used.',
  labels: ['provider', 'source'],
});
const durations = histogram({
  name: 'call_duration_seconds',
  help: 'Whole paid calls that reached a provider.',
  labels: ['provider', 'kind'],
});
const beforeDispatch = histogram({
  name: 'call_dispatch_seconds',
  help: "From a request's head to the provider's first byte sent: what the gateway adds before the work begins.",
  labels: ['route'],
});
const firstTokens = histogram({
  name: 'call_first_token_seconds',
  help: "From a request's head to the first token for the caller.",
  labels: ['provider', 'kind'],
});
const attempts = counter({
  name: 'upstream_attempts_total',
  help: 'Calls of providers, by how they ended.',
  labels: ['provider', 'outcome'],
});
const firstBytes = histogram({
  name: 'upstream_first_byte_seconds',
  help: "From sending to a provider to its answer's first byte.",
  labels: ['provider'],
});
const credentials = sampledGauge({
  name: 'upstream_credentials',
  help: 'Credentials that this process leaves alone: pausing after a failure, or shut after several in a row.',
  labels: ['state'],
});
const refusals = counter({
  name: 'limit_refusals_total',
  help: 'Calls that a limit refused.',
  labels: ['scope', 'limit'],
});
const limiterIsLocal = gauge({
  name: 'limiter_is_local',
  help: '1 while limits are counted in this process because Redis is away.',
  labels: [],
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
  help: 'Decisions that billing refused for good and that nobody has looked after yet.',
  labels: [],
});
const spoolRefused = counter({
  name: 'spool_refused_total',
  help: 'Decisions that were set aside because billing refused them for good.',
  labels: ['kind'],
});
const spoolIsHealthy = sampledGauge({
  name: 'spool_is_healthy',
  help: '0 while the spool takes nothing, and so no paid call is taken.',
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

/** Counts a call when its record is made. */
export function countCall({ call, plan, asked }: RecordSubject, ending: Ending): void {
  const provider = plan?.route.provider ?? NO_MODEL;
  const model = plan?.route.publicId ?? NO_MODEL;
  calls.add([call.route, provider, model, ending.outcome]);
  if (ending.bill !== null && plan !== null) countBill(ending.bill, provider, model);
  const { timing } = ending;
  if (timing === null) return;
  const kind = asked.async ? 'async' : asked.stream ? 'stream' : 'whole';
  const { startedMs } = call;
  observeBetween(durations, [provider, kind], { from: startedMs, to: performance.now() });
  observeBetween(firstTokens, [provider, kind], { from: startedMs, to: timing.firstTokenMs });
  observeBetween(firstBytes, [provider], { from: timing.dispatchedMs, to: timing.firstByteMs });
  // An accepted operation waits for its turn on purpose.
  if (asked.async) return;
  observeBetween(beforeDispatch, [call.route], { from: startedMs, to: timing.dispatchedMs });
}

function countBill({ usage, charged, source }: Bill, provider: string, model: string): void {
  for (const [dimension, quantity] of Object.entries(usage)) {
    if (quantity > 0) tokens.add([provider, model, dimension], quantity);
  }
  if (charged > 0n) credits.add([provider, model], creditsToShow(charged));
  usageSources.add([provider, source]);
}

function observeBetween<Labels extends readonly string[]>(
  metric: { observe(values: Labels, value: number): void },
  values: Labels,
  { from, to }: { from: number | null; to: number | null },
): void {
  if (from === null || to === null) return;
  metric.observe(values, Math.max(0, to - from) / MILLISECONDS);
}

/** Counts one try at a provider. @param outcome null when it kept its word; `gone` when its caller has left */
export function countAttempt({ route }: Plan, outcome: Failure['kind'] | 'gone' | null): void {
  attempts.add([route.provider, outcome ?? 'answered']);
}

/** Counts a refusal of a limit. */
export function countLimitRefusal({ scope, name }: NamedLimit): void {
  refusals.add([scope, name]);
}

/** Notes where limits are counted. */
export function noteLimiter({ isLocal }: { isLocal: boolean }): void {
  limiterIsLocal.set([], isLocal ? 1 : 0);
}

/** Counts decisions that were spooled. */
export function countSpooled(decisions: readonly { kind: string }[]): void {
  for (const { kind } of decisions) spooled.add([kind]);
}

/** Counts a decision that was set aside. */
export function countRefused(kind: 'settle' | 'release' | 'loss'): void {
  spoolRefused.add([kind]);
}

/** How the spool of a process stands. */
export interface SpoolLook {
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
