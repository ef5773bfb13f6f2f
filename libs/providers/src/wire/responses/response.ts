import type { ToolCall } from '@tollgate/contract/chat';
import { toArguments } from '@tollgate/contract/custom-tool';
import { flatNameOf } from '@tollgate/contract/flat-name';
import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { MappedAnswer, Endpoint } from '../../adapter/adapter.ts';
import { asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import {
  ARGUMENTS_CHARACTERS_MAX,
  CALLS_MAX,
  assertCallHead,
  wholeArguments,
} from '../chat-completions/call-ids.ts';
import { assertExtraFits } from '../chat-completions/content.ts';
import { tierOf } from '../chat-completions/response.ts';
import { BETWEEN, finishOf, itemsOf, responseFailure, responsesUsage, textsOf } from './output.ts';
import { keptItems } from './replay.ts';
import { searchedIn, withRuns } from './runs.ts';
import type { WireItem } from './types.ts';

/**
 * A whole answer from the provider's JSON.
 * @throws MalformedReply when it holds no usable output
 * @throws ProviderError when it is an error in spite of its status
 */
export function fromResponse(reply: unknown, endpoint: Endpoint): MappedAnswer {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  const reading = withRuns(responsesUsage(reply['usage']), reply);
  const { error, status } = reply;
  if (isObject(error) || status === 'failed') {
    throw new ProviderError(responseFailure(error), { usage: reading.usage });
  }
  const items = itemsOf(reply);
  const messages = items.filter(({ type }) => type === 'message');
  const calls = callsOf(items);
  const texts = messages.map(({ content }) => textsOf(content, 'text').join('')).filter(Boolean);
  const refusal = messages.flatMap(({ content }) => textsOf(content, 'refusal')).join('');
  const reasoning = items.flatMap(reasoningTexts).join(BETWEEN);
  const extra = keptItems(items, endpoint);
  if (extra !== undefined) assertExtraFits(extra);
  const message = {
    role: 'assistant' as const,
    content: texts.length === 0 ? null : texts.join(BETWEEN),
    refusal: refusal === '' ? null : refusal,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(extra === undefined ? {} : { extra_content: extra }),
  };
  const finish_reason = finishOf(reply, {
    hasCalls: calls.length > 0,
    holdsSomething: items.length > 0,
  });
  return {
    choices: [{ index: 0, message, finish_reason, logprobs: null }],
    ...reading,
    ...searchedIn(items),
    ...tierOf(reply['service_tier']),
  };
}

function reasoningTexts({ type, summary, content }: WireItem): string[] {
  return type === 'reasoning' ? [...textsOf(summary, 'text'), ...textsOf(content, 'text')] : [];
}

function callsOf(items: readonly WireItem[]): ToolCall[] {
  const made = items.filter(({ type }) => isCall(type));
  if (made.length > CALLS_MAX) throw new MalformedReply('the reply holds too many calls');
  const calls = made.map((item) => ({
    ...callHead(item),
    given: givenIn(item),
  }));
  const characters = calls.reduce((sum, { given }) => sum + given.length, 0);
  if (characters > ARGUMENTS_CHARACTERS_MAX) throw new MalformedReply('arguments too long');
  return calls.map(({ id, name, given }) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  }));
}

/** Whether an item of this type is a call. */
export function isCall(type: unknown): boolean {
  return type === 'function_call' || type === CUSTOM;
}

/** The type of a call whose one text is no JSON. */
export const CUSTOM = 'custom_tool_call';

/**
 * The arguments of a call; those of a custom tool are those of the function that represents the
 * tool.
 */
export function givenIn({ type, arguments: given, input }: JsonObject): string {
  return type === CUSTOM ? toArguments(asText(input) ?? '') : wholeArguments(given);
}

/**
 * The id by which a call is answered, and its function.
 * @throws MalformedReply when one is missing or could not be handed back
 */
export function callHead(item: JsonObject): { id: string; name: string } {
  const [id, own] = [asText(item['call_id']), asText(item['name'])];
  if (id === undefined || own === undefined) {
    throw new MalformedReply('a call has no id or names no function');
  }
  const name = flatNameOf(own, asText(item['namespace']));
  assertCallHead({ id, name });
  return { id, name };
}
