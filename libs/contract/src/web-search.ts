/**
 * Searches of the web that a provider runs while it answers, and bills by the call. What was read
 * is part of the prompt of each further turn that the model takes within the answer, and is billed
 * as input.
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
 * @see https://developers.openai.com/api/docs/guides/tools-web-search
 */

/** The most searches of a call whose caller names no bound; it is sent to the provider. */
export const WEB_SEARCHES_DEFAULT = 5;
/** The most searches that a caller may ask for with one call. */
export const WEB_SEARCHES_MAX = 50;
/**
 * The tokens that one search brings into a prompt, at most. Neither provider publishes a bound: the
 * recorded searches brought 3,400 to 8,600, OpenAI bills a block of 8,000 where it does not count.
 */
export const WEB_SEARCH_TOKENS = 16_384;
/**
 * The tokens of the instructions that a provider adds to a prompt with the tool, at most; recorded
 * are 2,220 of Anthropic and 4,400 of OpenAI.
 */
export const WEB_SEARCH_TOOL_TOKENS = 6_000;

/** The search of the web among the tools of Responses, by its type. */
const OPENAI_TOOL: ReadonlySet<unknown> = new Set(['web_search', 'web_search_2025_08_26']);

/** Whether a tool of a request to `/v1/responses` is a search of the web. */
export function isWebSearch<Tool extends { type: string }>(
  tool: Tool,
): tool is Extract<Tool, { type: 'web_search' | 'web_search_2025_08_26' }> {
  return OPENAI_TOOL.has(tool.type);
}

/**
 * A search of the web by OpenAI, as a chat request carries it: the tool as it goes to the Responses
 * interface, and the most calls of it.
 */
export interface OpenaiSearch {
  tool: Readonly<Record<string, unknown>>;
  calls: number;
  /** The members for models that search for every answer over chat completions. */
  options?: Readonly<Record<string, unknown>>;
}
