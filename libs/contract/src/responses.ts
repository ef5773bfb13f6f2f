import { Type } from 'typebox';
import { WEB_SEARCHES_MAX } from './web-search.ts';
import {
  CodeInterpreterTool,
  ImageGenerationTool,
  FileSearchTool,
  McpTool,
} from './openai-tools.ts';
import { HOSTED_CHOICES } from './openai-runs.ts';
import type { HostedTool } from './openai-runs.ts';
import { WebSearchTool } from './search-tool.ts';
import type { Static } from 'typebox';
import { CLIENT_TOOL_TYPES } from './client-tools.ts';
import type { ClientToolType } from './client-tools.ts';
import { closed } from './closed.ts';
import {
  AssistantMessage,
  ChatRequest,
  ClientSide,
  FILENAME_CHARACTERS_MAX,
  FilePart,
  HINTS,
  ImageDetail,
  ImagePart,
  Marked,
  OneOf,
  Tool,
  ToolCall,
  TOOLS_MAX,
} from './chat.ts';
import type { ExtraParameters } from './chat.ts';
import type { Unknown } from './extensions.ts';
import { LEFT_OUT_ITEMS } from './response-items.ts';
import type { LeftOutType } from './response-items.ts';
import { StorableText } from './text.ts';
import { UsageCost } from './usage-cost.ts';

/** The most items of one request. */
export const RESPONSE_ITEMS_MAX = 4_000;
/** The longest `encrypted_content` of a reasoning item, in characters. */
const ENCRYPTED_CHARACTERS_MAX = 16_777_216;
/** The longest schema of a text format, in characters of JSON. */
export const FORMAT_SCHEMA_CHARACTERS_MAX = 1_000_000;
const ITEM_ID_CHARACTERS_MAX = 512;

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const chat = ChatRequest.properties;
const tool = Tool.properties.function.properties;
const image = ImagePart.properties.image_url.properties;

const ItemId = Type.Optional(Nullable(StorableText({ maxLength: ITEM_ID_CHARACTERS_MAX })));
const ItemStatus = Type.Optional(
  Nullable(
    Type.Union([
      Type.Literal('in_progress'),
      Type.Literal('completed'),
      Type.Literal('incomplete'),
    ]),
  ),
);

export const InputText = Type.Object(
  { type: Type.Literal('input_text'), text: Type.String(), ...Marked },
  closed,
);
export const InputImage = Type.Object(
  {
    type: Type.Literal('input_image'),
    image_url: image.url,
    detail: Type.Optional(Nullable(ImageDetail)),
    file_id: Type.Optional(Type.Null()),
    ...Marked,
  },
  closed,
);
/**
 * A PDF. Files of text are texts before anything reads the request, and an address in `file_url` is
 * moved to `file_data`.
 */
export const InputFile = Type.Object(
  {
    type: Type.Literal('input_file'),
    filename: Type.Optional(Nullable(StorableText({ maxLength: FILENAME_CHARACTERS_MAX }))),
    file_data: FilePart.properties.file.properties.file_data,
    file_id: Type.Optional(Type.Null()),
    /** How closely to look at pages: a hint. */
    detail: Type.Optional(Nullable(ImageDetail)),
    ...Marked,
  },
  closed,
);
export const OutputText = Type.Object(
  {
    type: Type.Literal('output_text'),
    text: Type.String(),
    annotations: ClientSide,
    logprobs: ClientSide,
    parsed: ClientSide,
    ...Marked,
  },
  closed,
);
export const OutputRefusal = Type.Object(
  { type: Type.Literal('refusal'), refusal: Type.String(), parsed: ClientSide },
  closed,
);

export type UserPart =
  | Static<typeof InputText>
  | Static<typeof InputImage>
  | Static<typeof InputFile>;
export type AssistantPart = Static<typeof OutputText> | Static<typeof OutputRefusal>;
const Texts = Type.Array(OneOf<Static<typeof InputText>>(InputText), { minItems: 1 });
const UserParts = Type.Array(OneOf<UserPart>(InputText, InputImage, InputFile), { minItems: 1 });

