import { PRICED_TOOLS } from '@tollgate/contract/priced-dimensions';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { WEB_FETCHES_MAX } from '@tollgate/contract/server-tools';
import { WEB_SEARCHES_MAX } from '@tollgate/contract/web-search';
import type { Db } from '@tollgate/db/connect';
import { NANO_MAX } from '@tollgate/money/credits';
import {
  USAGE_DIMENSIONS,
  isImageDimension,
  isVideoDimension,
  dimensionsOf,
  parsePrices,
  pricesUpTo,
  worthOf,
} from '@tollgate/money/rating';
import type { DimensionPrices, Prices, UsageCounts } from '@tollgate/money/rating';
import { inputError } from './input-error.ts';
import { listCurrentPrices, listUpcomingPrices } from './price-version.queries.ts';
import { listModels } from './model.queries.ts';
import type { ModelRow } from './rows.ts';
import { findHighestUplift } from './user.queries.ts';

/** The tokens of a call to a model whose limits are not known yet. */
const TOKENS_UNSAID = 10_000_000;
/** The most images of one call; its body has no room for more. */
const IMAGES_MAX = 1_000;
/**
 * The most search units of one call: `RERANK_DOCUMENTS_MAX` documents of which each counts a
 * hundred times.
 */
const SEARCH_UNITS_MAX = 10_000;
/** The longest text that one call has read aloud, in characters. */
const CHARACTERS_MAX = 4_096;
/** Seconds of audio of one call: a day. */
const SECONDS_MAX = 86_400;
/** The most images that one call makes; `N_MAX` of the image route is less. */
const IMAGES_MADE_MAX = 100;
/** The most images that a call to edit shows; the image route takes fewer. */
const IMAGES_SHOWN_MAX = 100;
/** The most runs of one tool that the provider runs in a call. */
const TOOL_RUNS_MAX = Math.max(WEB_FETCHES_MAX, WEB_SEARCHES_MAX);
/** Begins the names of tokens of a service tier. */
const TIER = /^(?:flex|priority|batch)_/u;
/** Seconds of the longest video that a contract may allow, at its most expensive kind. */
const VIDEO_SECONDS_MAX = 3_600;

const EVERY_MODEL = {
  state: null,
  provider: null,
  family: null,
  publicId: null,
  limit: 100_000,
  offset: 0,
} as const;

type Limits = Partial<RequestContract['limits']>;

/**
 * Whether the largest call of a model costs no more than a column holds, under each of its prices.
 */
export function isRepresentable(prices: Prices, upliftBp: number, limits: Limits): boolean {
  const input = limits.context_tokens ?? TOKENS_UNSAID;
  const output = limits.output_tokens ?? input;
  const plain: UsageCounts = {
    input,
    cache_read: input,
    cache_write: input,
    cache_write_1h: input,
    output,
    reasoning: output,
    image_input: input * IMAGES_SHOWN_MAX,
    image_output: output * IMAGES_MADE_MAX,
    audio_input: input,
    character: CHARACTERS_MAX,
    request: 1,
    search_unit: SEARCH_UNITS_MAX,
    image: IMAGES_MAX,
    second: SECONDS_MAX,
    ...Object.fromEntries(PRICED_TOOLS.map((tool) => [tool, TOOL_RUNS_MAX])),
  };
  const most = Object.fromEntries(
    USAGE_DIMENSIONS.map((name) => [name, plain[name.replace(TIER, '') as keyof UsageCounts] ?? 0]),
  );
  return pricesUpTo(prices, input).every((table) => {
    const priced = Object.entries(most).filter(
      ([name]) => table[name as keyof UsageCounts] !== undefined,
    );
    const kinds = {
      ...dearestKind(table, isVideoDimension, VIDEO_SECONDS_MAX),
      ...dearestKind(table, isImageDimension, IMAGES_MADE_MAX),
    };
    return worthOf({ ...Object.fromEntries(priced), ...kinds }, table, upliftBp) <= NANO_MAX;
  });
}

/** The most of the most expensive kind: a call makes videos or images of one kind. */
function dearestKind(
  table: DimensionPrices,
  isOfSort: (name: string) => boolean,
  most: number,
): UsageCounts {
  const kinds = dimensionsOf(table).filter(isOfSort);
  const [dearest] = kinds.toSorted((a, b) => ((table[b] ?? 0n) > (table[a] ?? 0n) ? 1 : -1));
  return dearest === undefined ? {} : { [dearest]: most };
}

/**
 * Refuses prices that make a call of a model cost more than the ledger can record, for the user who
 * pays the most on top of them.
 * @throws InputError naming `path`
 */
export async function assertPricesRepresentable(
  db: Db,
  {
    model,
    prices,
    path,
  }: { model: Pick<ModelRow, 'id' | 'contract' | 'draft'>; prices: Prices; path: string },
): Promise<void> {
  const upliftBp = await findHighestUplift(db, model.id);
  if (isRepresentable(prices, upliftBp, limitsOf(model))) return;
  throw inputError(
    path,
    `make the largest call of the model cost more than can be booked, with ${upliftBp} basis points on top`,
  );
}

/**
 * Refuses an uplift that makes a call of any model, or of one, cost more than the ledger can
 * record.
 * @throws InputError naming `uplift_bp`
 */
export async function assertUpliftRepresentable(
  db: Db,
  { upliftBp, modelId }: { upliftBp: number; modelId: string | null },
): Promise<void> {
  const models = new Map((await listModels(db, EVERY_MODEL)).map((model) => [model.id, model]));
  const versions = [...(await listCurrentPrices(db)), ...(await listUpcomingPrices(db))];
  for (const { modelId: ofModel, prices } of versions) {
    const model = models.get(ofModel);
    if (model === undefined || (modelId !== null && ofModel !== modelId)) continue;
    if (isRepresentable(parsePrices(prices), upliftBp, limitsOf(model))) continue;
    throw inputError(
      'uplift_bp',
      `makes the largest call of ${model.publicId} cost more than can be booked; lower it or the prices`,
    );
  }
}

/**
 * Refuses limits that make a call of a model cost more than the ledger can record under prices that
 * it has.
 * @throws InputError naming `limits`
 */
export async function assertLimitsRepresentable(
  db: Db,
  model: Pick<ModelRow, 'id' | 'contract' | 'draft'>,
): Promise<void> {
  const versions = [...(await listCurrentPrices(db)), ...(await listUpcomingPrices(db))];
  for (const { modelId, prices } of versions) {
    if (modelId !== model.id) continue;
    await assertPricesRepresentable(db, { model, prices: parsePrices(prices), path: 'limits' });
  }
}

function limitsOf({ contract, draft }: Pick<ModelRow, 'contract' | 'draft'>): Limits {
  return contract?.limits ?? draft.limits;
}
