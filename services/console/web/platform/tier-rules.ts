import type { ModelApproval, PlatformModelOut } from '@tollgate/contract/platform/models';
import type { ParameterRule } from '@tollgate/contract/request-contract';
import { isPricedTier, tierDimensions } from '@tollgate/contract/service-tiers';
import type { PricedTier } from '@tollgate/contract/service-tiers';

type Model = PlatformModelOut;
type Rules = Readonly<Record<string, ParameterRule>>;

/** The tiers with prices of their own that callers of a model may request. */
export const admittedTiers = ({ parameter_overrides: rules }: Model): PricedTier[] =>
  (rules['service_tier']?.values ?? []).filter(isPricedTier);

/** Rules of an approval with the tiers that it admits; other values of the tier stay. */
export function withTiers(
  rules: Rules,
  tiers: readonly PricedTier[],
): Record<string, ParameterRule> {
  const { service_tier: before, ...others } = rules;
  if (before === undefined && tiers.length === 0) return { ...rules };
  const usual = (before?.values ?? ['default']).filter((value) => !isPricedTier(value));
  return { ...others, service_tier: { ...before, supported: true, values: [...usual, ...tiers] } };
}

/** The dimensions of the tiers, for what the model is charged by without them. */
export const dimensionsOfTiers = (
  { dimensions }: Pick<Model, 'dimensions'>,
  tiers: readonly PricedTier[],
): string[] => tiers.flatMap((tier) => tierDimensions(tier, dimensions));

type PlainDimension = NonNullable<ModelApproval['dimensions']>[number];

/** Whether an approval names a dimension itself: those of tiers follow from the rules. */
const isPlain = (name: string): name is PlainDimension =>
  !/^(?:flex|priority|batch|second)_/u.test(name);

/**
 * The approval of a chat model with everything that it has now and other tiers, since approving
 * again replaces all additions.
 */
export const approvalWithTiers = (model: Model, tiers: readonly PricedTier[]): ModelApproval => ({
  limits: model.limits,
  parameters: withTiers(model.parameter_overrides, tiers),
  dimensions: model.dimensions.filter(isPlain),
  hard_output_tokens: model.hard_output_tokens,
  first_byte_seconds: model.first_byte_seconds,
  total_seconds: model.total_seconds,
});
