import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { MovedBy } from '../billing.ts';
import { CreditTransactionOut, HoldsShown } from '../credits.ts';
import { Credits, CreditsInput, pageProperties, Reason, Timestamp } from './shared.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Credit to grant. Repeated with the same `Idempotency-Key`, the request grants once. */
export const PlatformCreditGrantCreate = Type.Object(
  {
    amount: CreditsInput,
    reason: Type.Optional(nullable(Reason)),
    /** When the rest of the grant expires; absent or null: never. */
    expires_at: Type.Optional(nullable(Timestamp)),
  },
  closed,
);
export type PlatformCreditGrantCreate = Static<typeof PlatformCreditGrantCreate>;

/** One grant. `amount = remaining + spent or held + revoked + expired`. */
export const PlatformCreditGrantOut = Type.Object(
  {
    id: Type.String(),
    user_id: Type.String(),
    amount: Credits,
    /** Neither spent nor held nor taken back. */
    remaining: Credits,
    revoked: Credits,
    expired: Credits,
    reason: nullable(Type.String()),
    expires_at: nullable(Timestamp),
    /** The id of the administrator. */
    created_by: Type.String(),
    created_at: Timestamp,
  },
  closed,
);
export type PlatformCreditGrantOut = Static<typeof PlatformCreditGrantOut>;

/**
 * The credit to take back. An unknown property is refused, because a misspelt `amount` would take
 * back everything.
 */
export const PlatformCreditRevoke = Type.Object(
  {
    /** Absent: everything that is neither spent nor held. */
    amount: Type.Optional(CreditsInput),
    reason: Type.Optional(nullable(Reason)),
  },
  closed,
);
export type PlatformCreditRevoke = Static<typeof PlatformCreditRevoke>;

/** The credit that was taken back; zero when none was left. */
export const PlatformCreditRevokeOut = Type.Object(
  { revoked: Credits, grant: PlatformCreditGrantOut },
  closed,
);
export type PlatformCreditRevokeOut = Static<typeof PlatformCreditRevokeOut>;

/** One movement of a wallet: the change of each part, signed. */
export const PlatformCreditTransactionOut = Type.Object(
  {
    ...CreditTransactionOut.properties,
    user_id: Type.String(),
    /** Who granted or revoked; null for what requests do. */
    actor: nullable(Type.String()),
  },
  closed,
);
export type PlatformCreditTransactionOut = Static<typeof PlatformCreditTransactionOut>;

/** A page of grants or movements, newest first. */
export const PlatformCreditPage = Type.Object({ ...pageProperties }, closed);
export type PlatformCreditPage = Static<typeof PlatformCreditPage>;

/** Which movements of a wallet are listed, newest first. */
export const PlatformCreditTransactionPage = Type.Object(
  { ...pageProperties, holds: HoldsShown },
  closed,
);

/** Which movements of all wallets are listed, newest first. */
export const PlatformCreditMovementPage = Type.Object(
  {
    ...pageProperties,
    holds: HoldsShown,
    /**
     * What moved the credit: `grants` (granted, revoked, ended) or `requests` (held, charged, given
     * back); absent: either.
     */
    moved_by: Type.Optional(MovedBy),
  },
  closed,
);
export type PlatformCreditMovementPage = Static<typeof PlatformCreditMovementPage>;

/** One movement of somebody's wallet. */
export const PlatformCreditMovementOut = Type.Object(
  {
    ...PlatformCreditTransactionOut.properties,
    /** The user's address today. */
    user_email: Type.String(),
  },
  closed,
);
export type PlatformCreditMovementOut = Static<typeof PlatformCreditMovementOut>;
