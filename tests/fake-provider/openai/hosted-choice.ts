import { isJson, refuse } from './chat-request.ts';
import { TOOL_NAME } from './mcp.ts';

type Json = Record<string, unknown>;

/** A tool that this provider runs and that the model has to call. */
export interface DemandedTool {
  type: string;
  /** The label of the demanded MCP server; null for any other tool. */
  label: string | null;
}

const SEARCH = 'web_search';
/** By the types of the SDK, and the search as its own tool is called. */
const TYPES: ReadonlySet<string> = new Set([
  SEARCH,
  'web_search_2025_08_26',
  'file_search',
  'code_interpreter',
  'image_generation',
  'mcp',
]);

/**
 * The tool of this provider's that a request demands; null where it demands none. Throws a refusal
 * where the provider would: for a tool that is not among those of the request, a server without its
 * label, and members of other choices.
 */
export function readDemanded(body: Json, tools: readonly Json[]): DemandedTool | null {
  const { tool_choice: choice } = body;
  if (!isJson(choice) || !TYPES.has(String(choice['type']))) return null;
  const { type, server_label: label, name, ...rest } = choice;
  const [odd] = Object.keys(rest);
  if (odd !== undefined) refuse(`Unknown parameter: 'tool_choice.${odd}'.`, `tool_choice.${odd}`);
  if (type !== 'mcp') {
    if (label !== undefined || name !== undefined) refuse('Unknown parameter.', 'tool_choice');
    if (!tools.some((tool) => kindOf(tool['type']) === kindOf(type))) notFound(String(type));
    return { type: kindOf(type), label: null };
  }
  if (typeof label !== 'string') {
    const param = 'tool_choice.server_label';
    refuse(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter');
  }
  if (!tools.some((tool) => tool['type'] === 'mcp' && tool['server_label'] === label)) {
    notFound(label);
  }
  if (name !== undefined && name !== TOOL_NAME) notFound(JSON.stringify(name));
  return { type: 'mcp', label };
}

function kindOf(type: unknown): string {
  return type === 'web_search_2025_08_26' ? SEARCH : String(type);
}

function notFound(name: string): never {
  return refuse(`Tool choice '${name}' not found in 'tools' parameter.`, 'tool_choice');
}

/** How often a tool runs: what is demanded runs once where a test has no other wish. */
export function runsOf(
  wished: { ran?: number } | null | undefined,
  type: string,
  demanded: DemandedTool | null,
): number {
  return wished?.ran ?? Number(demanded?.type === type);
}
