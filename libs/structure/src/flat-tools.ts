import { CLIENT_TOOLS, isClientTool } from '@tollgate/contract/client-tools';
import { isHostedChoice, isOpenaiTool } from '@tollgate/contract/openai-runs';
import { isWebSearch } from '@tollgate/contract/web-search';
import type { ClientToolType } from '@tollgate/contract/client-tools';
import { extensionOf, isExtended } from '@tollgate/contract/extensions';
import { flatNameOf } from '@tollgate/contract/flat-name';
import type {
  ClientRunTool,
  CustomTool,
  FunctionTool,
  InputItem,
  NamedTool,
  NamespaceTool,
  ResponsesRequest,
  ResponsesTool,
} from '@tollgate/contract/responses';

export { flatNameOf } from '@tollgate/contract/flat-name';

/** A function as the chat route knows it, which has no namespaces. */
export interface FlatTool {
  /** Under which the model knows the function. */
  flatName: string;
  namespace: NamespaceTool | null;
  /** The tool; for a tool that the client runs, the function that represents it. */
  tool: FunctionTool | CustomTool;
  /** What the caller calls this kind of tool. */
  type: 'function' | 'custom' | ClientToolType;
  /** The path of the function in the request, such as `tools[4].tools[0]`. */
  path: string;
  /** The item that brings the tool, where it goes as it came to providers that know such items. */
  broughtBy?: object;
}

type ToolsOf = Pick<ResponsesRequest, 'tools'> & Partial<Pick<ResponsesRequest, 'input'>>;

/**
 * The functions of a request in their order: those of `tools`, then those that items of the input
 * bring, which some clients send again and again. The later of two tools with one name holds,
 * unless both are in one list. Tools that are left out are not among them.
 */
export function flatTools({ tools, input }: ToolsOf): FlatTool[] {
  const items = Array.isArray(input) ? input : [];
  const brought = items.map((item, position) => {
    if (!bringsTools(item)) return [];
    const list = flatList(item.tools, `input[${position}].tools`);
    return goesAsItCame(item) ? list.map((tool) => ({ ...tool, broughtBy: item })) : list;
  });
  return [flatList(tools ?? [], 'tools'), ...brought].reduce(joined);
}

/**
 * Whether an item brings tools that the model can call. A list of the tools of a server, which an
 * earlier answer has shown, does not.
 */
export function bringsTools(
  item: InputItem,
): item is Extract<InputItem, { type: 'additional_tools' | 'tool_search_output' }> {
  return item.type === 'additional_tools' || item.type === 'tool_search_output';
}

/** What a provider's own calls of can be read back here. */
const READ_BACK: ReadonlySet<string> = new Set(['function', 'custom', 'namespace']);

/**
 * Whether an item that brings tools goes as it came to providers that know such items: it has
 * members that nothing else can carry.
 */
export function goesAsItCame(item: InputItem): boolean {
  return (
    item.type === 'additional_tools' &&
    isExtended(item) &&
    item.tools.every(({ type }) => READ_BACK.has(type))
  );
}

function joined(before: FlatTool[], list: FlatTool[]): FlatTool[] {
  if (before.length === 0 || list.length === 0) return list.length === 0 ? before : list;
  const later = new Map(list.map((tool) => [tool.flatName, tool]));
  const kept = before.map((tool) => later.get(tool.flatName) ?? tool);
  const known = new Set(before.map(({ flatName }) => flatName));
  return [...kept, ...list.filter(({ flatName }) => !known.has(flatName))];
}

function flatList(tools: readonly ResponsesTool[], at: string): FlatTool[] {
  return tools.flatMap((tool, position): FlatTool[] => {
    const path = `${at}[${position}]`;
    if (isToolLeftOut(tool) || isOpenaiTool(tool)) return [];
    if (tool.type === 'function' || tool.type === 'custom') {
      return [{ flatName: tool.name, namespace: null, tool, type: tool.type, path }];
    }
    if (isRunByClient(tool)) {
      const { type } = tool;
      return [{ flatName: type, namespace: null, tool: functionFor(tool), type, path }];
    }
    return tool.tools.map((inner, index) => ({
      flatName: flatNameOf(inner.name, tool.name),
      namespace: tool,
      tool: inner,
      type: inner.type,
      path: `${path}.tools[${index}]`,
    }));
  });
}

/**
 * Whether a tool is accepted and left out: a search that reaches nothing, and a search for tools by
 * a provider.
 */
export function isToolLeftOut(tool: ResponsesTool): boolean {
  if (tool.type === 'tool_search') return tool.execution !== 'client';
  return isWebSearch(tool);
}

function isRunByClient(tool: ResponsesTool): tool is ClientRunTool {
  return isClientTool(tool.type);
}

function functionFor(tool: ClientRunTool): FunctionTool {
  const { description, parameters } = CLIENT_TOOLS[tool.type];
  const own = tool.type === 'tool_search' ? tool : null;
  return {
    type: 'function',
    name: tool.type,
    description: own?.description ?? description,
    parameters: own?.parameters ?? parameters,
    ...extensionOf(tool),
  };
}

/** The functions that a model is offered: all of them, or those that the choice allows. */
export function offeredTools(request: ToolsOf & Pick<ResponsesRequest, 'tool_choice'>): FlatTool[] {
  const { tool_choice: choice } = request;
  const flat = flatTools(request);
  if (typeof choice !== 'object' || choice?.type !== 'allowed_tools') return flat;
  return flat.filter((tool) =>
    choice.tools.some((one) => !isHostedChoice(one) && isNamed(tool, one)),
  );
}

/** Whether a choice names a tool. */
export function isNamed({ flatName, type }: FlatTool, choice: NamedTool): boolean {
  return type === choice.type && flatName === nameIn(choice);
}

/**
 * The name of the function that a choice names; a tool that the client runs is named by its type.
 */
export function nameIn(choice: NamedTool): string {
  return 'name' in choice ? choice.name : choice.type;
}

/** What the caller calls the function that a model has called. */
export interface CallersName {
  name: string;
  namespace?: string;
}

/** The tool of the caller that a model has called. */
export interface CallersTool {
  type: FlatTool['type'];
  called: CallersName;
}

/** Finds the caller's tool for a name that a model uses. */
export type ToolFinder = (flatName: string) => CallersTool;

/**
 * Finds the caller's tools for names that a model uses; a name that the caller has not given stays
 * as it is.
 */
export function callersTools(request: ToolsOf): ToolFinder {
  const known = new Map(
    flatTools(request).map(({ flatName, namespace, type, tool: { name } }) => [
      flatName,
      { type, called: namespace === null ? { name } : { name, namespace: namespace.name } },
    ]),
  );
  return (flatName) => known.get(flatName) ?? { type: 'function', called: { name: flatName } };
}
