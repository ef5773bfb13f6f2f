import { listCredentials } from '@tollgate/catalog/credentials';
import { getModelView } from '@tollgate/catalog/models';
import { suggestPrices } from '@tollgate/catalog/bundled-prices';
import type { PriceQuestion } from '@tollgate/catalog/bundled-prices';
import { formatPriceList } from '@tollgate/catalog/prices';
import { PriceListUnavailable } from '@tollgate/catalog/fetched-prices';
import type { PublicPriceList } from '@tollgate/catalog/fetched-prices';
import type { PriceResearchOut } from '@tollgate/contract/platform/models';
import type { PriceSuggestion } from '@tollgate/contract/platform/models';
import { pricedDimensions, toolsOf } from '@tollgate/contract/priced-dimensions';
import { researchPlatformPrices } from '@tollgate/contract/routes/admin/pricing';
import type { MountedRoute } from '@tollgate/http/route';
import { parsePrices } from '@tollgate/money/rating';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleResearchPrices = ({
  db,
  credentials,
  priceList,
  now,
}: AdminDeps): MountedRoute =>
  platformRoute(researchPlatformPrices, async ({ params, body }) => {
    const { model, price } = await getModelView(db, decodeId('mdl', params.model_id));
    const family = credentials.providers.families.find(({ id }) => id === model.family);
    const contract = model.contract ?? model.draft;
    const known = family?.pricesAs ?? family?.provider ?? null;
    const [backing] = (await listCredentials(db)).filter(
      ({ provider }) => provider === model.provider,
    );
    const at = now();
    const question: PriceQuestion = {
      provider: body.provider ?? known,
      baseUrl: backing?.baseUrl ?? null,
      model: body.model ?? model.upstreamModel,
      dimensions: contract.dimensions,
      priced: pricedDimensions(
        { ...contract, transcription: model.draft.transcription },
        toolsOf(model.draft),
      ),
      at,
    };
    const published = await askList(priceList, question);
    return {
      model_id: encodeId('mdl', model.id),
      researched_at: at.toISOString(),
      current: price === null ? null : { ...formatPriceList(parsePrices(price.prices)) },
      suggestions: [suggestPrices(question), published.suggestion].filter((one) => one !== null),
      unavailable: published.unavailable,
    };
  });

/** A list that is away leaves the other sources as they are. */
async function askList(
  priceList: PublicPriceList | null,
  question: PriceQuestion,
): Promise<{
  suggestion: PriceSuggestion | null;
  unavailable: PriceResearchOut['unavailable'];
}> {
  if (priceList === null) return { suggestion: null, unavailable: [] };
  try {
    return { suggestion: await priceList.suggest(question), unavailable: [] };
  } catch (error) {
    if (!(error instanceof PriceListUnavailable)) throw error;
    return {
      suggestion: null,
      unavailable: [{ name: priceList.name, message: error.message }],
    };
  }
}
