import { publicCode } from '@tollgate/contract/errors';
import { creditsToShow } from '@tollgate/money/credits';
import { isVideoDimension } from '@tollgate/money/video';
import type { Receipt, RequestRecord } from '@tollgate/requests/records/request-record';
import { counter, histogram } from '@tollgate/telemetry/metrics';
import type { Bill } from './bill.ts';
import type { Ending, Timing } from './ending.ts';
import { countAnswered } from './gen-ai-metrics.ts';
import { countForOwner } from './owner-metrics.ts';
import type { Plan } from './plan.ts';
import type { RecordSubject } from './record-subject.ts';
import type { TryLog } from './tries.ts';

/** A call that was refused before a model was found has none: what was asked for is whatever callers write. */
const NO_MODEL = 'none';
const MILLISECONDS = 1_000;

const calls = counter({
  name: 'calls_total',
  help: 'Paid calls that came to an end, by the outcome in their records.',
  labels: ['route', 'provider', 'model', 'outcome'],
});
const tokens = counter({
  name: 'call_tokens_total',
  help: 'Tokens that calls were charged by, by dimension.',
  labels: ['provider', 'model', 'dimension'],
});
const videoSeconds = counter({
  name: 'call_film_seconds_total',
  help: 'Seconds of video that calls were charged by.',
  labels: ['provider', 'model'],
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
const suspects = counter({
  name: 'usage_suspect_total',
  help: 'Calls whose provider reported usage that is in doubt, by family and by what is wrong with the report.',
  labels: ['family', 'reason'],
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
const firstBytes = histogram({
  name: 'upstream_first_byte_seconds',
  help: "From sending to a provider to its answer's first byte.",
  labels: ['provider'],
});

/** What a record says of the target that answered. Plain data: another process than the one that called the provider may write the record. */
export type RecordFacts = Pick<
  RequestRecord,
  | 'alias'
  | 'provider'
  | 'model'
  | 'price_version_id'
  | 'uplift_bp'
  | 'output_policy'
  | 'effective_max_tokens'
  | 'queue_ms'
  | 'upstream_ms'
  | 'first_token_ms'
  | 'tries'
>;

/** The facts of a call at its end, or as far as it has come. */
export function factsOf(subject: RecordSubject, timing: Timing | null): RecordFacts {
  return {
    ...planFacts(subject.plan),
    ...(subject.plan === null ? subject.named : {}),
    ...timingFacts(subject, timing),
    tries: triesWorthKeeping(subject.log),
  };
}

/**
 * Step 10: the record of one request.
 * @param facts of the target that answered, where another process called the provider; default: those of the subject
 */
export function toRecord(
  subject: RecordSubject,
  ending: Ending,
  facts: RecordFacts = factsOf(subject, ending.timing),
): RequestRecord {
  const { call, caller } = subject;
  return {
    id: subject.opId,
    at: call.at,
    request_id: call.requestId,
    user_id: caller.key.ownerId,
    api_key_id: caller.key.id,
    mode: caller.mode,
    route: call.route,
    model_requested: subject.asked.model,
    stream: subject.asked.stream,
    async: subject.asked.async,
    status: ending.status,
    outcome: ending.outcome,
    error_code: ending.error === null ? null : publicCode(ending.error.code),
    attempt: subject.attempt,
    session_id: subject.sessionId,
    total_ms: Math.round(performance.now() - call.startedMs),
    ...billFacts(ending.bill),
    ...facts,
  };
}

function planFacts(plan: Plan | null) {
  if (plan === null) return NO_PLAN_FACTS;
  const { target, output, resolved } = plan;
  return {
    alias: resolved.name === target.publicId ? null : resolved.name,
    provider: target.provider,
    model: target.publicId,
    price_version_id: target.price?.id ?? null,
    uplift_bp: target.price?.upliftBp ?? null,
    output_policy: output?.policy ?? null,
    effective_max_tokens: output?.effectiveMaxTokens ?? null,
  };
}

const NO_PLAN_FACTS = {
  alias: null,
  provider: null,
  model: null,
  price_version_id: null,
  uplift_bp: null,
  output_policy: null,
  effective_max_tokens: null,
};

function billFacts(bill: Bill | null) {
  return {
    usage: bill?.usage ?? null,
    usage_source: bill?.source ?? null,
    charged_n: bill?.charged ?? 0n,
    receipt: bill === null ? null : receiptOf(bill),
    reported: bill?.reported ?? null,
    usage_suspect: bill?.suspect ?? null,
  };
}

function receiptOf({ lines, cost, bounds }: Bill): Receipt {
  return { lines, cost_nano: cost.toString(), ...bounds };
}

/** Null for a call that went well at the first try, with all of its content: the record itself tells that try. */
function triesWorthKeeping({ tries }: TryLog): RequestRecord['tries'] {
  const [first] = tries;
  const isPlain = first?.failure === null && first.left_out === undefined;
  return tries.length === 1 && isPlain ? null : tries;
}

/** A whole answer has no first token: the time of one would measure the length of the answer. */
function timingFacts({ call, asked }: RecordSubject, timing: Timing | null) {
  const { startedMs } = call;
  return {
    queue_ms: between(startedMs, timing?.dispatchedMs),
    upstream_ms: between(timing?.dispatchedMs, timing?.firstByteMs),
    first_token_ms: asked.stream ? between(startedMs, timing?.firstTokenMs) : null,
  };
}

function between(from: number | null | undefined, to: number | null | undefined): number | null {
  if (from === null || from === undefined || to === null || to === undefined) return null;
  return Math.max(0, Math.round(to - from));
}

/** Counts a call when its record is made. */
export function countCall(subject: RecordSubject, ending: Ending): void {
  const { call, plan, asked } = subject;
  countForOwner(subject, ending);
  const provider = plan?.target.provider ?? NO_MODEL;
  const model = plan?.target.publicId ?? NO_MODEL;
  calls.add([call.route, provider, model, ending.outcome]);
  if (ending.bill !== null && plan !== null) {
    countBill(ending.bill, provider, model);
    const { suspect } = ending.bill;
    if (suspect !== undefined) suspects.add([plan.target.family.id, suspect]);
  }
  const { timing } = ending;
  if (timing === null) return;
  countAnswered(plan, ending);
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
    if (quantity === 0) continue;
    if (isVideoDimension(dimension)) videoSeconds.add([provider, model], quantity);
    else tokens.add([provider, model, dimension], quantity);
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
