import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import {
  ADDRESS_PATTERN,
  CacheControl,
  ChatRequest,
  ClientSide,
  OneOf,
  TOOLS_MAX,
  ToolCall,
} from './chat.ts';
import { McpServers } from './mcp-shapes.ts';
import { STANDARD_TIERS } from './service-tiers.ts';
import { StorableText } from './text.ts';
import { UsageCost } from './usage-cost.ts';

/** The most turns of one request. */
const TURNS_MAX = 4_000;
/** The longest signature or sealed content of reasoning, in characters. */
const SIGNATURE_CHARACTERS_MAX = 16_777_216;
const EFFORT_CHARACTERS_MAX = 20;
/** The longest title of a document, in characters. */
const TITLE_CHARACTERS_MAX = 1_024;
const TYPE_CHARACTERS_MAX = 64;

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const chat = ChatRequest.properties;
const Marked = { cache_control: Type.Optional(Nullable(CacheControl)) } as const;
const ToolName = Type.String({
  pattern: '^[a-zA-Z0-9_-]{1,128}$',
  description: '1 to 128 letters, digits, underscores and hyphens',
});

/** Text of anybody. */
export const TextBlock = Type.Object(
  {
    type: Type.Literal('text'),
    text: Type.String(),
    ...Marked,
  },
  closed,
);
const Base64Source = Type.Object(
  {
    type: Type.Literal('base64'),
    media_type: Type.Union([
      Type.Literal('image/png'),
      Type.Literal('image/jpeg'),
      Type.Literal('image/gif'),
      Type.Literal('image/webp'),
    ]),
    data: Type.String({
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'The picture in base64, without blanks and line breaks',
    }),
  },
  closed,
);
const UrlSource = Type.Object(
  {
    type: Type.Literal('url'),
    url: Type.String({
      pattern: `^${ADDRESS_PATTERN}$`,
      description: 'a public https address',
    }),
  },
  closed,
);
/** An image in base64, or by its address. */
export const ImageBlock = Type.Object(
  {
    type: Type.Literal('image'),
    source: OneOf<Static<typeof Base64Source> | Static<typeof UrlSource>>(Base64Source, UrlSource),
    ...Marked,
  },
  closed,
);
const Pdf = Type.Object(
  {
    type: Type.Literal('base64'),
    media_type: Type.Literal('application/pdf'),
    data: Type.String({
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'The document in base64, without blanks and line breaks',
    }),
  },
  closed,
);
const PlainText = Type.Object(
  { type: Type.Literal('text'), media_type: Type.Literal('text/plain'), data: Type.String() },
  closed,
);
const Blocks = Type.Object(
  {
    type: Type.Literal('content'),
    content: Type.Union([
      Type.String(),
      Type.Array(OneOf<TextBlock | ImageBlock>(TextBlock, ImageBlock)),
    ]),
  },
  closed,
);
type DocumentSource =
  | Static<typeof Pdf>
  | Static<typeof PlainText>
  | Static<typeof Blocks>
  | Static<typeof UrlSource>;
