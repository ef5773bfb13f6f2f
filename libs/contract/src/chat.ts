import { Type } from 'typebox';
import type { Static } from 'typebox';
import { StorableText } from './text.ts';

/** Limits of a chat request. */
export const MESSAGES_MAX = 2_000;
export const TOOLS_MAX = 128;
export const STOPS_MAX = 4;
export const MODEL_CHARACTERS_MAX = 300;
const TOOL_NAME_PATTERN = '^[a-zA-Z0-9_-]{1,64}$';
const OUTPUT_TOKENS_MAX = 2_147_483_647;
const LOGIT_BIAS_MAX = 300;
const EXTRA_CONTENT_PROPERTIES_MAX = 20;

const closed = { additionalProperties: false } as const;
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Opaque fields that go back to the provider as they came, by family. */
export const ExtraContent = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: EXTRA_CONTENT_PROPERTIES_MAX,
});

/** What parse helpers of official clients add to an answer; taken when it is handed back, and sent nowhere. */
const ClientSide = Type.Optional(Type.Unknown());

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
    extra_content: Type.Optional(ExtraContent),
    /** Tolerated when a client appends accumulated stream deltas. */
    index: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  },
  closed,
);
export type ToolCall = Static<typeof ToolCall>;

export const TextPart = Type.Object({ type: Type.Literal('text'), text: Type.String() }, closed);
export const ImagePart = Type.Object(
  {
    type: Type.Literal('image_url'),
    image_url: Type.Object(
      {
        /** Data URLs only: Tollgate fetches nothing on behalf of a caller. */
        url: Type.String({
          pattern: '^data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$',
        }),
        detail: Type.Optional(
          Type.Union([Type.Literal('auto'), Type.Literal('low'), Type.Literal('high')]),
        ),
      },
      closed,
    ),
  },
  closed,
);
export const RefusalPart = Type.Object(
  { type: Type.Literal('refusal'), refusal: Type.String() },
  closed,
);

const Name = Type.Optional(StorableText({ maxLength: 64 }));
const TextContent = Type.Union([Type.String(), Type.Array(TextPart, { minItems: 1 })]);

export const SystemMessage = Type.Object(
  { role: Type.Literal('system'), content: TextContent, name: Name },
  closed,
);
export const UserMessage = Type.Object(
  {
    role: Type.Literal('user'),
    content: Type.Union([
      Type.String(),
      Type.Array(Type.Union([TextPart, ImagePart]), { minItems: 1 }),
    ]),
    name: Name,
  },
  closed,
);
export const AssistantMessage = Type.Object(
  {
    role: Type.Literal('assistant'),
    content: Type.Optional(
      Nullable(Type.Union([Type.String(), Type.Array(Type.Union([TextPart, RefusalPart]))])),
    ),
    refusal: Type.Optional(Nullable(Type.String())),
    name: Name,
    tool_calls: Type.Optional(Nullable(Type.Array(ToolCall, { maxItems: TOOLS_MAX }))),
    reasoning_content: Type.Optional(Nullable(Type.String())),
    extra_content: Type.Optional(Nullable(ExtraContent)),
    /** What official clients hand back with an answer; nothing of ours fills them. */
    annotations: Type.Optional(Nullable(Type.Array(Type.Unknown(), { maxItems: 0 }))),
    audio: Type.Optional(Type.Null()),
    function_call: Type.Optional(Type.Null()),
    parsed: ClientSide,
  },
  closed,
);
export const ToolMessage = Type.Object(
  {
    role: Type.Literal('tool'),
    tool_call_id: StorableText({ minLength: 1, maxLength: 512 }),
    content: TextContent,
    name: Name,
  },
  closed,
);

export type SystemMessage = Static<typeof SystemMessage>;
export type UserMessage = Static<typeof UserMessage>;
export type ToolMessage = Static<typeof ToolMessage>;

/** Told apart by `role`, so that a fault is reported against the right kind of message. */
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
        name: Type.String({ pattern: TOOL_NAME_PATTERN }),
        description: Type.Optional(Type.String()),
        parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        strict: Type.Optional(Nullable(Type.Boolean())),
      },
      closed,
    ),
  },
  closed,
);
export type Tool = Static<typeof Tool>;

export const ToolChoice = Type.Union([
  Type.Literal('auto'),
  Type.Literal('none'),
  Type.Literal('required'),
  Type.Object(
    {
      type: Type.Literal('function'),
      function: Type.Object({ name: Type.String({ pattern: TOOL_NAME_PATTERN }) }, closed),
    },
    closed,
  ),
]);
export type ToolChoice = Static<typeof ToolChoice>;

export const ResponseFormat = Type.Union([
  Type.Object({ type: Type.Literal('text') }, closed),
  Type.Object({ type: Type.Literal('json_object') }, closed),
  Type.Object(
    {
      type: Type.Literal('json_schema'),
      json_schema: Type.Object(
        {
          name: Type.String({ pattern: TOOL_NAME_PATTERN }),
          description: Type.Optional(Type.String()),
          schema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
          strict: Type.Optional(Nullable(Type.Boolean())),
        },
        closed,
      ),
    },
    closed,
  ),
]);
export type ResponseFormat = Static<typeof ResponseFormat>;

const OutputTokens = Type.Optional(
  Nullable(Type.Integer({ minimum: 1, maximum: OUTPUT_TOKENS_MAX })),
);

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
            include_usage: Type.Optional(Type.Boolean()),
            include_obfuscation: Type.Optional(Type.Boolean()),
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
    tools: Type.Optional(Nullable(Type.Array(Tool, { minItems: 1, maxItems: TOOLS_MAX }))),
    tool_choice: Type.Optional(Nullable(ToolChoice)),
    parallel_tool_calls: Type.Optional(Nullable(Type.Boolean())),
    reasoning_effort: Type.Optional(Nullable(StorableText({ minLength: 1, maxLength: 20 }))),
    /** For the caller's own bookkeeping; never decides whose wallet pays. */
    user: Type.Optional(Nullable(StorableText({ maxLength: 512 }))),
    metadata: Type.Optional(
      Nullable(Type.Record(Type.String(), StorableText({ maxLength: 512 }), { maxProperties: 16 })),
    ),
    store: Type.Optional(Nullable(Type.Literal(false))),
  },
  closed,
);
export type ChatRequest = Static<typeof ChatRequest>;

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
  prompt_tokens_details: Type.Object({ cached_tokens: Count }),
  completion_tokens_details: Type.Object({ reasoning_tokens: Count }),
});
export type ChatUsage = Static<typeof ChatUsage>;

const ReplayedContent = Type.Optional(Type.Record(Type.String(), Type.Unknown()));

/** The assistant's message of a whole answer. */
export const ChatMessageOut = Type.Object({
  role: Type.Literal('assistant'),
  content: Nullable(Type.String()),
  refusal: Nullable(Type.String()),
  reasoning_content: Type.Optional(Type.String()),
  tool_calls: Type.Optional(Type.Array(ToolCall)),
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
  type: Type.Optional(Type.Literal('function')),
  function: Type.Optional(
    Type.Object({
      name: Type.Optional(Type.String()),
      arguments: Type.Optional(Type.String()),
    }),
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
  tool_calls: Type.Optional(Type.Array(ToolCallDelta)),
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
