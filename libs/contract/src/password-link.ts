import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { NewPassword } from './password-rules.ts';

/** How long a link is good at most, in hours. */
const LINK_HOURS_MAX = 168;
/** How long a link is good where nothing is said, in hours. */
export const LINK_HOURS_DEFAULT = 24;
/** Letters of 32 random bytes. */
const TOKEN_PATTERN = '^[A-Za-z0-9_-]{43}$';

/** A link to be made. */
export const PasswordLinkCreate = Type.Object(
  {
    expires_in_hours: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LINK_HOURS_MAX, default: LINK_HOURS_DEFAULT }),
    ),
  },
  closed,
);

/** A link with which a user chooses a password; it is shown this once. */
export const PasswordLinkOut = Type.Object(
  {
    /** `invitation`: the user has never signed in. */
    kind: Type.Union([Type.Literal('invitation'), Type.Literal('reset')]),
    /**
     * The page of the console with the token behind `#`, which browsers send to nobody; without the
     * origin where USERS_BASE_URL is not set.
     */
    link: Type.String({
      examples: [`https://ai.example.com/console/welcome#${'t'.repeat(43)}`],
    }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  closed,
);
export type PasswordLinkOut = Static<typeof PasswordLinkOut>;

/** The token of a link, and what is to be the password. */
export const AcceptLinkRequest = Type.Object(
  {
    token: Type.String({
      pattern: TOKEN_PATTERN,
      description: 'What stands behind # in the link',
      examples: ['t'.repeat(43)],
    }),
    new_password: NewPassword,
  },
  closed,
);
