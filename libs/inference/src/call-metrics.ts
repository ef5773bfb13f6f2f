import { counter, histogram } from '@tollgate/telemetry/metrics';
import { creditsToShow } from '@tollgate/money/credits';
import type { Failure } from '@tollgate/providers/adapter';
import type { Bill } from './bill.ts';
import type { Ending } from './ending.ts';
import type { NamedLimit } from './limits/checks.ts';
import type { Plan } from './plan.ts';
import type { RecordSubject } from './record-subject.ts';

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
const refusals = counter({
  name: 'limit_refusals_total',
  help: 'Calls that a limit refused.',
  labels: ['scope', 'limit'],
});

/** Counts a call when its record is made. */
export function countCall({ call, plan, asked }: RecordSubject, ending: Ending): void {
  const provider = plan?.way.provider ?? NO_MODEL;
  const model = plan?.way.publicId ?? NO_MODEL;
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
export function countAttempt({ way }: Plan, outcome: Failure['kind'] | 'gone' | null): void {
  attempts.add([way.provider, outcome ?? 'answered']);
}

/** Counts a refusal of a limit. */
export function countLimitRefusal({ scope, name }: NamedLimit): void {
  refusals.add([scope, name]);
}
