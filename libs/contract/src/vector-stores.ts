import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';

/** The most vector stores of one user, and of all users together. */
export const VECTOR_STORES_PER_OWNER_MAX = 1_000;
/** The longest page of the list of vector stores, by OpenAI's documentation. */
const PAGE_STORES_MAX = 100;
/** A page where the caller does not say, by OpenAI's documentation. */
const PAGE_STORES_DEFAULT = 20;

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * A vector store, in the shape of OpenAI's API (`VectorStore` of its SDK). What only the provider
 * knows is null: how many files it has, how large they are, and when it was last searched.
 */
export const VectorStoreObject = Type.Object(
  {
    id: Type.String({ description: '`vs_…`, an id of this platform' }),
    object: Type.Literal('vector_store'),
    created_at: Type.Integer({ description: 'Unix seconds' }),
    name: Type.String(),
    status: Type.Literal('completed'),
    usage_bytes: Type.Null(),
    file_counts: Type.Null(),
    last_active_at: Type.Null(),
    metadata: Type.Object({}, closed),
    /** Models whose names begin with it, and a slash, can search the store. */
    provider: Type.String(),
  },
  closed,
);
export type VectorStoreObject = Static<typeof VectorStoreObject>;

/** Which vector stores to list. */
export const VectorStoreListQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: PAGE_STORES_MAX, default: PAGE_STORES_DEFAULT }),
    after: Type.Optional(Type.String({ description: 'Shows what comes after this id' })),
    before: Type.Optional(Type.String({ description: 'Shows what comes before this id' })),
    order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], { default: 'desc' }),
  },
  closed,
);
export type VectorStoreListQuery = Static<typeof VectorStoreListQuery>;

/** One page of vector stores. */
export const VectorStoreList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(VectorStoreObject),
    first_id: Nullable(Type.String()),
    last_id: Nullable(Type.String()),
    has_more: Type.Boolean(),
  },
  closed,
);
export type VectorStoreList = Static<typeof VectorStoreList>;

/** A vector store as its user sees it in the console. */
export const UserVectorStoreOut = Type.Object(
  {
    /** `vs_…`, which requests name. */
    id: Type.String(),
    name: Type.String(),
    provider: Type.String(),
    /** Whether all users of the platform may search it. */
    shared: Type.Boolean(),
    created_at: Type.String({ format: 'date-time' }),
  },
  closed,
);
export type UserVectorStoreOut = Static<typeof UserVectorStoreOut>;
