import { publicCode } from '@tollgate/contract/errors';
import type { RequestRecord } from '@tollgate/requests/request-record';
import type { Bill } from './bill.ts';
import type { Ending, Timing } from './ending.ts';
import type { Plan } from './plan.ts';
import type { RecordSubject } from './record-subject.ts';
import type { TryLog } from './tries.ts';

/** What a record tells of the way that answered: plain data, so that whoever writes the record need not have gone it. */
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
    ...timingFacts(subject, timing),
    tries: triesWorthKeeping(subject.log),
  };
}

/**
 * Step 10: the record of one request.
 * @param facts of the way that answered, where that was another process's; default: those of the subject
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
    total_ms: Math.round(performance.now() - call.startedMs),
    ...billFacts(ending.bill),
    ...facts,
  };
}

function planFacts(plan: Plan | null) {
  if (plan === null) return NO_PLAN_FACTS;
  const { way, output, resolved } = plan;
  return {
    alias: resolved.name === way.publicId ? null : resolved.name,
    provider: way.provider,
    model: way.publicId,
    price_version_id: way.price?.id ?? null,
    uplift_bp: way.price?.upliftBp ?? null,
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
    receipt: bill === null ? null : { lines: bill.lines, cost_nano: bill.cost.toString() },
  };
}

/** The record itself tells of a call that went well at the first try. */
function triesWorthKeeping({ tries }: TryLog): RequestRecord['tries'] {
  const [first] = tries;
  return tries.length === 1 && first?.failure === null ? null : tries;
}

/** A whole answer has no first token: its time would tell of answers' lengths. */
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
