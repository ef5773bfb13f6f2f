import { extensionOf } from '@tollgate/contract/extensions';
import type { ChatRequest, Tool } from '@tollgate/contract/chat';
import { toInput } from '@tollgate/contract/custom-tool';
import { asObject, asText, withoutNulls } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import type { WireMessage } from './types.ts';

/** The names of functions that represent custom tools. */
export type CustomNames = ReadonlySet<string>;
/** The names for a model that knows no custom tools, whose functions stay functions. */
export const NONE: CustomNames = new Set();

/** The names of the functions of a request that represent custom tools. */
export function customNames({ tools }: Pick<ChatRequest, 'tools'>): CustomNames {
  const marked = (tools ?? []).filter(({ custom }) => custom !== undefined);
  return marked.length === 0 ? NONE : new Set(marked.map(({ function: { name } }) => name));
}

/**
 * The custom tool that a function represents, as this wire has it; null for a function.
 * @see
 *   https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create
 */
export function toCustomTool(tool: Tool, names: CustomNames): JsonObject | null {
  const {
    function: { name, description },
    custom,
  } = tool;
  if (custom === undefined || !names.has(name)) return null;
  const own = { name, ...withoutNulls({ description, format: toFormat(custom) }) };
  return {
    type: 'custom',
    custom: { ...own, ...extensionOf(tool.function) },
    ...extensionOf(tool),
  };
}

function toFormat({ format, grammar }: NonNullable<Tool['custom']>): JsonObject | undefined {
  if (format === null) return undefined;
  if (format.type === 'text') return { ...format };
  const { type, syntax, definition } = format;
  const own = { syntax, definition, ...extensionOf(grammar) };
  return { type, grammar: own, ...extensionOf(format) };
}

/** A choice of the function that represents a custom tool is one of the tool. */
export function toWireChoice(choice: ChatRequest['tool_choice'], names: CustomNames): unknown {
  if (typeof choice !== 'object' || choice === null) return choice;
  const { name } = choice.function;
  if (!names.has(name)) return choice;
  const custom = { name, ...extensionOf(choice.function) };
  return { type: 'custom', custom, ...extensionOf(choice) };
}

/** Calls of the functions that represent custom tools are calls of the tools. */
export function withCustomCalls(message: WireMessage, names: CustomNames): WireMessage {
  const { tool_calls: calls } = message;
  if (names.size === 0 || !Array.isArray(calls)) return message;
  return { ...message, tool_calls: calls.map((call: unknown) => toCustomCall(call, names)) };
}

function toCustomCall(given: unknown, names: CustomNames): unknown {
  const { function: called, ...call } = asObject(given);
  const { name, arguments: text } = asObject(called);
  if (typeof name !== 'string' || !names.has(name)) return given;
  const custom = { name, input: toInput(asText(text) ?? ''), ...extensionOf(asObject(called)) };
  return { ...call, type: 'custom', custom };
}
