import { Type } from 'typebox';
import type { OpenaiTools } from './openai-runs.ts';
import type { OpenaiSearch } from './web-search.ts';
import { UrlCitation, WebSearchOptions } from './search-options.ts';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import type { Extended, Unknown } from './extensions.ts';
import { StorableText } from './text.ts';
import { UsageCost } from './usage-cost.ts';

/** Limits of a chat request. */
const MESSAGES_MAX = 2_000;
/** Wires with a smaller limit refuse by it, see `wire-limits.ts` of the providers. */
export const TOOLS_MAX = 512;
const STOPS_MAX = 4;
export const MODEL_CHARACTERS_MAX = 300;
const FunctionName = Type.String({
  pattern: '^[a-zA-Z0-9_-]{1,64}$',
  description: '1 to 64 letters, digits, underscores and hyphens',
});
const OUTPUT_TOKENS_MAX = 2_147_483_647;
const LOGIT_BIAS_MAX = 300;
/** An address from which something is fetched, as a pattern. */
export const ADDRESS_PATTERN = String.raw`https?://[^\s\x00-\x1f"<>\\]{1,8192}`;
/** The longest name of a file, in characters. */
export const FILENAME_CHARACTERS_MAX = 512;
const EXTRA_CONTENT_PROPERTIES_MAX = 20;

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * Some clients send null for an absent field; null is removed before anything reads the request.
 */
const NullTaken = <T extends Type.TSchema>(schema: T) => Type.Unsafe<Static<T>>(Nullable(schema));

/** Distinguished by `type`, so that a fault is reported against the right kind. */
export const OneOf = <T>(...oneOf: Type.TSchema[]) =>
  Type.Unsafe<T>({
    type: 'object',
    discriminator: { propertyName: 'type' },
    required: ['type'],
    oneOf,
  });

/** Opaque fields that go back to the provider as they came, by family. */
export const ExtraContent = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: EXTRA_CONTENT_PROPERTIES_MAX,
});

/**
 * Fields that clients and other gateways add to an answer; accepted when the answer is handed back,
 * and not sent on.
 */
export const ClientSide = Type.Optional(Type.Unknown());

/** One call of a function, as the assistant made it. */
export const ToolCall = Type.Object(
  {
    id: StorableText({ minLength: 1, maxLength: 512 }),
    type: Type.Literal('function'),
    function: Type.Object(
      {
        name: StorableText({ minLength: 1, maxLength: 256 }),
        arguments: Type.String(),
        parsed_arguments: ClientSide,
      },
      closed,
    ),
    extra_content: Type.Optional(NullTaken(ExtraContent)),
    /** Tolerated when a client appends accumulated stream deltas. */
    index: Type.Optional(NullTaken(Type.Integer({ minimum: 0, maximum: 10_000 }))),
    provider_specific_fields: ClientSide,
  },
  closed,
);
export type ToolCall = Static<typeof ToolCall>;
/**
 * One call of a custom tool. It becomes a call of the function that represents the tool before
 * anything reads the request.
 */
export const CustomToolCall = Type.Object(
  {
    id: ToolCall.properties.id,
    type: Type.Literal('custom'),
    custom: Type.Object(
      { name: ToolCall.properties.function.properties.name, input: Type.String() },
      closed,
    ),
    extra_content: ToolCall.properties.extra_content,
    index: ToolCall.properties.index,
    provider_specific_fields: ClientSide,
  },
  closed,
);
export type CustomToolCall = Static<typeof CustomToolCall>;
const AnyCall = OneOf<ToolCall>(ToolCall, CustomToolCall);

/** How long a provider keeps a marked prompt; default: five minutes. */
export const CacheTtl = Type.Union([Type.Literal('5m'), Type.Literal('1h')]);
export type CacheTtl = Static<typeof CacheTtl>;

/**
 * Asks the provider to keep the prompt up to this point (tools first, then system messages, then
 * the rest) and to read it again at the price of cached tokens.
 */
export const CacheControl = Type.Object(
  { type: Type.Literal('ephemeral'), ttl: Type.Optional(NullTaken(CacheTtl)) },
  closed,
);
export type CacheControl = Static<typeof CacheControl>;
/** A mark of a chat request. How far it reaches is a hint, which no chat call passes on. */
const ChatMark = Type.Object({ ...CacheControl.properties, scope: ClientSide }, closed);
/** The field of a part that may have a mark. */
export const Marked = { cache_control: Type.Optional(NullTaken(ChatMark)) } as const;

