import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed, pageProperties, Timestamp } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** One thing that somebody has changed. */
export const AuditEventOut = Type.Object(
  {
    id: Type.String(),
    at: Timestamp,
    actor: Type.Object(
      {
        kind: Type.Union([
          Type.Literal('user'),
          Type.Literal('administrator'),
          Type.Literal('system'),
        ]),
        id: nullable(Type.String()),
        label: Type.String(),
      },
      closed,
    ),
    /** Such as `credential.create`. */
    action: Type.String(),
    target: Type.Object({ kind: Type.String(), id: nullable(Type.String()) }, closed),
    /** The user that it concerns. */
    user_id: nullable(Type.String()),
    request_id: nullable(Type.String()),
    address: nullable(Type.String()),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  closed,
);
export type AuditEventOut = Static<typeof AuditEventOut>;

/** Which events to list; newest first. */
export const AuditEventQuery = Type.Object(
  {
    ...pageProperties,
    action: Type.Optional(Type.String({ maxLength: 100 })),
    user_id: Type.Optional(Type.String({ maxLength: 100 })),
  },
  closed,
);
export type AuditEventQuery = Static<typeof AuditEventQuery>;
