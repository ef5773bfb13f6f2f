import type { RerankAnswer } from '@tollgate/contract/rerank';
import type { MappedRanking } from '@tollgate/providers/adapter/rerank-wire';
import type { Exchange } from '../call.ts';
import { believed } from '../bounds/output-policy.ts';
import type { Consumption } from '../money/bill.ts';
import { usageOfRerank } from '../rerank/estimate-rerank.ts';
import type { RerankPlan } from '../rerank/plan-rerank.ts';
import { serveDocument, writing } from './serve-document.ts';
import type { ServeDeps, Served } from './served.ts';

/** Steps 8 and 9 for rerank, see {@link serveDocument}. */
export function serveRerank(
  deps: ServeDeps,
  plan: RerankPlan,
  exchange: Exchange & { keep: boolean },
): Promise<Served> {
  return serveDocument(deps, plan, {
    ...exchange,
    // Results have no length: the documents that were sent are all that they cost.
    isSeen: true,
    left: countedOf(plan),
    async ask(signal) {
      const { ranking, timing } = await deps.providers.rerank(plan, signal);
      const used = consumptionOf(plan, ranking);
      const write = writing(toDocument(plan, ranking, used));
      return { timing, used, write, model: ranking.model };
    },
  });
}

/** What we count ourselves: the bound of what was sent, which may be the very number. */
function countedOf({ asked, promptBound }: RerankPlan): Pick<Consumption, 'usage' | 'source'> {
  const isCertain = asked.isExact && !asked.contract.dimensions.includes('input');
  return {
    usage: usageOfRerank(asked, { input: promptBound, units: asked.units }),
    source: isCertain ? 'counted' : 'estimated',
  };
}

/** The charge of one dimension, and what is wrong with its report. */
interface Charged extends Pick<Consumption, 'reported' | 'suspect'> {
  count: number;
  isReported: boolean;
}

/** The tokens that the provider counts, or those that we bound where it counts none that can be. */
function tokensOf(plan: RerankPlan, { usage, suspect }: MappedRanking): Charged {
  const count = believed(plan, usage)?.input ?? 0;
  if (count > 0) return { count, isReported: true, ...(suspect === undefined ? {} : { suspect }) };
  const own = { count: plan.promptBound, isReported: false };
  if (usage !== null && usage.input > 0) {
    return { ...own, reported: { input: usage.input }, suspect: 'implausible' };
  }
  return suspect === undefined ? own : { ...own, suspect };
}

/**
 * The search units that the provider bills. Units beyond what the documents can come to are not
 * believed, so that the charge is never above the hold.
 */
function unitsOf({ asked }: RerankPlan, { searchUnits: units = 0 }: MappedRanking): Charged {
  if (units > 0 && units <= asked.units) return { count: units, isReported: true };
  const own = { count: asked.units, isReported: false };
  if (units > 0) return { ...own, reported: { search_unit: units }, suspect: 'implausible' };
  return Number.isNaN(units) ? { ...own, suspect: 'unreadable' } : own;
}

function consumptionOf(plan: RerankPlan, ranking: MappedRanking): Consumption {
  const { dimensions } = plan.asked.contract;
  const [tokens, units] = [tokensOf(plan, ranking), unitsOf(plan, ranking)];
  const counted = [
    ...(dimensions.includes('input') ? [tokens] : []),
    ...(dimensions.includes('search_unit') ? [units] : []),
  ];
  const isReported = counted.every((one) => one.isReported);
  const doubtful = counted.find(({ suspect }) => suspect !== undefined);
  const { reported, suspect } = doubtful ?? {};
  return {
    usage: usageOfRerank(plan.asked, { input: tokens.count, units: units.count }),
    source: isReported ? 'provider' : countedOf(plan).source,
    partial: false,
    ...(reported === undefined ? {} : { reported }),
    ...(suspect === undefined ? {} : { suspect }),
  };
}

function toDocument(
  { opId, target, shown }: RerankPlan,
  { results }: MappedRanking,
  { usage }: Consumption,
): RerankAnswer {
  const { input = 0, search_unit: units } = usage;
  return {
    id: `rerank-${opId.replaceAll('-', '')}`,
    object: 'list',
    model: target.publicId,
    results: results.map(({ index, score }) => {
      const document = shown?.[index];
      return {
        index,
        relevance_score: score,
        ...(document === undefined ? {} : { document: withText(document) }),
      };
    }),
    ...(units === undefined ? {} : { meta: { billed_units: { search_units: units } } }),
    usage: { prompt_tokens: input, total_tokens: input },
  };
}

type Shown = NonNullable<RerankPlan['shown']>[number];

const withText = (document: Shown): Exclude<Shown, string> =>
  typeof document === 'string' ? { text: document } : document;
