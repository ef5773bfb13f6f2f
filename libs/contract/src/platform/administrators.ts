import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { NewPassword } from '../password-rules.ts';
import { EmailText, NameText } from '../users.ts';
import { Reason, Timestamp } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Whether an administrator may log in. */
const Status = Type.Union([Type.Literal('active'), Type.Literal('disabled')]);

/** What an administrator may do. */
export const RoleName = Type.Union([
  Type.Literal('owner'),
  Type.Literal('operator'),
  Type.Literal('finance'),
  Type.Literal('viewer'),
]);

/** Who answers for an administrator: this installation, by a password, or an OpenID provider. */
export const AdministratorSource = Type.Union([Type.Literal('local'), Type.Literal('oidc')]);

/** An administrator as the others see one. */
export const AdministratorOut = Type.Object(
  {
    id: Type.String(),
    /**
     * The email address; where an OpenID provider answers for the administrator, the name that the
     * provider uses.
     */
    email: Type.String(),
    name: Type.String(),
    role: RoleName,
    source: AdministratorSource,
    status: Status,
    created_at: Timestamp,
    /** When the last login was. */
    last_seen_at: nullable(Timestamp),
    /** Null where an OpenID provider answers: there is no password here. */
    password_changed_at: nullable(Timestamp),
  },
  closed,
);
export type AdministratorOut = Static<typeof AdministratorOut>;

/**
 * An administrator to add. The password is handed over by other means; its owner changes it at
 * `/api/platform/auth/change-password`.
 */
export const AdministratorCreate = Type.Object(
  {
    email: EmailText,
    /** Absent: the address. */
    name: Type.Optional(NameText),
    password: NewPassword,
    /** Absent: `viewer`, which changes nothing. */
    role: Type.Optional(RoleName),
  },
  closed,
);
export type AdministratorCreate = Static<typeof AdministratorCreate>;

/**
 * Enables or disables an administrator, or gives another role, or both. Disabling ends all sessions
 * of that administrator at once; a role holds for open sessions at once.
 */
export const AdministratorUpdate = Type.Object(
  {
    status: Type.Optional(Status),
    role: Type.Optional(RoleName),
    reason: Type.Optional(Reason),
  },
  closed,
);
export type AdministratorUpdate = Static<typeof AdministratorUpdate>;
