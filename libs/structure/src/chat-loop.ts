import type { ChatRequest, Message, ToolCall } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/error-codes';
import { createResults } from './late-results.ts';

/** Calls without a result so far: their ids and paths. */
type Pending = Map<string, string>;

/**
 * Checks which call each result belongs to: every call is answered once, by the messages right
 * behind its own. Providers refuse anything else, or answer nonsense.
 * @throws GatewayError `invalid_request`, naming the message at fault
 */
export function assertLoopsComplete({ messages }: ChatRequest): void {
  const late = withResultsInTurn(messages).find((message, at) => message !== messages[at]);
  if (late === undefined) return;
  const path = `messages[${messages.indexOf(late)}]`;
  throw fault(path, 'has the result of a call, which has to stand right behind the calls');
}

/**
 * The messages with each result right behind the message of its call, in the order in which the
 * results came. A result is paired with its call by the id over the whole conversation: what a user
 * said in between comes after it.
 * @returns the same list where every result is there already
 * @throws GatewayError `invalid_request` for a call without a result and a result without a call,
 *   naming the message at fault
 */
export function withResultsInTurn(messages: Message[]): Message[] {
  const results = createResults(
    messages.map((message) => (message.role === 'tool' ? message.tool_call_id : null)),
  );
  const pending: Pending = new Map();
  const order: number[] = [];
  const closeTurn = (): void => {
    for (const [id, param] of pending) {
      const position = results.take(id);
      if (position === undefined) throw fault(param, NO_RESULT);
      order.push(position);
    }
    pending.clear();
  };
  for (const [at, message] of messages.entries()) {
    if (results.isTaken(at)) continue;
    if (message.role === 'tool') {
      const { tool_call_id: id } = message;
      if (!pending.delete(id)) throw fault(`messages[${at}].tool_call_id`, NO_CALL);
      results.take(id);
    } else {
      closeTurn();
      readCalls(pending, callsOf(message), `messages[${at}]`);
    }
    order.push(at);
  }
  closeTurn();
  if (order.every((position, at) => position === at)) return messages;
  return order.flatMap((position) => messages[position] ?? []);
}

const NO_RESULT =
  'has no tool message in the conversation: send the result of every call with the id of the call';
const NO_CALL =
  'answers no open call of an assistant message before it: send one tool message for each of its tool_calls, with the same id';

function callsOf(message: Message): readonly ToolCall[] {
  return message.role === 'assistant' ? (message.tool_calls ?? []) : [];
}

function readCalls(pending: Pending, calls: readonly ToolCall[], path: string): void {
  for (const [at, { id }] of calls.entries()) {
    const param = `${path}.tool_calls[${at}].id`;
    if (pending.has(id)) throw fault(param, 'stands twice in one message');
    pending.set(id, param);
  }
}

function fault(param: string, words: string): GatewayError {
  return new GatewayError('invalid_request', `${param} ${words}.`, { param });
}
