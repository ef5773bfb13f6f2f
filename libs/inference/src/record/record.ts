import { publicCode, GatewayError } from '@tollgate/contract/error-codes';
import type { RequestRouting } from '@tollgate/contract/request-records';
import type { Receipt, RequestRecord, TryRecord } from '@tollgate/requests/records/request-record';
import type { Bill } from '../money/bill.ts';
import type { Ending, Timing } from './ending.ts';
import type { Plan } from '../plan.ts';
import type { IncomingCall } from '../call.ts';
import type { Caller } from '../caller/caller.ts';
import { HEADER, SESSION_ID_CHARACTERS_MAX, SESSION_ID_PATTERN } from '@tollgate/contract/headers';
import type { CatalogSnapshot } from '@tollgate/catalog/snapshot';
import { findVisible } from '../catalogue/resolve.ts';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import { counter } from '@tollgate/telemetry/metrics';
import { codeOf } from './failures.ts';

/**
 * What a record says of the target that answered. Plain data: another process than the one that
 * called the provider may write the record.
 */
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
 * @param facts of the target that answered, where another process called the provider; default:
 *   those of the subject
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
    tag: subject.asked.tag ?? null,
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

function receiptOf({ lines, cost, bounds, tiers }: Bill): Receipt {
  const named = tiers === undefined ? {} : { tiers };
  return { lines, cost_nano: cost.toString(), ...bounds, ...named };
}

/**
 * Null for a call by an exact id that went well at the first try, with all of its content: the
 * record itself describes that try.
 */
function triesWorthKeeping({ tries }: TryLog): RequestRecord['tries'] {
  const [first] = tries;
  const isPlain =
    first?.failure === null && first.left_out === undefined && first.routing === undefined;
  return tries.length === 1 && isPlain ? null : tries;
}

/** A whole answer has no first token: the time of one would measure the length of the answer. */
function timingFacts({ call, asked }: RecordSubject, timing: Timing | null) {
  const { startedMs } = call;
  return {
    queue_ms: elapsedMs(startedMs, timing?.dispatchedMs),
    upstream_ms: elapsedMs(timing?.dispatchedMs, timing?.firstByteMs),
    first_token_ms: asked.stream ? elapsedMs(startedMs, timing?.firstTokenMs) : null,
  };
}

/** The time from one moment to a later one, in whole milliseconds; null where either was not. */
export function elapsedMs(
  from: number | null | undefined,
  to: number | null | undefined,
): number | null {
  if (from === null || from === undefined || to === null || to === undefined) return null;
  return Math.max(0, Math.round(to - from));
}

/** How a record names what a call was for; names of the catalogue only. */
export type NamedFacts = Pick<RequestRecord, 'alias' | 'provider' | 'model'>;

/**
 * What a record says besides its ending. The functions below are the only ones that change it, as
 * the call goes on.
 */
export interface RecordSubject {
  readonly call: IncomingCall;
  readonly caller: Caller;
  readonly opId: string;
  readonly attempt: number;
  /** As far as the body could be read. */
  readonly asked: { model: string | null; stream: boolean; async: boolean; tag?: string | null };
  /** Null when the call was refused before it was planned. */
  readonly plan: Plan | null;
  /**
   * The model of a call without a plan: of the answer that is repeated, or the one of the catalogue
   * that was asked for.
   */
  readonly named?: NamedFacts;
  /** The caller's session; null where the call names none. */
  readonly sessionId: string | null;
  /** Which providers were called for it. */
  readonly log: TryLog;
}

/** Notes what the body asks for, as soon as it can be read. */
export function noteAsked(subject: RecordSubject, asked: RecordSubject['asked']): void {
  change(subject, { asked });
}

/** Notes the session that the caller names. */
export function noteSession(subject: RecordSubject, sessionId: string | null): void {
  change(subject, { sessionId });
}

/** Notes the operation and the attempt of an idempotency key that an earlier run has left open. */
export function noteClaim(
  subject: RecordSubject,
  { opId, attempt }: Pick<RecordSubject, 'opId' | 'attempt'>,
): void {
  change(subject, { opId, attempt });
}

/** Notes the target that is tried now; null for a video that ends without one. */
export function notePlan(subject: RecordSubject, plan: Plan | null): void {
  change(subject, { plan });
}

/** Notes how the record names the model of a call that has no plan. */
export function noteNamed(subject: RecordSubject, named: NamedFacts): void {
  change(subject, { named });
}

function change(subject: RecordSubject, facts: Partial<RecordSubject>): void {
  Object.assign(subject, facts);
}

