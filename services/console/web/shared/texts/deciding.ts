/** Words about what a decision about a model changes. */
export const deciding = {
  title: 'What this changes',
  offered: 'Offered to callers:',
  becomes: 'becomes',
  missing: (limits: string): string => `Once these limits are given: ${limits}.`,
  contract: 'Under the contract',
  prices: 'At the list prices, per million tokens:',
  nextPrice: 'Other prices follow at a later moment.',
  aliases: 'Aliases that change',
  noAliases: 'No alias leads to this model.',
  targets: {
    gains: (before: string, after: string): string =>
      `gains a target: ${before} now, ${after} then.`,
    loses: (before: string, after: string): string =>
      `loses a target: ${before} now, ${after} then.`,
    none: (before: string): string => `keeps ${before} targets that can be called.`,
  },
  contractChanges: 'Its contract changes.',
  leftWithout: 'left without a target: refused to callers',
  moreAliases: 'There are more aliases of this model.',
  users: (on: string, off: string): string =>
    `Users who chose by themselves: ${on} switched it on, ${off} off. All others have it on.`,
  keys: (limited: string, alone: string): string =>
    `Keys that may use it among few: ${limited}, of which ${alone} may use nothing else.`,
  limitedKeys: 'Keys that are limited to this model',
  onlyThis: 'nothing else',
  orMore: (counted: string): string => `${counted} or more`,
  usage: (days: string, requests: string): string =>
    `In the last ${days} days: ${requests} requests, charged`,
} as const;
