import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlatformModelOut, PriceResearchOut } from '@tollgate/contract/platform/models';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { useRefresh } from '../shared/query-hooks.ts';
import {
  firstChoice,
  LEAVE_OUT,
  pricedChoices,
  priceVersionOf,
  runStep,
  UNPRICED,
} from './bulk-choices.ts';
import type { BulkOutcome, BulkRoutes, BulkStep, PricedChoice } from './bulk-choices.ts';
import { researchOf } from './price-research.tsx';

type Model = PlatformModelOut;

/** How far one model is. */
export type LineState = { state: 'running' } | BulkOutcome;

/** One model of a bulk approval: what price lists say, what is chosen, and what became of it. */
export interface Line {
  model: Model;
  /** What price lists say of the model, once they were asked. */
  found: PriceResearchOut | undefined;
  /** Why the price lists could not be asked; null: they were, or are not. */
  lookupError: unknown;
  isLooking: boolean;
  choices: readonly PricedChoice[];
  choice: string;
  /** Limits that nobody knows, as they were typed. */
  limits: Readonly<Record<string, string>>;
  /** Undefined: the model waits. */
  state: LineState | undefined;
}

/** What was typed and chosen for one model; no choice: its first one. */
type Given = Pick<Line, 'limits'> & { choice?: string };

/** A bulk approval while it is decided and while it runs. */
export interface Bulk {
  lines: readonly Line[];
  /** The models for which something would be done now. */
  open: readonly Line[];
  isRunning: boolean;
  choose: (line: Line, choice: string) => void;
  limit: (line: Line, name: string, value: string) => void;
  run: () => Promise<void>;
}

/**
 * Keeps what is chosen for each model, and does it one model after the other.
 * @param mayPrice without it no price list is asked, and models are approved without prices
 */
export function useBulk(models: readonly Model[], mayPrice: boolean): Bulk {
  const lookups = useLookups(models, mayPrice);
  const [given, setGiven] = useState<ReadonlyMap<string, Given>>(new Map());
  const [states, setStates] = useState<ReadonlyMap<string, LineState>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const refresh = useRefresh();
  const lines = lookups.map((lookup): Line => {
    const { id } = lookup.model;
    const { choice, limits = {} } = given.get(id) ?? {};
    const first = mayPrice ? firstChoice(lookup.choices) : UNPRICED;
    return { ...lookup, choice: choice ?? first, limits, state: states.get(id) };
  });
  const open = lines.filter(({ choice, state }) => choice !== LEAVE_OUT && !isOver(state));
  const give = ({ model, choice, limits }: Line, next: Partial<Given>): void =>
    setGiven(new Map(given).set(model.id, { choice, limits, ...next }));
  const run = async (): Promise<void> => {
    const say = (line: Line, state: LineState): void =>
      setStates((before) => new Map(before).set(line.model.id, state));
    setRunning(true);
    for (const line of open) {
      say(line, { state: 'running' });
      // A line shows its outcome before the next model changes.
      // oxlint-disable-next-line no-await-in-loop
      say(line, await runStep(stepOf(line), ROUTES));
    }
    await refresh([['models']]);
    setRunning(false);
  };
  return {
    lines,
    open,
    isRunning,
    choose: (line, choice) => give(line, { choice }),
    limit: (line, name, value) => give(line, { limits: { ...line.limits, [name]: value } }),
    run,
  };
}

type Lookup = Pick<Line, 'model' | 'found' | 'lookupError' | 'isLooking' | 'choices'>;

/** Prices that are shown will be published, so that nothing is asked again meanwhile. */
function useLookups(models: readonly Model[], mayPrice: boolean): Lookup[] {
  const queries = useQueries({
    queries: models.map(({ id }) => ({
      ...researchOf(id),
      enabled: mayPrice,
      staleTime: Infinity,
    })),
  });
  return models.map((model, index) => {
    const { data: found, error = null, isFetching = false } = queries[index] ?? {};
    return {
      model,
      found,
      lookupError: error,
      isLooking: isFetching,
      choices: pricedChoices(found),
    };
  });
}

/** Whether nothing is left to do for a model. */
export const isOver = (state: LineState | undefined): boolean =>
  state !== undefined && ['done', 'approved', 'kept'].includes(state.state);

/** Whether a model was tried and is not as it was chosen. */
export const isFailed = (state: LineState | undefined): boolean =>
  state !== undefined && ['failed', 'rejected'].includes(state.state);

function stepOf({ model, choices, choice, limits }: Line): BulkStep {
  const priced = choices.find(({ value }) => value === choice);
  const given = model.missing_limits.map((name) => [name, Number(limits[name])] as const);
  return {
    model,
    approval: given.length === 0 ? {} : { limits: Object.fromEntries(given) },
    prices: priced === undefined ? null : priceVersionOf(priced),
  };
}

const at = (id: string) => ({ path: { model_id: id } });

const ROUTES: BulkRoutes = {
  read: (id) => dataOf(platform.GET('/api/platform/models/{model_id}', { params: at(id) })),
  approve: (id, body) =>
    dataOf(platform.POST('/api/platform/models/{model_id}/approval', { params: at(id), body })),
  price: (id, body) =>
    dataOf(platform.POST('/api/platform/models/{model_id}/prices', { params: at(id), body })),
};