export const TextPart = Type.Object(
  { type: Type.Literal('text'), text: Type.String(), ...Marked },
  closed,
);
/**
 * How closely to look at an image: a hint. Models that know `original` are not distinguished, so it
 * is left out.
 */
export const ImageDetail = Type.Union([
  Type.Literal('auto'),
  Type.Literal('low'),
  Type.Literal('high'),
  Type.Literal('original'),
]);

export const ImagePart = Type.Object(
  {
    type: Type.Literal('image_url'),
    image_url: Type.Object(
      {
        url: Type.String({
          pattern: `^(?:data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}|${ADDRESS_PATTERN})$`,
          description:
            'a data URL with a PNG, JPEG, GIF or WebP image in base64, or a public https address of one',
        }),
        detail: Type.Optional(NullTaken(ImageDetail)),
      },
      closed,
    ),
    ...Marked,
  },
  closed,
);
/** A PDF. Files of text are texts before anything reads the request. */
export const FilePart = Type.Object(
  {
    type: Type.Literal('file'),
    file: Type.Object(
      {
        filename: Type.Optional(NullTaken(StorableText({ maxLength: FILENAME_CHARACTERS_MAX }))),
        file_data: Type.String({
          pattern: `^(?:data:application/pdf;base64,[A-Za-z0-9+/]+={0,2}|${ADDRESS_PATTERN})$`,
          description:
            'a data URL in base64 with a PDF or a file of text (text/*, JSON, XML, YAML), or a public https address of one; convert other files to one of these',
        }),
        file_id: Type.Optional(NullTaken(Type.Null())),
      },
      closed,
    ),
    ...Marked,
  },
  closed,
);
export const RefusalPart = Type.Object(
  { type: Type.Literal('refusal'), refusal: Type.String() },
  closed,
);

const Name = Type.Optional(NullTaken(StorableText({ maxLength: 64 })));
const TextContent = Type.Union([
  Type.String(),
  Type.Array(OneOf<Static<typeof TextPart>>(TextPart), { minItems: 1 }),
]);
export type UserContentPart =
  | Static<typeof TextPart>
  | Static<typeof ImagePart>
  | Static<typeof FilePart>;
const UserContent = Type.Union([
  Type.String(),
  Type.Array(OneOf<UserContentPart>(TextPart, ImagePart, FilePart), { minItems: 1 }),
]);
export type AssistantContentPart = Static<typeof TextPart> | Static<typeof RefusalPart>;

/**
 * `developer` is another word for `system`, and becomes `system` before anything reads the request.
 */
const SystemRole = Type.Unsafe<'system'>({ type: 'string', enum: ['system', 'developer'] });

export const SystemMessage = Type.Object(
  { role: SystemRole, content: TextContent, name: Name, id: ClientSide, ...Marked },
  closed,
);
export const UserMessage = Type.Object(
  {
    role: Type.Literal('user'),
    content: UserContent,
    name: Name,
    id: ClientSide,
    ...Marked,
  },
  closed,
);
/** The most images of one message of a model. */
const IMAGES_SAID_MAX = 16;

