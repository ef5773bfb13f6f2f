import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { RequestContract } from './request-contract.ts';

const PricesOut = Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]);
const ListPricesSince = Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
  description:
    'Since when the list prices are in force that these prices follow from; null without any',
});
const LongContextOut = Type.Array(
  Type.Object(
    {
      above_input_tokens: Type.Integer(),
      prices: Type.Record(Type.String(), Type.String()),
    },
    closed,
  ),
);

/** An approved model, or an alias of such, as one user sees it. */
export const UserModelOut = Type.Object(
  {
    id: Type.String(),
    kind: Type.Union([Type.Literal('model'), Type.Literal('alias')]),
    /** What a request names as its `model`. */
    model: Type.String(),
    /** Null for an alias, whose targets may be of several. */
    provider: Type.Union([Type.String(), Type.Null()]),
    /**
     * The models that an alias leads to, in their order, each with what it costs; empty for a
     * model.
     */
    targets: Type.Array(
      Type.Object(
        {
          model: Type.String(),
          prices: PricesOut,
          long_context: LongContextOut,
          list_prices_since: ListPricesSince,
        },
        closed,
      ),
    ),
    capability: RequestContract.properties.capability,
    /** The user's own choice. */
    enabled: Type.Boolean(),
    /** Whether the model can be called now, regardless of the user's choice. */
    available: Type.Boolean(),
    /**
     * What the user pays in credits for a million tokens of each dimension (`request`, `image` and
     * seconds: for one), as plain decimals; null while the model has no price. For an alias those
     * of its most expensive target; the target that answers is charged.
     */
    prices: PricesOut,
    /** The prices of a whole call whose prompt is longer than a number of tokens. */
    long_context: LongContextOut,
    list_prices_since: ListPricesSince,
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
