import { isJson } from '../openai/chat-request.ts';
import { marksFault, marksOf } from '../claude-marks.ts';
import { type Shape, unknownIn } from '../shape.ts';
import type { Call } from '../wire.ts';
import { knowsMcp } from './mcp.ts';
import { refuse } from './refuse.ts';

type Json = Record<string, unknown>;

/** The later version, which the SDKs name since October, has lost the settings of sampling. */
const VERSIONS = ['2023-06-01', '2026-10-21'];
const LOST = ['temperature', 'top_p', 'top_k'];
const CACHE: Shape = { type: null, ttl: null };
const BODY: Shape = {
  model: null,
  max_tokens: null,
  messages: { role: null, content: null },
  system: { type: null, text: null, cache_control: CACHE, citations: null },
  temperature: null,
  top_p: null,
  top_k: null,
  stop_sequences: null,
  stream: null,
  tools: {
    type: null,
    name: null,
    description: null,
    strict: null,
    input_schema: null,
    eager_input_streaming: null,
    cache_control: CACHE,
    max_characters: null,
    display_width_px: null,
    display_height_px: null,
    display_number: null,
    max_uses: null,
    max_content_tokens: null,
    citations: { enabled: null },
    url_sources: null,
    use_cache: null,
    response_inclusion: null,
    allowed_callers: null,
    allowed_domains: null,
    blocked_domains: null,
    user_location: { type: null, city: null, region: null, country: null, timezone: null },
  },
  tool_choice: { type: null, name: null, disable_parallel_tool_use: null },
  thinking: { type: null, budget_tokens: null, display: null },
  output_config: { effort: null, format: { type: null, schema: null } },
  metadata: { user_id: null },
  service_tier: null,
  cache_control: CACHE,
};
/** Members that say how to answer; nothing is answered where a prompt is counted. */
const OF_ANSWERS = [
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'stream',
  'metadata',
  'service_tier',
];
const COUNTED: Shape = Object.fromEntries(
  Object.entries(BODY).filter(([name]) => !OF_ANSWERS.includes(name)),
);
const CODE_RESULT: Shape = { type: null, tool_use_id: null, content: null, cache_control: CACHE };
const WEB_RESULT: Shape = { ...CODE_RESULT, caller: null };
/** Blocks that are not named here are those of other tools that the provider runs by itself. */
const BLOCKS: Readonly<Record<string, Shape>> = {
  text: { type: null, text: null, cache_control: CACHE, citations: null },
  image: {
    type: null,
    source: { type: null, media_type: null, data: null, url: null, file_id: null },
    cache_control: CACHE,
  },
  document: {
    type: null,
    source: { type: null, media_type: null, data: null, url: null, content: null, file_id: null },
    title: null,
    context: null,
    citations: { enabled: null },
    cache_control: CACHE,
  },
  tool_use: { type: null, id: null, name: null, input: null, cache_control: CACHE, caller: null },
  tool_result: {
    type: null,
    tool_use_id: null,
    content: null,
    is_error: null,
    cache_control: CACHE,
  },
  thinking: { type: null, thinking: null, signature: null },
  redacted_thinking: { type: null, data: null },
  server_tool_use: {
    type: null,
    id: null,
    name: null,
    input: null,
    cache_control: CACHE,
    caller: null,
  },
  web_search_tool_result: WEB_RESULT,
  web_fetch_tool_result: WEB_RESULT,
  code_execution_tool_result: CODE_RESULT,
  bash_code_execution_tool_result: CODE_RESULT,
  text_editor_code_execution_tool_result: CODE_RESULT,
};

const CONFIG: Shape = { enabled: null, defer_loading: null };

/**
 * Members that the provider knows where the header names a feature in trial, by the beginning of
 * its name.
 */
const IN_TRIAL: readonly { beta: string; members: Shape }[] = [
  { beta: 'context-management-', members: { context_management: { edits: null } } },
  { beta: 'fast-mode-', members: { speed: null } },
  {
    beta: 'thinking-binding-controls-',
    members: { thinking: { block_binding: { prefix_mismatch_behavior: null } } },
  },
  {
    beta: 'mcp-client-',
    members: {
      mcp_servers: {
        type: null,
        url: null,
        name: null,
        authorization_token: null,
        tool_configuration: { enabled: null, allowed_tools: null },
      },
      tools: { mcp_server_name: null, default_config: CONFIG, configs: null },
    },
  },
  { beta: 'mcp-client-2026-09-15', members: { tools: { tools: null } } },
  {
    beta: 'advanced-tool-use-',
    members: { tools: { defer_loading: null, input_examples: null, allowed_callers: null } },
  },
];