/** An image that a model has made, as a data URL. */
const ImageSaid = Type.Object(
  {
    type: Type.Literal('image_url'),
    image_url: Type.Object(
      {
        url: Type.String({
          minLength: 1,
          description: 'A data URL of a PNG, JPEG or WebP image in base64',
          examples: ['data:image/png;base64,iVBORw0KGgo='],
        }),
      },
      closed,
    ),
    index: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type ImageSaid = Static<typeof ImageSaid>;

export const AssistantMessage = Type.Object(
  {
    role: Type.Literal('assistant'),
    content: Type.Optional(
      Nullable(
        Type.Union([Type.String(), Type.Array(OneOf<AssistantContentPart>(TextPart, RefusalPart))]),
      ),
    ),
    refusal: Type.Optional(Nullable(Type.String())),
    /** Images that the model has made; models that make none do not get them. */
    images: Type.Optional(NullTaken(Type.Array(ImageSaid, { maxItems: IMAGES_SAID_MAX }))),
    name: Name,
    tool_calls: Type.Optional(Nullable(Type.Array(AnyCall, { maxItems: TOOLS_MAX }))),
    reasoning_content: Type.Optional(Nullable(Type.String())),
    extra_content: Type.Optional(Nullable(ExtraContent)),
    ...Marked,
    /** What a text is for, in the words of OpenAI's Responses: a hint. */
    phase: Type.Optional(NullTaken(StorableText({ maxLength: 64 }))),
    id: ClientSide,
    audio: Type.Optional(Type.Null()),
    function_call: Type.Optional(Type.Null()),
    parsed: ClientSide,
    annotations: ClientSide,
    provider_specific_fields: ClientSide,
    reasoning: ClientSide,
    reasoning_details: ClientSide,
    thinking_blocks: ClientSide,
  },
  closed,
);
export const ToolMessage = Type.Object(
  {
    role: Type.Literal('tool'),
    tool_call_id: StorableText({ minLength: 1, maxLength: 512 }),
    content: UserContent,
    name: Name,
    id: ClientSide,
    ...Marked,
  },
  closed,
);

export type SystemMessage = Static<typeof SystemMessage>;
export type UserMessage = Static<typeof UserMessage>;
/** The result of a call. Results that come through another route may say that the tool failed. */
export type ToolMessage = Static<typeof ToolMessage> & { is_error?: true };

/** Distinguished by `role`, so that a fault is reported against the right kind of message. */
export const Message = Type.Unsafe<SystemMessage | UserMessage | AssistantMessage | ToolMessage>({
  type: 'object',
  discriminator: { propertyName: 'role' },
  required: ['role'],
  oneOf: [SystemMessage, UserMessage, AssistantMessage, ToolMessage],
});
export type Message = Static<typeof Message>;
export type AssistantMessage = Static<typeof AssistantMessage>;

export const Tool = Type.Object(
  {
    type: Type.Literal('function'),
    function: Type.Object(
      {
        name: FunctionName,
        description: Type.Optional(NullTaken(Type.String())),
        parameters: Type.Optional(NullTaken(Type.Record(Type.String(), Type.Unknown()))),
        strict: Type.Optional(Nullable(Type.Boolean())),
      },
      closed,
    ),
    ...Marked,
  },
  closed,
);
const CustomFormatIn = OneOf<
  { type: 'text' } | { type: 'grammar'; grammar: { syntax: 'lark' | 'regex'; definition: string } }
>(
  Type.Object({ type: Type.Literal('text') }, closed),
  Type.Object(
    {
      type: Type.Literal('grammar'),
      grammar: Type.Object(
        {
          syntax: Type.Union([Type.Literal('lark'), Type.Literal('regex')]),
          definition: Type.String(),
        },
        closed,
      ),
    },
    closed,
  ),
);
/**
 * A tool that takes any text. It becomes the function that represents it before anything reads the
 * request.
 */
export const ChatCustomTool = Type.Object(
  {
    type: Type.Literal('custom'),
    custom: Type.Object(
      {
        name: FunctionName,
        description: Type.Optional(NullTaken(Type.String())),
        format: Type.Optional(NullTaken(CustomFormatIn)),
      },
      closed,
    ),
    ...Marked,
  },
  closed,
);
export type ChatCustomTool = Static<typeof ChatCustomTool>;

/** What a custom tool is written in; null and text mean anything. */
export type CustomFormat =
  | { type: 'text' }
  | { type: 'grammar'; syntax: 'lark' | 'regex'; definition: string }
  | null;

/**
 * A function that a model may call. Our own translation marks one that represents a custom tool:
 * wires that know custom tools get the tool itself, and its calls come back as those of the
 * function.
 */
export type Tool = Static<typeof Tool> & {
  readonly custom?: {
    readonly format: CustomFormat;
    /** Unknown fields of the grammar of the format. */
    readonly grammar?: Extended;
  };
  readonly namespace?: ToolNamespace;
  /**
   * Whether the tool is in an item of the input that goes as it came to wires that know such items.
   */
  readonly isBrought?: true;
};
/**
 * The namespace of a tool that goes as it came to wires that know namespaces; on others the tool
 * has a name that begins with it.
 */
export interface ToolNamespace {
  /** One object for all tools of the namespace. */
  readonly of: { readonly name: string; readonly description?: string | null | undefined };
  /** What the tool is called in its namespace. */
  readonly name: string;
}

const NamedFunction = Type.Object(
  { type: Type.Literal('function'), function: Type.Object({ name: FunctionName }, closed) },
  closed,
);
/**
 * The choice of a custom tool, which becomes a choice of the function that represents the tool
 * before anything reads the request.
 */
const NamedCustomTool = Type.Object(
  { type: Type.Literal('custom'), custom: Type.Object({ name: FunctionName }, closed) },
  closed,
);
export type ToolChoice = 'auto' | 'none' | 'required' | Static<typeof NamedFunction>;
const ToolChoice = Type.Unsafe<ToolChoice>(
  Type.Union([
    Type.Literal('auto'),
    Type.Literal('none'),
    Type.Literal('required'),
    NamedFunction,
    NamedCustomTool,
  ]),
);

const PlainFormat = Type.Object({ type: Type.Literal('text') }, closed);
const JsonObjectFormat = Type.Object({ type: Type.Literal('json_object') }, closed);
const JsonSchemaFormat = Type.Object(
  {
    type: Type.Literal('json_schema'),
    json_schema: Type.Object(
      {
        name: FunctionName,
        description: Type.Optional(NullTaken(Type.String())),
        schema: Type.Optional(NullTaken(Type.Record(Type.String(), Type.Unknown()))),
        strict: Type.Optional(Nullable(Type.Boolean())),
      },
      closed,
    ),
  },
  closed,
);
export type ResponseFormat =
  | Static<typeof PlainFormat>
  | Static<typeof JsonObjectFormat>
  | Static<typeof JsonSchemaFormat>;
export const ResponseFormat = OneOf<ResponseFormat>(
  PlainFormat,
  JsonObjectFormat,
  JsonSchemaFormat,
);

const OutputTokens = Type.Optional(
  Nullable(Type.Integer({ minimum: 1, maximum: OUTPUT_TOKENS_MAX })),
);

/** How much a model says, for models that have a setting for it; the default asks for nothing. */
const Verbosity = Type.Optional(
  Nullable(Type.Union([Type.Literal('low'), Type.Literal('medium'), Type.Literal('high')])),
);

/** The largest number of entries of a client's own notes. */
const CLIENT_NOTES_MAX = 64;
const HINT_CHARACTERS_MAX = 512;

/**
 * Hints that cannot change what an answer means; both routes take them, and the contract says what
 * becomes of each.
 */
export const HINTS = {
  prompt_cache_key: Type.Optional(Nullable(StorableText({ maxLength: HINT_CHARACTERS_MAX }))),
  prompt_cache_retention: Type.Optional(
    Nullable(
      Type.Union([Type.Literal('in_memory'), Type.Literal('in-memory'), Type.Literal('24h')]),
    ),
  ),
  safety_identifier: Type.Optional(Nullable(StorableText({ maxLength: HINT_CHARACTERS_MAX }))),
  service_tier: Type.Optional(
    Nullable(
      Type.Union([
        Type.Literal('auto'),
        Type.Literal('default'),
        Type.Literal('flex'),
        Type.Literal('priority'),
      ]),
    ),
  ),
  client_metadata: Type.Optional(
    Nullable(Type.Record(Type.String(), Type.Unknown(), { maxProperties: CLIENT_NOTES_MAX })),
  ),
} as const;

const ImageWord = Type.Optional(Nullable(StorableText({ minLength: 1, maxLength: 20 })));
const ImageConfig = Type.Object({ aspect_ratio: ImageWord, image_size: ImageWord }, closed);

/** `POST /v1/chat/completions`. Null means absent, as in the API style that this follows. */
export const ChatRequest = Type.Object(
  {
    model: StorableText({ minLength: 1, maxLength: MODEL_CHARACTERS_MAX }),
    messages: Type.Array(Message, { minItems: 1, maxItems: MESSAGES_MAX }),
    stream: Type.Optional(Nullable(Type.Boolean())),
    stream_options: Type.Optional(
      Nullable(
        Type.Object(
          {
            include_usage: Type.Optional(Nullable(Type.Boolean())),
            include_obfuscation: Type.Optional(Nullable(Type.Boolean())),
          },
          closed,
        ),
      ),
    ),
    max_tokens: OutputTokens,
    max_completion_tokens: OutputTokens,
    temperature: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 2 }))),
    top_p: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
    n: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 128 }))),
    stop: Type.Optional(
      Nullable(
        Type.Union([
          Type.String({ minLength: 1 }),
          Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: STOPS_MAX }),
        ]),
      ),
    ),
    seed: Type.Optional(
      Nullable(
        Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
      ),
    ),
    presence_penalty: Type.Optional(Nullable(Type.Number({ minimum: -2, maximum: 2 }))),
    frequency_penalty: Type.Optional(Nullable(Type.Number({ minimum: -2, maximum: 2 }))),
    logit_bias: Type.Optional(
      Nullable(
        Type.Record(Type.String(), Type.Number({ minimum: -100, maximum: 100 }), {
          maxProperties: LOGIT_BIAS_MAX,
        }),
      ),
    ),
    logprobs: Type.Optional(Nullable(Type.Boolean())),
    top_logprobs: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 20 }))),
    response_format: Type.Optional(Nullable(ResponseFormat)),
    tools: Type.Optional(
      Nullable(Type.Array(OneOf<Tool>(Tool, ChatCustomTool), { maxItems: TOOLS_MAX })),
    ),
    tool_choice: Type.Optional(Nullable(ToolChoice)),
    parallel_tool_calls: Type.Optional(Nullable(Type.Boolean())),
    reasoning_effort: Type.Optional(Nullable(StorableText({ minLength: 1, maxLength: 20 }))),
    /** For the caller's own bookkeeping; never decides whose wallet pays. */
    user: Type.Optional(Nullable(StorableText({ maxLength: 512 }))),
    metadata: Type.Optional(
      Nullable(Type.Record(Type.String(), StorableText({ maxLength: 512 }), { maxProperties: 16 })),
    ),
    store: Type.Optional(Nullable(Type.Literal(false))),
    ...HINTS,
    /** Known fields that take no value but their default. */
    audio: Type.Optional(Type.Null()),
    function_call: Type.Optional(
      Nullable(Type.Union([Type.Literal('auto'), Type.Literal('none')])),
    ),
    functions: Type.Optional(Nullable(Type.Array(Type.Unknown(), { maxItems: 0 }))),
    /** `image` for models that answer with images, whose contract has `chat`. */
    modalities: Type.Optional(
      Nullable(
        Type.Array(Type.Union([Type.Literal('text'), Type.Literal('image')]), { maxItems: 2 }),
      ),
    ),
    /** The form of images that are made, in the words of OpenRouter's interface. */
    image_config: Type.Optional(Nullable(ImageConfig)),
    prediction: Type.Optional(Type.Null()),
    /** A search of the web that the provider runs, for models that have a price for it. */
    web_search_options: Type.Optional(Nullable(WebSearchOptions)),
    verbosity: Verbosity,
  },
  closed,
);
/** Parameters of the provider that no route knows, by their names; see `extra-parameters.ts`. */
export type ExtraParameters = Readonly<Record<string, unknown>>;
/**
 * A request to chat. `reasoning_summary` is a hint of `/v1/responses`, which this route has no
 * field for. The parser sets apart the unknown fields of the request itself, as extra parameters,
 * and lists all unknown fields; those of other objects stay attached to them, see `extensions.ts`.
 */
