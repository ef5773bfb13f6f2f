import type { GatewayError } from '@tollgate/contract/error-codes';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import { answerHeaders, chargedHeader, costMember, costOf, withCost } from './answer.ts';
import type { Exchange, WholeAnswer } from '../call.ts';
import { heldConsumption, owedWithoutContent, settleLeft } from './consumption.ts';
import type { Bill, Consumption } from '../money/bill.ts';
import { settleAs, settlementOf } from '../money/settle.ts';
import type { Plan } from '../plan.ts';
import { elapsedMs } from '../record/record.ts';
import type { ProviderTiming } from './providers.ts';
import { readOn, toWhole } from './serve-whole.ts';
import type { ServeDeps, Served } from './served.ts';

/** The reply of a provider as a route understands it. */
export interface DocumentReply {
  timing: ProviderTiming;
  used: Consumption;
  /** The answer with its charge. @param charge.cost undefined while it is not final */
  write: (charge: { headers: Readonly<Record<string, string>>; cost?: number }) => WholeAnswer;
  /** The name under which the provider has answered, where it says one. */
  model: string | undefined;
  /** A refusal of the provider that it bills all the same; absent: it answered. */
  refused?: { failure: Failure; error: GatewayError };
}

/** One call of a route whose answer is one document. */
export interface DocumentCall extends Exchange {
  keep: boolean;
  /** Sends the call, and reads its reply. */
  ask: (signal: AbortSignal) => Promise<DocumentReply>;
  /** What a call is charged whose caller left before the reply came, where that can be counted. */
  left: Pick<Consumption, 'usage' | 'source'>;
  /** Whether nobody can be billed for what nobody has seen, see {@link owedWithoutContent}. */
  isSeen: boolean;
  /** Whether the answer is plain text, of which blanks before it would be a part; absent: no. */
  isPlain?: boolean;
  /** Called once the caller has read the answer, or there is none to read. */
  read?: () => void;
}

/**
 * Steps 8 and 9 for an answer that is one document: dispatch, settle, answer. The charge is durable
 * before the first byte leaves, also where it is nothing. A caller who leaves meanwhile pays what
 * was used: the reply is read on.
 * @throws ProviderError when the provider failed; nothing was delivered then
 */
export async function serveDocument(
  deps: ServeDeps,
  plan: Plan,
  { call, sink, keep, ask, left, isSeen, isPlain = false, read }: DocumentCall,
): Promise<Served> {
  let isSent = false;
  const headers = answerHeaders(plan, call.requestId);
  if (!isPlain) sink.expect(headers, 'document');
  const drain = deps.drains.watch(readOn(plan, call));
  try {
    const reply = await ask(drain.signal);
    const timing = { ...reply.timing, firstTokenMs: null };
    call.hasAnswer();
    const { used: consumption, write } = reply;
    const settlement = settlementOf(plan, consumption);
    await deps.beforeSettling?.({ answer: write({ headers }), settlement, timing });
    const bill = await settleAs(deps, plan, { consumption, settlement });
    const charged = { ...headers, ...chargedHeader(bill) };
    const answer = write({ headers: charged, ...costMember(costOf(bill)) });
    await deps.beforeSending?.(answer);
    isSent = true;
    sink.send(answer, read);
    return servedWith(reply, { answer, bill, isGone: call.gone.aborted });
  } catch (error) {
    const owed = owedWithoutContent(error, { drain, keep, isSeen });
    const consumption = owed === 'hold' ? heldConsumption(plan) : { ...left, partial: true };
    return await settleLeft(deps, { plan, call, consumption });
  } finally {
    drain.done();
    if (!isSent) read?.();
  }
}

function servedWith(
  { timing, refused, model }: DocumentReply,
  { answer, bill, isGone }: { answer: WholeAnswer; bill: Bill; isGone: boolean },
): Served {
  const { failure = null, error = null } = refused ?? {};
  return {
    failure,
    answer,
    beganAfterMs: elapsedMs(timing.dispatchedMs, timing.firstByteMs),
    ending: {
      status: answer.status,
      outcome: isGone ? 'client_gone' : error === null ? 'served' : 'partial',
      error,
      bill,
      timing: { ...timing, firstTokenMs: null },
      answeredBy: model,
    },
  };
}

/** Writes a document of status 200 whose usage says its cost. */
export function writing(document: object): DocumentReply['write'] {
  return ({ headers, cost }) => toWhole({ ...headers }, withCost(document, cost));
}
