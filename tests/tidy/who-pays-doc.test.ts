import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WHO_PAYS_PAGE, whoPaysPage } from '@tollgate/deploy/docs/who-pays';
import { ROOT } from './source-files.ts';

test('who-pays.md is what `make docs` makes of the table', () => {
  expect(readFileSync(join(ROOT, WHO_PAYS_PAGE), 'utf8')).toBe(whoPaysPage());
});
