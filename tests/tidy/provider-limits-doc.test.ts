import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  PROVIDER_LIMITS_MODULE,
  PROVIDER_LIMITS_PAGE,
  providerLimitsModule,
  providerLimitsPage,
} from '@tollgate/deploy/docs/provider-limits';
import { ROOT } from './source-files.ts';

test.each([
  [PROVIDER_LIMITS_PAGE, providerLimitsPage],
  [PROVIDER_LIMITS_MODULE, providerLimitsModule],
])('%s is what `make docs` makes of the tables of facts', (file, make) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toBe(make());
});