export type ChatRequest = Static<typeof ChatRequest> & {
  reasoning_summary?: 'auto' | 'concise' | 'detailed' | null;
  extra?: ExtraParameters;
  unknown?: Unknown;
  /** A search of the web that a chat wants, as it goes to OpenAI. */
  search?: OpenaiSearch;
  /** The tools of Responses that OpenAI runs. */
  hosted?: OpenaiTools;
  /**
   * Whether the last message is an answer that Anthropic has interrupted while tools of its own ran
   * (`pause_turn`): it goes on with it, which is no prefill.
   */
  isPaused?: true;
};

/** Why an answer ended. */
export const FinishReason = Type.Union([
  Type.Literal('stop'),
  Type.Literal('length'),
  Type.Literal('tool_calls'),
  Type.Literal('content_filter'),
]);
export type FinishReason = Static<typeof FinishReason>;

const Count = Type.Integer({ minimum: 0 });

/** Token counts as the public API shows them. */
export const ChatUsage = Type.Object({
  prompt_tokens: Count,
  completion_tokens: Count,
  total_tokens: Count,
  prompt_tokens_details: Type.Object({ cached_tokens: Count, cache_write_tokens: Count }),
  completion_tokens_details: Type.Object({
    reasoning_tokens: Count,
    /** Tokens of images; absent where none were made. */
    image_tokens: Type.Optional(Count),
  }),
  ...UsageCost,
});
export type ChatUsage = Static<typeof ChatUsage>;

