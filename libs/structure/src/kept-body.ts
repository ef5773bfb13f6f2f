import type { ChatRequest, Tool } from '@tollgate/contract/chat';
import { extensionOf, inPlace } from '@tollgate/contract/extensions';
import type { ResponsesRequest } from '@tollgate/contract/responses';

/** What a parser or the opening of seals adds to a request. */
type Added = Pick<ChatRequest, 'extra' | 'unknown'> & { unopened?: unknown };

/**
 * A parsed chat request as a body that the parser reads again: fields that were set apart are back,
 * and custom tools are custom tools.
 */
export function chatBody(request: ChatRequest): object {
  const { tools } = request;
  const body = bodyOf(request);
  return tools ? { ...body, tools: tools.map((tool) => inPlace(toolBody(tool))) } : body;
}

/** A parsed request to Responses as a body that the parser reads again. */
export function responsesBody(request: ResponsesRequest): object {
  return bodyOf(request);
}

function bodyOf(request: Added & object): object {
  const { extra, unknown: _fields, unopened: _places, ...own } = request;
  return { ...extra, ...inPlace(own) };
}

function toolBody(tool: Tool): object {
  const { custom, function: made, type: _function, ...rest } = tool;
  if (custom === undefined) return tool;
  const { name, description } = made;
  const described = description == null ? {} : { description };
  const format = { format: formatBody(custom) };
  return {
    ...rest,
    type: 'custom',
    custom: { name, ...described, ...format, ...extensionOf(made) },
    ...extensionOf(tool),
  };
}

function formatBody({ format, grammar }: NonNullable<Tool['custom']>): object | null {
  if (format === null || format.type === 'text') return format;
  const { type, syntax, definition } = format;
  const own = { syntax, definition, ...extensionOf(grammar) };
  return { type, grammar: own, ...extensionOf(format) };
}
