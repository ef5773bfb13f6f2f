/** Texts about the effects of a decision about a model. */
export const modelChange = {
  title: 'What this changes',
  offered: 'Available to users:',
  becomes: 'becomes',
  missing: (limits: string): string => `Once these limits are set: ${limits}.`,
  contract: 'Contract revision',
  prices: 'List prices:',
  aliases: 'Aliases that change',
  noAliases: 'No alias uses this model.',
  targets: {
    gains: (before: string, after: string): string =>
      `gains a target: ${before} before, ${after} after.`,
    loses: (before: string, after: string): string =>
      `loses a target: ${before} before, ${after} after.`,
    none: (before: string): string => `keeps its ${before} available targets.`,
  },
  contractChanges: 'Its contract changes.',
  leftWithout: 'no target left: calls will be rejected',
  moreAliases: 'More aliases use this model.',
  users: (on: string, off: string): string =>
    `Users with a setting of their own: ${on} enabled the model, ${off} disabled it. It is enabled for all others.`,
  keys: (limited: string, alone: string): string =>
    `Keys restricted to a list with this model: ${limited}, of which ${alone} may use no other model.`,
  limitedKeys: 'Keys restricted to this model',
  onlyThis: 'no other model',
  orMore: (counted: string): string => `${counted} or more`,
  usage: (days: string, requests: string): string =>
    `In the last ${days} days: ${requests} requests, spent`,
} as const;
