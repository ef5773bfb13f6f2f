import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { CreditsOut } from '../credits.ts';
import { ApiKeyOut } from '../keys.ts';
import { LimitsOut } from '../limits-document.ts';
import { NewPassword } from '../password-rules.ts';
import { EmailText, NameText, UserOut, UserStatus } from '../users.ts';
import { Credits, pageProperties, Reason, UpliftBp } from './shared.ts';

/** The largest output ceiling that a user may carry, in tokens. */
const OUTPUT_TOKENS_MAX = 10_000_000;

/** A user as administrators see one. */
export const PlatformUserOut = Type.Object(
  {
    ...UserOut.properties,
    /** The user's own ceiling of output tokens; null: the service's default. */
    max_output_tokens: Type.Union([Type.Integer(), Type.Null()]),
    /** For all keys of the user together. */
    limits: LimitsOut,
    /** Uplift on every model that has none of its own for this user. */
    uplift_bp: UpliftBp,
    /** The wallet; null while billing does not answer. */
    credits: Type.Union([CreditsOut, Type.Null()]),
    /** The charges of the last 30 days in UTC, today included. */
    spent_30_days: Credits,
  },
  closed,
);
export type PlatformUserOut = Static<typeof PlatformUserOut>;

/** Which users to list, newest first. */
export const PlatformUserQuery = Type.Object(
  {
    ...pageProperties,
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 254,
        pattern: '^[^\\u0000]*$',
        description: 'A part of the e-mail address or of the name in any case, or the whole id',
      }),
    ),
    status: Type.Optional(UserStatus),
  },
  closed,
);
export type PlatformUserQuery = Static<typeof PlatformUserQuery>;

/**
 * A user to create. A password is handed over by other means; without one nobody can sign in until
 * the user has chosen one by a link.
 */
export const PlatformUserCreate = Type.Object(
  {
    email: EmailText,
    /** Absent: the address. */
    name: Type.Optional(NameText),
    password: Type.Optional(NewPassword),
  },
  closed,
);
export type PlatformUserCreate = Static<typeof PlatformUserCreate>;

/** Changes of a user; absent properties stay. */
export const PlatformOrganizationUpdate = Type.Object(
  {
    name: Type.Optional(NameText),
    email: Type.Optional(EmailText),
    /** Ends every session of the user. */
    password: Type.Optional(NewPassword),
    /** null: back to the service's default. */
    max_output_tokens: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: OUTPUT_TOKENS_MAX }), Type.Null()]),
    ),
    quota_time_zone: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$',
        description:
          'IANA name of the zone whose days and months quotas of credits count in; the day of now goes on until the first midnight there that ends it',
        examples: ['Europe/Berlin'],
      }),
    ),
  },
  { ...closed, minProperties: 1 },
);
export type PlatformOrganizationUpdate = Static<typeof PlatformOrganizationUpdate>;

/** Suspends or activates a user; takes effect everywhere within a second. */
export const PlatformOrganizationStatus = Type.Object(
  { status: UserStatus, reason: Type.Optional(Reason) },
  closed,
);
export type PlatformOrganizationStatus = Static<typeof PlatformOrganizationStatus>;

/** What goes with an action on a key. */
export const PlatformKeyAction = Type.Object({ reason: Type.Optional(Reason) }, closed);
export type PlatformKeyAction = Static<typeof PlatformKeyAction>;

/** The longest text in which a key is looked for: a key with some space around it. */
const SOUGHT_KEY_CHARACTERS_MAX = 200;

/** A key that was seen somewhere. */
export const PlatformKeySought = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: SOUGHT_KEY_CHARACTERS_MAX,
      description: 'The whole key, or its ends as lists show them: `svc_live_Ab12…wxYZ`',
      examples: ['svc_live_Ab12…wxYZ'],
    }),
  },
  closed,
);

/** The keys that the text may be, with their owners; empty for a key that is unknown or deleted. */
export const PlatformKeyFound = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        { ...ApiKeyOut.properties, user_id: Type.String(), user_email: Type.String() },
        closed,
      ),
    ),
  },
  closed,
);
export type PlatformKeyFound = Static<typeof PlatformKeyFound>;