const messageFields = {
  type: Type.Optional(Type.Literal('message')),
  id: ItemId,
  status: ItemStatus,
  ...Marked,
};

/** `developer` is another word for `system`. */
export const SystemItem = Type.Object(
  {
    ...messageFields,
    role: Type.Union([Type.Literal('system'), Type.Literal('developer')]),
    content: Type.Union([Type.String(), Texts]),
  },
  closed,
);
export const UserItem = Type.Object(
  {
    ...messageFields,
    role: Type.Literal('user'),
    content: Type.Union([Type.String(), UserParts]),
  },
  closed,
);
/** An answer of the model, written by the client or handed back as an output item. */
export const AssistantItem = Type.Object(
  {
    ...messageFields,
    role: Type.Literal('assistant'),
    /** What the text is for, such as `commentary` or `final_answer`: a hint. */
    phase: AssistantMessage.properties.phase,
    content: Type.Union([
      Type.String(),
      Type.Array(OneOf<AssistantPart>(OutputText, OutputRefusal)),
    ]),
  },
  closed,
);
export const FunctionCallItem = Type.Object(
  {
    type: Type.Literal('function_call'),
    id: ItemId,
    call_id: ToolCall.properties.id,
    name: ToolCall.properties.function.properties.name,
    namespace: Type.Optional(Nullable(tool.name)),
    arguments: Type.String(),
    status: ItemStatus,
    parsed_arguments: ClientSide,
  },
  closed,
);
export const FunctionCallOutputItem = Type.Object(
  {
    type: Type.Literal('function_call_output'),
    id: ItemId,
    call_id: ToolCall.properties.id,
    output: Type.Union([Type.String(), UserParts]),
    status: ItemStatus,
    ...Marked,
  },
  closed,
);
/** A call of a custom tool, which takes any text. */
export const CustomToolCallItem = Type.Object(
  {
    type: Type.Literal('custom_tool_call'),
    id: ItemId,
    call_id: ToolCall.properties.id,
    name: ToolCall.properties.function.properties.name,
    namespace: Type.Optional(Nullable(tool.name)),
    input: Type.String(),
    status: ItemStatus,
  },
  closed,
);
export const CustomToolCallOutputItem = Type.Object(
  { ...FunctionCallOutputItem.properties, type: Type.Literal('custom_tool_call_output') },
  closed,
);
/** Belongs to the items behind it; `encrypted_content` must come back unchanged. */
export const ReasoningItem = Type.Object(
  {
    type: Type.Literal('reasoning'),
    id: ItemId,
    summary: Type.Optional(
      Type.Array(Type.Object({ type: Type.Literal('summary_text'), text: Type.String() }, closed), {
        maxItems: RESPONSE_ITEMS_MAX,
      }),
    ),
    content: Type.Optional(
      Nullable(
        Type.Array(
          Type.Object({ type: Type.Literal('reasoning_text'), text: Type.String() }, closed),
          { maxItems: RESPONSE_ITEMS_MAX },
        ),
      ),
    ),
    encrypted_content: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: ENCRYPTED_CHARACTERS_MAX })),
    ),
    status: ItemStatus,
  },
  closed,
);

const Data = Type.Record(Type.String(), Type.Unknown());
/** Members that OpenAI's own answers have and that say nothing about a conversation. */
const noted = { id: ItemId, status: ItemStatus, created_by: ClientSide, caller: ClientSide };
const CallId = ToolCall.properties.id;
/** Null where the provider has searched by itself. */
const SearchId = Type.Optional(Nullable(CallId));
const Execution = Type.Optional(
  Nullable(Type.Union([Type.Literal('client'), Type.Literal('server')])),
);

/**
 * A call of a tool that the client runs, such as a shell; what is in it is the client's own
 * business.
 */
export const ClientCallItem = Type.Object(
  {
    ...noted,
    type: Type.Union([Type.Literal('local_shell_call'), Type.Literal('shell_call')]),
    call_id: CallId,
    action: Data,
    environment: ClientSide,
  },
  closed,
);
export const ApplyPatchCallItem = Type.Object(
  { ...noted, type: Type.Literal('apply_patch_call'), call_id: CallId, operation: Data },
  closed,
);
export const ToolSearchCallItem = Type.Object(
  {
    ...noted,
    type: Type.Literal('tool_search_call'),
    call_id: SearchId,
    execution: Execution,
    arguments: Type.Unknown(),
  },
  closed,
);
/**
 * The id of the call is `call_id`; OpenAI's reference calls it `id` in the output of a local shell.
 */
