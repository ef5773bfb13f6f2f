import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { EmailText, NameText, NewPassword } from '../users.ts';
import { Reason, Timestamp } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Whether an administrator may log in. */
const Status = Type.Union([Type.Literal('active'), Type.Literal('disabled')]);

/** An administrator as the others see one. */
export const AdministratorOut = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    status: Status,
    created_at: Timestamp,
    /** When the last login was. */
    last_seen_at: nullable(Timestamp),
    password_changed_at: Timestamp,
  },
  closed,
);
export type AdministratorOut = Static<typeof AdministratorOut>;

/** An administrator to add. The password is handed over by other means; its owner changes it at `/api/platform/auth/change-password`. */
export const AdministratorCreate = Type.Object(
  {
    email: EmailText,
    /** Absent: the address. */
    name: Type.Optional(NameText),
    password: NewPassword,
  },
  closed,
);
export type AdministratorCreate = Static<typeof AdministratorCreate>;

/** Enables or disables an administrator; disabling ends all sessions of that administrator at once. */
export const AdministratorUpdate = Type.Object(
  { status: Status, reason: Type.Optional(Reason) },
  closed,
);
export type AdministratorUpdate = Static<typeof AdministratorUpdate>;
