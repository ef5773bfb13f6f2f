import { Type } from 'typebox';
import { CacheControl } from './chat.ts';
import { closed } from './closed.ts';
import { MCP_SERVERS_MAX, MCP_TOOLS_MAX, MCP_TOOLSET } from './mcp-connector.ts';

/** The longest name, address, token or description, in characters. */
const TEXT_MAX = 8_192;

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Text = () => Type.String({ minLength: 1, maxLength: TEXT_MAX });
const toolsMax = { maxProperties: MCP_TOOLS_MAX };

/** A server; `tool_configuration` is of the first version of the connector. */
const McpServer = Type.Object(
  {
    type: Type.Literal('url'),
    url: Text(),
    name: Text(),
    authorization_token: Type.Optional(Nullable(Text())),
    tool_configuration: Type.Optional(
      Nullable(
        Type.Object(
          {
            enabled: Type.Optional(Nullable(Type.Boolean())),
            allowed_tools: Type.Optional(Nullable(Type.Array(Text(), { maxItems: MCP_TOOLS_MAX }))),
          },
          closed,
        ),
      ),
    ),
  },
  closed,
);

/** The member `mcp_servers` of a request. */
export const McpServers = Type.Array(McpServer, { maxItems: MCP_SERVERS_MAX });

const ToolConfig = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    defer_loading: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** A tool as its server lists it. */
const ListedTool = Type.Object(
  {
    name: Text(),
    description: Type.Optional(Nullable(Type.String())),
    input_schema: Type.Record(Type.String(), Type.Unknown()),
  },
  closed,
);

/** The tool `mcp_toolset`: which tools of a server the model may call. */
export const MessagesMcpToolset = Type.Object(
  {
    type: Type.Literal(MCP_TOOLSET),
    mcp_server_name: Text(),
    default_config: Type.Optional(Nullable(ToolConfig)),
    configs: Type.Optional(Nullable(Type.Record(Type.String(), ToolConfig, toolsMax))),
    /** The tools of the server, pinned: it is not asked for them. */
    tools: Type.Optional(Nullable(Type.Array(ListedTool, { maxItems: MCP_TOOLS_MAX }))),
    cache_control: Type.Optional(Nullable(CacheControl)),
  },
  closed,
);