export const LocalShellOutputItem = Type.Object(
  {
    ...noted,
    type: Type.Literal('local_shell_call_output'),
    call_id: SearchId,
    output: Type.String(),
  },
  closed,
);
export const ShellOutputItem = Type.Object(
  {
    ...noted,
    type: Type.Literal('shell_call_output'),
    call_id: CallId,
    output: Type.Union([Type.String(), Type.Array(Data)]),
    max_output_length: ClientSide,
  },
  closed,
);
export const ApplyPatchOutputItem = Type.Object(
  {
    ...noted,
    type: Type.Literal('apply_patch_call_output'),
    call_id: CallId,
    status: Type.Optional(
      Nullable(Type.Union([Type.Literal('completed'), Type.Literal('failed')])),
    ),
    output: Type.Optional(Nullable(Type.String())),
  },
  closed,
);

export type ClientCallItem =
  | Static<typeof ClientCallItem>
  | Static<typeof ApplyPatchCallItem>
  | Static<typeof ToolSearchCallItem>;
export type ClientOutputItem =
  | Static<typeof LocalShellOutputItem>
  | Static<typeof ShellOutputItem>
  | Static<typeof ApplyPatchOutputItem>;
export type SystemItem = Static<typeof SystemItem>;
export type UserItem = Static<typeof UserItem>;
export type AssistantItem = Static<typeof AssistantItem>;
export type FunctionCallItem = Static<typeof FunctionCallItem>;
export type FunctionCallOutputItem = Static<typeof FunctionCallOutputItem>;
export type CustomToolCallItem = Static<typeof CustomToolCallItem>;
export type CustomToolCallOutputItem = Static<typeof CustomToolCallOutputItem>;
export type ReasoningItem = Static<typeof ReasoningItem>;

/**
 * Whether a tool is offered to the model only when a search has found it. Each model is offered all
 * tools at once, so this is left out.
 */
const Deferred = Type.Optional(Nullable(Type.Boolean()));

export const FunctionTool = Type.Object(
  {
    type: Type.Literal('function'),
    name: tool.name,
    description: Type.Optional(Nullable(Type.String())),
    parameters: Type.Optional(Nullable(Type.Record(Type.String(), Type.Unknown()))),
    strict: Type.Optional(Nullable(Type.Boolean())),
    defer_loading: Deferred,
    ...Marked,
  },
  closed,
);
export type FunctionTool = Static<typeof FunctionTool>;

const AnyText = Type.Object({ type: Type.Literal('text') }, closed);
const Grammar = Type.Object(
  {
    type: Type.Literal('grammar'),
    syntax: Type.Union([Type.Literal('lark'), Type.Literal('regex')]),
    definition: Type.String(),
  },
  closed,
);
export type CustomFormat = Static<typeof AnyText> | Static<typeof Grammar>;

/**
 * A tool that takes any text. Models are offered a function with one string; a grammar is described
 * to the model, and nothing holds the model to it.
 */
export const CustomTool = Type.Object(
  {
    type: Type.Literal('custom'),
    name: tool.name,
    description: Type.Optional(Nullable(Type.String())),
    format: Type.Optional(Nullable(OneOf<CustomFormat>(AnyText, Grammar))),
    defer_loading: Deferred,
    ...Marked,
  },
  closed,
);
export type CustomTool = Static<typeof CustomTool>;

/**
 * Functions and custom tools that belong together. Models are offered them one by one, under names
 * that begin with that of the namespace.
 */
export const NamespaceTool = Type.Object(
  {
    type: Type.Literal('namespace'),
    name: tool.name,
    description: Type.Optional(Nullable(Type.String())),
    tools: Type.Array(OneOf<FunctionTool | CustomTool>(FunctionTool, CustomTool), {
      minItems: 1,
      maxItems: TOOLS_MAX,
    }),
  },
  closed,
);
export type NamespaceTool = Static<typeof NamespaceTool>;

