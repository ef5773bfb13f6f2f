import { formatPriceList, formatUserPrices } from '@tollgate/catalog/prices';
import type { UserModel } from '@tollgate/catalog/users';
import type { PlatformUserModelOut } from '@tollgate/contract/platform/models';
import { encodeId } from '@tollgate/runtime/ids';

/** An approved model from the view of one user. */
export function platformUserModelOut(model: UserModel): PlatformUserModelOut {
  const { prices, upliftBp } = model;
  return {
    model_id: encodeId('mdl', model.id),
    public_id: model.publicId,
    routable: model.routable,
    enabled: model.enabled,
    uplift_bp: upliftBp,
    uplift_source: model.upliftSource,
    list_prices: prices === null ? null : { ...formatPriceList(prices) },
    user_prices: prices === null ? null : { ...formatUserPrices(prices, upliftBp) },
    list_prices_since: model.pricesSince?.toISOString() ?? null,
    long_context: (prices?.longContext ?? []).map((tier) => ({
      above_input_tokens: tier.aboveInputTokens,
      list_prices: formatPriceList(tier.prices),
      user_prices: formatUserPrices(tier.prices, upliftBp),
    })),
  };
}
