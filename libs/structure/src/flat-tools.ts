import { hash } from 'node:crypto';
import type {
  CustomTool,
  FunctionTool,
  NamespaceTool,
  ResponsesRequest,
} from '@tollgate/contract/responses';

/** The longest name of a function that every provider takes, in characters. */
const NAME_CHARACTERS_MAX = 64;
const HASH_CHARACTERS = 8;
const SEPARATOR = '__';

/** A function as the chat route knows it, which has no namespaces. */
export interface FlatTool {
  /** Under which the model knows the function. */
  flatName: string;
  namespace: NamespaceTool | null;
  tool: FunctionTool | CustomTool;
  /** Where the function stands in the request, such as `tools[4].tools[0]`. */
  place: string;
}

/** The functions of a request in their order, those of namespaces among them; a search that reaches nothing is left out. */
export function flatTools(tools: ResponsesRequest['tools']): FlatTool[] {
  return (tools ?? []).flatMap((tool, position): FlatTool[] => {
    const place = `tools[${position}]`;
    if (tool.type === 'web_search') return [];
    if (tool.type === 'function' || tool.type === 'custom') {
      return [{ flatName: tool.name, namespace: null, tool, place }];
    }
    return tool.tools.map((inner, index) => ({
      flatName: flatNameOf(inner.name, tool.name),
      namespace: tool,
      tool: inner,
      place: `${place}.tools[${index}]`,
    }));
  });
}

/** The functions that a model is told of: all of them, or those that the choice allows. */
export function offeredTools(request: Pick<ResponsesRequest, 'tools' | 'tool_choice'>): FlatTool[] {
  const { tools, tool_choice: choice } = request;
  const flat = flatTools(tools);
  if (typeof choice !== 'object' || choice?.type !== 'allowed_tools') return flat;
  return flat.filter(({ flatName, tool }) =>
    choice.tools.some(({ type, name }) => type === tool.type && name === flatName),
  );
}

/** The name under which a model knows a function. Too long a name is cut, and told apart from others by a hash of the whole. */
export function flatNameOf(name: string, namespace: string | null | undefined): string {
  if (namespace === null || namespace === undefined) return name;
  const whole = namespace + SEPARATOR + name;
  if (whole.length <= NAME_CHARACTERS_MAX) return whole;
  const start = whole.slice(0, NAME_CHARACTERS_MAX - HASH_CHARACTERS - 1);
  return `${start}_${hash('sha256', whole).slice(0, HASH_CHARACTERS)}`;
}

/** What the caller calls the function that a model has called. */
export interface CallersName {
  name: string;
  namespace?: string;
}

/** The tool of the caller that a model has called. */
export interface CallersTool {
  type: 'function' | 'custom';
  called: CallersName;
}

/** Finds the caller's tool for a name that a model uses. */
export type ToolFinder = (flatName: string) => CallersTool;

/** Finds the caller's tools for names that a model uses; a name that the caller has not given stays as it is. */
export function callersTools(tools: ResponsesRequest['tools']): ToolFinder {
  const known = new Map(
    flatTools(tools).map(({ flatName, namespace, tool: { type, name } }) => [
      flatName,
      { type, called: namespace === null ? { name } : { name, namespace: namespace.name } },
    ]),
  );
  return (flatName) => known.get(flatName) ?? { type: 'function', called: { name: flatName } };
}
