/*
 * Limits that the console knows before it asks. Browsers load this file, so that it imports no
 * schema.
 */

/** The most tiers of a price version. */
export const LONG_CONTEXT_TIERS_MAX = 5;

/** The most that a difference counts of users and of keys; above it there are more. */
export const DIFFERENCE_COUNT_MAX = 1_000;
