import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { HoldKind } from './open-holds.ts';
import { archivedPart } from './request-records.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** An amount in credits: a decimal string with nine decimals. */
const Credits = Type.String({ pattern: '^-?[0-9]+\\.[0-9]{9}$' });

/** The most transactions on one page. */
export const TRANSACTIONS_LIMIT_MAX = 1_000;

/** A wallet. `granted = available + reserved + consumed + revoked + expired`. */
export const CreditsOut = Type.Object(
  {
    available: Credits,
    reserved: Credits,
    granted: Credits,
    consumed: Credits,
    revoked: Credits,
    expired: Credits,
  },
  closed,
);
export type CreditsOut = Static<typeof CreditsOut>;

/** The most grants of one answer. */
const GRANTS_LIMIT_MAX = 500;

/** Newest first; `cursor` is the `next_cursor` of the page before. */
export const GrantsQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: GRANTS_LIMIT_MAX, default: 100 }),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
);

/** A grant as the owner of its credit sees it. `amount = remaining + spent + revoked + expired`. */
export const CreditGrantOut = Type.Object(
  {
    id: Type.String(),
    amount: Credits,
    remaining: Type.String({
      ...Credits,
      description: 'Neither spent nor revoked; calls in progress may hold part of it',
    }),
    spent: Credits,
    revoked: Credits,
    expired: Credits,
    state: Type.Union(
      [
        Type.Literal('granted'),
        Type.Literal('spent'),
        Type.Literal('expired'),
        Type.Literal('revoked'),
      ],
      {
        description:
          'granted: something is left; spent: nothing is; expired: its end has passed with something left; revoked: nothing is left, because the rest was taken back',
      },
    ),
    expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the rest of the grant ends; null: never',
    }),
    created_at: Type.String({ format: 'date-time' }),
  },
  closed,
);
export type CreditGrantOut = Static<typeof CreditGrantOut>;

/** One page of grants. */
export const CreditGrantList = Type.Object(
  {
    data: Type.Array(CreditGrantOut),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
    next_expiry: Type.Union(
      [
        Type.Object({ at: Type.String({ format: 'date-time' }), remaining: Credits }, closed),
        Type.Null(),
      ],
      {
        description:
          'When credit ends next, whatever page its grant is on, and what is left of all grants that end then; null: no credit will end',
      },
    ),
  },
  closed,
);
export type CreditGrantList = Static<typeof CreditGrantList>;

/** One movement of a wallet, as the change of each of its parts. */
export const CreditTransactionOut = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    available_change: Credits,
    reserved_change: Credits,
    consumed_change: Credits,
    net_change: Type.String({
      ...Credits,
      description: 'What the wallet gained or lost; zero for holds, which stay within it',
    }),
    balance: Type.Union([Credits, Type.Null()], {
      description:
        'What the wallet had afterwards, held credit included; null in lists of several wallets',
    }),
    /** The grant, where one was made, revoked or expired. */
    grant_id: Nullable(Type.String()),
    /** The operation whose hold moved. */
    operation_id: Nullable(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
  },
  closed,
);
export type CreditTransactionOut = Static<typeof CreditTransactionOut>;

/** Whether a list of movements has holds. */
export const HoldsShown = Type.Boolean({
  default: true,
  description:
    'False leaves out holds and releases: each call is one line then, with what it has cost',
});

/** Newest first; `cursor` is the `next_cursor` of the page before. */
export const TransactionsQuery = Type.Object(
  {
    holds: HoldsShown,
    limit: Type.Integer({ minimum: 1, maximum: TRANSACTIONS_LIMIT_MAX, default: 200 }),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
);

/** One page of movements. */
export const CreditTransactionList = Type.Object(
  {
    data: Type.Array(CreditTransactionOut),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
    ...archivedPart,
  },
  closed,
);
export type CreditTransactionList = Static<typeof CreditTransactionList>;

/** The most open holds of one answer. */
const HOLDS_LIMIT_MAX = 199;

/** Oldest first; `cursor` is the `next_cursor` of the page before. */
export const HoldsQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: HOLDS_LIMIT_MAX, default: 100 }),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
);

/** Credit that is held for one call under way. */
export const HoldOut = Type.Object(
  {
    operation_id: Type.String({
      description: '`op_…`; the request has the same id behind `req_` once the call has ended',
    }),
    kind: Type.Unsafe<Static<typeof HoldKind>>({
      ...HoldKind,
      description: 'async: a call that is answered later',
    }),
    api_key_id: Type.String(),
    held: Credits,
    created_at: Type.String({ format: 'date-time' }),
    expires_at: Type.String({
      format: 'date-time',
      description: 'When the hold is released, whatever becomes of the call',
    }),
    age_seconds: Type.Integer({ minimum: 0 }),
  },
  closed,
);
export type HoldOut = Static<typeof HoldOut>;

/** One page of open holds. */
export const HoldList = Type.Object(
  {
    data: Type.Array(HoldOut),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  closed,
);
