import { RETENTION_CATEGORIES } from '@tollgate/contract/platform/retention';
import type { Document } from '../document.ts';
import { dataOf } from '../platform-client.ts';
import type { State } from '../state.ts';
import { differences } from '../step.ts';
import type { Planning, Step } from '../step.ts';

/** Steps to the wanted retention. */
export function planRetention({ document, state, fault }: Planning): Step[] {
  const policies = new Map(state.retention.map((policy) => [policy.category, policy]));
  return RETENTION_CATEGORIES.flatMap((category) => {
    const days = document.retention?.[category]?.days;
    const policy = policies.get(category);
    if (days === undefined) return [];
    const path = ['retention', category];
    if (policy === undefined) {
      fault({ path, words: 'is of a category that the running system does not have' });
      return [];
    }
    if (days < policy.minimum_days) {
      fault({ path: [...path, 'days'], words: `must be ${policy.minimum_days} or more` });
      return [];
    }
    const fields = differences([['days', policy.days, days]]);
    if (fields.length === 0) return [];
    return [
      {
        action: 'change' as const,
        noun: 'retention' as const,
        name: category,
        path,
        fields,
        async run({ platform }) {
          const params = { path: { category } };
          const policies = '/api/platform/retention-policies/{category}';
          const answer = platform.PUT(policies, { params, body: { days } });
          await dataOf(`retention ${category}`, answer);
        },
      } satisfies Step,
    ];
  });
}

/** The retention of the running system, as a document has it. */
export function exportRetention({ retention }: State): NonNullable<Document['retention']> {
  return Object.fromEntries(retention.map(({ category, days }) => [category, { days }]));
}