/** A tool that the client runs; a model is offered a function with the same members. */
const LocalShellTool = Type.Object({ type: Type.Literal('local_shell') }, closed);
const ShellTool = Type.Object(
  {
    type: Type.Literal('shell'),
    environment: Type.Optional(
      Nullable(OneOf<{ type: 'local' }>(Type.Object({ type: Type.Literal('local') }, closed))),
    ),
  },
  closed,
);
const ApplyPatchTool = Type.Object({ type: Type.Literal('apply_patch') }, closed);
/**
 * A search for tools by the client. One by the server is left out, because each model is offered
 * all tools at once.
 */
const ToolSearchTool = Type.Object(
  {
    type: Type.Literal('tool_search'),
    execution: Execution,
    description: Type.Optional(Nullable(Type.String())),
    parameters: Type.Optional(Nullable(Data)),
  },
  closed,
);
export type ClientRunTool =
  | Static<typeof LocalShellTool>
  | Static<typeof ShellTool>
  | Static<typeof ApplyPatchTool>
  | Static<typeof ToolSearchTool>;

export type ResponsesTool =
  | FunctionTool
  | CustomTool
  | NamespaceTool
  | ClientRunTool
  | WebSearchTool
  | CodeInterpreterTool
  | McpTool
  | FileSearchTool
  | ImageGenerationTool;

const Tools = Type.Array(
  OneOf<ResponsesTool>(
    FunctionTool,
    CustomTool,
    NamespaceTool,
    LocalShellTool,
    ShellTool,
    ApplyPatchTool,
    ToolSearchTool,
    WebSearchTool,
    CodeInterpreterTool,
    McpTool,
    FileSearchTool,
    ImageGenerationTool,
  ),
  { maxItems: TOOLS_MAX },
);

/** Tools that a request has beside `tools`: Codex sends all of its own so for some models. */
export const AdditionalToolsItem = Type.Object(
  {
    type: Type.Literal('additional_tools'),
    id: ItemId,
    role: Type.Optional(Nullable(Type.String())),
    tools: Tools,
  },
  closed,
);
/** The tools that a search has found; the model can call them from then on. */
export const ToolSearchOutputItem = Type.Object(
  {
    ...noted,
    type: Type.Literal('tool_search_output'),
    call_id: SearchId,
    execution: Execution,
    tools: Tools,
  },
  closed,
);
type ToolSearchOutput = Static<typeof ToolSearchOutputItem>;
/** The longest reason for an answer to a request for an approval, in characters. */
const REASON_CHARACTERS_MAX = 8_192;
/** A call of a tool of an MCP server that waits for an approval, as an answer has shown it. */
export const McpApprovalRequestItem = Type.Object(
  {
    type: Type.Literal('mcp_approval_request'),
    id: StorableText({ minLength: 1, maxLength: ITEM_ID_CHARACTERS_MAX }),
    server_label: Type.String(),
    name: Type.String(),
    arguments: Type.String(),
  },
  closed,
);
/** Whether such a call may be made; its request comes back with the answer that made it. */
export const McpApprovalResponseItem = Type.Object(
  {
    type: Type.Literal('mcp_approval_response'),
    id: ItemId,
    approval_request_id: StorableText({ minLength: 1, maxLength: ITEM_ID_CHARACTERS_MAX }),
    approve: Type.Boolean(),
    reason: Type.Optional(Nullable(StorableText({ maxLength: REASON_CHARACTERS_MAX }))),
  },
  closed,
);
export type McpApprovalResponseItem = Static<typeof McpApprovalResponseItem>;
/**
 * What a provider has done by itself in an earlier answer, and the like: accepted and left out, see
 * `response-items.ts`.
 */
const LeftOutItem = Type.Object({
  type: Type.Unsafe<LeftOutType>({ type: 'string', enum: LEFT_OUT_ITEMS }),
});

