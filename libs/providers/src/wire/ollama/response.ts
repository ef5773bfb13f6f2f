import { createHash } from 'node:crypto';
import type { FinishReason, ToolCall } from '@tollgate/contract/chat';
import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { Failure, MappedAnswer } from '../../adapter/adapter.ts';
import { asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import {
  ARGUMENTS_CHARACTERS_MAX,
  CALLS_MAX,
  assertCallHead,
  wholeArguments,
} from '../chat-completions/call-ids.ts';
import { extraContent } from '../chat-completions/content.ts';
import { failureInReply } from './errors.ts';
import { toFailure } from '../failures.ts';
import { usageFromWire } from './usage.ts';

/** The name under which fields that we do not know are kept. */
export const EXTRA_NAME = 'ollama';
const ID_CHARACTERS = 24;
const MESSAGE_READ: ReadonlySet<string> = new Set(['role', 'content', 'thinking', 'tool_calls']);
const CALL_READ: ReadonlySet<string> = new Set(['id', 'type', 'function']);
const FUNCTION_READ: ReadonlySet<string> = new Set(['index', 'name', 'arguments', 'description']);

/**
 * A whole answer.
 * @throws MalformedReply when the reply is no answer
 * @throws ProviderError when the server reports an error instead
 */
export function fromWireReply(reply: unknown): MappedAnswer {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  if (hasError(reply)) throw new ProviderError(failureInReply(reply));
  // A document that has arrived is whole, also where it does not say so.
  if (reply['done'] === false) throw new MalformedReply('the answer is not done');
  const message = messageIn(reply);
  if (message === null) throw new MalformedReply('the reply holds no message');
  const reader = createCallReader();
  const calls = reader.read(message['tool_calls'], reply);
  const thinking = textIn(message, 'thinking');
  const content = textIn(message, 'content');
  if (calls.length === 0) assertMade(reply, content + thinking);
  const extra = extraContent(undefined, unknownFields(message), EXTRA_NAME);
  return {
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: content === '' && calls.length > 0 ? null : content,
          refusal: null,
          ...(thinking === '' ? {} : { reasoning_content: thinking }),
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
          ...(extra === undefined ? {} : { extra_content: extra }),
        },
        finish_reason: finishFromWire(reply, calls.length > 0),
        logprobs: null,
      },
    ],
    ...usageFromWire(reply),
  };
}

/** Whether a server says that it has loaded or unloaded the model and generated nothing. */
export function hasMadeNothing(reply: JsonObject): boolean {
  return reply['done_reason'] === 'load' || reply['done_reason'] === 'unload';
}

/**
 * The failure of a reply in which nothing was generated: the prompt was not read, so nothing is
 * owed for it.
 */
export function notGenerated(): Failure {
  return {
    ...toFailure('unavailable', { status: 200 }),
    message: 'The provider loaded the model and generated no answer.',
  };
}

function assertMade(reply: JsonObject, text: string): void {
  if (text === '' && hasMadeNothing(reply)) throw new ProviderError(notGenerated());
}

/** Whether a server says that it failed. */
export function hasError(reply: JsonObject): boolean {
  const { error } = reply;
  return error !== undefined && error !== null && error !== '';
}

/**
 * The message of a reply or of a line of a stream; null without one.
 * @throws MalformedReply when it is something else
 */
export function messageIn(reply: JsonObject): JsonObject | null {
  const { message } = reply;
  if (message === undefined || message === null) return null;
  if (!isObject(message)) throw new MalformedReply('the message is no object');
  return message;
}

/**
 * A text of a message; empty when absent.
 * @throws MalformedReply when it is no text
 */
export function textIn(message: JsonObject, name: 'content' | 'thinking'): string {
  const text = message[name] ?? '';
  if (typeof text !== 'string') throw new MalformedReply(`the ${name} of a message is no text`);
  return text;
}

/** Why an answer ended. A server says `stop` for calls as well, and old versions say nothing. */
export function finishFromWire(reply: JsonObject, hasCalls: boolean): FinishReason {
  if (reply['done_reason'] === 'length') return 'length';
  return hasCalls ? 'tool_calls' : 'stop';
}

/** Fields of a message that we do not know. */
export function unknownFields(message: JsonObject): JsonObject {
  return fieldsExcept(message, MESSAGE_READ);
}

/** Reads the calls of one answer in their order, from one message or from many. */
export interface CallReader {
  /** @throws MalformedReply for what is no call, and for too many */
  read(calls: unknown, reply: JsonObject): ToolCall[];
  count(): number;
}

/** Gives calls without an id, or with a repeated id, an id made from the call and its index. */
export function createCallReader(): CallReader {
  const ids = new Set<string>();
  let characters = 0;
  const readOne = (item: unknown, reply: JsonObject): ToolCall => {
    if (ids.size >= CALLS_MAX) throw new MalformedReply('the answer holds too many calls');
    const call = asObject(item);
    const made = asObject(call['function']);
    const name = asText(made['name']);
    if (name === undefined) throw new MalformedReply('a call names no function');
    const text = wholeArguments(made['arguments']);
    characters += text.length;
    if (characters > ARGUMENTS_CHARACTERS_MAX) throw new MalformedReply('arguments too long');
    const reported = asText(call['id']);
    const id =
      reported === undefined || ids.has(reported)
        ? madeId(reply, [ids.size, name, text])
        : reported;
    assertCallHead({ id, name });
    ids.add(id);
    const unknown = {
      ...fieldsExcept(call, CALL_READ),
      ...fieldsExcept(made, FUNCTION_READ),
    };
    const extra = extraContent(undefined, unknown, EXTRA_NAME);
    return {
      id,
      type: 'function',
      function: { name, arguments: text },
      ...(extra === undefined ? {} : { extra_content: extra }),
    };
  };
  return {
    read(calls, reply) {
      if (calls === undefined || calls === null) return [];
      if (!Array.isArray(calls)) throw new MalformedReply('the calls are no list');
      return (calls as unknown[]).map((item) => readOne(item, reply));
    },
    count: () => ids.size,
  };
}

/** Makes an id for a call; the time of the reply distinguishes equal calls of two turns. */
function madeId(reply: JsonObject, call: unknown[]): string {
  const seed = JSON.stringify([reply['model'], reply['created_at'], ...call]);
  return `call_${createHash('sha256').update(seed).digest('hex').slice(0, ID_CHARACTERS)}`;
}

function fieldsExcept(fields: JsonObject, known: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !known.has(name) && !isEmpty(value)),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) && value.length === 0;
}
