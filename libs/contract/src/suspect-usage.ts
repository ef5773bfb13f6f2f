/**
 * Why a provider's report of usage is in doubt, by the fixed words that records, metrics and
 * reconciliations have for it.
 */
export const SUSPECT_USAGE = {
  implausible:
    'more was reported than the model or the ceiling that was sent allows: our own count is charged',
  unreadable:
    'a count is missing, negative, a fraction, a text or beyond reason: the report was not used',
  parts_exceed_whole:
    'a part is larger than its whole, such as more cached tokens than the prompt has: the part was cut to the whole',
  total_differs: 'the total is not the sum of the counts: the counts were used',
  nothing_counted: 'nothing was counted, although there is an answer',
  unasked_tier:
    'the provider says that it has answered in a service tier that was not asked for, at a higher price or at one that is not known: the tier that was asked for is charged',
  unpriced:
    'tokens of a cache were counted, for which the model has no price: they are charged as input',
} as const;

/** One of the words of {@link SUSPECT_USAGE}. */
export type SuspectReason = keyof typeof SUSPECT_USAGE;

/** The words of {@link SUSPECT_USAGE}, the gravest first. */
export const SUSPECT_REASONS = Object.keys(SUSPECT_USAGE) as SuspectReason[];
