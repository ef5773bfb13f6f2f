import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** The memory of a container in which OpenAI runs code; the first is the one of no name. */
export const CONTAINER_MEMORY = ['1g', '4g', '16g', '64g'] as const;
/** One of {@link CONTAINER_MEMORY}. */
export type ContainerMemory = (typeof CONTAINER_MEMORY)[number];

/**
 * A container that OpenAI makes for a call. Its other forms name files and containers, which lie in
 * the one account that all callers share, or reach into networks.
 */
const AutoContainer = Type.Object(
  {
    type: Type.Literal('auto'),
    file_ids: Type.Optional(Nullable(Type.Array(Type.String(), { maxItems: 0 }))),
    memory_limit: Type.Optional(
      Nullable(Type.Unsafe<ContainerMemory>({ type: 'string', enum: [...CONTAINER_MEMORY] })),
    ),
    network_policy: Type.Optional(
      Nullable(Type.Object({ type: Type.Literal('disabled') }, closed)),
    ),
  },
  closed,
);

/**
 * Python code that OpenAI runs while it answers `/v1/responses`, by the types of its SDK.
 * @see https://developers.openai.com/api/docs/guides/tools-code-interpreter
 */
export const CodeInterpreterTool = Type.Object({
  type: Type.Literal('code_interpreter'),
  container: AutoContainer,
});
export type CodeInterpreterTool = Static<typeof CodeInterpreterTool>;

/** The longest label, description, address or secret of an MCP server, in characters. */
const SERVER_TEXT_MAX = 8_192;
/** The most headers and names of tools of one MCP server. */
const SERVER_ENTRIES_MAX = 128;
const Text = (most = SERVER_TEXT_MAX) => Type.String({ minLength: 1, maxLength: most });
const Names = Type.Array(Text(), { maxItems: SERVER_ENTRIES_MAX });

/**
 * An MCP server whose tools OpenAI calls while it answers, by the types of its SDK: one that the
 * caller names by its address, or a connector of OpenAI's with the caller's own authorization. No
 * call waits for an approval.
 * @see https://developers.openai.com/api/docs/guides/tools-connectors-mcp
 */
export const McpTool = Type.Object({
  type: Type.Literal('mcp'),
  server_label: Text(),
  server_url: Type.Optional(Nullable(Text())),
  connector_id: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^connector_[a-z]{1,64}$',
        description: '`connector_` and the name of a service',
      }),
    ),
  ),
  authorization: Type.Optional(Nullable(Text())),
  headers: Type.Optional(
    Nullable(Type.Record(Type.String(), Text(), { maxProperties: SERVER_ENTRIES_MAX })),
  ),
  require_approval: Type.Literal('never'),
  allowed_tools: Type.Optional(
    Nullable(
      Type.Union([
        Names,
        Type.Object(
          { read_only: Type.Optional(Type.Boolean()), tool_names: Type.Optional(Names) },
          closed,
        ),
      ]),
    ),
  ),
  server_description: Type.Optional(Nullable(Text())),
});
export type McpTool = Static<typeof McpTool>;

/** The members that a tool and its container have here. */
export const CODE_INTERPRETER_MEMBERS = {
  tool: Object.keys(CodeInterpreterTool.properties),
  container: Object.keys(AutoContainer.properties),
} as const;
