import { Ajv } from 'ajv';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { GatewayError } from '@tollgate/contract/error-codes';
import { MessagesCodeTool, MessagesFetchTool } from '@tollgate/contract/server-tool-shapes';
import { MessagesSearchTool } from '@tollgate/contract/search-tool';
import { MCP_CALLS_MAX, MCP_TURNS, mcpServersIn } from '@tollgate/contract/mcp-connector';
import { MessagesMcpToolset } from '@tollgate/contract/mcp-shapes';
import type { PricedTool } from '@tollgate/contract/priced-dimensions';
import {
  CODE_OUTPUT_TOKENS,
  CODE_TURNS,
  CONTAINERS,
  WEB_FETCHES_DEFAULT,
  WEB_FETCH_TOKENS,
  makesCodeFree,
  runsCode,
  serverToolOf,
} from '@tollgate/contract/server-tools';
import type { ToolCounts, ToolRuns } from '@tollgate/contract/server-tools';
import { WEB_SEARCHES_DEFAULT, WEB_SEARCH_TOKENS } from '@tollgate/contract/web-search';
import { checkLater } from './check-later.ts';
import type { Check } from './check-later.ts';
import { toRequestError } from './request-error.ts';

const ajv = new Ajv({ ...OWN_SCHEMAS, verbose: true });
const CHECKS: Readonly<Partial<Record<PricedTool, Check>>> = {
  web_search: checkLater<unknown>(ajv, MessagesSearchTool),
  web_fetch: checkLater<unknown>(ajv, MessagesFetchTool),
  code_execution: checkLater<unknown>(ajv, MessagesCodeTool),
  mcp: checkLater<unknown>(ajv, MessagesMcpToolset),
};

/** The most runs of a web tool whose caller names no bound. */
const USES_DEFAULT: ToolCounts = {
  web_search: WEB_SEARCHES_DEFAULT,
  web_fetch: WEB_FETCHES_DEFAULT,
};

/**
 * Checks a tool that the provider runs among the tools of `/v1/messages`.
 * @param at its index
 * @throws GatewayError that names the field
 */
export function assertServerTool(tool: Fields, at: number): void {
  const kind = serverToolOf(tool['type']);
  const check = kind === null ? undefined : CHECKS[kind];
  if (check === undefined || check(tool)) return;
  const errors = (check.errors ?? []).map((error) => ({
    ...error,
    instancePath: `/tools/${at}${error.instancePath}`,
  }));
  throw toRequestError(errors, '/v1/messages');
}

/**
 * Checks who may call the tools of the caller: code of the provider's would wait in its container
 * for their results, and no container of an earlier call is taken.
 * @throws GatewayError that names the field
 */
export function assertCalledByModel(tools: unknown): void {
  const all = toolsIn(tools);
  const at = all.findIndex(
    ({ type, allowed_callers: callers }) =>
      serverToolOf(type) === null &&
      Array.isArray(callers) &&
      callers.some((caller) => caller !== 'direct'),
  );
  if (at < 0) return;
  const param = `tools[${at}].allowed_callers`;
  const words =
    'can only be ["direct"] for a tool that you run: code of the provider would wait for its result in a container, and containers of earlier calls are not taken';
  throw new GatewayError('unsupported_parameter', `${param} ${words}.`, { param });
}

/** The most that the provider runs for a request to `/v1/messages`; null where it runs nothing. */
export function toolRunsIn(body: Fields): ToolRuns | null {
  const run = toolsIn(body['tools']).filter(({ type }) => serverToolOf(type) !== null);
  const isServed = mcpServersIn(body).length > 0;
  if (run.length === 0 && !isServed) return null;
  const searches = usesIn(run, 'web_search');
  const fetches = usesIn(run, 'web_fetch');
  const isCode = run.some(runsCode);
  const counts: ToolCounts = {
    ...(searches === 0 ? {} : { web_search: searches }),
    ...(fetches === 0 ? {} : { web_fetch: fetches }),
    ...(isCode ? { code_execution: CONTAINERS } : {}),
    ...(isServed ? { mcp: MCP_CALLS_MAX } : {}),
  };
  const found = foundBy(run, { searches, fetches, isCode });
  return {
    counts,
    unbilled: isCode && run.some(makesCodeFree) ? ['code_execution'] : [],
    found: isServed ? saidByServers(found.length) : found,
    isCeilingOfTurns: true,
  };
}

/** The tokens that each run of a tool brings into the prompt, at most. */
function foundBy(
  run: readonly Fields[],
  { searches, fetches, isCode }: { searches: number; fetches: number; isCode: boolean },
): number[] {
  const found = [
    ...Array.from({ length: searches }, () => WEB_SEARCH_TOKENS),
    ...Array.from({ length: fetches }, () => fetchedTokens(run)),
  ];
  const codeRuns = isCode ? Math.max(0, CODE_TURNS - found.length) : 0;
  return [...found, ...Array.from({ length: codeRuns }, () => CODE_OUTPUT_TOKENS)];
}

/** Whoever runs a server decides how much it says: each turn may read a full context. */
function saidByServers(turns: number): number[] {
  return Array.from({ length: Math.max(turns, MCP_TURNS) }, () => Number.MAX_SAFE_INTEGER);
}

/** The body with our bounds on web tools where the caller has named none. */
export function withToolBounds(body: Fields): Fields {
  const tools = toolsIn(body['tools']);
  const bound = tools.map(boundTool);
  return bound.some((tool, at) => tool !== tools[at]) ? { ...body, tools: bound } : body;
}

function boundTool(tool: Fields): Fields {
  const kind = serverToolOf(tool['type']);
  const uses = kind === null ? undefined : USES_DEFAULT[kind];
  if (uses === undefined) return tool;
  const { max_uses: most, max_content_tokens: length } = tool;
  const isLong = kind === 'web_fetch' && (length ?? null) === null;
  if ((most ?? null) !== null && !isLong) return tool;
  return {
    ...tool,
    max_uses: most ?? uses,
    ...(isLong ? { max_content_tokens: WEB_FETCH_TOKENS } : {}),
  };
}

function usesIn(tools: readonly Fields[], kind: PricedTool): number {
  const tool = tools.find(({ type }) => serverToolOf(type) === kind);
  return tool === undefined ? 0 : Number(tool['max_uses'] ?? USES_DEFAULT[kind] ?? 0);
}

/** What one fetch may bring: PDFs are held at our bound, whatever the caller names for texts. */
function fetchedTokens(tools: readonly Fields[]): number {
  const tool = tools.find(({ type }) => serverToolOf(type) === 'web_fetch');
  return Math.max(WEB_FETCH_TOKENS, Number(tool?.['max_content_tokens'] ?? 0));
}

type Fields = Readonly<Record<string, unknown>>;

/** Each tool of a list, an empty one for what is none. */
function toolsIn(tools: unknown): readonly Fields[] {
  if (!Array.isArray(tools)) return [];
  return (tools as unknown[]).map((tool) => (isFields(tool) ? tool : {}));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
