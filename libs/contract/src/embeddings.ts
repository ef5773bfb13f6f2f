import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { MODEL_CHARACTERS_MAX } from './chat.ts';
import { StorableText } from './text.ts';
import { UsageCost } from './usage-cost.ts';

/** The most inputs of one request; a model's contract may set less. */
const EMBEDDING_INPUTS_MAX = 2_048;
const INPUT_TOKENS_MAX = 300_000;
const TOKEN_ID_MAX = 2_147_483_647;
const DIMENSIONS_MAX = 65_536;

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const InputText = Type.String({ minLength: 1 });
const InputTokens = Type.Array(Type.Integer({ minimum: 0, maximum: TOKEN_ID_MAX }), {
  minItems: 1,
  maxItems: INPUT_TOKENS_MAX,
});

/** `POST /v1/embeddings`. Null means absent. */
export const EmbeddingsRequest = Type.Object(
  {
    model: StorableText({ minLength: 1, maxLength: MODEL_CHARACTERS_MAX }),
    input: Type.Union([
      InputText,
      Type.Array(InputText, { minItems: 1, maxItems: EMBEDDING_INPUTS_MAX }),
      InputTokens,
      Type.Array(InputTokens, { minItems: 1, maxItems: EMBEDDING_INPUTS_MAX }),
    ]),
    encoding_format: Type.Optional(
      Nullable(Type.Union([Type.Literal('float'), Type.Literal('base64')])),
    ),
    dimensions: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: DIMENSIONS_MAX }))),
    input_type: Type.Optional(
      Nullable(
        Type.Union([
          Type.Literal('search_document'),
          Type.Literal('search_query'),
          Type.Literal('classification'),
          Type.Literal('clustering'),
        ]),
      ),
    ),
    truncate: Type.Optional(
      Nullable(Type.Union([Type.Literal('NONE'), Type.Literal('START'), Type.Literal('END')])),
    ),
    user: Type.Optional(Nullable(StorableText({ maxLength: 512 }))),
  },
  closed,
);
export type EmbeddingsRequest = Static<typeof EmbeddingsRequest>;

/** `200` of `POST /v1/embeddings`: one vector for each input, in their order. */
export const EmbeddingsAnswer = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(
    Type.Object({
      object: Type.Literal('embedding'),
      index: Type.Integer({ minimum: 0 }),
      /** Numbers, or little-endian 32-bit floats in base64 where the request asks for it. */
      embedding: Type.Union([Type.Array(Type.Number()), Type.String()]),
    }),
  ),
  model: Type.String(),
  usage: Type.Object({
    prompt_tokens: Type.Integer({ minimum: 0 }),
    total_tokens: Type.Integer({ minimum: 0 }),
    ...UsageCost,
  }),
});
export type EmbeddingsAnswer = Static<typeof EmbeddingsAnswer>;
