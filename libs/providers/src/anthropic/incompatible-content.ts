import type { ChatRequest } from '@tollgate/contract/chat';
import type { Endpoint } from '../adapter/adapter.ts';
import type { Refusal } from '../adapter/refusal.ts';
import { lineOf } from '../claude/lines.ts';
import { incompatibleWithClaude } from '../claude/incompatible-content.ts';
import { JSON_TOOL_NAME } from '../wire/messages/json-answer.ts';

/**
 * Why the provider would refuse a request although each of its parameters is allowed; null when it
 * would not.
 */
export function incompatibleContent(request: ChatRequest, endpoint: Endpoint): Refusal | null {
  const line = lineOf(endpoint.upstreamModel);
  return (line === null ? null : incompatibleWithClaude(request, line)) ?? unfitFormat(request);
}

function unfitFormat(request: ChatRequest): Refusal | null {
  const { response_format: format, tools } = request;
  if (format?.type === 'json_schema' && format.json_schema.schema === undefined) {
    return { param: 'response_format', message: 'This model needs a schema with json_schema.' };
  }
  const isTaken = (tools ?? []).some((tool) => tool.function.name === JSON_TOOL_NAME);
  if (!isTaken) return null;
  return { param: 'tools', message: `The name "${JSON_TOOL_NAME}" is taken.` };
}
