import { Type } from 'typebox';
import { CacheControl } from './chat.ts';
import { closed } from './closed.ts';
import { ALLOWED_CALLERS, DOMAINS } from './search-tool.ts';
import { WEB_FETCHES_MAX, WEB_FETCH_TOKENS_MAX } from './server-tools.ts';

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
/** Members of every tool that Anthropic runs. */
const COMMON = {
  type: Type.String({ maxLength: 64 }),
  allowed_callers: ALLOWED_CALLERS,
  strict: Type.Optional(Nullable(Type.Boolean())),
  cache_control: Type.Optional(Nullable(CacheControl)),
};

/** Anthropic's fetch of web pages and PDFs, by the types of its SDK. */
export const MessagesFetchTool = Type.Object(
  {
    ...COMMON,
    name: Type.Literal('web_fetch'),
    /** The most fetches of the call; ours where it is absent. */
    max_uses: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: WEB_FETCHES_MAX }))),
    /** The most tokens of a text that one fetch brings; ours where it is absent. */
    max_content_tokens: Type.Optional(
      Nullable(Type.Integer({ minimum: 1, maximum: WEB_FETCH_TOKENS_MAX })),
    ),
    allowed_domains: Type.Optional(DOMAINS),
    blocked_domains: Type.Optional(DOMAINS),
    citations: Type.Optional(
      Nullable(Type.Object({ enabled: Type.Optional(Type.Boolean()) }, closed)),
    ),
    /** Which sources may name the addresses that are fetched. */
    url_sources: Type.Optional(Nullable(Type.Record(Type.String(), Type.Unknown()))),
    use_cache: Type.Optional(Nullable(Type.Boolean())),
    response_inclusion: Type.Optional(
      Nullable(Type.Unsafe<'full' | 'excluded'>({ type: 'string', enum: ['full', 'excluded'] })),
    ),
  },
  closed,
);

/** Anthropic's execution of code in a container of its own, by the types of its SDK. */
export const MessagesCodeTool = Type.Object(
  { ...COMMON, name: Type.Literal('code_execution') },
  closed,
);