/** A document: a PDF, a text, or a list of texts and pictures. */
export const DocumentBlock = Type.Object(
  {
    type: Type.Literal('document'),
    source: OneOf<DocumentSource>(Pdf, PlainText, Blocks, UrlSource),
    title: Type.Optional(Nullable(StorableText({ maxLength: TITLE_CHARACTERS_MAX }))),
    context: Type.Optional(Nullable(Type.String())),
    ...Marked,
  },
  closed,
);
export type DocumentBlock = Static<typeof DocumentBlock>;
/** A call, as the assistant made it. */
export const ToolUseBlock = Type.Object(
  {
    type: Type.Literal('tool_use'),
    id: ToolCall.properties.id,
    name: StorableText({ minLength: 1, maxLength: 256 }),
    input: Type.Record(Type.String(), Type.Unknown()),
    caller: ClientSide,
    ...Marked,
  },
  closed,
);
/** What came of a call. */
export const ToolResultBlock = Type.Object(
  {
    type: Type.Literal('tool_result'),
    tool_use_id: ToolCall.properties.id,
    content: Type.Optional(
      Nullable(
        Type.Union([
          Type.String(),
          Type.Array(
            OneOf<TextBlock | ImageBlock | DocumentBlock>(TextBlock, ImageBlock, DocumentBlock),
          ),
        ]),
      ),
    ),
    is_error: Type.Optional(Nullable(Type.Boolean())),
    ...Marked,
  },
  closed,
);
/** Reasoning with the signature of its model. */
export const ThinkingBlock = Type.Object(
  {
    type: Type.Literal('thinking'),
    thinking: Type.String(),
    signature: Type.String({ maxLength: SIGNATURE_CHARACTERS_MAX }),
  },
  closed,
);
/** Reasoning that nobody but its model may read. */
export const RedactedThinkingBlock = Type.Object(
  {
    type: Type.Literal('redacted_thinking'),
    data: Type.String({ maxLength: SIGNATURE_CHARACTERS_MAX }),
  },
  closed,
);

export type TextBlock = Static<typeof TextBlock>;
export type ImageBlock = Static<typeof ImageBlock>;
export type ToolUseBlock = Static<typeof ToolUseBlock>;
export type ToolResultBlock = Static<typeof ToolResultBlock>;
export type ThinkingBlock = Static<typeof ThinkingBlock>;
export type RedactedThinkingBlock = Static<typeof RedactedThinkingBlock>;
/** A block of a turn of the user. */
export type UserBlock = TextBlock | ImageBlock | DocumentBlock | ToolResultBlock;
/** A block of a turn of the assistant. */
export type AssistantBlock = TextBlock | ToolUseBlock | ThinkingBlock | RedactedThinkingBlock;

const Texts = Type.Union([Type.String(), Type.Array(OneOf<TextBlock>(TextBlock))]);

/**
 * A turn before this request, and who said it. A turn of the role system instructs the model in the
 * middle of a conversation.
 */
export const MessagesTurn = Type.Unsafe<
  | { role: 'user'; content: string | UserBlock[] }
  | { role: 'assistant'; content: string | AssistantBlock[] }
  | { role: 'system'; content: string | TextBlock[] }
>({
  type: 'object',
  discriminator: { propertyName: 'role' },
  required: ['role'],
  oneOf: [
    Type.Object(
      {
        role: Type.Literal('user'),
        content: Type.Union([
          Type.String(),
          Type.Array(OneOf<UserBlock>(TextBlock, ImageBlock, DocumentBlock, ToolResultBlock)),
        ]),
      },
      closed,
    ),
    Type.Object(
      {
        role: Type.Literal('assistant'),
        content: Type.Union([
          Type.String(),
          Type.Array(
            OneOf<AssistantBlock>(TextBlock, ToolUseBlock, ThinkingBlock, RedactedThinkingBlock),
          ),
        ]),
      },
      closed,
    ),
    Type.Object({ role: Type.Literal('system'), content: Texts }, closed),
  ],
});
export type MessagesTurn = Static<typeof MessagesTurn>;

/**
 * A tool that the caller runs. Of Anthropic's own tools those that the caller runs are set apart;
 * those that the provider runs cost more than tokens, and are refused by their type.
 */
export const MessagesTool = Type.Object(
  {
    type: Type.Optional(Nullable(Type.Literal('custom'))),
    name: ToolName,
    description: Type.Optional(Type.String()),
    input_schema: Type.Record(Type.String(), Type.Unknown()),
    strict: Type.Optional(Nullable(Type.Boolean())),
    eager_input_streaming: Type.Optional(Nullable(Type.Boolean())),
    ...Marked,
  },
  closed,
);
export type MessagesTool = Static<typeof MessagesTool>;

