import { extensionOf } from '@tollgate/contract/extensions';
import type { ChatRequest, Tool } from '@tollgate/contract/chat';
import type { Endpoint } from '../../adapter/adapter.ts';
import { responsesHintsOf } from '../../contract/prompt-hints.ts';
import { asText, withoutNulls } from '../../json.ts';
import type { JsonObject } from '../../json.ts';

/** Models that know custom tools; older ones are offered the function that represents one. */
export const KNOWS_CUSTOM_TOOLS = /(?:^|\/)gpt-[5-9]/u;

/** The custom tools of one request, and which calls of the conversation are theirs. */
export interface CustomTools {
  /** Whether the model takes back what a text of its own was for. */
  knowsPhases: boolean;
  has(name: string): boolean;
  /** What the provider calls a tool: of one in a namespace that goes as it came both names. */
  calledName(name: string): { name: string; namespace?: string };
  /** The tool as the wire knows custom tools; null for a function. */
  toTool(tool: Tool): JsonObject | null;
  /** Notes which items are calls of custom tools, and gives the items back. */
  noted(items: JsonObject[]): JsonObject[];
  /** Whether a call that was noted is one of a custom tool. */
  isCall(id: string): boolean;
}

/**
 * Custom tools with their grammar, which this wire has as they are.
 * @see https://platform.openai.com/docs/guides/function-calling#custom-tools
 */
export function createCustomTools(
  tools: ChatRequest['tools'],
  { upstreamModel }: Endpoint,
): CustomTools {
  const known = KNOWS_CUSTOM_TOOLS.test(upstreamModel) ? (tools ?? []) : [];
  const names = new Set(
    known.filter(({ custom }) => custom !== undefined).map(({ function: { name } }) => name),
  );
  const calls = new Set<unknown>();
  const spaces = new Map(
    (tools ?? []).flatMap(({ namespace, function: { name } }) =>
      namespace === undefined ? [] : [[name, namespace] as const],
    ),
  );
  return {
    knowsPhases: responsesHintsOf(upstreamModel).includes('phase'),
    has: (name) => names.has(name),
    calledName(name) {
      const space = spaces.get(name);
      return space === undefined ? { name } : { name: space.name, namespace: space.of.name };
    },
    toTool(tool) {
      const { custom } = tool;
      const { name, description } = tool.function;
      if (custom === undefined || !names.has(name)) return null;
      const reported = withoutNulls({ description, format: custom.format });
      return { type: 'custom', name, ...reported, ...extensionOf(tool) };
    },
    noted(items) {
      for (const { type, call_id: id } of items) {
        if (type === 'custom_tool_call') calls.add(asText(id));
      }
      return items;
    },
    isCall: (id) => calls.has(id),
  };
}