export const InputItem = Type.Union([
  SystemItem,
  UserItem,
  AssistantItem,
  FunctionCallItem,
  FunctionCallOutputItem,
  CustomToolCallItem,
  CustomToolCallOutputItem,
  ClientCallItem,
  ApplyPatchCallItem,
  ToolSearchCallItem,
  LocalShellOutputItem,
  ShellOutputItem,
  ApplyPatchOutputItem,
  ToolSearchOutputItem,
  AdditionalToolsItem,
  ReasoningItem,
  McpApprovalRequestItem,
  McpApprovalResponseItem,
  LeftOutItem,
]);
/** An item that has a meaning for the conversation. */
export type ReadItem =
  | SystemItem
  | UserItem
  | AssistantItem
  | FunctionCallItem
  | FunctionCallOutputItem
  | CustomToolCallItem
  | CustomToolCallOutputItem
  | ReasoningItem;
export type InputItem =
  | ReadItem
  | ClientCallItem
  | ClientOutputItem
  | ToolSearchOutput
  | Static<typeof AdditionalToolsItem>
  | Static<typeof McpApprovalRequestItem>
  | McpApprovalResponseItem
  | { type: LeftOutType };

const NamedFunction = Type.Object({ type: Type.Literal('function'), name: tool.name }, closed);
const NamedCustomTool = Type.Object({ type: Type.Literal('custom'), name: tool.name }, closed);
/** A tool of the client has no name beside its type. */
const NAMED_CLIENT_TOOLS = CLIENT_TOOL_TYPES.map((type) =>
  Type.Object({ type: Type.Literal(type) }, closed),
);
/**
 * A tool that the provider runs, by its type, as the provider's reference has it
 * (`ToolChoiceTypes` of the npm package openai 7.59; `web_search` is the type of its tool).
 */
const NAMED_HOSTED = HOSTED_CHOICES.map((type) =>
  Type.Object({ type: Type.Literal(type) }, closed),
);
const server = { type: Type.Literal('mcp'), server_label: McpTool.properties.server_label };
/** All tools of an MCP server. */
const NamedServer = Type.Object(server, closed);
/** An MCP server of the request, or one of its tools (`ToolChoiceMcp`). */
const NamedServerTool = Type.Object(
  { ...server, name: Type.Optional(Nullable(McpTool.properties.server_label)) },
  closed,
);
export type NamedTool =
  | Static<typeof NamedFunction>
  | Static<typeof NamedCustomTool>
  | { type: ClientToolType };

/** The model is offered these tools only. */
const AllowedTools = Type.Object(
  {
    type: Type.Literal('allowed_tools'),
    mode: Type.Union([Type.Literal('auto'), Type.Literal('required')]),
    tools: Type.Array(
      OneOf<NamedTool | HostedTool>(
        NamedFunction,
        NamedCustomTool,
        ...NAMED_CLIENT_TOOLS,
        ...NAMED_HOSTED,
        NamedServer,
      ),
      { minItems: 1, maxItems: TOOLS_MAX },
    ),
  },
  closed,
);

const ResponsesToolChoice = Type.Unsafe<ToolChoice>(
  Type.Union([
    Type.Literal('auto'),
    Type.Literal('none'),
    Type.Literal('required'),
    NamedFunction,
    NamedCustomTool,
    ...NAMED_CLIENT_TOOLS,
    ...NAMED_HOSTED,
    NamedServerTool,
    AllowedTools,
  ]),
);
export type ResponsesToolChoice = ToolChoice;
type ToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | NamedTool
  | HostedTool
  | Static<typeof AllowedTools>;

const PlainFormat = Type.Object({ type: Type.Literal('text') }, closed);
const JsonObjectFormat = Type.Object({ type: Type.Literal('json_object') }, closed);
const JsonSchemaFormat = Type.Object(
  {
    type: Type.Literal('json_schema'),
    name: tool.name,
    description: Type.Optional(Nullable(Type.String())),
    schema: Type.Record(Type.String(), Type.Unknown()),
    strict: Type.Optional(Nullable(Type.Boolean())),
  },
  closed,
);
export type TextFormat =
  | Static<typeof PlainFormat>
  | Static<typeof JsonObjectFormat>
  | Static<typeof JsonSchemaFormat>;
