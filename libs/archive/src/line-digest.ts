import { createHash } from 'node:crypto';

/** The values of one record in the order of the columns, each as PostgreSQL writes it, or null. */
export type RecordValues = readonly (string | null)[];

/** What the lines of a day come to. */
export interface DayDigest {
  rows: number;
  /** SHA-256 over the lines, in hexadecimal digits. */
  sha256: string;
}

/** Adds lines up in the order in which they come. */
export interface LineDigest {
  add(values: RecordValues): void;
  end(): DayDigest;
}

/**
 * Starts a digest of records: a record is a line, a JSON array of texts and nulls with a line feed
 * behind it. What PostgreSQL gives and what a file of the archive gives have one digest.
 */
export function startLineDigest(): LineDigest {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(values) {
      hash.update(`${JSON.stringify(values)}\n`);
      rows += 1;
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  };
}