/**
 * Where clients say by themselves which of their sessions a call belongs to: Claude Code, and
 * Codex. The first that can be used counts.
 */
const CLIENT_HEADERS = ['x-claude-code-session-id', 'session-id', 'thread-id'] as const;
const SESSION_ID = new RegExp(SESSION_ID_PATTERN);

/**
 * The session that a call belongs to, by our own header or by one that a client sends of its own
 * accord; null without any. A client's header that cannot be used is passed over, because its user
 * may be unable to change it.
 * @throws GatewayError `invalid_header` for a value of our own header that cannot be used
 */
export function readSessionId(header: IncomingCall['header']): string | null {
  const own = header(HEADER.sessionId);
  if (own === undefined) {
    return CLIENT_HEADERS.map(header).find((id) => id !== undefined && SESSION_ID.test(id)) ?? null;
  }
  if (SESSION_ID.test(own)) return own;
  throw new GatewayError(
    'invalid_header',
    `X-Svc-Session-Id may have 1 to ${SESSION_ID_CHARACTERS_MAX} letters, digits and signs of ._~:@/+=- only.`,
    { param: 'X-Svc-Session-Id' },
  );
}

/**
 * The ids that models and aliases can have, which records can store: visible ASCII, so long at
 * most.
 */
const MODEL_NAME = /^[\u0021-\u007e]{1,200}$/u;

/**
 * The model that a body names, read before its shape is checked, so that the record of a refused
 * body has it; null where it names none.
 */
export function namedModel(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('model' in body)) return null;
  const { model } = body;
  return typeof model === 'string' && MODEL_NAME.test(model) ? model : null;
}

/**
 * How the record of a call that was refused before it was planned names its model: by the names of
 * the catalogue that the caller may use. What else callers write is no name to sum up by. No
 * provider was asked.
 */
export function namedFacts(
  catalog: CatalogSnapshot,
  caller: Caller,
  name: string | null,
): NamedFacts {
  const found = name === null ? null : findVisible(catalog, caller, name);
  return {
    alias: found === 'alias' ? name : null,
    provider: null,
    model: found === 'model' ? name : null,
  };
}

/** How the record of a repetition names its model: as the answer that is repeated does. */
export function repeatedFacts(
  headers: Readonly<Record<string, string>>,
  asked: RecordSubject['asked'],
): NamedFacts {
  const model = headers[HEADER.model] ?? null;
  return {
    alias: model === null || model === asked.model ? null : asked.model,
    provider: headers[HEADER.provider] ?? null,
    model,
  };
}

const attempts = counter({
  name: 'upstream_attempts_total',
  help: 'Calls of providers, by how they ended.',
  labels: ['provider', 'outcome'],
});

/** The most paths of left-out content that a record names. */
const LEFT_OUT_MAX = 20;

/** The tries of one call in their order, as its record will have them. */
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

/** How an alias chose among the plans of a call; null where there was nothing to choose. */
function routingOf(plans: readonly Plan[]): RequestRouting | null {
  const [first] = plans;
  const order = first?.resolved.order;
  if (order === undefined || order.models.length === 1) return null;
  const planned = new Set(plans.map(({ target }) => target.publicId));
  const targets = order.models.map(({ publicId, compared, isShut }) => {
    const why = isShut ? 'paused' : 'unsuited';
    return { model: publicId, figure: compared, passed_over: planned.has(publicId) ? null : why };
  }) satisfies RequestRouting['targets'];
  return { strategy: order.strategy, targets };
}

/**
 * Notes that a provider is about to be called.
 * @param plans all that the call may go on to
 * @returns notes how the call of the provider ended and gives the milliseconds that it took; a try
 *   without that note was cut short by this process
 */
export function noteTry(
  log: TryLog,
  { target, attempt, signedLeftOut = [] }: Plan,
  plans: readonly Plan[] = [],
): (failure: Failure | null) => number {
  const startMs = performance.now();
  const routing = log.tries.length === 0 ? routingOf(plans) : null;
  const noted: TryRecord = {
    provider: target.provider,
    model: target.publicId,
    hold: attempt,
    failure: 'cut_short',
    error_code: null,
    upstream_status: null,
    ...(signedLeftOut.length === 0 ? {} : { left_out: signedLeftOut.slice(0, LEFT_OUT_MAX) }),
    ...(routing === null ? {} : { routing }),
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

/**
 * Counts one try at a provider.
 * @param outcome null when it kept its word; `gone` when its caller has left
 */
export function countTry({ target }: Plan, outcome: Failure['kind'] | 'gone' | null): void {
  attempts.add([target.provider, outcome ?? 'answered']);
}
