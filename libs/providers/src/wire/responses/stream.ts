import type { ChatDelta } from '@tollgate/contract/chat';
import { toArguments } from '@tollgate/contract/custom-tool';
import { MalformedReply } from '../../adapter.ts';
import type { MappedEvent, StreamMapper, Target, WireEvent } from '../../adapter.ts';
import { asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { ARGUMENTS_CHARACTERS_MAX, CALLS_MAX } from '../chat-completions/call-ids.ts';
import { assertExtraFits } from '../chat-completions/content.ts';
import {
  createStreamMapper,
  failed,
  firstDelta,
  onlyChoice,
  payloadOf,
  reported,
} from '../stream-mapper.ts';
import {
  BETWEEN,
  ITEMS_MAX,
  answerItems,
  finishOf,
  responseFailure,
  responsesUsage,
  textsOf,
} from './output.ts';
import { keptItems } from './replay.ts';
import { callHead, CUSTOM, givenIn, isCall } from './response.ts';
import type { WireItem } from './types.ts';

/** What has been told of one call. */
interface StreamedCall {
  index: number;
  /** Whether arguments have come in pieces. */
  hasArguments: boolean;
  /** Whether these are the text of a custom tool, told as the arguments of a function. */
  isCustom: boolean;
}

/** What has been told so far. */
interface Told {
  hasRole: boolean;
  /** The item of the last text, by its index, and whether that text had a part already. */
  text: string | null;
  thought: string | null;
  calls: Map<unknown, StreamedCall>;
  /** The messages of which a text has come in pieces, by their index. */
  spoken: Set<unknown>;
  characters: number;
  /** The items that have ended. */
  items: WireItem[];
}

/** Maps a stream of events. What has to come back are the items as each of them ended: some providers leave them out of the last event, or seal them anew there. */
export function createResponsesStream(target: Target): StreamMapper {
  const told: Told = {
    hasRole: false,
    text: null,
    thought: null,
    calls: new Map(),
    spoken: new Set(),
    characters: 0,
    items: [],
  };
  let last: JsonObject | null = null;

  const read = (event: WireEvent): MappedEvent[] => {
    const payload = payloadOf(event);
    const type = asText(payload['type']) ?? event.type ?? '';
    if (type === 'error' || isObject(payload['error'])) {
      return failed(responseFailure(payload['error'] ?? payload));
    }
    if (!ENDS.has(type)) return deltaEvents(told, READERS.get(type)?.(payload, told) ?? {});
    const response = asObject(payload['response']);
    const usage = reported(responsesUsage(response['usage']));
    if (type === 'response.failed')
      return [...usage, ...failed(responseFailure(response['error']))];
    last = response;
    return usage;
  };
  return createStreamMapper({
    read,
    finish: () => (last === null ? null : [ending(last, told, target)]),
    state: () => (last === null ? 'open' : 'closed'),
  });
}

const ENDS: ReadonlySet<string> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
]);

type EventReader = (payload: JsonObject, told: Told) => ChatDelta;

/** The events that add something; all others repeat what these tell. */
const READERS: ReadonlyMap<string, EventReader> = new Map<string, EventReader>([
  ['response.output_item.added', beginItem],
  ['response.output_item.done', endItem],
  ['response.output_text.delta', textDelta],
  ['response.refusal.delta', refusalDelta],
  ['response.reasoning_summary_text.delta', thoughtDelta],
  ['response.reasoning_text.delta', thoughtDelta],
  ['response.function_call_arguments.delta', argumentsDelta],
  ['response.custom_tool_call_input.delta', argumentsDelta],
]);

function deltaEvents(told: Told, delta: ChatDelta): MappedEvent[] {
  if (Object.keys(delta).length === 0) return [];
  if (told.hasRole) return [onlyChoice(delta, null)];
  told.hasRole = true;
  return [onlyChoice(firstDelta(delta), null)];
}

function refusalDelta({ delta }: JsonObject): ChatDelta {
  const refusal = asText(delta);
  return refusal === undefined ? {} : { refusal };
}

function beginItem({ item, output_index: at }: JsonObject, told: Told): ChatDelta {
  const { type } = asObject(item);
  if (!isCall(type)) return {};
  if (told.calls.size >= CALLS_MAX) throw new MalformedReply('the stream holds too many calls');
  if (told.calls.has(at)) throw new MalformedReply('two items have one index');
  const { id, name } = callHead(asObject(item));
  const index = told.calls.size;
  told.calls.set(at, { index, hasArguments: false, isCustom: type === CUSTOM });
  const made = { name, arguments: '' };
  return { tool_calls: [{ index, id, type: 'function', function: made }] };
}

function argumentsDelta({ delta, output_index: at }: JsonObject, told: Told): ChatDelta {
  const call = told.calls.get(at);
  if (call === undefined) throw new MalformedReply('arguments belong to no call');
  const text = asText(delta);
  if (text === undefined) return {};
  const begun = call.isCustom && !call.hasArguments ? INPUT_BEGINS : '';
  call.hasArguments = true;
  const more = call.isCustom ? JSON.stringify(text).slice(1, -1) : text;
  return { tool_calls: [argumentsOf(call, begun + more, told)] };
}

const [INPUT_BEGINS = '', INPUT_ENDS = ''] = toArguments('|').split('|');

function argumentsOf(call: StreamedCall, text: string, told: Told) {
  told.characters += text.length;
  if (told.characters > ARGUMENTS_CHARACTERS_MAX) throw new MalformedReply('arguments too long');
  return { index: call.index, function: { arguments: text } };
}

function textDelta({ delta, output_index: at }: JsonObject, told: Told): ChatDelta {
  const text = asText(delta);
  if (text === undefined) return {};
  told.spoken.add(at);
  return { content: apart(told, 'text', String(at)) + text };
}

/** Parts of a summary, and thoughts of different items, are kept apart as in a whole answer. */
function thoughtDelta(payload: JsonObject, told: Told): ChatDelta {
  const { delta, output_index: at, summary_index: part, content_index: place } = payload;
  const text = asText(delta);
  if (text === undefined) return {};
  const where = JSON.stringify([at, part ?? null, place ?? null]);
  return { reasoning_content: apart(told, 'thought', where) + text };
}

function apart(told: Told, kind: 'text' | 'thought', where: string): string {
  const before = told[kind];
  told[kind] = where;
  return before === null || before === where ? '' : BETWEEN;
}

/** What a provider tells of an item at its end only. */
function endItem({ item, output_index: at }: JsonObject, told: Told): ChatDelta {
  const fields = asObject(item);
  told.items.push(...answerItems([item]));
  if (told.items.length > ITEMS_MAX) throw new MalformedReply('the stream holds too many items');
  if (fields['type'] === 'message' && !told.spoken.has(at)) {
    const text = textsOf(fields['content'], 'text').join('');
    return textDelta({ delta: text, output_index: at }, told);
  }
  const call = told.calls.get(at);
  if (!isCall(fields['type']) || call === undefined) return {};
  if (!call.hasArguments) return { tool_calls: [argumentsOf(call, givenIn(fields), told)] };
  return call.isCustom ? { tool_calls: [argumentsOf(call, INPUT_ENDS, told)] } : {};
}

function ending(response: JsonObject, told: Told, target: Target): MappedEvent {
  const extra = keptItems(told.items, target);
  if (extra !== undefined) assertExtraFits(extra);
  const delta = extra === undefined ? {} : { extra_content: extra };
  const last = told.hasRole ? delta : firstDelta(delta);
  return onlyChoice(last, finishOf(response, told.calls.size > 0));
}
