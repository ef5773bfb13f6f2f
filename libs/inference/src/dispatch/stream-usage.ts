import { suspicionOf } from './answer.ts';
import { consumptionOf, heldConsumption, withDoubts, withTier } from './consumption.ts';
import type { DeliveredTokens } from './delivered.ts';
import type { ChatPlan } from '../chat/plan-chat.ts';
import type { LiveStream, Progress } from './live-stream.ts';
import type { ServeDeps } from './served.ts';
import type { Bill, Consumption } from '../money/bill.ts';
import { mayReasonInSecret, stopsAtProvider } from './unseen.ts';

/**
 * A caller who lets the provider wait for longer, in milliseconds, is to blame when the answer then
 * breaks off.
 */
export const STALLED_MS_MAX = 5_000;

/**
 * Counts that are a smaller part of ours than one in so many are placeholders, as providers send
 * before they have counted.
 */
const PLACEHOLDER_PART = 4;
/**
 * The rest under the ceiling is read on to the provider's own counts: so many tokens at most, and
 * at most this share of what was delivered.
 */
const READ_ON_TOKENS_MAX = 256;
const READ_ON_SHARE_MAX = 0.25;

/**
 * Whether a provider that can be stopped is stopped when its caller leaves. Near the ceiling the
 * answer is read on, because the provider's count then costs the caller less than ours of the text.
 */
export function isWorthStopping(plan: ChatPlan, progress: Progress): boolean {
  if (!isAllSeen(plan, progress)) return false;
  if (plan.output === null) return true;
  const { output, reasoning } = progress.delivered.counted();
  const made = output + reasoning;
  const left = plan.output.effectiveMaxTokens * (plan.request.n ?? 1) - made;
  return left > Math.min(READ_ON_TOKENS_MAX, made * READ_ON_SHARE_MAX);
}

/** Whether we have seen everything that the provider bills, if we stop the provider now. */
export function isAllSeen(plan: ChatPlan, progress: Progress): boolean {
  return stopsAtProvider(plan, hasShownReasoning(progress));
}

function hasShownReasoning({ delivered, unheard }: Progress): boolean {
  return delivered.hasReasoned() || unheard.hasReasoned();
}

function sumOf(one: DeliveredTokens, other: DeliveredTokens): DeliveredTokens {
  return { output: one.output + other.output, reasoning: one.reasoning + other.reasoning };
}

/** What a stream is charged by, however it ended. */
export function whatWasUsed(deps: ServeDeps, live: LiveStream): Consumption {
  const { plan, progress } = live;
  const { usage, prompt, answer, delivered, ran } = progress;
  const partial = progress.failure !== null;
  const about = { op: plan.opId, model: plan.target.publicId };
  const counted = delivered.counted();
  if (usage === null && !partial) deps.logger.warn(about, 'the provider sent no usage');
  const found = progress.suspect === null ? {} : { suspect: progress.suspect };
  const suspect = suspicionOf({ usage, ...found }, counted);
  if (suspect !== null) deps.logger.error({ ...about, suspect }, 'usage_suspect');
  const isHeld = partial && isCallersDoing(live) && mayHaveMadeMore(live);
  const consumption = isHeld
    ? heldConsumption(plan)
    : consumptionOf(plan, { usage, prompt, answer, ran, delivered: owedFor(live), partial });
  const named = withTier(consumption, progress.tier ?? undefined);
  return withDoubts(named, { implausible: progress.implausible, suspect });
}

/**
 * Our count of the answer: of all that the provider has made, where the caller has left and the
 * answer was read on.
 */
function owedFor(live: LiveStream): DeliveredTokens {
  const { delivered, unheard, failure } = live.progress;
  const isOwed = live.call.gone.aborted || (failure !== null && isCallersDoing(live));
  if (!isOwed) return delivered.counted();
  // What came after our own stop of the reading was asked for by nobody.
  return live.drain.hungUp() === 'shutdown'
    ? delivered.owed()
    : sumOf(delivered.owed(), unheard.owed());
}

/**
 * Records what a provider may bill for an answer that broke off beyond what was charged for it.
 * Counts that the provider reported so far are a lower bound, however good they are: nobody has
 * seen what it made after them.
 */
export function bookRest({ losses }: ServeDeps, live: LiveStream, { charged }: Bill): void {
  const { plan, progress, drain, call } = live;
  const mayBeMore = !isAllSeen(plan, progress);
  if (progress.failure === null || !mayBeMore) return;
  const reason = drain.hungUp() === 'shutdown' ? 'shutdown' : call.gone.aborted ? 'left' : 'broke';
  losses.book({ plan, reason, usage: null, charged });
}

/** A caller who leaves, or lets the provider wait, must not pay less than a caller who reads. */
function isCallersDoing({ call, progress, drain }: LiveStream): boolean {
  return call.gone.aborted || (progress.stalledMs > STALLED_MS_MAX && drain.hungUp() === null);
}

/** Whether the provider may bill more of a stream that broke off than was delivered. */
function mayHaveMadeMore({ plan, drain, progress }: LiveStream): boolean {
  const hasReasoned = hasShownReasoning(progress);
  switch (drain.hungUp()) {
    case 'stopped':
    case 'shutdown':
      return false;
    case 'no_slot':
      return !stopsAtProvider(plan, hasReasoned);
    case null:
      return !hasReportedSoFar(progress) && mayReasonInSecret(plan, hasReasoned);
  }
}

/**
 * Whether the provider has reported its counts so far, as some do with each piece: counts far below
 * what was delivered are placeholders.
 */
function hasReportedSoFar({ usage, delivered }: Progress): boolean {
  if (usage === null) return false;
  const reported = usage.output + usage.reasoning;
  const { output, reasoning } = delivered.counted();
  return reported > 0 && reported * PLACEHOLDER_PART >= output + reasoning;
}
