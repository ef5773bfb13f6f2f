import { Type } from 'typebox';
import type { Static } from 'typebox';
import { RequestContract } from './request-contract.ts';

const closed = { additionalProperties: false } as const;

/** An approved model as one user sees it. */
export const UserModelOut = Type.Object(
  {
    id: Type.String(),
    /** What a request names as its `model`. */
    model: Type.String(),
    provider: Type.String(),
    capability: RequestContract.properties.capability,
    /** The user's own choice. */
    enabled: Type.Boolean(),
    /** Whether it can be called now, the user's choice aside. */
    available: Type.Boolean(),
    /**
     * What the user pays in credits for a million tokens of each dimension (`request`, `image` and
     * `second`: for one), as plain decimals; null while the model has no price.
     */
    prices: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]),
    /** What else a whole call costs whose prompt is longer than so many tokens. */
    long_context: Type.Array(
      Type.Object(
        {
          above_input_tokens: Type.Integer(),
          prices: Type.Record(Type.String(), Type.String()),
        },
        closed,
      ),
    ),
    request_contract: RequestContract,
  },
  closed,
);
export type UserModelOut = Static<typeof UserModelOut>;

/** The user's choice about a model. */
export const UserModelChoice = Type.Object({ enabled: Type.Boolean() }, closed);
export type UserModelChoice = Static<typeof UserModelChoice>;

/** The path parameter of one model: its id, `mdl_…`. */
export const ModelIdParams = Type.Object({ model_id: Type.String() }, closed);
