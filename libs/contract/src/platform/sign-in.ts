import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';

/** Why a sign-in through the OpenID provider came to nothing, with the words for people. */
export const SIGN_IN_FAULTS = {
  stale:
    'This sign-in was not begun in this browser, was begun anew in another tab, was used already, or took more than ten minutes. Begin again.',
  denied: 'The provider did not sign you in.',
  rejected: 'What the provider answered does not hold, so nobody was signed in.',
  no_role:
    'None of your groups at the provider has a role here. Ask an owner of this installation.',
  disabled: 'This administrator is kept out.',
} as const;
/** A reason of {@link SIGN_IN_FAULTS}. */
export type SignInFault = keyof typeof SIGN_IN_FAULTS;

/** How administrators may sign in. */
export const SignInMethodsOut = Type.Object(
  {
    /** A password of a local administrator; always there. */
    password: Type.Literal(true),
    /** The OpenID provider by its name for people; null where none is configured. */
    oidc: Type.Union([Type.Object({ name: Type.String() }, closed), Type.Null()]),
  },
  closed,
);
export type SignInMethodsOut = Static<typeof SignInMethodsOut>;

/** Where the console begins. */
export const CONSOLE_PATH = '/console/platform';
const RETURN_CHARACTERS_MAX = 1_000;

/** What begins a sign-in through the OpenID provider. */
export const SignInStart = Type.Object(
  {
    /** The page of the console to go on with. Absent: the first one. */
    return_to: Type.Optional(
      Type.String({
        maxLength: RETURN_CHARACTERS_MAX,
        pattern: `^${CONSOLE_PATH}(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/?(?:\\?[A-Za-z0-9._~=&%+:-]*)?$`,
        description: 'A page of the console, as a path with its query',
        examples: [`${CONSOLE_PATH}/requests?days=7`],
      }),
    ),
  },
  closed,
);

/** Where to go on; the answer sets a cookie that only this browser's callback can use. */
export const SignInStartOut = Type.Object({ authorization_url: Type.String() }, closed);
