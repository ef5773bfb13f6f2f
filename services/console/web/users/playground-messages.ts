import type { ChatBody } from './playground-call.ts';
import type { Said } from './playground-answer.ts';

/** A call that was made, as far as the next one needs it. */
interface Made {
  body: ChatBody;
  said: Said;
}

interface Message {
  role: string;
  content: unknown;
}

/** Adds the response and the results of its tool calls to a request. */
export function afterCalls({ body, said }: Made, results: readonly string[]): ChatBody {
  const calls = said.tool_calls ?? [];
  const answers = calls.map(({ id }, path) => ({
    role: 'tool',
    tool_call_id: id,
    content: results[path] ?? '',
  }));
  return { ...body, messages: [...body.messages, said, ...answers] };
}

/**
 * A request that goes on after a turn: its system prompt, what was said so far, and what the reader
 * says now. A turn without an answer, or with open calls of tools, cannot be gone on with: the
 * request is given back as it is.
 */
export function followUp(last: Made | undefined, body: ChatBody): ChatBody {
  if (last === undefined || last.said.content === null || last.said.tool_calls !== undefined) {
    return body;
  }
  const isSystem = ({ role }: Message): boolean => role === 'system';
  const messages = body.messages as readonly Message[];
  const before = (last.body.messages as readonly Message[]).filter((one) => !isSystem(one));
  return {
    ...body,
    messages: [
      ...messages.filter(isSystem),
      ...before,
      last.said,
      ...messages.filter((one) => !isSystem(one)),
    ],
  };
}

/** What the reader said last in a request, as text; undefined where a tool spoke last. */
export function askedIn({ messages }: ChatBody): string | undefined {
  const last = messages.at(-1) as Message | undefined;
  if (last?.role !== 'user') return undefined;
  if (typeof last.content === 'string') return last.content;
  const parts = last.content as readonly { type: string; text?: string }[];
  return parts.map(({ text, type }) => text ?? `[${type}]`).join(' ');
}
