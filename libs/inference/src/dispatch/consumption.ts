import { billedCounts, inPrices } from '@tollgate/contract/server-tools';
import type { ToolCounts, ToolRuns } from '@tollgate/contract/server-tools';
import type { ImageToolTokens } from '@tollgate/contract/priced-dimensions';
import type { SuspectReason } from '@tollgate/contract/suspect-usage';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { AnswerUsage, PromptUsage, Usage } from '@tollgate/providers/adapter/adapter';
import { inTier, rate } from '@tollgate/money/rating';
import type { UsageCounts } from '@tollgate/money/rating';
import type { IncomingCall } from '../call.ts';
import type { DeliveredTokens } from './delivered.ts';
import type { Drain } from './drain.ts';
import { fixedUsage } from '../bounds/estimate.ts';
import { alwaysSearches } from '../plan.ts';
import type { Plan } from '../plan.ts';
import { countsOf, foldUnpriced, settle } from '../money/settle.ts';
import type { MoneyDeps } from '../money/settle.ts';
import type { Consumption } from '../money/bill.ts';
import type { Served } from './served.ts';

/**
 * Nginx's status for a caller who left before the answer began. Only records have it; no client
 * receives it.
 */
export const STATUS_CALLER_LEFT = 499;

/** The evidence about an answer at the moment of its charge. */
export interface Evidence {
  /** The provider's counts of the whole call, or of what it had given so far. */
  usage: Usage | null;
  /** The provider's counts of the prompt, where it reported them apart from the others. */
  prompt: PromptUsage | null;
  /** The provider's counts of the answer, where it reported no others. */
  answer: AnswerUsage | null;
  /** Runs of tools of the provider's that were seen to begin; absent: none. */
  ran?: ToolCounts;
  /** Our count of what was handed to the caller. */
  delivered: DeliveredTokens;
  /** The answer broke off. */
  partial: boolean;
}

/** Nothing was handed to the caller. */
const NOTHING_DELIVERED: DeliveredTokens = { output: 0, reasoning: 0 };

/**
 * What an answer is charged by: the provider's counts where it reported them, else those of the
 * prompt that it reported or the bound that the hold was made of, with what was delivered. Counts
 * of an answer that broke off are a lower bound: where our count of what was delivered is higher,
 * our count is charged. What we counted ourselves never comes to more than the hold.
 */
export function consumptionOf(plan: Plan, evidence: Evidence): Consumption {
  const { usage: given, prompt, answer, delivered, partial } = evidence;
  const run = runsOf(plan, evidence);
  const usage = given === null ? null : { ...given, ...run };
  if (usage !== null && !partial) {
    return { usage: countsOf(usage), source: 'provider', partial };
  }
  const made = madeAtLeast(usage ?? answer, delivered, partial);
  const reported = [usage, prompt].find(hasPrompt) ?? null;
  if (usage !== null && reported === usage && isSame(made, usage)) {
    return { usage: countsOf(usage), source: 'provider', partial };
  }
  const nothing = { input: 0, cache_read: 0, cache_write: 0 };
  const counts = countsOf({
    ...nothing,
    ...(reported === null ? {} : promptOf(reported)),
    ...made,
    ...run,
  });
  const input = reported === null ? { input: plan.promptBound } : {};
  return { usage: withinHold(plan, { ...input, ...counts }), source: 'estimated', partial };
}

/**
 * The runs of tools that are charged: those that the provider says it bills, or those that were
 * seen to begin, where it has said nothing or may not have said all. None is charged beyond what
 * was held, and none that the provider does not bill; what it bills of every call is charged of
 * every call.
 */
export function runsOf(
  { runs, target }: Pick<Plan, 'runs' | 'target'>,
  { usage, ran = {}, partial }: Pick<Evidence, 'usage' | 'ran' | 'partial'>,
): ToolCounts {
  if (runs === undefined) return {};
  if (alwaysSearches(target)) return runs.counts;
  const none = Object.fromEntries(runs.unbilled.map((tool) => [tool, 0]));
  const billed = Object.entries(billedCounts(runs)) as [keyof ToolCounts, number][];
  const begun = billed.map(([tool, most]) => {
    const reported = usage?.[tool];
    const seen = ran[tool] ?? 0;
    const count = reported === undefined || partial ? Math.max(reported ?? 0, seen) : reported;
    return [tool, Math.min(Math.max(count, runs.always?.[tool] ?? 0), most)];
  });
  const counts = Object.fromEntries(begun) as ToolCounts;
  const drawn = tokensOfImages(runs, counts, partial ? null : usage);
  return { ...none, ...inPrices(runs, { ...counts, ...drawn }) };
}

/**
 * The tokens of images that no report says: the most that each can have, where the report is
 * missing, or has fewer than the images are made of, because it may leave some out.
 * @param usage null: nothing was reported, or not all of it
 */
function tokensOfImages(
  { image, counts: most }: ToolRuns,
  { image_generation: images = 0, ...counts }: ToolCounts,
  usage: Usage | null,
): ToolCounts {
  if (image === undefined) return {};
  const isSaid = usage?.image_input !== undefined && usage.image_output !== undefined;
  if (isSaid && (usage.image_output ?? 0) >= images * image.least) return {};
  const atMost = (name: ImageToolTokens): number =>
    Math.min(Math.max(counts[name] ?? 0, images * image.most[name]), most[name] ?? 0);
  return { image_input: atMost('image_input'), image_output: atMost('image_output') };
}

