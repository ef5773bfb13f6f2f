import { Type } from 'typebox';
import type { Static } from 'typebox';
import { MODEL_CHARACTERS_MAX } from './chat.ts';
import { closed } from './closed.ts';
import { StorableText } from './text.ts';
import { UsageCost } from './usage-cost.ts';

/** The most documents of one call; a model's contract may set less. */
const RERANK_DOCUMENTS_MAX = 10_000;
/** The most tokens of a document that a request may name. */
const DOCUMENT_TOKENS_MAX = 1_000_000;
/** The most fields of documents that a request may name, and the longest name. */
const RANK_FIELDS_MAX = 32;
const FIELD_CHARACTERS_MAX = 64;

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const FieldName = StorableText({ minLength: 1, maxLength: FIELD_CHARACTERS_MAX });

/** A document with a text, and further fields where the contract has `rank_fields`. */
const FieldedDocument = Type.Object(
  { text: Type.String({ minLength: 1 }) },
  { additionalProperties: Type.String() },
);

/**
 * `POST /v1/rerank`, in the shape that Cohere (`POST /v2/rerank`) and Jina (`POST /v1/rerank`)
 * share, read on 2026-11-28. Null means absent.
 */
export const RerankRequest = Type.Object(
  {
    model: StorableText({ minLength: 1, maxLength: MODEL_CHARACTERS_MAX }),
    query: Type.String({ minLength: 1 }),
    documents: Type.Array(Type.Union([Type.String({ minLength: 1 }), FieldedDocument]), {
      minItems: 1,
      maxItems: RERANK_DOCUMENTS_MAX,
    }),
    /** The most results; absent: one for each document. */
    top_n: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: RERANK_DOCUMENTS_MAX }))),
    /** Whether results hold their documents, as the request has them; default: they do not. */
    return_documents: Type.Optional(Nullable(Type.Boolean())),
    /** The fields of documents that are compared with the query, where the contract has them. */
    rank_fields: Type.Optional(
      Nullable(Type.Array(FieldName, { minItems: 1, maxItems: RANK_FIELDS_MAX })),
    ),
    /** Longer documents are cut to so many tokens, where the contract has it. */
    max_tokens_per_doc: Type.Optional(
      Nullable(Type.Integer({ minimum: 1, maximum: DOCUMENT_TOKENS_MAX })),
    ),
  },
  closed,
);
export type RerankRequest = Static<typeof RerankRequest>;

const Count = Type.Integer({ minimum: 0 });

/** `200` of `POST /v1/rerank`: the most relevant document first. */
export const RerankAnswer = Type.Object({
  id: Type.String(),
  object: Type.Literal('list'),
  model: Type.String(),
  results: Type.Array(
    Type.Object({
      index: Type.Integer({ minimum: 0, description: 'The place of the document in the request' }),
      /** Comparable among the results of one answer only. */
      relevance_score: Type.Number(),
      /** As the request has it; with `return_documents` only. */
      document: Type.Optional(FieldedDocument),
    }),
  ),
  /** Present where the model is billed by search units. */
  meta: Type.Optional(Type.Object({ billed_units: Type.Object({ search_units: Count }) })),
  /** Tokens are 0 for models that are billed by search units alone. */
  usage: Type.Object({ prompt_tokens: Count, total_tokens: Count, ...UsageCost }),
});
export type RerankAnswer = Static<typeof RerankAnswer>;
