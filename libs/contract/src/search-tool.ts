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
/** A filter of domains; both web tools of Anthropic and OpenAI's search have two. */
export const DOMAINS = Nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: DOMAIN_CHARACTERS_MAX }), {
    maxItems: DOMAINS_MAX,
  }),
);
/** The most callers of a tool that the provider runs: the model, and each version of its code. */
const CALLERS_MAX = 4;

/** Who may call a tool that Anthropic runs: the model, or code that the provider runs. */
export const ALLOWED_CALLERS = Type.Optional(
  Nullable(
    Type.Array(
      Type.String({
        pattern: '^(?:direct|code_execution_[0-9]{8})$',
        maxLength: 64,
        description: '`direct`, or a version of `code_execution`',
      }),
      {
        minItems: 1,
        maxItems: CALLERS_MAX,
      },
    ),
  ),
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
 * SDK, whole and streamed answers by recordings.
 */
export const MessagesSearchTool = Type.Object(
  {
    type: Type.String({ maxLength: 64 }),
    name: Type.Literal('web_search'),
    /** The most searches of the call; ours where it is absent. */
    max_uses: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: WEB_SEARCHES_MAX }))),
    allowed_domains: Type.Optional(DOMAINS),
    blocked_domains: Type.Optional(DOMAINS),
    user_location: Type.Optional(Nullable(SearchLocation)),
    allowed_callers: ALLOWED_CALLERS,
    strict: Type.Optional(Nullable(Type.Boolean())),
    response_inclusion: Type.Optional(
      Nullable(Type.Unsafe<'full' | 'excluded'>({ type: 'string', enum: ['full', 'excluded'] })),
    ),
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
          allowed_domains: Type.Optional(DOMAINS),
          blocked_domains: Type.Optional(DOMAINS),
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