const Single = { disable_parallel_tool_use: Type.Optional(Nullable(Type.Boolean())) } as const;
const MessagesToolChoice = OneOf<
  | { type: 'auto' | 'any'; disable_parallel_tool_use?: boolean | null }
  | { type: 'tool'; name: string; disable_parallel_tool_use?: boolean | null }
  | { type: 'none'; disable_parallel_tool_use?: boolean | null }
>(
  Type.Object({ type: Type.Literal('auto'), ...Single }, closed),
  Type.Object({ type: Type.Literal('any'), ...Single }, closed),
  Type.Object({ type: Type.Literal('tool'), name: ToolName, ...Single }, closed),
  // Where nothing is called, nothing is called in parallel.
  Type.Object({ type: Type.Literal('none'), ...Single }, closed),
);

const Display = {
  display: Type.Optional(
    Nullable(Type.Union([Type.Literal('summarized'), Type.Literal('omitted')])),
  ),
} as const;
const Thinking = OneOf<
  | { type: 'enabled'; budget_tokens: number; display?: 'summarized' | 'omitted' | null }
  | { type: 'adaptive'; display?: 'summarized' | 'omitted' | null }
  | { type: 'disabled' }
  | { type: 'between_tools' }
>(
  Type.Object(
    {
      type: Type.Literal('enabled'),
      budget_tokens: Type.Integer({ minimum: 1_024 }),
      ...Display,
    },
    closed,
  ),
  Type.Object({ type: Type.Literal('adaptive'), ...Display }, closed),
  Type.Object({ type: Type.Literal('disabled') }, closed),
  Type.Object({ type: Type.Literal('between_tools') }, closed),
);

const OutputFormat = Type.Object(
  {
    type: Type.Literal('json_schema'),
    schema: Type.Record(Type.String(), Type.Unknown()),
  },
  closed,
);

const OutputConfig = Type.Object(
  {
    effort: Type.Optional(
      Nullable(StorableText({ minLength: 1, maxLength: EFFORT_CHARACTERS_MAX })),
    ),
    format: Type.Optional(Nullable(OutputFormat)),
  },
  closed,
);

const EDITS_MAX = 16;
const ContextManagement = Type.Object(
  {
    edits: Type.Optional(
      Nullable(
        Type.Array(Type.Object({ type: Type.String({ maxLength: TYPE_CHARACTERS_MAX }) }), {
          maxItems: EDITS_MAX,
        }),
      ),
    ),
  },
  closed,
);

/** What both routes of this API read. */
const prompt = {
  model: chat.model,
  messages: Type.Array(MessagesTurn, { minItems: 1, maxItems: TURNS_MAX }),
  system: Type.Optional(Nullable(Texts)),
  tools: Type.Optional(Nullable(Type.Array(MessagesTool, { maxItems: TOOLS_MAX }))),
  tool_choice: Type.Optional(Nullable(MessagesToolChoice)),
  thinking: Type.Optional(Nullable(Thinking)),
  output_config: Type.Optional(Nullable(OutputConfig)),
  /**
   * Edits that the provider makes of a long conversation; models of other providers are asked
   * without them.
   */
  context_management: Type.Optional(Nullable(ContextManagement)),
  /**
   * MCP servers that Anthropic calls, with a tool `mcp_toolset` for each; `anthropic-beta` has to
   * name `mcp-client-2025-11-20`. Models of other providers refuse them.
   */
  mcp_servers: Type.Optional(Nullable(McpServers)),
  /** Marks the end of the prompt, whatever is there. */
  cache_control: Type.Optional(Nullable(CacheControl)),
} as const;

/**
 * `POST /v1/messages`, in the shape of Anthropic's Messages API (versions 2023-06-01 and
 * 2026-10-21). Null means absent.
 */
