import { dimensionsOfTool, pricedDimensions, toolsOf } from '@tollgate/contract/priced-dimensions';
import type { PricedTool } from '@tollgate/contract/priced-dimensions';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { revisionOf } from '@tollgate/providers/contract/contract';
import { dimensionsOf, parsePrices } from '@tollgate/money/rating';
import type { DimensionPrices, Prices, PricesJson } from '@tollgate/money/rating';

type Priced = Pick<RequestContract, 'capability' | 'dimensions' | 'parameters' | 'transcription'>;

/**
 * The prices of a version that count for a model: those for dimensions of its contract, for the
 * fees of its capability and for tools that its provider runs. A stored version never changes, and
 * an earlier release took other dimensions as well. Quotes, holds and charges all begin with the
 * prices that this function gives, so that a price which cannot be quoted is not charged either.
 */
export function pricesInForce(json: PricesJson, contract: Priced): Prices {
  const { longContext, ...base } = parsePrices(json);
  const names = pricedDimensions(contract, toolsOf(contract));
  const tiers = (longContext ?? [])
    .map((tier) => ({ ...tier, prices: only(tier.prices, names) }))
    .filter(({ prices }) => dimensionsOf(prices).length > 0);
  const prices = only(base, names);
  return tiers.length === 0 ? prices : { ...prices, longContext: tiers };
}

/** A model whose price version is known. */
type Approved<Contract extends RequestContract | null> = {
  contract: Contract;
  draft: Pick<RequestContract, 'parameters' | 'transcription'>;
};

/**
 * The contract of a model under a price version: with the tools that its provider runs and with
 * the audio that it takes, where the version has every price for them. A price alone admits these,
 * so that a model that was approved before needs no other approval.
 * @param json absent: the model has no price
 */
export function contractInForce<Contract extends RequestContract | null>(
  { contract, draft }: Approved<Contract>,
  json: PricesJson | undefined,
): Contract {
  const tools = toolsOf(draft).filter((tool) =>
    dimensionsOfTool(tool).every((name) => json?.[name] !== undefined),
  );
  const transcription = json?.['audio_input'] === undefined ? undefined : draft.transcription;
  if (contract === null || (tools.length === 0 && transcription === undefined)) return contract;
  return revised(contract, rulesOf(draft, tools), transcription);
}

function rulesOf(
  { parameters }: Pick<RequestContract, 'parameters'>,
  tools: readonly PricedTool[],
): RequestContract['parameters'] {
  return Object.fromEntries(
    tools.map((tool) => [tool, parameters[tool] ?? { supported: false }] as const),
  );
}

function revised<Contract extends RequestContract>(
  contract: Contract,
  rules: RequestContract['parameters'],
  transcription: RequestContract['transcription'],
): Contract {
  const { revision: _, ...rest } = contract;
  const made = {
    ...rest,
    parameters: { ...contract.parameters, ...rules },
    ...(transcription === undefined ? {} : { transcription }),
  };
  return { ...contract, ...made, revision: revisionOf(made) };
}

function only(prices: DimensionPrices, names: readonly string[]): DimensionPrices {
  const kept: DimensionPrices = {};
  for (const name of dimensionsOf(prices)) {
    const price = prices[name];
    if (price !== undefined && names.includes(name)) kept[name] = price;
  }
  return kept;
}
