import { Type } from 'typebox';
import type { Static } from 'typebox';
import { CacheControl } from './chat.ts';
import { closed } from './closed.ts';
import { SEARCH_LOCATION, SearchContextSize } from './search-options.ts';
import { WEB_SEARCHES_MAX } from './web-search.ts';

/** The most domains of one filter; Anthropic publishes no bound. */
const DOMAINS_MAX = 100;
const DOMAIN_CHARACTERS_MAX = 512;

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Domains = Nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: DOMAIN_CHARACTERS_MAX }), {
    maxItems: DOMAINS_MAX,
  }),
);
/** Where the person is whom a search is for; both providers have these members. */
const SearchLocation = Type.Object(
  {
    type: Type.Literal('approximate'),
    ...SEARCH_LOCATION,
  },
  closed,
);

/**
 * Anthropic's search of the web, which the provider runs: by its documentation and the types of its
 * SDK, whole and streamed answers by recordings. Code of the provider's may not call it, because
 * code that the provider runs has no price.
 */
export const MessagesSearchTool = Type.Object(
  {
    type: Type.String({ maxLength: 64 }),
    name: Type.Literal('web_search'),
    /** The most searches of the call; ours where it is absent. */
    max_uses: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: WEB_SEARCHES_MAX }))),
    allowed_domains: Type.Optional(Domains),
    blocked_domains: Type.Optional(Domains),
    user_location: Type.Optional(Nullable(SearchLocation)),
    allowed_callers: Type.Optional(
      Nullable(Type.Array(Type.Literal('direct'), { minItems: 1, maxItems: 1 })),
    ),
    strict: Type.Optional(Nullable(Type.Boolean())),
    cache_control: Type.Optional(Nullable(CacheControl)),
  },
  closed,
);
export type MessagesSearchTool = Static<typeof MessagesSearchTool>;

/**
 * OpenAI's search of the web, which the provider runs: by its reference, answers by recordings.
 * Codex sends one without live access with each request. The earlier `web_search_preview` has other
 * prices by model, and is refused.
 */
export const WebSearchTool = Type.Object({
  type: Type.Unsafe<'web_search' | 'web_search_2025_08_26'>({
    type: 'string',
    enum: ['web_search', 'web_search_2025_08_26'],
  }),
  external_web_access: Type.Optional(Nullable(Type.Boolean())),
  filters: Type.Optional(
    Nullable(
      Type.Object(
        {
          allowed_domains: Type.Optional(Domains),
          blocked_domains: Type.Optional(Domains),
        },
        closed,
      ),
    ),
  ),
  user_location: Type.Optional(
    Nullable(Type.Partial(SearchLocation, { additionalProperties: false })),
  ),
  search_context_size: SearchContextSize,
});
export type WebSearchTool = Static<typeof WebSearchTool>;
