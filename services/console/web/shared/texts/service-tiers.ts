/** Texts about service tiers with prices of their own. */
export const tierTexts = {
  action: 'Service tiers',
  title: (model: string): string => `Service tiers of ${model}`,
  save: 'Save service tiers',
  text: 'Callers may request these tiers of the provider. Each needs prices of its own, which are published before the tier is allowed.',
  legend: 'Service tiers for callers',
  hint: 'Each tier needs prices of its own; you set them next.',
  names: { flex: 'flex (cheaper, slower)', priority: 'priority (faster, more expensive)' },
  prices: { flex: 'Prices of the tier flex', priority: 'Prices of the tier priority' },
  add: {
    flex: 'Add prices of the tier flex',
    priority: 'Add prices of the tier priority',
    batch: 'Add batch prices',
  },
  batchHint:
    'Lines of batches pay it once each kind of token has one: they then go over the batch interface of the provider. Leave all empty to have workers run them at the usual price.',
  ends: (tiers: string): string => `End the prices of these service tiers: ${tiers}`,
  above: (label: string, tokens: string): string => `${label}, above ${tokens} input tokens`,
  lacksLater:
    'Scheduled prices of this model do not name these tiers, so that it cannot be called once they are in force. Schedule prices with these tiers for a moment right after that, under “Set prices”.',
  mayNotPrice:
    'Your role cannot set prices, and the model cannot be called while a tier lacks them. Ask an owner to set them.',
} as const;
