import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';

/** An address as it is typed; it is kept in lower case. */
export const EmailText = Type.String({ format: 'email', minLength: 3, maxLength: 254 });

/** A person's or a company's name: visible text on one line. */
export const NameText = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}\\u2028\\u2029]*$',
  description: 'One line of visible text',
});

/** Whether a user may use the service. */
export const UserStatus = Type.Union([
  Type.Literal('active'),
  Type.Literal('suspended'),
  Type.Literal('closed'),
]);
export type UserStatus = Static<typeof UserStatus>;

/** A user as both planes show it. */
export const UserOut = Type.Object(
  {
    id: Type.String(),
    /** Each user is a tenant of its own: always the user's id. */
    organization_id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    status: UserStatus,
    created_at: Type.String({ format: 'date-time' }),
    last_seen_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    password_changed_at: Type.String({ format: 'date-time' }),
    quota: Type.Object(
      {
        time_zone: Type.String({
          description: 'The zone whose days and months quotas of credits count in',
          examples: ['Europe/Berlin'],
        }),
        day_resets_at: Type.String({
          format: 'date-time',
          description:
            'When the quotas of a day begin anew; after a change of the zone the first midnight there that ends the day of before',
        }),
        month_resets_at: Type.String({ format: 'date-time' }),
      },
      closed,
    ),
  },
  closed,
);
export type UserOut = Static<typeof UserOut>;