export const MessagesRequest = Type.Object(
  {
    ...prompt,
    max_tokens: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    stream: Type.Optional(Nullable(Type.Boolean())),
    temperature: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
    top_p: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
    top_k: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
    stop_sequences: Type.Optional(
      Nullable(Type.Array(Type.String({ minLength: 1 }), { maxItems: 8_191 })),
    ),
    /** For the caller's own bookkeeping; never decides whose wallet pays. */
    metadata: Type.Optional(
      Nullable(
        Type.Object({ user_id: Type.Optional(Nullable(StorableText({ maxLength: 512 }))) }, closed),
      ),
    ),
    service_tier: Type.Optional(
      Nullable(Type.Union(STANDARD_TIERS.anthropic.values.map((tier) => Type.Literal(tier)))),
    ),
  },
  closed,
);
export type MessagesRequest = Static<typeof MessagesRequest>;

/** `POST /v1/messages/count_tokens`. */
export const CountTokensRequest = Type.Object({ ...prompt }, closed);
export type CountTokensRequest = Static<typeof CountTokensRequest>;

const Count = Type.Integer({ minimum: 0 });

/** `200` of `POST /v1/messages/count_tokens`. */
export const TokenCount = Type.Object({ input_tokens: Count });
export type TokenCount = Static<typeof TokenCount>;

/**
 * Token counts that never overlap: `input_tokens` were neither read from nor written to a cache.
 */
export const MessagesUsage = Type.Object({
  input_tokens: Count,
  cache_creation_input_tokens: Count,
  cache_read_input_tokens: Count,
  output_tokens: Count,
  /** Searches and fetched pages that are charged; absent: none, of providers that translate. */
  server_tool_use: Type.Optional(
    Type.Object({ web_search_requests: Count, web_fetch_requests: Count }),
  ),
  ...UsageCost,
});
export type MessagesUsage = Static<typeof MessagesUsage>;

/** A block of an answer; providers of this shape may have kinds of their own. */
const AnswerBlock = Type.Object({ type: Type.String({ maxLength: TYPE_CHARACTERS_MAX }) });

/**
 * `200` of `POST /v1/messages` without `stream`. An answer of Anthropic's has every field that
 * Anthropic gave it.
 */
export const MessagesAnswer = Type.Object({
  id: Type.String(),
  type: Type.Literal('message'),
  role: Type.Literal('assistant'),
  model: Type.String(),
  content: Type.Array(AnswerBlock),
  stop_reason: Nullable(Type.String()),
  stop_sequence: Nullable(Type.String()),
  usage: MessagesUsage,
});

/** The document that is made of a translated answer. */
export interface MessagesDocument {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: (
    | { type: 'text'; text: string; citations?: object[] }
    | { type: 'tool_use'; id: string; name: string; input: unknown }
    | { type: 'thinking'; thinking: string; signature: string }
    | { type: 'redacted_thinking'; data: string }
    | { type: 'server_tool_use'; id: string; name: string; input: object; caller: object }
    | { type: RunResult; tool_use_id: string; content: unknown; caller?: object }
  )[];
  stop_reason: 'end_turn' | 'max_tokens' | 'tool_use' | 'refusal';
  stop_sequence: null;
  usage: MessagesUsage;
}

/** Results of tools that a provider has run. */
type RunResult = 'web_search_tool_result' | 'web_fetch_tool_result' | 'code_execution_tool_result';

/** One event of a stream of `POST /v1/messages`; `event:` is the type. */
export const MessagesEvent = Type.Object({
  type: Type.Union([
    Type.Literal('message_start'),
    Type.Literal('content_block_start'),
    Type.Literal('content_block_delta'),
    Type.Literal('content_block_stop'),
    Type.Literal('message_delta'),
    Type.Literal('message_stop'),
    Type.Literal('ping'),
    Type.Literal('error'),
  ]),
  message: Type.Optional(Type.Unknown()),
  index: Type.Optional(Count),
  content_block: Type.Optional(AnswerBlock),
  delta: Type.Optional(Type.Unknown()),
  usage: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.Unknown()),
});
export type MessagesEvent = Static<typeof MessagesEvent>;
