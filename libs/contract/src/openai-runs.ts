import type { ContainerMemory } from './openai-tools.ts';
import type { PricedTool } from './priced-dimensions.ts';
import { CODE_OUTPUT_TOKENS } from './server-tools.ts';
import type { ImageRun, ToolRuns } from './server-tools.ts';
import { WEB_SEARCH_TOKENS } from './web-search.ts';

/**
 * Tools that OpenAI runs while it answers `/v1/responses`. All their calls together are bounded by
 * `max_tool_calls`, and the model takes a turn after each, which reads the prompt once more.
 * @see https://developers.openai.com/api/docs/pricing
 */

/** An answer to a request to call a tool of an MCP server. */
export interface McpApproval {
  /** The id of the request. */
  id: string;
  approve: boolean;
  reason?: string;
}

/** The types of tools that a choice names by these alone. */
export const HOSTED_CHOICES = [
  'file_search',
  'web_search',
  'web_search_2025_08_26',
  'code_interpreter',
  'image_generation',
] as const;

/** A tool that the provider runs, as a choice names it. */
export type HostedTool =
  | { type: (typeof HOSTED_CHOICES)[number] }
  | { type: 'mcp'; server_label: string; name?: string | null };

/** Such tools as a chat request carries them to the Responses interface. */
export interface OpenaiTools {
  /** The tools as they go to the provider. */
  tools: readonly (Readonly<Record<string, unknown>> & { type: string })[];
  /** The most calls of all of them. */
  calls: number;
  /** Whether the caller has named that bound; absent: it is ours. */
  isBound?: true;
  /** What the answer is to show beside. */
  include: readonly string[];
  /** The tool that the model has to call, or whether it calls any; absent: as it likes. */
  choice?: HostedTool | 'required' | 'none';
  /** The answers to requests for approvals that the model goes on with; absent: none. */
  approvals?: readonly McpApproval[];
}

/**
 * Containers of a call. The provider makes one before the model answers, whether or not code runs,
 * and bills it; a second is made where the first has ended meanwhile.
 */
const CONTAINERS_MADE = 1;
const CONTAINERS_MOST = 2;

/** The price of a container by its memory. */
const CONTAINER_PRICES = {
  '1g': 'code_interpreter',
  '4g': 'code_interpreter_4g',
  '16g': 'code_interpreter_16g',
  '64g': 'code_interpreter_64g',
} as const satisfies Readonly<Record<ContainerMemory, PricedTool>>;

/**
 * The tokens with which the model reads an image that it has had made, at most. No page names them:
 * this is ours, for the hold.
 */
const IMAGE_MADE_TOKENS = 16_384;

/** The tokens that one call of a tool brings into the prompt, at most. */
const FOUND = {
  web_search: WEB_SEARCH_TOKENS,
  code_interpreter: CODE_OUTPUT_TOKENS,
  // A server decides how much it answers: each turn may read a full context.
  mcp: Number.MAX_SAFE_INTEGER,
  image_generation: IMAGE_MADE_TOKENS,
  // The chunks and attributes of files in a vector store have no published bound.
  file_search: Number.MAX_SAFE_INTEGER,
} as const satisfies Partial<Record<PricedTool, number>>;
/** One of these tools, by the name under which its runs are counted. */
export type OpenaiTool = keyof typeof FOUND;

interface Tool {
  type: string;
  container?: { memory_limit?: ContainerMemory | null };
}

/** Which of these tools a type names; null for any other. */
export function openaiToolOf(type: string): OpenaiTool | null {
  if (type === 'web_search_2025_08_26') return 'web_search';
  return Object.hasOwn(FOUND, type) ? (type as OpenaiTool) : null;
}

/** Whether OpenAI runs a tool of a request to `/v1/responses`. */
export function isOpenaiTool<Of extends { type: string }>(
  tool: Of,
): tool is Extract<Of, { type: OpenaiTool | 'web_search_2025_08_26' }> {
  return openaiToolOf(tool.type) !== null;
}

/** Whether a choice, or one of the tools that it allows, is a tool that OpenAI runs. */
export function isHostedChoice(choice: { type: string }): choice is HostedTool {
  return openaiToolOf(choice.type) !== null;
}

/** Whether a choice names a tool of a request. */
export function isChosen(tool: Tool & { server_label?: unknown }, choice: HostedTool): boolean {
  if (openaiToolOf(tool.type) !== openaiToolOf(choice.type)) return false;
  return choice.type !== 'mcp' || tool.server_label === choice.server_label;
}

/** The dimension that the runs of a tool are priced by. */
export function priceOfTool({ type, container }: Tool): PricedTool | null {
  if (type !== 'code_interpreter') return openaiToolOf(type);
  return CONTAINER_PRICES[container?.memory_limit ?? '1g'];
}

/**
 * The dimensions that may price a tool on a route of Responses, any of which admits it: a provider
 * that bills no container has `code_execution`, for code in a container of no size that was named.
 */
export function pricesOfTool(tool: Tool): PricedTool[] {
  const price = priceOfTool(tool);
  if (price === null) return [];
  return price === 'code_interpreter' ? [price, 'code_execution'] : [price];
}

/**
 * The most that OpenAI runs for a request.
 * @param given.calls the most calls of all tools together
 * @param given.image the tokens of each image, where the tools make some
 */
export function openaiRuns(
  tools: readonly Tool[],
  { calls, image }: { calls: number; image?: ImageRun | undefined },
): ToolRuns {
  const used = tools.flatMap((tool) => {
    const name = openaiToolOf(tool.type);
    const price = priceOfTool(tool);
    return name === null || price === null ? [] : [{ name, price }];
  });
  const most = Math.max(...used.map(({ name }) => FOUND[name]));
  const isCode = used.some(({ name }) => name === 'code_interpreter');
  const counts = used.map(({ name }) => [
    name,
    name === 'code_interpreter' ? CONTAINERS_MOST : calls,
  ]);
  return {
    counts: {
      ...(Object.fromEntries(counts) as ToolRuns['counts']),
      ...(image === undefined ? {} : imageTokens(image, calls)),
    },
    ...(image === undefined ? {} : { image }),
    unbilled: [],
    found: Array.from({ length: calls }, () => most),
    isCeilingOfTurns: false,
    ...(isCode ? { always: { code_interpreter: CONTAINERS_MADE } } : {}),
    billedAs: Object.fromEntries(used.map(({ name, price }) => [name, price])),
  };
}

function imageTokens({ most }: ImageRun, calls: number): ToolRuns['counts'] {
  return {
    image_input: calls * most.image_input,
    image_output: calls * most.image_output,
  };
}
