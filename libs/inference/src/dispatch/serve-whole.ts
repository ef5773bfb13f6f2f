import type { UsageSource } from '@tollgate/contract/billing';
import type { UsageCounts } from '@tollgate/money/rating';
import type { MappedAnswer, Usage } from '@tollgate/providers/adapter/adapter';
import {
  answerHeaders,
  chargedHeader,
  costOf,
  countsSomething,
  suspicionOf,
  withCost,
} from './answer.ts';
import type { Consumption } from '../money/bill.ts';
import type { Exchange, IncomingCall, WholeAnswer } from '../call.ts';
import {
  consumptionOf,
  owedWithoutContent,
  runsOf,
  settleAbandoned,
  withDoubts,
  withTier,
} from './consumption.ts';
import type { Evidence } from './consumption.ts';
import { deliveredWhole } from './delivered.ts';
import type { Watched } from './drain.ts';
import type { Plan } from '../plan.ts';
import type { ChatPlan } from '../chat/plan-chat.ts';
import { NO_PROMPT, believed, isPlausible } from '../bounds/output-policy.ts';
import type { ServeDeps, Served } from './served.ts';
import { countsOf, settleAs, settlementOf } from '../money/settle.ts';

/** A whole answer in the shape of its route. */
export type ToDocument<Planned extends ChatPlan> = (
  plan: Planned,
  answer: MappedAnswer,
  given: { usage: UsageCounts; source: UsageSource; createdMs: number },
) => Promise<object> | object;

/**
 * Steps 8 and 9 for a whole answer: dispatch, settle, answer. The charge is durable before the
 * first byte leaves. A caller who leaves meanwhile is charged for the usage: the provider has done
 * the work. When we cannot wait for the answer, the usage is unknown, and the whole hold is
 * charged.
 * @throws ProviderError when the provider failed; nothing was delivered then
 */
export async function serveWhole<Planned extends ChatPlan>(
  deps: ServeDeps,
  plan: Planned,
  { call, sink, keep, toDocument }: Exchange & { keep: boolean; toDocument: ToDocument<Planned> },
): Promise<Served> {
  const headers = answerHeaders(plan, call.requestId);
  sink.expect(headers, 'document');
  const drain = deps.drains.watch(readOn(plan, call));
  try {
    const { answer, timing } = await deps.providers.whole(plan, drain.signal);
    call.hasAnswer();
    const consumption = whatWasUsed(deps, plan, answer);
    const document = await toDocument(plan, answer, {
      usage: consumption.usage,
      source: consumption.source,
      createdMs: call.at.getTime(),
    });
    const settlement = settlementOf(plan, consumption);
    const untilNow = { ...timing, firstTokenMs: null };
    await deps.beforeSettling?.({
      answer: toWhole(headers, withCost(document, undefined)),
      settlement,
      timing: untilNow,
    });
    const bill = await settleAs(deps, plan, { consumption, settlement });
    const whole = toWhole({ ...headers, ...chargedHeader(bill) }, withCost(document, costOf(bill)));
    await deps.beforeSending?.(whole);
    sink.send(whole);
    const outcome = call.gone.aborted ? 'client_gone' : 'served';
    const firstTokenMs = performance.now();
    return {
      failure: null,
      answer: whole,
      ending: {
        status: 200,
        outcome,
        error: null,
        bill,
        timing: { ...timing, firstTokenMs },
        answeredBy: answer.model,
      },
    };
  } catch (error) {
    const owed = owedWithoutContent(error, { drain, keep, isSeen: false });
    return await settleAbandoned(deps, { plan, call, prompt: null, owed });
  } finally {
    drain.done();
  }
}

/** An answer of status 200 with its document. */
export function toWhole(headers: Record<string, string>, document: object): WholeAnswer {
  return { status: 200, headers, body: Buffer.from(JSON.stringify(document)) };
}

/**
 * Nothing of a whole answer is seen before its end, so we wait for the end after the caller has
 * left.
 */
export function readOn({ caller }: Plan, { gone }: IncomingCall): Watched {
  return { gone, ownerId: caller.key.ownerId, isStopped: () => false };
}

function whatWasUsed(deps: ServeDeps, plan: ChatPlan, answer: MappedAnswer): Consumption {
  const usage = believed(plan, answer.usage);
  const { family, endpoint } = plan.target;
  const about = { op: plan.opId, model: plan.target.publicId };
  if (usage !== null && answer.suspect === undefined && countsSomething(usage)) {
    const { serviceTier: tier } = answer;
    const whole = plan.runs === undefined ? usage : withRuns(plan, answer, usage);
    const counted = { usage: countsOf(whole), source: 'provider' as const, partial: false };
    return tier === undefined ? counted : { ...counted, tier };
  }
  const delivered = deliveredWhole(family.overhead(endpoint), answer.choices).counted();
  if (answer.usage === null) deps.logger.warn(about, 'the provider sent no usage');
  const suspect = suspicionOf(answer, delivered);
  if (suspect !== null) deps.logger.error({ ...about, suspect }, 'usage_suspect');
  const consumption = consumptionOf(plan, {
    usage,
    ...partsOf(plan, answer),
    ran: answer.ran ?? {},
    delivered,
    partial: false,
  });
  const implausible = usage === null ? answer.usage : null;
  return withDoubts(withTier(consumption, answer.serviceTier), { implausible, suspect });
}

function withRuns(plan: ChatPlan, { ran = {} }: MappedAnswer, usage: Usage): Usage {
  return { ...usage, ...runsOf(plan, { usage, ran, partial: false }) };
}

/** Counts of a part of the call, as far as they can be. */
function partsOf(
  plan: ChatPlan,
  { promptUsage, answerUsage }: MappedAnswer,
): Pick<Evidence, 'prompt' | 'answer'> {
  const prompt = promptUsage ?? null;
  const answer = answerUsage ?? null;
  return {
    prompt: prompt !== null && isPlausible(plan, prompt) ? prompt : null,
    answer: answer !== null && isPlausible(plan, { ...NO_PROMPT, ...answer }) ? answer : null,
  };
}
