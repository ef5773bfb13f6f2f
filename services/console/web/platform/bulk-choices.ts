import type {
  ModelApproval,
  PlatformModelOut,
  PriceResearchOut,
  PriceVersionCreate,
} from '@tollgate/contract/platform/models';

/** Leaves a model as it is. */
export const LEAVE_OUT = 'leave';
/** Approves a model without prices. */
export const UNPRICED = 'unpriced';

type Suggestion = PriceResearchOut['suggestions'][number];

/** What a price list says of a model, and what an administrator has to know about it. */
export interface PricedChoice {
  /** The value of the choice; no other choice of the model has it. */
  value: string;
  suggestion: Suggestion;
  /** Dimensions that are free in the list. */
  free: string[];
}

/** The price lists whose prices are enough for a model. */
export function pricedChoices(found: PriceResearchOut | undefined): PricedChoice[] {
  const whole = (found?.suggestions ?? []).filter(({ missing }) => missing.length === 0);
  return whole.map((suggestion, index) => ({
    value: `list-${index}`,
    suggestion,
    free: freeIn(suggestion),
  }));
}

const isZero = (price: string): boolean => /^[0.]+$/u.test(price);

const freeIn = ({ prices, long_context: tiers }: Suggestion): string[] => [
  ...new Set(
    [prices, ...tiers.map((tier) => tier.prices)].flatMap((table) =>
      Object.entries(table).flatMap(([name, price]) => (isZero(price) ? [name] : [])),
    ),
  ),
];

/**
 * The choice that a model begins with: the first price list that is certain about it. What was
 * found by its name alone, or is free in the list, waits for the decision of a person.
 */
export function firstChoice(choices: readonly PricedChoice[]): string {
  const certain = choices.find(
    ({ suggestion, free }) => suggestion.found_by !== 'model_name' && free.length === 0,
  );
  return certain?.value ?? LEAVE_OUT;
}

/** The decision about one model. */
export interface BulkStep {
  model: Pick<PlatformModelOut, 'id' | 'public_id'>;
  approval: ModelApproval;
  /** Null: the model is approved without prices. */
  prices: PriceVersionCreate | null;
}

/** Prices of a list as a price version takes them; free ones were chosen by a person. */
export const priceVersionOf = ({ suggestion, free }: PricedChoice): PriceVersionCreate => ({
  prices: suggestion.prices,
  long_context: suggestion.long_context,
  ...(free.length === 0 ? {} : { allow_free: true }),
});

/** What became of one model. */
export type BulkOutcome =
  | { state: 'done' | 'approved' | 'kept' }
  | { state: 'rejected' }
  /** The step that was refused; those before it hold. */
  | { state: 'failed'; at: 'approval' | 'prices'; error: unknown };

/** The routes that a step uses; each rejects with what the server refused. */
export interface BulkRoutes {
  read: (id: string) => Promise<Pick<PlatformModelOut, 'state' | 'price'>>;
  approve: (id: string, approval: ModelApproval) => Promise<unknown>;
  price: (id: string, prices: PriceVersionCreate) => Promise<unknown>;
}

/**
 * Approves and prices one model. Begins with what the model is by now, so that a second attempt
 * does the rest only, and decisions and prices of a colleague stay.
 */
export async function runStep(step: BulkStep, routes: BulkRoutes): Promise<BulkOutcome> {
  let at: 'approval' | 'prices' = 'approval';
  try {
    const { state, price } = await routes.read(step.model.id);
    if (state === 'rejected') return { state: 'rejected' };
    if (state === 'discovered') await routes.approve(step.model.id, step.approval);
    if (price !== null) return { state: 'kept' };
    if (step.prices === null) return { state: 'approved' };
    at = 'prices';
    await routes.price(step.model.id, step.prices);
    return { state: 'done' };
  } catch (error) {
    return { state: 'failed', at, error };
  }
}
