import type { ChatChoice, ChatMessageOut, ToolCall, FinishReason } from '@tollgate/contract/chat';
import { toArguments } from '@tollgate/contract/custom-tool';
import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { MappedAnswer, MappedEvent, Endpoint } from '../../adapter/adapter.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import {
  ARGUMENTS_CHARACTERS_MAX,
  CALLS_MAX,
  assertCallHead,
  madeCallId,
  wholeArguments,
} from './call-ids.ts';
import {
  callExtra,
  contentFromWire,
  extraContent,
  repliedSources,
  unknownFields,
} from './content.ts';
import type { Dialect } from './dialect.ts';
import { errorIn, failureInReply } from './errors.ts';
import { unfinished } from '../failures.ts';
import { createNewReasoning } from './new-reasoning.ts';
import { usageFromWire } from './usage.ts';

/** The most alternatives in one answer. */
export const CHOICES_MAX = 128;
const FINGERPRINT = /^[\w.:-]{1,128}$/u;

/**
 * The finish reason of a document that names none: some providers send null, and a document that
 * has arrived is whole.
 */
const WHOLE = 'stop';

/**
 * A whole answer from the provider's JSON.
 * @throws MalformedReply when it holds no usable choice
 * @throws ProviderError when it is an error in spite of its status
 */
export function fromWireReply(reply: unknown, endpoint: Endpoint, dialect: Dialect): MappedAnswer {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  const error = mayBeError(reply) ? errorIn(reply) : undefined;
  if (error !== undefined) throw new ProviderError(failureInReply(error));
  const choices = reply['choices'];
  if (!Array.isArray(choices) || choices.length === 0 || choices.length > CHOICES_MAX) {
    throw new MalformedReply('the reply holds no choices');
  }
  const read = { reply, endpoint, dialect };
  const fingerprint = fingerprintOf(reply['system_fingerprint']);
  const mapped = choices.map((choice, position) => fromWireChoice(choice, position, read));
  if (new Set(mapped.map(({ index }) => index)).size < mapped.length) {
    throw new MalformedReply('two choices have one index');
  }
  return {
    choices: mapped,
    ...usageFromWire(reply['usage'], dialect.usage),
    ...(fingerprint === undefined ? {} : { systemFingerprint: fingerprint }),
    ...tierOf(reply['service_tier']),
  };
}

const TIER = /^[\w-]{1,32}$/u;

/** The tier that a reply names, as a member of the answer; none where it names none. */
export function tierOf(reported: unknown): Pick<MappedAnswer, 'serviceTier'> {
  return typeof reported === 'string' && TIER.test(reported) ? { serviceTier: reported } : {};
}

/** The event of the tier that a part of a stream names. */
export function tierEvents(reported: unknown): MappedEvent[] {
  const { serviceTier: tier } = tierOf(reported);
  return tier === undefined ? [] : [{ kind: 'tier', tier }];
}

/** Whether a reply has any member that reports an error. */
function mayBeError(reply: JsonObject): boolean {
  const said = reply['error'] ?? reply['x_groq'] ?? reply['base_resp'] ?? null;
  return said !== null || reply['object'] === 'error';
}

/** The only field of a provider that we take from beside the choices. */
function fingerprintOf(reported: unknown): string | undefined {
  return typeof reported === 'string' && FINGERPRINT.test(reported) ? reported : undefined;
}

interface Read {
  reply: JsonObject;
  endpoint: Endpoint;
  dialect: Dialect;
}

function fromWireChoice(choice: unknown, position: number, read: Read): ChatChoice {
  const fields = asObject(choice);
  const { message, finish_reason: reason } = fields;
  if (!isObject(message)) throw new MalformedReply('a choice has no message');
  const index = choiceIndex(fields['index'], position);
  const mapped = fromWireMessage(message, index, read);
  if (asText(reason) === undefined && saysNothing(mapped)) {
    throw new MalformedReply('a choice has neither content nor a finish reason');
  }
  const word = asText(reason) ?? WHOLE;
  const finish = finishFromWire(word, mapped.tool_calls !== undefined);
  if (finish === null) throw new ProviderError(unfinished(wordsOfEnd(fields, word)));
  return {
    index,
    message: mapped,
    finish_reason: finish,
    logprobs: logprobsOf(fields),
  };
}

