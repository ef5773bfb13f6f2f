import type { AssistantMessage, ChatRequest, Message } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import type { Refusal } from '../refusal.ts';
import { lineOf } from '../claude/lines.ts';
import { unfitForClaude } from '../claude/unfit.ts';
import { JSON_TOOL_NAME } from './json-answer.ts';
import { argumentsOf } from './turns.ts';

/** Why the provider would refuse a request although each of its parameters is allowed; null when it would not. */
export function unfit(request: ChatRequest, target: Target): Refusal | null {
  const line = lineOf(target.upstreamModel);
  return (
    (line === null ? null : unfitForClaude(request, line)) ??
    unfitFormat(request) ??
    unfitMessages(request.messages)
  );
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

function unfitMessages(messages: readonly Message[]): Refusal | null {
  for (const [position, message] of messages.entries()) {
    const fault = faultOf(message);
    if (fault !== null) return { param: `messages[${position}].${fault[0]}`, message: fault[1] };
  }
  return null;
}

function faultOf(message: Message): readonly [string, string] | null {
  if (message.role !== 'assistant' || (message.tool_calls ?? []).every(hasObject)) return null;
  return ['tool_calls', 'This model takes the arguments of a call as a JSON object only.'];
}

function hasObject(call: NonNullable<AssistantMessage['tool_calls']>[number]): boolean {
  return argumentsOf(call.function.arguments) !== undefined;
}
