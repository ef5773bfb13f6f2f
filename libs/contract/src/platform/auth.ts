import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { GivenPassword } from '../password-rules.ts';
import { EmailText } from '../users.ts';
import { AdministratorSource, RoleName } from './administrators.ts';
import { Timestamp } from './shared.ts';

/** What an administrator signs in with. */
export const PlatformLoginRequest = Type.Object(
  {
    email: EmailText,
    password: GivenPassword,
  },
  closed,
);
export type PlatformLoginRequest = Static<typeof PlatformLoginRequest>;

/** The signed-in administrator; every value is a string. */
export const PlatformAdministratorOut = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: RoleName,
    /** What the role may do, with blanks between: what routes need, as their descriptions say. */
    rights: Type.String(),
    source: AdministratorSource,
    created_at: Timestamp,
  },
  closed,
);
export type PlatformAdministratorOut = Static<typeof PlatformAdministratorOut>;

/** A fresh administrator token; the same value is set as the cookie `svc_platform_access_token`. */
export const PlatformAuthOut = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    /** Seconds until the token ends. */
    expires_in: Type.Integer(),
    administrator: PlatformAdministratorOut,
  },
  closed,
);
export type PlatformAuthOut = Static<typeof PlatformAuthOut>;
