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

/** Tools of a server, by their names or by what they say of themselves. */
const ToolFilter = Type.Object(
  { read_only: Type.Optional(Type.Boolean()), tool_names: Type.Optional(Names) },
  closed,
);

/**
 * An MCP server whose tools OpenAI calls while it answers, by the types of its SDK: one that the
 * caller names by its address, or a connector of OpenAI's with the caller's own authorization.
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
  /** Which calls wait for an approval; absent: all. */
  require_approval: Type.Optional(
    Nullable(
      Type.Union([
        Type.Literal('always'),
        Type.Literal('never'),
        Type.Object(
          { always: Type.Optional(ToolFilter), never: Type.Optional(ToolFilter) },
          closed,
        ),
      ]),
    ),
  ),
  allowed_tools: Type.Optional(Nullable(Type.Union([Names, ToolFilter]))),
  server_description: Type.Optional(Nullable(Text())),
});
export type McpTool = Static<typeof McpTool>;

/**
 * The models that make the images of the tool `image_generation`, the first where a request names
 * none. Prices of a model that answers are those of these, so that there is one line of them.
 */
export const IMAGE_TOOL_MODELS = ['gpt-image-2', 'gpt-image-2-2026-04-21'] as const;
/** "Number of partial images to generate in streaming mode, from 0 (default value) to 3." */
const PREVIEWS_MAX = 3;

const OneOf = <Word extends string>(...words: Word[]) =>
  Type.Optional(Nullable(Type.Unsafe<Word>({ type: 'string', enum: words })));

/** The mask of an edit: a PNG as a data URL. Files lie in the account that all callers share. */
const ImageMask = Type.Object(
  { image_url: Type.String({ minLength: 1 }), file_id: Type.Optional(Type.Null()) },
  closed,
);

/**
 * Images that OpenAI makes while it answers `/v1/responses` (`Tool.ImageGeneration` of the npm
 * package openai 7.59). GIF and SVG are not taken: what they cost has no bound, SVG is written by a
 * further model.
 * @see https://developers.openai.com/api/docs/guides/tools-image-generation
 */
export const ImageGenerationTool = Type.Object({
  type: Type.Literal('image_generation'),
  model: OneOf(...IMAGE_TOOL_MODELS),
  action: OneOf('auto', 'generate', 'edit'),
  quality: OneOf('auto', 'low', 'medium', 'high'),
  size: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^(?:auto|[1-9][0-9]{1,3}x[1-9][0-9]{1,3})$',
        description: 'Width and height in pixels, or `auto`',
      }),
    ),
  ),
  background: OneOf('auto', 'opaque', 'transparent'),
  output_format: OneOf('png', 'jpeg', 'webp'),
  output_compression: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
  moderation: OneOf('auto', 'low'),
  /** The most previews of each image of a stream; refused without one. */
  partial_images: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: PREVIEWS_MAX }))),
  input_image_mask: Type.Optional(Nullable(ImageMask)),
});
export type ImageGenerationTool = Static<typeof ImageGenerationTool>;

/** The members that a tool and its mask have here. */
export const IMAGE_GENERATION_MEMBERS = {
  tool: Object.keys(ImageGenerationTool.properties),
  mask: Object.keys(ImageMask.properties),
} as const;

/** The most vector stores that one call searches. */
export const VECTOR_STORES_OF_CALL_MAX = 16;
/** The most results of one search, by the documentation. */
const RESULTS_MAX = 50;
/** The longest id, key or value of a filter, in characters. */
const FILTER_TEXT_MAX = 512;
/** The most values of a comparison, and the most filters within one. */
const FILTER_ENTRIES_MAX = 64;
/** How deep filters may lie within each other. */
const FILTER_DEPTH_MAX = 4;
const FilterText = Type.String({ maxLength: FILTER_TEXT_MAX });

/** A comparison of an attribute that files have. */
const ComparisonFilter = Type.Object(
  {
    type: Type.Unsafe<'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin'>({
      type: 'string',
      enum: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin'],
    }),
    key: FilterText,
    value: Type.Union([
      FilterText,
      Type.Number(),
      Type.Boolean(),
      Type.Array(Type.Union([FilterText, Type.Number()]), { maxItems: FILTER_ENTRIES_MAX }),
    ]),
  },
  closed,
);

/** Filters within each other, so many levels deep. */
function filterOf(depth: number): Type.TSchema {
  if (depth === 1) return ComparisonFilter;
  const filters = Type.Array(filterOf(depth - 1), { minItems: 1, maxItems: FILTER_ENTRIES_MAX });
  const type = Type.Unsafe<'and' | 'or'>({ type: 'string', enum: ['and', 'or'] });
  return Type.Union([ComparisonFilter, Type.Object({ type, filters }, closed)]);
}

const Share = Type.Number({ minimum: 0, maximum: 1 });

/**
 * Vector stores that OpenAI searches while it answers, by the types of its SDK. Their ids are ours:
 * `GET /v1/vector_stores` lists those that an administrator has given to the owner of the key.
 * @see https://developers.openai.com/api/docs/guides/tools-file-search
 */
export const FileSearchTool = Type.Object({
  type: Type.Literal('file_search'),
  vector_store_ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    minItems: 1,
    maxItems: VECTOR_STORES_OF_CALL_MAX,
  }),
  max_num_results: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: RESULTS_MAX }))),
  filters: Type.Optional(Nullable(filterOf(FILTER_DEPTH_MAX))),
  ranking_options: Type.Optional(
    Nullable(
      Type.Object(
        {
          ranker: Type.Optional(
            Type.Unsafe<'auto' | 'default-2024-11-15'>({
              type: 'string',
              enum: ['auto', 'default-2024-11-15'],
            }),
          ),
          score_threshold: Type.Optional(Share),
          hybrid_search: Type.Optional(
            Type.Object({ embedding_weight: Share, text_weight: Share }, closed),
          ),
        },
        closed,
      ),
    ),
  ),
});
export type FileSearchTool = Static<typeof FileSearchTool>;

/** The members of `require_approval`, and of each filter within it. */
export const APPROVAL_MEMBERS = {
  kinds: ['always', 'never'],
  filter: Object.keys(ToolFilter.properties),
} as const;

/** The members that a tool and its container have here. */
export const CODE_INTERPRETER_MEMBERS = {
  tool: Object.keys(CodeInterpreterTool.properties),
  container: Object.keys(AutoContainer.properties),
} as const;
