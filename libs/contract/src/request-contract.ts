import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';

/** What a model does with one request parameter. */
export const ParameterRule = Type.Object(
  {
    supported: Type.Boolean(),
    /** A hint that requests may carry and that does not go to the provider. */
    ignored: Type.Optional(Type.Boolean()),
    /** A request without it is refused. */
    required: Type.Optional(Type.Boolean()),
    /** The allowed values; absent when any value within the bounds will do. A named function is `named`. */
    values: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
  },
  closed,
);
export type ParameterRule = Static<typeof ParameterRule>;

/** Values of one parameter, in the types of its rule; `present` stands for any. */
const ExclusionValues = Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]));

/** A combination that is refused although each value alone is allowed: everything of `when` and anything of `refuse`. */
export const Exclusion = Type.Object(
  {
    when: Type.Record(Type.String(), ExclusionValues),
    refuse: Type.Record(
      Type.String(),
      Type.Union([
        ExclusionValues,
        Type.Object(
          {
            /** Numbers below this one are refused. */
            below: Type.Number(),
          },
          closed,
        ),
      ]),
    ),
  },
  closed,
);
export type Exclusion = Static<typeof Exclusion>;

/** Every parameter of the chat route that a contract has to speak about. */
export const CHAT_PARAMETERS = [
  'stream',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'n',
  'stop',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'response_format',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning_effort',
  'image_input',
] as const;

/**
 * Hints of a caller that cannot change the meaning of an answer. A contract passes on the hints that it supports; other hints are
 * accepted and dropped, which the model list shows as `ignored`.
 */
export const HINT_PARAMETERS = [
  'verbosity',
  'reasoning_summary',
  'cache_control',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'service_tier',
  'store',
  'metadata',
  'client_metadata',
  'user',
] as const;

/** Every parameter of the embeddings route that a contract has to speak about. */
export const EMBEDDINGS_PARAMETERS = [
  'encoding_format',
  'dimensions',
  'input_type',
  'truncate',
  'token_input',
] as const;

/** Every parameter that a contract of this capability has to speak about. */
export function parametersOf(capability: 'chat' | 'embeddings'): readonly string[] {
  return capability === 'chat' ? CHAT_PARAMETERS : EMBEDDINGS_PARAMETERS;
}

/**
 * What one model accepts: feeds the model list, the check before dispatch and the tests. `revision` is derived from the rest,
 * so that equal contracts have equal revisions.
 */
export const RequestContract = Type.Object(
  {
    revision: Type.String(),
    capability: Type.Union([Type.Literal('chat'), Type.Literal('embeddings')]),
    parameters: Type.Record(Type.String(), ParameterRule),
    /** Combinations that are refused although each value alone is allowed. */
    exclusions: Type.Optional(Type.Array(Exclusion)),
    limits: Type.Object(
      {
        /** Of one call; of embeddings, of one input. */
        context_tokens: Type.Integer({ minimum: 1 }),
        /** Absent for embeddings. */
        output_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
        /** The most inputs of one embeddings call. */
        inputs: Type.Optional(Type.Integer({ minimum: 1 })),
        /** The most tokens of all inputs of one embeddings call together. */
        total_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
      },
      closed,
    ),
    /** What `/v1/responses` does beside the parameters above, which it takes under its own names; chat models only, where the list shows it. */
    responses: Type.Optional(
      Type.Object({ parameters: Type.Record(Type.String(), ParameterRule) }, closed),
    ),
    /** The usage dimensions that this model's answers can have; each needs a price. */
    dimensions: Type.Array(Type.String()),
  },
  closed,
);
export type RequestContract = Static<typeof RequestContract>;

/** A contract before its limits are known (an administrator adds them) and without its revision. */
export interface ContractDraft {
  capability: RequestContract['capability'];
  parameters: RequestContract['parameters'];
  exclusions?: NonNullable<RequestContract['exclusions']>;
  limits: Partial<RequestContract['limits']>;
  dimensions: string[];
}
