import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';

const LOCATION_CHARACTERS_MAX = 256;

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const LocationText = Type.Optional(
  Nullable(Type.String({ minLength: 1, maxLength: LOCATION_CHARACTERS_MAX })),
);

/** Where the person is whom a search of the web is for; all providers have these members. */
export const SEARCH_LOCATION = {
  city: LocationText,
  region: LocationText,
  country: LocationText,
  timezone: LocationText,
} as const;

/** How much of what a search finds the model reads. */
export const SearchContextSize = Type.Optional(
  Nullable(
    Type.Unsafe<'low' | 'medium' | 'high'>({ type: 'string', enum: ['low', 'medium', 'high'] }),
  ),
);

/**
 * The search of the web of chat completions, as OpenAI's reference has it.
 * @see https://developers.openai.com/api/docs/guides/tools-web-search
 */
export const WebSearchOptions = Type.Object(
  {
    search_context_size: SearchContextSize,
    user_location: Type.Optional(
      Nullable(
        Type.Object(
          {
            type: Type.Literal('approximate'),
            approximate: Type.Object(SEARCH_LOCATION, closed),
          },
          closed,
        ),
      ),
    ),
  },
  closed,
);
export type WebSearchOptions = Static<typeof WebSearchOptions>;

/** A passage of an answer that cites what a search of the web has found. */
export const UrlCitation = Type.Object({
  type: Type.Literal('url_citation'),
  url_citation: Type.Record(Type.String(), Type.Unknown()),
});
export type UrlCitation = Static<typeof UrlCitation>;
