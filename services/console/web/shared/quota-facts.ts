import type { UserOut } from '@tollgate/contract/users';
import { quotaTexts as labels } from './texts/quota.ts';
import { longTime } from './times.ts';

/** In which days and months the quotas of an account count, as names and values. */
export const quotaFacts = ({ quota }: Pick<UserOut, 'quota'>): readonly [string, string][] => [
  [labels.zone, quota.time_zone],
  [labels.day, longTime(quota.day_resets_at)],
  [labels.month, longTime(quota.month_resets_at)],
];
