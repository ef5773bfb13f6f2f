import type { LimitsIn, LimitsOut } from '@tollgate/contract/limits-document';
import type { Document } from '../document.ts';
import { plainDecimal } from '../decimals.ts';
import { dataOf } from '../platform-client.ts';
import type { State } from '../state.ts';
import { differences } from '../step.ts';
import type { Planning, Step } from '../step.ts';

type Limits = NonNullable<Document['limits']>[string];
type Shown = LimitsOut;

const NAMES = [
  'requests_per_minute',
  'tokens_per_minute',
  'concurrent_requests',
  'credits_per_day',
  'credits_per_month',
  'output_tokens_per_request',
] as const satisfies readonly (keyof Shown)[];

/** Steps to the wanted limits of users. What a document does not name of a user's limits stays. */
export function planLimits({ document, state, fault }: Planning): Step[] {
  return Object.entries(document.limits ?? {}).flatMap(([email, wanted]) => {
    const user = state.users.get(email);
    if (user === undefined && document.users?.[email] === undefined) {
      fault({
        path: ['limits', email],
        words: 'is no user, and the document makes none of that address',
      });
      return [];
    }
    const fields = differences(
      NAMES.map((name) => [name, plain(user?.limits[name] ?? null), plain(wanted[name])]),
    );
    return fields.length === 0 ? [] : [stepOf(email, { wanted, fields })];
  });
}

function stepOf(
  email: string,
  { wanted, fields }: { wanted: Limits } & Pick<Step, 'fields'>,
): Step {
  return {
    action: 'change',
    noun: 'limits',
    name: email,
    path: ['limits', email],
    fields,
    async run({ platform, user }) {
      const { id, limits } = await user(email);
      const body = { ...limits, ...wanted } as LimitsIn;
      const path = '/api/platform/users/{user_id}/limits';
      const params = { path: { user_id: id } };
      await dataOf(`limits ${email}`, platform.PUT(path, { params, body }));
    },
  };
}

function plain<Value>(value: Value): Value | string {
  return typeof value === 'string' ? plainDecimal(value) : value;
}

/** The limits of users who have some, as a document has them. */
export function exportLimits({ users }: State): NonNullable<Document['limits']> {
  return Object.fromEntries(
    [...users.values()]
      .filter(
        ({ status, limits }) => status !== 'closed' && NAMES.some((name) => limits[name] !== null),
      )
      .map(({ email, limits }) => [
        email,
        Object.fromEntries(
          NAMES.filter((name) => limits[name] !== null).map((name) => [name, plain(limits[name])]),
        ),
      ]),
  );
}