/** The consumption with the service tier that the provider named. */
export function withTier(consumption: Consumption, tier: string | undefined): Consumption {
  return tier === undefined ? consumption : { ...consumption, tier };
}

/**
 * The consumption with what is wrong with the report of a call.
 * @param report.implausible usage that cannot be, so that we counted ourselves; null where there is
 *   none
 */
export function withDoubts(
  consumption: Consumption,
  report: { implausible: Usage | null; suspect: SuspectReason | null },
): Consumption {
  const { implausible, suspect } = report;
  if (implausible !== null) {
    return { ...consumption, reported: countsOf(implausible), suspect: 'implausible' };
  }
  return suspect === null ? consumption : { ...consumption, suspect };
}

/**
 * The output of an answer whose usage was not reported as a whole: each of its two counts is the
 * larger of the provider's and ours. Output that the provider does not divide includes the
 * reasoning that we have seen, and that is not counted twice.
 */
function madeAtLeast(
  reported: AnswerUsage | null,
  delivered: DeliveredTokens,
  partial: boolean,
): DeliveredTokens {
  if (reported === null) return delivered;
  const { output, reasoning } = reported;
  if (!partial) return { output, reasoning };
  const apart = reasoning > 0 ? 0 : Math.min(delivered.reasoning, output);
  return {
    output: Math.max(output - apart, delivered.output),
    reasoning: Math.max(reasoning, delivered.reasoning),
  };
}

function isSame(made: DeliveredTokens, reported: AnswerUsage): boolean {
  return made.output + made.reasoning === reported.output + reported.reasoning;
}

/** No prompt is empty: a report without tokens of the prompt says nothing of it. */
function hasPrompt(reported: PromptUsage | null): reported is PromptUsage {
  return reported !== null && reported.input + reported.cache_read + reported.cache_write > 0;
}

/**
 * The charge of a call whose provider may have made more than anybody has seen: all that was held
 * for it.
 */
export function heldConsumption(plan: Plan): Consumption {
  const usage = plan.estimate?.usage ?? { input: plan.inputBound };
  return { usage, source: 'estimated', partial: true };
}

function withinHold(
  { estimate, images, tier, target: { price } }: Plan,
  usage: UsageCounts,
): UsageCounts {
  if (estimate === null || price === null) return usage;
  const { prices, upliftBp } = price;
  const used = { ...inTier(usage, tier ?? null), ...fixedUsage(prices, images) };
  const whole = foldUnpriced(used, prices);
  const isAbove = rate(whole, prices, upliftBp) > rate(estimate.usage, prices, upliftBp);
  return isAbove ? estimate.usage : usage;
}

function promptOf({ input, cache_read, cache_write, cache_write_1h }: PromptUsage): PromptUsage {
  const kept = cache_write_1h === undefined ? {} : { cache_write_1h };
  return { input, cache_read, cache_write, ...kept };
}

/**
 * What the caller owes for a call without content whose provider was at work when we hung up. The
 * caller owes nothing when the provider failed by itself or was not reached, whether or not the
 * caller has left.
 * @param given.keep whether the caller may come back for the answer
 * @param given.isSeen whether the provider stops when we hang up, so that nothing is billed that
 *   nobody has seen
 * @returns `prompt`, or `hold` where nobody knows what the provider made
 * @throws when the caller owes nothing: that this process leaves, or the failure of the provider
 */
export function owedWithoutContent(
  error: unknown,
  { drain, keep, isSeen }: { drain: Drain; keep: boolean; isSeen: boolean },
): 'prompt' | 'hold' {
  if (!(error instanceof ProviderError)) throw error;
  const shutdown = drain.shutdown();
  if (shutdown !== null) throw shutdown;
  const why = drain.hungUp();
  if (why === null || error.failure.kind !== 'indeterminate') throw error;
  // This process is to blame, and the call may be run again under the same key.
  if (why === 'shutdown' && keep) throw error;
  return why === 'no_slot' && !isSeen ? 'hold' : 'prompt';
}

/** What an abandoned call was. */
export interface Abandoned {
  plan: Plan;
  call: IncomingCall;
  /** As far as the provider reported it. */
  prompt: PromptUsage | null;
  owed: 'prompt' | 'hold';
}

/** Charges a call whose caller left, after it was dispatched, before anything was delivered. */
export async function settleAbandoned(
  deps: MoneyDeps,
  { plan, call, prompt, owed }: Abandoned,
): Promise<Served> {
  const consumption =
    owed === 'hold'
      ? heldConsumption(plan)
      : consumptionOf(plan, {
          usage: null,
          prompt,
          answer: null,
          delivered: NOTHING_DELIVERED,
          partial: true,
        });
  return settleLeft(deps, { plan, call, consumption });
}

/** Charges a call whose caller left before anything was delivered. */
export async function settleLeft(
  deps: MoneyDeps,
  { plan, call, consumption }: Pick<Abandoned, 'plan' | 'call'> & { consumption: Consumption },
): Promise<Served> {
  const bill = await settle(deps, plan, consumption);
  const status = STATUS_CALLER_LEFT;
  deps.logger.info(
    { op: plan.opId, requestId: call.requestId },
    'the caller left before anything came',
  );
  return {
    failure: null,
    ending: { status, outcome: 'client_gone', error: null, bill, timing: null },
    answer: { status, headers: {}, body: Buffer.alloc(0) },
  };
}
