import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { pageProperties, soughtText, Timestamp, UserEmail, UserFilter } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Position = Type.String({ pattern: '^(0|[1-9][0-9]{0,18})$' });

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
    target: Type.Object(
      {
        kind: Type.String(),
        id: nullable(Type.String()),
        label: nullable(
          Type.String({
            description: 'The address of a user or the name of a key, as of today',
          }),
        ),
      },
      closed,
    ),
    /** The user that it concerns. */
    user_id: nullable(Type.String()),
    user_email: UserEmail,
    request_id: nullable(Type.String()),
    address: nullable(Type.String()),
    details: Type.Record(Type.String(), Type.Unknown()),
    /** The index in the chain, from 1. */
    seq: Position,
    /** The hash of the event before, in hexadecimal digits. */
    previous_hash: Hash,
    /** The hash over the hash before and everything in this event. */
    hash: Hash,
  },
  closed,
);
export type AuditEventOut = Static<typeof AuditEventOut>;

const filterProperties = {
  action: Type.Optional(soughtText(100)),
  user_id: Type.Optional(UserFilter),
  /** The user or the administrator who did it. */
  actor_id: Type.Optional(Type.String({ maxLength: 100 })),
  date_from: Type.Optional(Timestamp),
  /** Events of this moment are left out. */
  date_to: Type.Optional(Timestamp),
};

/** Which events to list; newest first. */
export const AuditEventQuery = Type.Object({ ...pageProperties, ...filterProperties }, closed);
export type AuditEventQuery = Static<typeof AuditEventQuery>;

/** Which events to export; oldest first. */
export const AuditExportQuery = Type.Object(
  {
    ...filterProperties,
    /** Continues behind this index in the chain: the `seq` of the last row that arrived. */
    after: Type.Optional(Position),
  },
  closed,
);
export type AuditExportQuery = Static<typeof AuditExportQuery>;

const ChainEnd = Type.Object({ seq: Position, hash: Hash }, closed);

/** Whether the chain of audit events is whole. */
export const AuditVerification = Type.Object(
  {
    ok: Type.Boolean(),
    /** How many events were looked at. */
    events: Type.Integer(),
    /** The last event that a purge has taken: the chain starts behind it. */
    anchor: nullable(
      Type.Object({ seq: Position, hash: Hash, at: Type.Union([Timestamp, Type.Null()]) }, closed),
    ),
    /** The end of the chain. */
    head: ChainEnd,
    /** The first event that does not fit, and its fault. */
    broken: nullable(
      Type.Object(
        {
          seq: Position,
          id: nullable(Type.String()),
          fault: Type.Union([
            Type.Literal('content'),
            Type.Literal('link'),
            Type.Literal('missing'),
            Type.Literal('end'),
          ]),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type AuditVerification = Static<typeof AuditVerification>;
