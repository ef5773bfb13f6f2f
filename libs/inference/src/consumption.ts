import { UpstreamError } from '@tollgate/providers/adapter';
import type { PromptUsage, Usage } from '@tollgate/providers/adapter';
import type { IncomingCall } from './call.ts';
import type { Drain } from './drain.ts';
import type { Plan } from './plan.ts';
import { countsOf, settle } from './settle.ts';
import type { Consumption, MoneyDeps } from './settle.ts';
import type { Served } from './serve-whole.ts';

/** Nginx's word for a caller who left before the answer began. For the record only: nobody reads it on a wire. */
const STATUS_CALLER_LEFT = 499;

/** What is known of an answer when it is to be paid. */
export interface Evidence {
  /** The vendor's counts of the whole call, or of what it had given so far. */
  usage: Usage | null;
  /** The vendor's counts of the prompt, told before the answer. */
  prompt: PromptUsage | null;
  /** Our count of what was handed to the caller, in tokens. */
  delivered: number;
  /** The answer broke off. */
  partial: boolean;
}

/**
 * What an answer is charged by: the vendor's counts where it told them, else those of the prompt that it told or the bound
 * that the hold was made of, with what was delivered.
 */
export function consumptionOf(plan: Plan, evidence: Evidence): Consumption {
  const { usage, prompt, delivered, partial } = evidence;
  // Counts without any output, of an answer that broke off, are about the prompt alone.
  if (usage !== null && (!partial || usage.output + usage.reasoning > 0)) {
    return { usage: countsOf(usage), source: 'provider', partial };
  }
  const told = usage ?? prompt;
  const input =
    told === null
      ? { input: plan.inputBound }
      : countsOf({ output: 0, reasoning: 0, ...promptOf(told) });
  const output = delivered > 0 ? { output: delivered } : {};
  return { usage: { ...input, ...output }, source: 'estimated', partial };
}

function promptOf({ input, cache_read, cache_write }: PromptUsage): PromptUsage {
  return { input, cache_read, cache_write };
}

/**
 * Passes where a call failed because we hung up on a vendor that was at work: its caller has left, and reading the answer to its
 * end saves nothing or is not to be had. A vendor that fails by itself costs the caller nothing, whether or not the caller has left.
 * @param keep whether the caller may come back for the answer
 * @throws what the caller is told otherwise: that this process leaves, or what the vendor failed with
 */
export function assertHangUp(error: unknown, drain: Drain, keep: boolean): void {
  if (!(error instanceof UpstreamError)) throw error;
  const shutdown = drain.shutdown();
  if (shutdown !== null) throw shutdown;
  if (keep || !drain.signal.aborted || error.failure.kind !== 'indeterminate') throw error;
}

/** What an abandoned call was. */
export interface Abandoned {
  plan: Plan;
  call: IncomingCall;
  /** As far as the vendor told it. */
  prompt: PromptUsage | null;
}

/** Charges the prompt of a call whose caller left, after it was dispatched, before anything was delivered. */
export async function settleAbandoned(
  deps: MoneyDeps,
  { plan, call, prompt }: Abandoned,
): Promise<Served> {
  const evidence: Evidence = { usage: null, prompt, delivered: 0, partial: true };
  const bill = await settle(deps, plan, consumptionOf(plan, evidence));
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
