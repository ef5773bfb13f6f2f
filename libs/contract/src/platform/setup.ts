import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { NewPassword } from '../password-rules.ts';
import { EmailText, NameText } from '../users.ts';

/** The first administrator of an installation. */
export const PlatformSetupRequest = Type.Object(
  {
    email: EmailText,
    password: NewPassword,
    name: Type.Optional(NameText),
    /** `PLATFORM_SETUP_TOKEN` of the service `admin`: the caller runs the installation. */
    setup_token: Type.String({ minLength: 1, maxLength: 500 }),
  },
  closed,
);
export type PlatformSetupRequest = Static<typeof PlatformSetupRequest>;

/** The state of the set-up of administrators. */
export const PlatformSetupStatus = Type.Object(
  {
    /** There is no administrator at all. */
    setup_required: Type.Boolean(),
    /** The service has a set-up token; without one the set-up is closed. */
    setup_token_set: Type.Boolean(),
  },
  closed,
);
export type PlatformSetupStatus = Static<typeof PlatformSetupStatus>;
