import type { ModerationsAnswer } from '@tollgate/contract/moderations';
import type { MappedModeration } from '@tollgate/providers/adapter/moderation-wire';
import type { Exchange } from '../call.ts';
import { withDoubts } from './consumption.ts';
import { believed } from '../bounds/output-policy.ts';
import type { ModerationsPlan } from '../moderations/plan-moderations.ts';
import type { Consumption } from '../money/bill.ts';
import { countsOf } from '../money/settle.ts';
import { serveDocument, writing } from './serve-document.ts';
import type { ServeDeps, Served } from './served.ts';

/** Steps 8 and 9 for moderations, see {@link serveDocument}. */
export function serveModerations(
  deps: ServeDeps,
  plan: ModerationsPlan,
  exchange: Exchange & { keep: boolean },
): Promise<Served> {
  return serveDocument(deps, plan, {
    ...exchange,
    // Results have no length: what was sent is all that they cost.
    isSeen: true,
    left: countedOf(plan),
    async ask(signal) {
      const { moderation, timing } = await deps.providers.moderate(plan, signal);
      const used = consumptionOf(plan, moderation);
      const write = writing(toDocument(plan, moderation, used));
      return { timing, used, write, model: moderation.model };
    },
  });
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
