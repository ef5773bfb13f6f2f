import { GatewayError } from '@tollgate/contract/error-codes';
import type { ChatRequest } from '@tollgate/contract/chat';
import type { PricedTool } from '@tollgate/contract/priced-dimensions';
import { billedCounts, runsOn, serverToolOf } from '@tollgate/contract/server-tools';
import type { ToolRuns } from '@tollgate/contract/server-tools';
import { WEB_SEARCHES_DEFAULT } from '@tollgate/contract/web-search';
import type { UnknownField } from '@tollgate/structure/unknown-fields';
import type { Resolved, ResolveDeps, Target } from '../catalogue/resolve.ts';
import type { ChatPlan } from '../chat/plan-chat.ts';
import { CALL_SERVERS_YOURSELF } from './chat-request.ts';

type Body = Readonly<Record<string, unknown>>;
type Tool = Readonly<Record<string, unknown>> & { type: string };

/**
 * The targets whose provider runs each tool of a request at a price.
 * @throws GatewayError when no target is left
 */
export function withToolsPriced(
  { catalog }: ResolveDeps,
  resolved: Resolved,
  { runs, unknown }: { runs: ToolRuns; unknown: readonly UnknownField[] },
): Resolved {
  const wanted = Object.keys(billedCounts(runs)) as PricedTool[];
  const lacks = ({ publicId }: Target, tool: PricedTool): boolean => {
    const model = catalog.models.get(publicId);
    return model === undefined || !runsOn('messages', tool, model.contract);
  };
  const able = resolved.targets.filter((target) => !wanted.some((tool) => lacks(target, tool)));
  if (able.length > 0) return { ...resolved, targets: able };
  const missing = wanted.find((tool) => resolved.targets.every((target) => lacks(target, tool)));
  const tool = missing ?? wanted[0] ?? 'web_search';
  const param = paramOf(tool, unknown);
  const advice = tool === 'mcp' ? ` ${CALL_SERVERS_YOURSELF}` : '';
  throw new GatewayError(
    'unsupported_parameter',
    `${param} needs ${tool}, which this model does not run on this route, or has no price for. GET /v1/models lists in request_contract which tools each model runs.${advice}`,
    { param },
  );
}

/** The field of a request that asks for a tool. */
function paramOf(tool: PricedTool, unknown: readonly UnknownField[]): string {
  if (tool === 'mcp') return 'mcp_servers';
  const named = unknown.find(({ value }) => serverToolOf(typeIn(value)) === tool);
  return named?.param ?? unknown.find(({ value }) => serverToolOf(typeIn(value)))?.param ?? 'tools';
}

/**
 * The unknown fields of a request without tools that have prices instead; servers are fields of the
 * body that Anthropic alone gets.
 */
export function besideServerTools(unknown: readonly UnknownField[]): UnknownField[] {
  return unknown.filter(({ value }) => {
    const tool = serverToolOf(typeIn(value));
    return tool === null || tool === 'mcp';
  });
}

/** The type that a value names, of whatever kind it is. */
export function typeIn(value: unknown): unknown {
  return (value as { type?: unknown } | null)?.type;
}

/**
 * The chat request with the tools that the provider runs apart from the functions, for providers
 * that do not get the body as it came.
 * @throws GatewayError for a choice that goes with functions alone
 */
export function withHosted(request: ChatRequest, body: Body): ChatRequest {
  const run = serverToolsIn(body);
  const { tools: all = [], tool_choice: choice, ...rest } = request;
  const given = Array.isArray(body['tools']) ? (body['tools'] as unknown[]) : [];
  const functions = (all ?? []).filter((_, at) => serverToolOf(typeIn(given[at])) === null);
  const isFree = choice === undefined || choice === null || choice === 'auto';
  if (functions.length === 0 && !isFree) {
    throw new GatewayError(
      'unsupported_parameter',
      'tool_choice can only be auto beside tools that the provider of this model runs and no function.',
      { param: 'tool_choice' },
    );
  }
  return {
    ...rest,
    ...(functions.length === 0 ? {} : { tools: functions, tool_choice: choice }),
    hosted: { tools: run, calls: WEB_SEARCHES_DEFAULT, include: [] },
  };
}

/** Members that say nothing of what a tool does: marks are read with the rest of the request. */
const SILENT: ReadonlySet<string> = new Set(['name', 'cache_control']);

function serverToolsIn({ tools }: Body): Tool[] {
  const list = Array.isArray(tools) ? (tools as Tool[]) : [];
  return list
    .filter((tool) => serverToolOf(typeIn(tool)) !== null)
    .map(({ type, ...tool }) => {
      const said = Object.entries(tool).filter(
        ([name, value]) => value !== null && !SILENT.has(name),
      );
      return { ...Object.fromEntries(said), type };
    });
}

/** Bounds of tools, by their paths, where the provider takes none and runs the tools. */
export function unboundedUses({ target, runs }: ChatPlan, { tools }: Body): string[] {
  if (runs === undefined || target.family.runsAtMost === undefined) return [];
  const list = Array.isArray(tools) ? (tools as Tool[]) : [];
  return list.flatMap((tool, at) =>
    serverToolOf(typeIn(tool)) === null || (tool['max_uses'] ?? null) === null
      ? []
      : [`tools[${at}].max_uses`],
  );
}

/** A path of {@link withHosted} in the terms of the request. */
export function inToolsPath(path: string, { tools }: { readonly tools?: unknown }): string {
  return path.replace(/^hosted\.(\w+)/u, (_, type: string) => {
    const list = Array.isArray(tools) ? (tools as unknown[]) : [];
    return `tools[${list.findIndex((tool) => typeIn(tool) === type)}]`;
  });
}
