const YEAR_MAX = 9_999;

/**
 * Reads a moment that is written as RFC 3339 asks, whatever its offset: the database does not know
 * every one. An offset can push the last day of 9999 into a year that RFC 3339 cannot say, and a
 * leap second has the form of a moment that there is not.
 * @returns the moment as RFC 3339 in UTC; null for a text that names none
 */
export function readMoment(text: string): string | null {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() > YEAR_MAX) return null;
  return moment.toISOString();
}
