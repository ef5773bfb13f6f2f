import { GatewayError } from '@tollgate/contract/error-codes';
import type { ModerationsRequest } from '@tollgate/contract/moderations';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { pricesUpTo, worthOf } from '@tollgate/money/rating';
import type { UsageCounts, UsageDimension } from '@tollgate/money/rating';
import type { ModerationCall } from '@tollgate/providers/adapter/moderation-wire';
import { checkTerms } from '@tollgate/providers/contract/check-contract';
import { estimateEmbedding } from '@tollgate/providers/tokens/estimate';
import type { InputTokens } from '@tollgate/providers/tokens/estimate';
import { assertWithinMaxCredits, fixedUsage } from '../bounds/estimate.ts';
import type { Estimate } from '../bounds/estimate.ts';
import { possibleUsage } from '../bounds/output-policy.ts';
import {
  assertAllowed,
  assertCapability,
  dearestInput,
  inputBounds,
  planEstimated,
  withTokens,
} from '../plan.ts';
import type { Plan, PlanInput } from '../plan.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { ResolveDeps, Target } from '../catalogue/resolve.ts';

/** The plan of a moderation call. */
export interface ModerationsPlan extends Plan {
  output: null;
  call: ModerationCall;
  /** Whether the target bills tokens, by its own contract. */
  billsTokens: boolean;
}

/**
 * Steps 3 to 6 for moderations: targets, contract, estimate.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planModerations(
  deps: ResolveDeps,
  input: PlanInput<ModerationsRequest>,
): ModerationsPlan[] {
  const { request, ...shared } = input;
  const resolved = resolve(deps, shared.caller, request.model);
  const { contract, targets } = resolved;
  assertCapability(resolved, 'moderation');
  const { call, texts, images } = readInput(request);
  assertAllowed(checkTerms(contract, images > 0 ? new Map([['image_input', null]]) : new Map()));
  assertInputs(contract, call);
  const prompt = promptOf(targets, texts, images);
  const bounds = inputBounds(shared.caller, { targets, prompt, most: Number.MAX_SAFE_INTEGER });
  const owns = targets.map(
    ({ publicId }) => deps.catalog.models.get(publicId)?.contract ?? contract,
  );
  const estimates = targets.map((target, index) =>
    estimateOf(target, owns[index] ?? contract, bounds.inputBound),
  );
  const planned = planEstimated(targets, shared.attempt, estimates);
  assertWithinMaxCredits(planned[0]?.estimate ?? null, shared.maxCredits);
  const none = { output: null, effortLeftOut: null, ignored: [], images: 0 };
  const common = { ...shared, ...none, ...bounds, resolved, call };
  return planned.map((one, index) => ({
    ...common,
    ...one,
    billsTokens: (owns[index] ?? contract).dimensions.includes('input'),
    possible: possibleOf(one.target, call, prompt),
  }));
}

function readInput({ input }: ModerationsRequest): {
  call: ModerationCall;
  texts: string[];
  images: number;
} {
  if (typeof input === 'string') return { call: { input, count: 1 }, texts: [input], images: 0 };
  const texts = input.flatMap((one) => {
    if (typeof one === 'string') return [one];
    return one.type === 'text' ? [one.text] : [];
  });
  const isOfParts = input.some((one) => typeof one === 'object');
  const count = isOfParts ? 1 : input.length;
  return { call: { input, count }, texts, images: input.length - texts.length };
}

function assertInputs({ limits }: RequestContract, { count }: ModerationCall): void {
  if (limits.inputs === undefined || count <= limits.inputs) return;
  throw new GatewayError('invalid_request', `The model takes ${limits.inputs} inputs at most.`, {
    param: 'input',
  });
}

/** The most that the inputs come to at any target, pictures included. */
function promptOf(
  targets: readonly Target[],
  texts: readonly string[],
  images: number,
): InputTokens {
  return dearestInput(
    targets.map(({ family, endpoint }) => {
      const overhead = family.overhead(endpoint);
      const zero = { usual: 0, bound: 0, most: 0 };
      const sum = texts.reduce<InputTokens>((whole, text) => {
        const { usual, bound, most } = estimateEmbedding(text, overhead);
        return {
          usual: whole.usual + usual,
          bound: whole.bound + bound,
          most: whole.most + most,
        };
      }, zero);
      return withTokens(sum, overhead.request + images * overhead.image);
    }),
  );
}

/** The most that a call can use and cost; a price of zero is one, no price is none. */
function estimateOf(
  { price }: Target,
  { dimensions }: RequestContract,
  inputBound: number,
): Estimate | null {
  if (price === null) return null;
  const { prices, upliftBp } = price;
  const counted: UsageCounts = dimensions.includes('input') ? { input: inputBound } : {};
  const usage = { ...counted, ...fixedUsage(prices, 0) };
  const tables = pricesUpTo(prices, inputBound);
  const names = Object.keys(usage) as UsageDimension[];
  const isPriced = tables.every((table) => names.every((name) => table[name] !== undefined));
  if (names.length === 0 || !isPriced) {
    throw new GatewayError('unsupported_parameter', 'This model has no price for moderations.', {
      param: 'model',
    });
  }
  const amounts = tables.map((table) => worthOf(usage, table, upliftBp));
  return { usage, amount: amounts.reduce((dearest, one) => (one > dearest ? one : dearest)) };
}

/** The most tokens that can have been counted: a full context for each input, or the texts. */
function possibleOf(
  { contextTokens }: Target,
  { count }: ModerationCall,
  { most }: InputTokens,
): Plan['possible'] {
  const { input } = possibleUsage({ contextTokens, effectiveMaxTokens: 0, choices: 0 });
  return { input: Math.max(input * count, most), output: 0 };
}
