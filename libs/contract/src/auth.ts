import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { GivenPassword, NewPassword } from './password-rules.ts';
import { EmailText, NameText, UserOut } from './users.ts';

/** The first account of an installation. */
export const SetupRequest = Type.Object(
  {
    email: EmailText,
    password: NewPassword,
    name: NameText,
    /**
     * Proves that the caller runs the installation; needed where the service has a set-up token.
     */
    setup_token: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  },
  closed,
);
export type SetupRequest = Static<typeof SetupRequest>;

/** The state of the set-up. */
export const SetupStatus = Type.Object(
  {
    setup_required: Type.Boolean(),
    setup_completed: Type.Boolean(),
    setup_token_required: Type.Boolean(),
  },
  closed,
);
export type SetupStatus = Static<typeof SetupStatus>;

/** Credentials of a user. */
export const LoginRequest = Type.Object({ email: EmailText, password: GivenPassword }, closed);
export type LoginRequest = Static<typeof LoginRequest>;

/** A new password and the proof that the old one is known. */
export const PasswordChangeRequest = Type.Object(
  { current_password: GivenPassword, new_password: NewPassword },
  closed,
);
export type PasswordChangeRequest = Static<typeof PasswordChangeRequest>;

/** The answer to a login. The session's rotating secret is sent in a cookie only. */
export const AuthOut = Type.Object(
  {
    user: UserOut,
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    /** Seconds until the access token ends. */
    expires_in: Type.Integer(),
  },
  closed,
);
export type AuthOut = Static<typeof AuthOut>;

/** What a browser needs to know before a login. */
export const RuntimeConfig = Type.Object(
  {
    product: Type.String(),
    api_version: Type.String(),
    inference_path: Type.String(),
    docs_path: Type.String(),
    openapi_path: Type.String(),
    password_characters_min: Type.String(),
    setup_token_required: Type.Boolean(),
  },
  closed,
);
export type RuntimeConfig = Static<typeof RuntimeConfig>;

/** One step towards a first paid call. */
const OnboardingStep = Type.Object(
  {
    id: Type.Union([
      Type.Literal('approve_model'),
      Type.Literal('create_key'),
      Type.Literal('get_credit'),
      Type.Literal('make_first_call'),
    ]),
    title: Type.String(),
    done: Type.Boolean(),
    /** Where the step is taken. */
    link: Type.String(),
  },
  closed,
);

/** The steps that are left before paid calls work. */
export const OnboardingOut = Type.Object(
  {
    completed: Type.Boolean(),
    /** The first step that is not done; null when all are. */
    next: Type.Union([Type.String(), Type.Null()]),
    steps: Type.Array(OnboardingStep),
  },
  closed,
);
export type OnboardingOut = Static<typeof OnboardingOut>;
