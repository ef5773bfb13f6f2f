import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';

const Credits = (description: string) =>
  Type.String({ pattern: '^[0-9]+\\.[0-9]{9}$', description });

/** What a chat call may cost, and what it would be sent with where the request left that open. */
export const ChatQuote = Type.Object(
  {
    object: Type.Literal('chat.completion.quote'),
    model: Type.String({ description: 'As requested' }),
    catalog_revision: Type.String(),
    /** Tokens of the prompt, tools included: the provider counts as many at most. */
    input_tokens: Type.Integer({ minimum: 0 }),
    /** Images of the prompt. */
    images: Type.Integer({ minimum: 0 }),
    /** The most that all choices of the answer may have together, reasoning included. */
    output_tokens: Type.Integer({ minimum: 0 }),
    output_policy: Type.Union([Type.Literal('managed'), Type.Literal('explicit')], {
      description: 'explicit: the request named the ceiling of its answer',
    }),
    /** What this account pays on top of list prices, in basis points. */
    uplift_bp: Type.Integer({ minimum: 0 }),
    input_cost: Credits(
      'What the prompt comes to at most, in credits, uplift and a price for each call included; less where it is read from a cache',
    ),
    max_cost: Credits(
      'So much is held while the call runs, in credits: the most that it may cost, unless the provider counts more tokens than this bound of the prompt. Then the charge is at most three times as much, and never more than X-Svc-Max-Credits. Of an alias: at its dearest target',
    ),
  },
  closed,
);

export type ChatQuote = Static<typeof ChatQuote>;