export const TextFormat = OneOf<TextFormat>(PlainFormat, JsonObjectFormat, JsonSchemaFormat);

/**
 * How to summarise the reasoning of a model: a hint, which some models take. The reasoning of the
 * others is passed on as it comes.
 */
const ReasoningSummary = Type.Optional(
  Nullable(Type.Union([Type.Literal('auto'), Type.Literal('concise'), Type.Literal('detailed')])),
);
/**
 * Fields that the route does not support; they may be null or have the value that turns them off.
 */
const Null = Type.Optional(Type.Null());
const False = Type.Optional(Nullable(Type.Literal(false)));

/** What an answer can show beside. */
const INCLUDABLE = [
  'reasoning.encrypted_content',
  'web_search_call.action.sources',
  'code_interpreter_call.outputs',
  'file_search_call.results',
] as const;
type Includable = (typeof INCLUDABLE)[number];

/**
 * `POST /v1/responses`: one question, one whole answer, nothing kept. Null means absent, as in the
 * API style that this follows.
 */
export const ResponsesRequest = Type.Object(
  {
    model: chat.model,
    input: Type.Union([
      Type.String({ minLength: 1 }),
      Type.Array(InputItem, { minItems: 1, maxItems: RESPONSE_ITEMS_MAX }),
    ]),
    instructions: Type.Optional(Nullable(Type.String())),
    tools: Type.Optional(Nullable(Tools)),
    tool_choice: Type.Optional(Nullable(ResponsesToolChoice)),
    parallel_tool_calls: chat.parallel_tool_calls,
    text: Type.Optional(
      Nullable(
        Type.Object(
          { format: Type.Optional(Nullable(TextFormat)), verbosity: chat.verbosity },
          closed,
        ),
      ),
    ),
    max_output_tokens: chat.max_completion_tokens,
    temperature: chat.temperature,
    top_p: chat.top_p,
    reasoning: Type.Optional(
      Nullable(
        Type.Object(
          {
            effort: chat.reasoning_effort,
            summary: ReasoningSummary,
            generate_summary: ReasoningSummary,
          },
          closed,
        ),
      ),
    ),
    /** For the caller's own bookkeeping; never decides whose wallet pays. */
    user: chat.user,
    metadata: chat.metadata,
    /** Served where the platform has it switched on. */
    stream: chat.stream,
    /** Nothing is obfuscated: wishing for it is a hint. */
    stream_options: Type.Optional(
      Nullable(
        Type.Object({ include_obfuscation: Type.Optional(Nullable(Type.Boolean())) }, closed),
      ),
    ),
    store: False,
    background: False,
    previous_response_id: Null,
    conversation: Null,
    prompt: Null,
    /**
     * Reasoning items always carry what a next turn needs; the sources of searches and what code
     * has printed are shown on request.
     */
    include: Type.Optional(
      Nullable(
        Type.Array(Type.Unsafe<Includable>({ type: 'string', enum: [...INCLUDABLE] }), {
          maxItems: INCLUDABLE.length,
        }),
      ),
    ),
    truncation: Type.Optional(Nullable(Type.Literal('disabled'))),
    /** The most calls of all tools that the provider runs, each action of a search counted. */
    max_tool_calls: Type.Optional(
      Nullable(Type.Integer({ minimum: 1, maximum: WEB_SEARCHES_MAX })),
    ),
    top_logprobs: Type.Optional(Nullable(Type.Literal(0))),
    ...HINTS,
  },
  closed,
);
/** A request to responses; the parser sets unknown fields apart as in a request to chat. */
export type ResponsesRequest = Static<typeof ResponsesRequest> & {
  extra?: ExtraParameters;
  unknown?: Unknown;
};

const Ended = Type.Union([Type.Literal('completed'), Type.Literal('incomplete')]);
const Count = Type.Integer({ minimum: 0 });
const NothingOut = Type.Unsafe<[]>({ type: 'array', maxItems: 0 });

