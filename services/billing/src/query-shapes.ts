/** Where a page of a list begins and how long it is. */
export interface Page {
  limit: number;
  /** The id of the last row of the page before. */
  before: string | null;
}

/** A shape as a query gives it: moments are dates. */
export type Timed<Shape, Columns extends keyof Shape> = {
  [Name in keyof Shape]: Name extends Columns
    ? Date | (null extends Shape[Name] ? null : never)
    : Shape[Name];
};
