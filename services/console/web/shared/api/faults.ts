import { asFailure } from './failure.ts';

/** What is wrong with fields of a form, by their names as they are sent. */
export type Faults = Readonly<Partial<Record<string, string>>>;

/** The faults that an error names; none for undefined. */
export function faultsOf(error: unknown): Faults {
  if (error === undefined) return {};
  return Object.fromEntries(asFailure(error).faults.map(({ path, message }) => [path, message]));
}