/** One thing that the model made; it can be appended to the next `input` as it is. */
export const OutputItem = Type.Union([
  Type.Object({
    id: Type.String(),
    type: Type.Literal('reasoning'),
    /**
     * Where the caller has asked for a summary and the model gives one; `content` is empty then.
     */
    summary: Type.Array(Type.Object({ type: Type.Literal('summary_text'), text: Type.String() })),
    content: Type.Array(Type.Object({ type: Type.Literal('reasoning_text'), text: Type.String() })),
    encrypted_content: Type.String(),
  }),
  Type.Object({
    id: Type.String(),
    type: Type.Literal('message'),
    role: Type.Literal('assistant'),
    status: Ended,
    content: Type.Array(
      Type.Union([
        Type.Object({
          type: Type.Literal('output_text'),
          text: Type.String(),
          /** Citations of what a search of the web has found, as the provider gives them. */
          annotations: Type.Array(Data),
          logprobs: NothingOut,
        }),
        Type.Object({ type: Type.Literal('refusal'), refusal: Type.String() }),
      ]),
    ),
  }),
  Type.Object({
    id: Type.String(),
    type: Type.Literal('web_search_call'),
    status: Type.String(),
    action: Type.Optional(Data),
  }),
  Type.Object({
    id: Type.String(),
    type: Type.Literal('code_interpreter_call'),
    status: Type.String(),
    code: Nullable(Type.String()),
    /** The container belongs to the call alone: no request can name it. */
    container_id: Type.String(),
    /** What the code has printed and drawn, where the request includes it. */
    outputs: Nullable(Type.Array(Data)),
  }),
  Type.Object({
    id: Type.String(),
    type: Type.Literal('mcp_list_tools'),
    server_label: Type.String(),
    tools: Type.Array(Data),
    error: Type.Unknown(),
  }),
  Type.Object({
    id: Type.String(),
    type: Type.Literal('mcp_call'),
    status: Type.String(),
    server_label: Type.String(),
    name: Type.String(),
    arguments: Type.String(),
    output: Nullable(Type.String()),
    error: Type.Unknown(),
    approval_request_id: Nullable(Type.String()),
  }),
  Type.Object({
    id: Type.String(),
    type: Type.Literal('mcp_approval_request'),
    server_label: Type.String(),
    name: Type.String(),
    arguments: Type.String(),
  }),
  Type.Object({
    id: Type.String(),
    type: Type.Literal('file_search_call'),
    status: Type.String(),
    queries: Type.Array(Type.String()),
    /** The chunks of files that were found, where the request includes them. */
    results: Nullable(Type.Array(Data)),
  }),
  Type.Object({
    id: Type.String(),
    type: Type.Literal('image_generation_call'),
    status: Type.String(),
    /** The image in base64; null where none was made. */
    result: Nullable(Type.String()),
    /** The prompt that the provider has made of the conversation. */
    revised_prompt: Type.Optional(Type.String()),
    action: Type.Optional(Type.String()),
    background: Type.Optional(Type.String()),
    output_format: Type.Optional(Type.String()),
    quality: Type.Optional(Type.String()),
    size: Type.Optional(Type.String()),
    /** Why no image was made. */
    error: Type.Optional(Data),
  }),
  Type.Object({
    id: Type.String(),
    type: Type.Literal('function_call'),
    status: Ended,
    call_id: Type.String(),
    name: Type.String(),
    namespace: Type.Optional(Type.String()),
    arguments: Type.String(),
  }),
  Type.Object({
    id: Type.String(),
    type: Type.Literal('custom_tool_call'),
    status: Ended,
    call_id: Type.String(),
    name: Type.String(),
    namespace: Type.Optional(Type.String()),
    input: Type.String(),
  }),
  Type.Object({
    id: Type.String(),
    type: Type.Union([
      Type.Literal('local_shell_call'),
      Type.Literal('shell_call'),
      Type.Literal('apply_patch_call'),
      Type.Literal('tool_search_call'),
    ]),
    status: Ended,
    call_id: Type.String(),
    /** What a shell is to run. */
    action: Type.Optional(Data),
    /** What a patch is to change. */
    operation: Type.Optional(Data),
    /** Who runs a search for tools: the client. */
    execution: Type.Optional(Type.Literal('client')),
    arguments: Type.Optional(Data),
  }),
]);
export type OutputItem = Static<typeof OutputItem>;

