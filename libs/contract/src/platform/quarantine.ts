import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { Reason, Timestamp } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });

/** Spools of one answer. */
export const SPOOLS_SHOWN_MAX = 100;
/** Decisions of one answer. */
export const QUARANTINED_SHOWN_MAX = 100;

/** The disk of a process on which decisions wait that billing has not received. */
export const SpoolOut = Type.Object(
  {
    id: Type.String({
      description: 'The id of the spool; a process that goes on with the spool keeps it',
    }),
    service: Type.String(),
    host: Type.String({ description: 'Where its process ran when it looked last' }),
    set_aside: Type.Integer({ minimum: 0, description: 'What billing rejected permanently' }),
    looked_at: Type.String({
      format: 'date-time',
      description: 'When its process looked last; every few seconds while something is set aside',
    }),
    /** Null when nobody has asked. */
    put_back: nullable(
      Type.Object(
        {
          asked_at: Timestamp,
          count: Type.Integer({ minimum: 0, description: 'How many were put back since then' }),
          ended_at: Type.Union([Timestamp, Type.Null()], {
            description: 'Null while its process has not put back everything',
          }),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type SpoolOut = Static<typeof SpoolOut>;

/** A decision about money that billing refused permanently. Nulls: what could not be read of it. */
export const QuarantinedOut = Type.Object(
  {
    spool_id: Type.String(),
    at: nullable(Timestamp),
    kind: nullable(
      Type.Union([Type.Literal('settle'), Type.Literal('release'), Type.Literal('loss')]),
    ),
    reason: Type.String({ description: 'Why, as billing says' }),
    request_id: nullable(Type.String()),
    attempt: nullable(Type.Integer()),
    user_id: nullable(Type.String({ description: 'The user whose wallet the decision is about' })),
  },
  closed,
);
export type QuarantinedOut = Static<typeof QuarantinedOut>;

/** What processes have set aside. */
export const QuarantineOut = Type.Object(
  {
    /** By all spools, also those that are not shown. */
    set_aside: Count,
    spools: Type.Array(SpoolOut, { maxItems: SPOOLS_SHOWN_MAX }),
    /** The newest first; of each spool at most the newest 100. */
    decisions: Type.Array(QuarantinedOut, { maxItems: QUARANTINED_SHOWN_MAX }),
  },
  closed,
);
export type QuarantineOut = Static<typeof QuarantineOut>;

/** Why it is to be sent again; for the audit trail alone. */
export const QuarantinePutBack = Type.Object({ reason: Type.Optional(Reason) }, closed);
export type QuarantinePutBack = Static<typeof QuarantinePutBack>;
