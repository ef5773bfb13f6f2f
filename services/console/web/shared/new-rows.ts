import { useState } from 'react';

/** Rows of a list that grows at its top. */
export interface NewRows<Row> {
  /** The rows that are shown: nothing moves until the reader asks for it. */
  rows: readonly Row[];
  /** How many rows have come above the shown ones; the page may be too short to say. */
  waiting: number;
  /** Whether more have come than a page has. */
  isMore: boolean;
}

/**
 * Splits the rows of a page into those that the reader sees and those that came since. A list that
 * was empty shows its first rows at once.
 * @param shown the rows that are shown now; undefined for the first answer
 */
export function withoutNew<Row>(
  rows: readonly Row[],
  shown: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
): NewRows<Row> {
  const [top] = shown ?? [];
  if (shown === undefined || top === undefined) return { rows, waiting: 0, isMore: false };
  const since = rows.findIndex((row) => keyOf(row) === keyOf(top));
  if (since === -1) return { rows: shown, waiting: rows.length, isMore: rows.length > 0 };
  // The end of the page has moved on by the new rows; what was shown there stays.
  const known = new Set(rows.map(keyOf));
  const pushedOut = since === 0 ? [] : shown.filter((row) => !known.has(keyOf(row)));
  return { rows: [...rows.slice(since), ...pushedOut], waiting: since, isMore: false };
}

/**
 * Keeps the rows of a list where they are while new ones come.
 * @param list which list this is: rows of another one are shown at once
 */
export function useNewRows<Row>(
  rows: readonly Row[],
  list: string,
  keyOf: (row: Row) => string,
): NewRows<Row> & { showNew: () => void } {
  const [seen, see] = useState<{ list: string; rows: readonly Row[] }>({ list, rows });
  const isSame = seen.list === list;
  const split = withoutNew(rows, isSame ? seen.rows : undefined, keyOf);
  // The next rows are reckoned from those that are shown now, also where rows left the page.
  if (!isSame || (split.waiting === 0 && seen.rows[0] !== split.rows[0])) {
    see({ list, rows: split.rows });
  }
  return { ...split, showNew: () => see({ list, rows }) };
}
