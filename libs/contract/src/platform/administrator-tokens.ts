import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { RoleName } from './administrators.ts';
import { Label, Timestamp } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** How long a token lives where nothing is said, in days. */
export const TOKEN_DAYS_DEFAULT = 90;
/** The longest life of a token, in days. */
export const TOKEN_DAYS_MAX = 366;

/** A token of an administrator, with which a machine acts for them. */
export const AdministratorTokenOut = Type.Object(
  {
    id: Type.String(),
    name: Label,
    role: RoleName,
    /** Who made it, and for whom it acts. */
    administrator_id: Type.String(),
    administrator_email: Type.String(),
    /** The last four characters, to distinguish tokens. */
    last4: Type.String(),
    state: Type.Union([Type.Literal('active'), Type.Literal('expired'), Type.Literal('revoked')]),
    created_at: Timestamp,
    expires_at: Timestamp,
    /** To the minute. */
    last_used_at: nullable(Timestamp),
  },
  closed,
);
export type AdministratorTokenOut = Static<typeof AdministratorTokenOut>;

/** A token to be made. */
export const AdministratorTokenCreate = Type.Object(
  {
    name: Label,
    /** No right that who asks lacks. Absent: `viewer`, which changes nothing. */
    role: Type.Optional(RoleName),
    expires_in_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: TOKEN_DAYS_MAX, default: TOKEN_DAYS_DEFAULT }),
    ),
  },
  closed,
);
export type AdministratorTokenCreate = Static<typeof AdministratorTokenCreate>;

/** A token that was made; the token itself is shown this once. */
export const AdministratorTokenMade = Type.Object(
  { ...AdministratorTokenOut.properties, token: Type.String({ examples: ['tg_adm_…'] }) },
  closed,
);
export type AdministratorTokenMade = Static<typeof AdministratorTokenMade>;
