import { isSuspect } from './answer.ts';
import { consumptionOf, heldConsumption } from './consumption.ts';
import type { DeliveredTokens } from './delivered.ts';
import type { ChatPlan } from './plan-chat.ts';
import type { LiveStream, Progress } from './live-stream.ts';
import type { ServeDeps } from './served.ts';
import type { Bill, Consumption } from './bill.ts';
import { mayReasonInSecret, stopsAtProvider } from './unseen.ts';

/** A caller who lets the provider wait for longer, in milliseconds, is to blame when the answer then breaks off. */
const STALLED_MS_MAX = 5_000;

/** Whether we have seen everything that the provider bills, if we stop the provider now. */
export function isAllSeen(plan: ChatPlan, progress: Progress): boolean {
  return stopsAtProvider(plan, hasToldOfThoughts(progress));
}

function hasToldOfThoughts({ delivered, unheard }: Progress): boolean {
  return delivered.hasReasoned() || unheard.hasReasoned();
}

function sumOf(one: DeliveredTokens, other: DeliveredTokens): DeliveredTokens {
  return { output: one.output + other.output, reasoning: one.reasoning + other.reasoning };
}

/** What a stream is charged by, however it ended. */
export function whatWasUsed(deps: ServeDeps, live: LiveStream): Consumption {
  const { plan, progress } = live;
  const { usage, prompt, delivered } = progress;
  const partial = progress.failure !== null;
  const about = { op: plan.opId, model: plan.way.publicId };
  const counted = delivered.counted();
  if (usage === null && !partial) deps.logger.warn(about, 'the provider sent no usage');
  if (usage !== null && isSuspect(usage, counted)) deps.logger.error(about, 'usage_suspect');
  const isUntold = usage === null && live.call.gone.aborted;
  if (partial ? !isCallersDoing(live) : !isUntold) {
    return consumptionOf(plan, { usage, prompt, delivered: counted, partial });
  }
  if (mayHaveMadeMore(live)) return heldConsumption(plan);
  const bound = partial ? delivered.bound() : sumOf(delivered.bound(), progress.unheard.bound());
  return consumptionOf(plan, { usage, prompt, delivered: bound, partial });
}

/** What a provider may bill for an answer that broke off beyond what was charged for it. */
export function bookRest({ losses }: ServeDeps, live: LiveStream, { charged }: Bill): void {
  const { plan, progress, drain, call } = live;
  const mayBeMore = !isAllSeen(plan, progress);
  if (progress.failure === null || !mayBeMore || hasToldSoFar(progress)) return;
  const reason = drain.hungUp() === 'shutdown' ? 'shutdown' : call.gone.aborted ? 'left' : 'broke';
  losses.book({ plan, reason, usage: null, charged });
}

/** A caller who leaves, or lets the provider wait, must not pay less than a caller who reads. */
function isCallersDoing({ call, progress, drain }: LiveStream): boolean {
  return call.gone.aborted || (progress.stalledMs > STALLED_MS_MAX && drain.hungUp() === null);
}

/** Whether the provider may bill more of a stream that broke off than was delivered. */
function mayHaveMadeMore({ plan, drain, progress }: LiveStream): boolean {
  const hasReasoned = hasToldOfThoughts(progress);
  switch (drain.hungUp()) {
    case 'stopped':
    case 'shutdown':
      return false;
    case 'no_slot':
      return !stopsAtProvider(plan, hasReasoned);
    case null:
      return !hasToldSoFar(progress) && mayReasonInSecret(plan, hasReasoned);
  }
}

/** Whether the provider has told its counts so far, as some do with each piece. */
function hasToldSoFar({ usage }: Progress): boolean {
  return usage !== null && usage.output + usage.reasoning > 0;
}
