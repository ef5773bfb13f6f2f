import type {
  ChatCustomTool,
  ChatRequest,
  CustomFormat,
  CustomToolCall,
  Message,
  Tool,
  ToolCall,
  ToolChoice,
} from '@tollgate/contract/chat';
import { customParameters, toArguments } from '@tollgate/contract/custom-tool';
import { extensionOf, isExtended } from '@tollgate/contract/extensions';
import type { Extended } from '@tollgate/contract/extensions';

/**
 * A checked chat request with functions instead of its custom tools: each takes one text and is
 * marked for wires that know such tools. Calls in the conversation and a choice that names one
 * become those of the function. The same object where there is none.
 */
export function withFunctionsForCustom(request: ChatRequest): ChatRequest {
  const { tools, tool_choice: choice, messages } = request;
  const listed = tools ? changed(tools, toFunction) : tools;
  const spoken = changed(messages, withFunctionCalls);
  const made = toNamedFunction(choice);
  if (listed === tools && spoken === messages && made === choice) return request;
  return {
    ...request,
    messages: spoken,
    ...(listed ? { tools: listed } : {}),
    ...(choice === undefined ? {} : { tool_choice: made ?? null }),
  };
}

/** The list with its items mapped; the same list where none changes. */
function changed<Item>(list: Item[], map: (item: Item) => Item): Item[] {
  const made = list.map(map);
  return made.some((item, at) => item !== list[at]) ? made : list;
}

function toFunction(given: Tool): Tool {
  const tool = given as Tool | ChatCustomTool;
  if (tool.type === 'function') return given;
  const { custom, ...rest } = tool;
  const format = formatOf(custom.format);
  const described = custom.description == null ? {} : { description: custom.description };
  return {
    ...rest,
    type: 'function',
    function: {
      name: custom.name,
      ...described,
      parameters: customParameters({ format }),
      ...extensionOf(custom),
    },
    custom: { format, ...grammarOf(custom.format) },
  };
}

function formatOf(format: ChatCustomTool['custom']['format']): CustomFormat {
  if (format === undefined || format === null) return null;
  if (format.type === 'text') return isExtended(format) ? format : null;
  const { syntax, definition } = format.grammar;
  return { type: format.type, syntax, definition, ...extensionOf(format) };
}

/** The unknown fields of the grammar of a format, which has no object of its own in the mark. */
function grammarOf(format: ChatCustomTool['custom']['format']): { grammar?: Extended } {
  if (format?.type !== 'grammar' || !isExtended(format.grammar)) return {};
  return { grammar: extensionOf(format.grammar) };
}

function withFunctionCalls(message: Message): Message {
  if (message.role !== 'assistant' || !message.tool_calls) return message;
  const calls = changed(message.tool_calls, toFunctionCall);
  return calls === message.tool_calls ? message : { ...message, tool_calls: calls };
}

function toFunctionCall(given: ToolCall): ToolCall {
  const call = given as ToolCall | CustomToolCall;
  if (call.type === 'function') return given;
  const { custom, ...rest } = call;
  return {
    ...rest,
    type: 'function',
    function: {
      name: custom.name,
      arguments: toArguments(custom.input),
      ...extensionOf(custom),
    },
  };
}

function toNamedFunction(choice: ChatRequest['tool_choice']): ChatRequest['tool_choice'] {
  const given = choice as ToolChoice | { type: 'custom'; custom: { name: string } } | null;
  if (typeof given !== 'object' || given === null || given.type === 'function') return choice;
  const { name } = given.custom;
  return {
    type: 'function',
    function: { name, ...extensionOf(given.custom) },
    ...extensionOf(given),
  };
}
