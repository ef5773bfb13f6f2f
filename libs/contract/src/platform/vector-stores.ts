import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { Label, pageProperties, Reason, Timestamp, UserEmail, UserFilter } from './shared.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A vector store that lies at a provider, to be given to a user or to all users. */
export const PlatformVectorStoreCreate = Type.Object(
  {
    name: Label,
    /** The id of the credential in whose account the store lies. */
    credential_id: Type.String({ maxLength: 200 }),
    /** The id that the provider gave the store. Callers never see it. */
    upstream_id: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,200}$',
      description: 'The id of the store at its provider, such as vs_68f2…',
    }),
    /** The user who may search it, by id or by e-mail address; null: all users may. */
    user_id: Nullable(UserFilter),
    reason: Type.Optional(Reason),
  },
  closed,
);
export type PlatformVectorStoreCreate = Static<typeof PlatformVectorStoreCreate>;

/** A page of vector stores, newest first. */
export const PlatformVectorStoreQuery = Type.Object(
  { ...pageProperties, user: Type.Optional(UserFilter) },
  closed,
);
export type PlatformVectorStoreQuery = Static<typeof PlatformVectorStoreQuery>;

/** A vector store as administrators see one. */
export const PlatformVectorStoreOut = Type.Object(
  {
    /** What callers name in `vector_store_ids`. */
    id: Type.String(),
    name: Type.String(),
    provider: Type.String(),
    credential_id: Type.String(),
    upstream_id: Type.String(),
    /** Null: all users may search it. */
    user_id: Nullable(Type.String()),
    email: UserEmail,
    /** The id of the administrator. */
    created_by: Type.String(),
    created_at: Timestamp,
  },
  closed,
);
export type PlatformVectorStoreOut = Static<typeof PlatformVectorStoreOut>;
