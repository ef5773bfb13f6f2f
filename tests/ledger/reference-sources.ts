import { createHash } from 'node:crypto';
import { listFiles } from '../tidy/source-files.ts';

/** What decides how the ledger looks in a database, and how it is described. */
const SOURCES =
  /^(libs\/db\/src\/migrations(\.ts|\/.*\.ts)|(libs|services)\/\w+\/sql\/.*\.sql|services\/billing\/src\/invariants\/code-description\.ts)$/;

/** SHA-256 of everything that the reference is made from: while that is the same, so is the reference. */
export function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const { path, text } of listFiles(SOURCES).toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    hash.update(`${path}\0${text}\0`);
  }
  return hash.digest('hex');
}
