import type { Fields } from './fields.ts';
import type { ReportRow } from './reported-usage.ts';

/** How the rows of one format are read. */
export interface ReportReader {
  /** The columns that a CSV has to have. */
  readonly columns: readonly string[];
  /** The name under which a column is known; absent: its own. */
  readonly nameOf?: (column: string) => string;
  /** How the JSON is read; absent: there is none. */
  readonly json?: {
    /** The names of the start and the end of a bucket. */
    readonly span: readonly [start: string, end: string];
    /**
     * Reads a result; the bucket's start and end are among the fields, and members of members are
     * joined by `_`.
     */
    ofResult(fields: Fields): ReportRow;
  };
  /** Reads a line of the CSV. */
  ofLine(fields: Fields): ReportRow;
}