function saysNothing({ content, refusal, reasoning_content, tool_calls }: ChatMessageOut): boolean {
  const texts = [content, refusal, reasoning_content];
  return texts.every((text) => (text ?? '') === '') && tool_calls === undefined;
}

/**
 * How a provider explains the end of a choice: by its own word, and by that of the provider behind
 * it.
 */
export function wordsOfEnd({ native_finish_reason: native }: JsonObject, word: string): string {
  const behind = asText(native);
  return behind === undefined || behind === word ? word : `${word}: ${behind}`;
}

/** The log probabilities of a choice; null for any other value. */
export function logprobsOf({ logprobs }: JsonObject): JsonObject | null {
  return isObject(logprobs) ? logprobs : null;
}

/** An index as a number; some providers send its digits as text. */
export function toIndex(index: unknown): unknown {
  return typeof index === 'string' && /^\d{1,4}$/u.test(index) ? Number(index) : index;
}

/**
 * The index of a choice; `position` when the provider gives none.
 * @throws MalformedReply when the index is out of bounds
 */
export function choiceIndex(reported: unknown, position: number): number {
  const index = toIndex(reported) ?? position;
  const usable = typeof index === 'number' && Number.isInteger(index);
  if (usable && index >= 0 && index < CHOICES_MAX) return index;
  throw new MalformedReply('a choice has an impossible index');
}

function fromWireMessage(sent: JsonObject, choice: number, read: Read): ChatMessageOut {
  const message = read.dialect.reasoning === 'details' ? createNewReasoning().of(sent) : sent;
  const { text, reasoning, others } = contentFromWire(message);
  const { provider } = read.endpoint;
  const calls = fromWireCalls(callsIn(message), choice, read);
  const sources = choice === 0 ? repliedSources(read.reply) : {};
  const unknown = { ...unknownFields(message, others), ...sources };
  const extra = extraContent(message['extra_content'], unknown, provider);
  return {
    role: 'assistant',
    content: text,
    refusal: asText(message['refusal']) ?? null,
    ...(reasoning === null ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(extra === undefined ? {} : { extra_content: extra }),
  };
}

/**
 * The calls of a message or delta. Before `tool_calls` a message had one `function_call`, which
 * some providers still send.
 */
export function callsIn({ tool_calls: calls, function_call: legacy }: JsonObject): unknown[] {
  const made = asList(calls);
  return made.length === 0 && isObject(legacy) ? [{ index: 0, function: legacy }] : made;
}

function fromWireCalls(list: readonly unknown[], choice: number, read: Read): ToolCall[] {
  if (list.length > CALLS_MAX) throw new MalformedReply('the reply holds too many calls');
  let characters = 0;
  return list.map((item, position) => {
    const call = asObject(item);
    const custom = isObject(call['custom']) ? call['custom'] : null;
    const made = custom ?? asObject(call['function']);
    const name = asText(made['name']);
    if (name === undefined) throw new MalformedReply('a call names no function');
    const text =
      custom === null
        ? wholeArguments(made['arguments'])
        : toArguments(asText(custom['input']) ?? '');
    characters += text.length;
    if (characters > ARGUMENTS_CHARACTERS_MAX) throw new MalformedReply('arguments too long');
    const extra = callExtra(call, read.endpoint.provider);
    const id = asText(call['id']) ?? madeCallId(read.reply, choice, position);
    assertCallHead({ id, name });
    return {
      id,
      type: 'function',
      function: { name, arguments: text },
      ...(extra === undefined ? {} : { extra_content: extra }),
    };
  });
}

const LENGTH = new Set(['length', 'max_tokens', 'model_length', 'max_output_tokens']);
const FILTERED = new Set(['content_filter', 'safety', 'refusal', 'guardrail', 'blocklist']);
const FAILED = new Set(['error', 'insufficient_system_resource', 'abort']);

/**
 * Our finish reason for the provider's. Whether there are calls decides between `stop` and
 * `tool_calls`: providers say `stop` for a forced call. Null when the provider's word means that it
 * failed.
 */
export function finishFromWire(reason: string, hasCalls: boolean): FinishReason | null {
  const word = reason.toLowerCase();
  if (LENGTH.has(word)) return 'length';
  if (FILTERED.has(word)) return 'content_filter';
  if (FAILED.has(word)) return null;
  return hasCalls ? 'tool_calls' : 'stop';
}
