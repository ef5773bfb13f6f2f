import { MCP_TOOLSET } from './mcp-connector.ts';
import type { ImageToolTokens, PricedTool } from './priced-dimensions.ts';
import type { RequestContract } from './request-contract.ts';
import { WEB_SEARCH_TOKENS, WEB_SEARCH_TOOL_TOKENS } from './web-search.ts';

/**
 * Tools that Anthropic runs while it answers `/v1/messages`, by its documentation and the types of
 * its SDK. The model takes a turn after each run, which reads the prompt once more.
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-fetch-tool
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/code-execution-tool
 */

/** Counts of runs, by tool; of code, counts of containers; of images, their tokens beside them. */
export type ToolCounts = Partial<Record<PricedTool | ImageToolTokens, number>>;

/** Tokens of one image that a tool makes. */
export interface ImageRun {
  /** The most that is read for it, and made. */
  most: Readonly<Record<ImageToolTokens, number>>;
  /** The fewest that an image of the asked size and quality is made of. */
  least: number;
}

/** The most that a provider runs for one answer. */
export interface ToolRuns {
  /** The most runs of each tool, of code the most containers, that usage may report. */
  counts: ToolCounts;
  /** Tools of these whose runs the provider does not bill within this request. */
  unbilled: readonly PricedTool[];
  /** Tokens that each run brings into the prompt, at most; one entry for each run. */
  found: readonly number[];
  /**
   * Whether the ceiling of the output holds for each turn that the model takes, so that usage
   * may report more for the whole answer.
   */
  isCeilingOfTurns: boolean;
  /** Counts that the provider bills of each call, whatever has run; absent: none. */
  always?: ToolCounts;
  /** The tokens of each image; absent: none is made. */
  image?: ImageRun;
  /** The price of a tool where it has another name than its runs. */
  billedAs?: Partial<Record<PricedTool, PricedTool>>;
}

/** The most fetches of a call whose caller names no bound; it is sent to the provider. */
export const WEB_FETCHES_DEFAULT = 3;
/** The most fetches that a caller may ask for with one call. */
export const WEB_FETCHES_MAX = 50;
/**
 * The tokens of a text that is fetched, where the caller names no bound; sent to the provider.
 * PDFs are not bounded by it, so that no fetch is held at less: 500 KB of one are some 125,000
 * tokens by the documentation, most are shorter.
 */
export const WEB_FETCH_TOKENS = 65_536;
/** The most tokens of a text that a caller may let one fetch bring. */
export const WEB_FETCH_TOKENS_MAX = 200_000;
/**
 * Turns after which the provider pauses a call that runs code (`pause_turn`); its documentation
 * names ten, and code has no bound of its own in a request.
 */
export const CODE_TURNS = 10;
/** The tokens that one run of code prints into a prompt, at most; none are published. */
export const CODE_OUTPUT_TOKENS = 8_192;
/** Containers of a call: one is made for it, because none of another call is taken. */
export const CONTAINERS = 1;

/**
 * The tokens of the instructions that a provider adds to a prompt with each tool, at most. Recorded
 * are 2,220 for a search; code came to less than 4,000 with a prompt of its own.
 */
export const TOOL_TOKENS = WEB_SEARCH_TOOL_TOKENS;

/** The versions of each tool; later ones have the same members and some more. */
const VERSIONS: readonly [PricedTool, RegExp][] = [
  ['web_search', /^web_search_(?:20250305|20260209|20260318)$/u],
  ['web_fetch', /^web_fetch_(?:20250910|20260209|20260309|20260318)$/u],
  ['code_execution', /^code_execution_(?:20250522|20250825|20260120|20260521)$/u],
  ['mcp', new RegExp(`^${MCP_TOOLSET}$`, 'u')],
];
/** The tools that only the model calls where the request does not say who may. */
const CALLED_BY_MODEL: ReadonlySet<unknown> = new Set([
  'web_search_20250305',
  'web_fetch_20250910',
  MCP_TOOLSET,
]);

/** Which tool that the provider runs a type of `/v1/messages` names; null for any other type. */
export function serverToolOf(type: unknown): PricedTool | null {
  if (typeof type !== 'string') return null;
  return VERSIONS.find(([, versions]) => versions.test(type))?.[0] ?? null;
}

/** A tool of a request, as far as its runs are concerned. */
export interface ServerTool {
  type?: unknown;
  allowed_callers?: unknown;
}

/** Whether code that the provider runs may call a tool, or is one. */
export function runsCode({ type, allowed_callers: callers }: ServerTool): boolean {
  const tool = serverToolOf(type);
  if (tool === null) return false;
  if (tool === 'code_execution') return true;
  if (!Array.isArray(callers)) return !CALLED_BY_MODEL.has(type);
  return callers.some((caller) => caller !== 'direct');
}

/**
 * Whether code costs nothing but tokens beside a tool: from the second version of the web tools on
 * the provider bills no container of a request that has one.
 */
export function makesCodeFree({ type }: ServerTool): boolean {
  const tool = serverToolOf(type);
  return tool !== null && tool !== 'code_execution' && !CALLED_BY_MODEL.has(type);
}

/** The searches of a call that runs no other tool. */
export function searchRuns(searches: number): ToolRuns {
  const found = Array.from({ length: searches }, () => WEB_SEARCH_TOKENS);
  return { counts: { web_search: searches }, unbilled: [], found, isCeilingOfTurns: false };
}

/** The counts of the tools that the provider bills, or that have a price of nothing. */
export function billedCounts({ counts, unbilled }: ToolRuns): ToolCounts {
  const billed = Object.entries(counts).filter(([tool]) => !unbilled.some((one) => one === tool));
  return Object.fromEntries(billed);
}

/** Counts under the names of their prices, those that have another one as none of their own. */
export function inPrices({ billedAs = {} }: ToolRuns, counts: ToolCounts): ToolCounts {
  const named = Object.entries(counts) as [PricedTool, number][];
  const others = named.filter(([tool]) => (billedAs[tool] ?? tool) !== tool);
  if (others.length === 0) return counts;
  const moved = others.map(([tool, count]) => [billedAs[tool] ?? tool, count] as const);
  const left = others.map(([tool]) => [tool, 0] as const);
  return { ...counts, ...Object.fromEntries(left), ...Object.fromEntries(moved) };
}

/** Whether a contract has a tool that the provider runs, on a route. */
export function runsOn(
  route: ToolRoute,
  tool: PricedTool,
  { parameters }: Pick<RequestContract, 'parameters'>,
): boolean {
  const { supported = false, values = [] } = parameters[tool] ?? {};
  return supported && values.includes(route);
}

/** The routes whose shape has such tools. */
type ToolRoute = 'messages' | 'responses' | 'chat';