const ReplayedContent = Type.Optional(Type.Record(Type.String(), Type.Unknown()));

/** The assistant's message of a whole answer. */
export const ChatMessageOut = Type.Object({
  role: Type.Literal('assistant'),
  content: Nullable(Type.String()),
  refusal: Nullable(Type.String()),
  reasoning_content: Type.Optional(Type.String()),
  /** Images, of models that make them. */
  images: Type.Optional(Type.Array(ImageSaid)),
  /**
   * Calls of custom tools are of the type `custom`; they are those of functions until an answer
   * leaves.
   */
  tool_calls: Type.Optional(Type.Array(AnyCall)),
  /** Citations of what a search of the web has found, by positions in `content`. */
  annotations: Type.Optional(Type.Array(UrlCitation)),
  extra_content: ReplayedContent,
});
export type ChatMessageOut = Static<typeof ChatMessageOut>;

/** One alternative of a whole answer. */
export const ChatChoice = Type.Object({
  index: Count,
  message: ChatMessageOut,
  finish_reason: FinishReason,
  logprobs: Type.Unknown(),
});
export type ChatChoice = Static<typeof ChatChoice>;

/** `200` of `POST /v1/chat/completions` without `stream`. */
export const ChatCompletion = Type.Object({
  id: Type.String(),
  object: Type.Literal('chat.completion'),
  created: Type.Integer(),
  model: Type.String(),
  choices: Type.Array(ChatChoice),
  usage: ChatUsage,
  system_fingerprint: Type.Optional(Type.String()),
});
export type ChatCompletion = Static<typeof ChatCompletion>;

