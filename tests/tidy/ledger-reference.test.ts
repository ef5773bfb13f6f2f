import { readFileSync } from 'node:fs';
import { REFERENCE_FILE } from '../../services/billing/src/invariants/code-description.ts';
import type { LedgerReference } from '../../services/billing/src/invariants/code-description.ts';
import { digestOfSources } from '@tollgate/generators/ledger/sources';

test('the reference of the ledger is that of its migrations; if not, run make ledger-reference', () => {
  const reference = JSON.parse(readFileSync(REFERENCE_FILE, 'utf8')) as LedgerReference;
  expect(Object.keys(reference.objects).length).toBeGreaterThan(100);
  expect(reference.sources).toBe(digestOfSources());
});
