import type { ChatRequest, Message, ToolCall } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/errors';

/** Calls without a result so far: their ids and places. */
type Pending = Map<string, string>;

/**
 * Checks which call each result belongs to: every call is answered once, by the messages right behind its own. Providers refuse
 * anything else, or answer nonsense.
 * @throws GatewayError `invalid_request`, naming the message at fault
 */
export function assertLoopsComplete({ messages }: ChatRequest): void {
  const pending: Pending = new Map();
  for (const [at, message] of messages.entries()) {
    const place = `messages[${at}]`;
    if (message.role === 'tool') {
      readResult(pending, message.tool_call_id, place);
      continue;
    }
    assertAnswered(pending);
    readCalls(pending, callsOf(message), place);
  }
  assertAnswered(pending);
}

function callsOf(message: Message): readonly ToolCall[] {
  return message.role === 'assistant' ? (message.tool_calls ?? []) : [];
}

function readResult(pending: Pending, id: string, place: string): void {
  if (pending.delete(id)) return;
  throw fault(
    `${place}.tool_call_id`,
    'answers no open call of the assistant message before it: send one tool message for each of its tool_calls, with the same id',
  );
}

function readCalls(pending: Pending, calls: readonly ToolCall[], place: string): void {
  for (const [at, { id }] of calls.entries()) {
    const param = `${place}.tool_calls[${at}].id`;
    if (pending.has(id)) throw fault(param, 'stands twice in one message');
    pending.set(id, param);
  }
}

function assertAnswered(pending: Pending): void {
  for (const param of pending.values()) {
    throw fault(
      param,
      'has no tool message right behind its message: send the result of every call before going on',
    );
  }
}

function fault(param: string, words: string): GatewayError {
  return new GatewayError('invalid_request', `${param} ${words}.`, { param });
}
