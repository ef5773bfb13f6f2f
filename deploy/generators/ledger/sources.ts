import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
/** What decides how the ledger looks in a database, and how it is described. */
const SOURCES = [
  'libs/db/src/migrations.ts',
  'libs/db/src/migrations/**/*.{ts,sql}',
  'libs/*/sql/**/*.sql',
  'services/*/sql/**/*.sql',
  'services/billing/src/invariants/code-description.ts',
];

/**
 * SHA-256 of everything that the reference is made from: while that is the same, so is the
 * reference.
 */
export function digestOfSources(): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: ROOT }).toSorted()) {
    hash.update(`${path}\0${readFileSync(join(ROOT, path), 'utf8')}\0`);
  }
  return hash.digest('hex');
}
