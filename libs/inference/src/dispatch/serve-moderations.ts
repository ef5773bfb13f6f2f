import type { ModerationsAnswer } from '@tollgate/contract/moderations';
import type { MappedModeration } from '@tollgate/providers/adapter/moderation-wire';
import { answerHeaders, chargedHeader, costOf, withCost } from './answer.ts';
import type { Exchange } from '../call.ts';
import { heldConsumption, owedWithoutContent, settleLeft, withDoubts } from './consumption.ts';
import { believed } from '../bounds/output-policy.ts';
import type { ModerationsPlan } from '../moderations/plan-moderations.ts';
import type { Consumption } from '../money/bill.ts';
import { countsOf, settle } from '../money/settle.ts';
import { elapsedMs } from '../record/record.ts';
import { readOn, toWhole } from './serve-whole.ts';
import type { ServeDeps, Served } from './served.ts';

/**
 * Steps 8 and 9 for moderations: dispatch, settle, answer. The charge is durable before the first
 * byte leaves, also where it is nothing.
 * @throws ProviderError when the provider failed; nothing was delivered then
 */
export async function serveModerations(
  deps: ServeDeps,
  plan: ModerationsPlan,
  { call, sink, keep }: Exchange & { keep: boolean },
): Promise<Served> {
  const headers = answerHeaders(plan, call.requestId);
  sink.expect(headers, 'document');
  const drain = deps.drains.watch(readOn(plan, call));
  try {
    const { moderation, timing } = await deps.providers.moderate(plan, drain.signal);
    call.hasAnswer();
    const consumption = consumptionOf(plan, moderation);
    const bill = await settle(deps, plan, consumption);
    const document = withCost(toDocument(plan, moderation, consumption), costOf(bill));
    const whole = toWhole({ ...headers, ...chargedHeader(bill) }, document);
    await deps.beforeSending?.(whole);
    sink.send(whole);
    return {
      failure: null,
      beganAfterMs: elapsedMs(timing.dispatchedMs, timing.firstByteMs),
      answer: whole,
      ending: {
        status: 200,
        outcome: call.gone.aborted ? 'client_gone' : 'served',
        error: null,
        bill,
        timing: { ...timing, firstTokenMs: null },
        answeredBy: moderation.model,
      },
    };
  } catch (error) {
    // Results have no length: what was sent is all that they cost.
    const owed = owedWithoutContent(error, { drain, keep, isSeen: true });
    const consumption =
      owed === 'hold' ? heldConsumption(plan) : { ...countedOf(plan), partial: true };
    return await settleLeft(deps, { plan, call, consumption });
  } finally {
    drain.done();
  }
}

/**
 * What we count ourselves: the bound of the inputs where tokens are billed, else the call alone.
 */
function countedOf(plan: ModerationsPlan): Pick<Consumption, 'usage' | 'source'> {
  return plan.billsTokens
    ? { usage: { input: plan.promptBound }, source: 'estimated' }
    : { usage: {}, source: 'counted' };
}

function consumptionOf(
  plan: ModerationsPlan,
  { usage: reported, suspect }: MappedModeration,
): Consumption {
  const counted = { ...countedOf(plan), partial: false };
  if (!plan.billsTokens) return counted;
  const usage = believed(plan, reported);
  const isReported = usage !== null && usage.input > 0;
  const consumption: Consumption = isReported
    ? { usage: countsOf(usage), source: 'provider', partial: false }
    : counted;
  const implausible = usage === null ? reported : null;
  return withDoubts(consumption, { implausible, suspect: suspect ?? null });
}

function toDocument(
  { opId, target }: ModerationsPlan,
  { results }: MappedModeration,
  { usage: { input = 0 } }: Consumption,
): ModerationsAnswer {
  return {
    id: `modr-${opId.replaceAll('-', '')}`,
    model: target.publicId,
    results: results.map(({ flagged, categories, scores, appliedTo }) => ({
      flagged,
      categories,
      category_scores: scores,
      ...(appliedTo === undefined ? {} : { category_applied_input_types: appliedTo }),
    })),
    usage: { prompt_tokens: input, total_tokens: input },
  };
}
