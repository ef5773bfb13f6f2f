import type { AssistantMessage, ChatRequest, Message } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import type { Refusal } from '../check-contract.ts';
import { refuseUnspoken } from '../unspoken.ts';
import { JSON_TOOL_NAME } from './json-answer.ts';
import { lineOf } from './lines.ts';
import type { ModelLine } from './lines.ts';
import { BUDGET_TOKENS_MIN, isAskedToThink } from './thinking.ts';
import { argumentsOf } from './turns.ts';

/** The smallest `top_p` that goes together with thinking. */
const TOP_P_MIN = 0.95;

/** Why the vendor would refuse a request although each of its parameters is allowed; null when it would not. */
export function unfit(request: ChatRequest, target: Target): Refusal | null {
  const line = lineOf(target.upstreamModel);
  if (line === null) return null;
  return (
    unfitSampling(request, line) ??
    unfitThinking(request, line) ??
    unfitFormat(request) ??
    refuseUnspoken(request) ??
    unfitMessages(request.messages)
  );
}

function unfitSampling(request: ChatRequest, line: ModelLine): Refusal | null {
  const { temperature, top_p: topP } = request;
  if (line.sampling === 'either' && temperature != null && topP != null) {
    return { param: 'top_p', message: 'This model takes temperature or top_p, not both.' };
  }
  if (!isAskedToThink(request)) return null;
  if (temperature != null && temperature !== 1) {
    const message = 'This model takes no temperature but 1 together with reasoning_effort.';
    return { param: 'temperature', message };
  }
  if (topP == null || topP >= TOP_P_MIN) return null;
  const message = `This model takes top_p from ${TOP_P_MIN} on together with reasoning_effort.`;
  return { param: 'top_p', message };
}

/** The budget is part of the output, and something has to be left for the answer. */
function unfitThinking(request: ChatRequest, line: ModelLine): Refusal | null {
  const ceiling = request.max_completion_tokens ?? request.max_tokens;
  if (line.thinking !== 'budget' || !isAskedToThink(request) || ceiling == null) return null;
  if (ceiling > BUDGET_TOKENS_MIN) return null;
  const message = `reasoning_effort needs more than ${BUDGET_TOKENS_MIN} tokens of output here.`;
  return { param: 'reasoning_effort', message };
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