/** Blocks that the provider knows where the header names the connector of MCP servers. */
const MCP_BLOCKS: Readonly<Record<string, Shape>> = {
  mcp_tool_use: {
    type: null,
    id: null,
    name: null,
    server_name: null,
    input: null,
    cache_control: CACHE,
  },
  mcp_tool_result: {
    type: null,
    tool_use_id: null,
    is_error: null,
    content: null,
    cache_control: CACHE,
  },
  mcp_tool_listing: { type: null, mcp_server_name: null, tools: null },
};

/** The beta that names how far a kept prompt reaches. */
const SCOPE_BETA = 'prompt-caching-scope-';

/** A shape in which marks have a scope. */
function withScope(shape: Shape): Shape {
  const members = Object.entries(shape).map(([name, inner]) => {
    if (inner === CACHE) return [name, { ...CACHE, scope: null }];
    return [name, inner === null ? null : withScope(inner)];
  });
  return Object.fromEntries(members) as Shape;
}

function bodyFor(betas: string, given: Shape): Shape {
  const plain = betas.includes(SCOPE_BETA) ? withScope(given) : given;
  const trials = IN_TRIAL.filter(({ beta }) => betas.includes(beta));
  return trials.reduce<Shape>((body, { members }) => {
    const merged = Object.entries(members).map(([name, inner]) => [
      name,
      inner === null ? null : { ...body[name], ...inner },
    ]);
    return { ...body, ...Object.fromEntries(merged) };
  }, plain);
}

function assertVersion(given: string | string[] | undefined, body: Json): void {
  const version = [given].flat()[0];
  if (version === undefined) refuse('anthropic-version: header is required');
  if (!VERSIONS.includes(version)) {
    refuse(`anthropic-version: "${version}" is not a valid version`);
  }
  const lost = version === VERSIONS[0] ? undefined : LOST.find((name) => name in body);
  if (lost !== undefined) refuse(`${lost}: Extra inputs are not permitted`);
}

/**
 * Refuses what the provider does not know: another version of the wire, and members of the body and
 * of its blocks.
 */
export function assertKnown({ headers, path }: Call, body: Json): void {
  const plain = path.endsWith('/count_tokens') ? COUNTED : BODY;
  const betas = String(headers['anthropic-beta'] ?? '');
  const known = knowsMcp(betas) ? { ...BLOCKS, ...MCP_BLOCKS } : BLOCKS;
  const isScoped = betas.includes(SCOPE_BETA);
  const shapes = isScoped ? (withScope(known as Shape) as typeof BLOCKS) : known;
  assertVersion(headers['anthropic-version'], body);
  const blocks = turnsOf(body).flatMap(({ content }, turn) =>
    listOf(content).map((block, index) => ({ block, path: ['messages', turn, 'content', index] })),
  );
  const strange = blocks.find(
    ({ block }) => String(block['type']).startsWith('mcp_') && !knowsMcp(betas),
  );
  if (strange !== undefined) {
    refuse(
      `${strange.path.join('.')}: Input tag '${String(strange.block['type'])}' was not expected`,
    );
  }
  const unknown = [
    unknownIn(body, bodyFor(betas, plain)),
    ...blocks.map(({ block, path }) =>
      unknownIn(block, shapes[String(block['type'])] ?? null, path),
    ),
  ].find((found) => found !== null);
  if (unknown)
    refuse(`${[...unknown.path, unknown.name].join('.')}: Extra inputs are not permitted`);
  const fault = marksFault([
    ...marksOf(body['tools'], ['tools']),
    ...marksOf(body['system'], ['system']),
    ...turnsOf(body).flatMap(({ content }, turn) =>
      marksOf(content, ['messages', turn, 'content']),
    ),
    ...marksOf({ cache_control: body['cache_control'] }, []),
  ]);
  if (fault !== null) refuse(fault);
}

function turnsOf({ messages }: Json): Json[] {
  return listOf(messages);
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}
