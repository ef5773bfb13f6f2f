import { Type } from 'typebox';
import type { Static } from 'typebox';
import { MODEL_CHARACTERS_MAX } from './chat.ts';
import { closed } from './closed.ts';
import { StorableText } from './text.ts';
import { UsageCost } from './usage-cost.ts';

/** The most inputs of one request; a model's contract may set less. */
const MODERATION_INPUTS_MAX = 1_000;
/** The most parts of one input. */
const MODERATION_PARTS_MAX = 64;

const InputText = Type.String({ minLength: 1 });

const TextPart = Type.Object({ type: Type.Literal('text'), text: InputText }, closed);
const ImagePart = Type.Object(
  {
    type: Type.Literal('image_url'),
    image_url: Type.Object(
      {
        url: Type.String({
          pattern: '^(?:https?://|data:image/)',
          minLength: 9,
          description: 'The address of an image, by HTTP or as a data URL',
        }),
      },
      closed,
    ),
  },
  closed,
);

/**
 * `POST /v1/moderations`, in the shape of OpenAI's interface (`ModerationCreateParams` of the npm
 * package openai 7.55, read on 2026-11-28). A list of texts is as many inputs, a list of parts is
 * one.
 */
export const ModerationsRequest = Type.Object(
  {
    model: StorableText({ minLength: 1, maxLength: MODEL_CHARACTERS_MAX }),
    input: Type.Union([
      InputText,
      Type.Array(InputText, { minItems: 1, maxItems: MODERATION_INPUTS_MAX }),
      Type.Array(Type.Union([TextPart, ImagePart]), {
        minItems: 1,
        maxItems: MODERATION_PARTS_MAX,
      }),
    ]),
  },
  closed,
);
export type ModerationsRequest = Static<typeof ModerationsRequest>;

const Count = Type.Integer({ minimum: 0 });

/** `200` of `POST /v1/moderations`: one result for each input, in their order. */
export const ModerationsAnswer = Type.Object({
  id: Type.String(),
  model: Type.String(),
  results: Type.Array(
    Type.Object({
      /** Whether any category is. */
      flagged: Type.Boolean(),
      /** By the provider's names. */
      categories: Type.Record(Type.String(), Type.Boolean()),
      category_scores: Type.Record(Type.String(), Type.Number()),
      /** The kinds of input that each score is about, where the provider says them. */
      category_applied_input_types: Type.Optional(
        Type.Record(Type.String(), Type.Array(Type.String())),
      ),
    }),
  ),
  /** Tokens are 0 for models that are not billed by them. */
  usage: Type.Object({ prompt_tokens: Count, total_tokens: Count, ...UsageCost }),
});
export type ModerationsAnswer = Static<typeof ModerationsAnswer>;