/** A fragment of a tool call in a stream; fragments with one index make one call. */
export const ToolCallDelta = Type.Object({
  index: Count,
  id: Type.Optional(Type.String()),
  type: Type.Optional(Type.Union([Type.Literal('function'), Type.Literal('custom')])),
  function: Type.Optional(
    Type.Object({
      name: Type.Optional(Type.String()),
      arguments: Type.Optional(Type.String()),
    }),
  ),
  /** The call of a custom tool, whose input comes as one piece. */
  custom: Type.Optional(
    Type.Object({ name: Type.Optional(Type.String()), input: Type.Optional(Type.String()) }),
  ),
  extra_content: ReplayedContent,
});
export type ToolCallDelta = Static<typeof ToolCallDelta>;

const MaybeText = Type.Optional(Nullable(Type.String()));

/** What one chunk adds to the assistant's message. */
export const ChatDelta = Type.Object({
  role: Type.Optional(Type.Literal('assistant')),
  content: MaybeText,
  refusal: MaybeText,
  reasoning_content: MaybeText,
  images: Type.Optional(Type.Array(ImageSaid)),
  tool_calls: Type.Optional(Type.Array(ToolCallDelta)),
  annotations: Type.Optional(Type.Array(UrlCitation)),
  extra_content: ReplayedContent,
});
export type ChatDelta = Static<typeof ChatDelta>;

/** One alternative within a chunk. */
export const ChatChunkChoice = Type.Object({
  index: Count,
  delta: ChatDelta,
  finish_reason: Nullable(FinishReason),
  logprobs: Type.Optional(Type.Unknown()),
});
export type ChatChunkChoice = Static<typeof ChatChunkChoice>;

/** One `data:` frame of a stream. */
export const ChatChunk = Type.Object({
  id: Type.String(),
  object: Type.Literal('chat.completion.chunk'),
  created: Type.Integer(),
  model: Type.String(),
  choices: Type.Array(ChatChunkChoice),
  usage: Type.Optional(Nullable(ChatUsage)),
});
export type ChatChunk = Static<typeof ChatChunk>;