/**
 * Token counts as this route shows them. `image_tokens` are those of `image_generation`, which the
 * totals contain too.
 */
export const ResponseUsage = Type.Object({
  input_tokens: Count,
  input_tokens_details: Type.Object({
    cached_tokens: Count,
    cache_write_tokens: Count,
    image_tokens: Type.Optional(Count),
  }),
  output_tokens: Count,
  output_tokens_details: Type.Object({
    reasoning_tokens: Count,
    image_tokens: Type.Optional(Count),
  }),
  total_tokens: Count,
  ...UsageCost,
});
export type ResponseUsage = Static<typeof ResponseUsage>;

/** Members of a tool that say when and how long a prompt is kept, and no answer repeats. */
const NOT_ECHOED = ['defer_loading', 'cache_control'] as const;
type NotEchoed = (typeof NOT_ECHOED)[number];
const isEchoed = (name: string): boolean => !NOT_ECHOED.some((one) => one === name);

/** A function as the answer repeats it: everything that the request left out is null. */
const ToolEcho = Type.Unsafe<Required<Omit<FunctionTool, NotEchoed>>>({
  ...Type.Omit(FunctionTool, [...NOT_ECHOED]),
  required: Object.keys(FunctionTool.properties).filter(isEchoed),
});
const CustomEcho = Type.Unsafe<Required<Omit<CustomTool, NotEchoed>>>({
  ...Type.Omit(CustomTool, [...NOT_ECHOED]),
  required: Object.keys(CustomTool.properties).filter(isEchoed),
});
const NamespaceEcho = Type.Object(
  {
    type: Type.Literal('namespace'),
    name: Type.String(),
    description: Nullable(Type.String()),
    tools: Type.Array(Type.Union([ToolEcho, CustomEcho])),
  },
  closed,
);

/** `200` of `POST /v1/responses`. What the request left out is null or the default that holds. */
export const ResponseDocument = Type.Object({
  id: Type.String(),
  object: Type.Literal('response'),
  created_at: Type.Integer(),
  status: Ended,
  background: Type.Literal(false),
  error: Type.Null(),
  incomplete_details: Nullable(
    Type.Object({
      reason: Type.Union([Type.Literal('max_output_tokens'), Type.Literal('content_filter')]),
    }),
  ),
  instructions: Nullable(Type.String()),
  max_output_tokens: Nullable(Type.Integer()),
  max_tool_calls: Nullable(Type.Integer()),
  model: Type.String(),
  output: Type.Array(OutputItem),
  parallel_tool_calls: Type.Boolean(),
  previous_response_id: Type.Null(),
  reasoning: Type.Object({ effort: Nullable(Type.String()), summary: Nullable(Type.String()) }),
  store: Type.Literal(false),
  temperature: Nullable(Type.Number()),
  text: Type.Object({ format: TextFormat }),
  tool_choice: ResponsesToolChoice,
  tools: Type.Array(
    Type.Union([
      ToolEcho,
      CustomEcho,
      NamespaceEcho,
      LocalShellTool,
      ShellTool,
      ApplyPatchTool,
      ToolSearchTool,
    ]),
  ),
  top_p: Nullable(Type.Number()),
  truncation: Type.Literal('disabled'),
  usage: ResponseUsage,
  user: Nullable(Type.String()),
  metadata: Type.Record(Type.String(), Type.String()),
});
export type ResponseDocument = Static<typeof ResponseDocument>;

const { instructions, metadata, text, tool_choice, tools } = ResponseDocument.properties;

/**
 * The document while the answer is on its way, or after it has failed. What a caller may make long
 * is in `response.created` only.
 */
export const OpenResponse = Type.Object({
  ...ResponseDocument.properties,
  ...Type.Partial(Type.Object({ instructions, metadata, text, tool_choice, tools })).properties,
  status: Type.Union([Type.Literal('in_progress'), Type.Literal('failed')]),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  output: NothingOut,
  usage: Type.Null(),
});
export type OpenResponse = Static<typeof OpenResponse>;
