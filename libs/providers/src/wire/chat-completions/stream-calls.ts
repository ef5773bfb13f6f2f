import type { ToolCallDelta } from '@tollgate/contract/chat';
import { toArguments } from '@tollgate/contract/custom-tool';
import { MalformedReply } from '../../adapter/adapter.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import {
  ARGUMENTS_CHARACTERS_MAX,
  ArgumentPieces,
  CALL_INDEX_MAX,
  CALLS_MAX,
  assertCallHead,
  madeCallId,
} from './call-ids.ts';
import { callExtra } from './content.ts';
import { toIndex } from './response.ts';

/** The calls of one choice while they are being streamed. */
export interface StreamedCalls {
  /** @throws MalformedReply when a call is out of bounds */
  push(calls: unknown, chunk: JsonObject): ToolCallDelta[];
  /**
   * The missing deltas at the end of a choice: `{}` for a call without arguments.
   * @throws MalformedReply when a call never got a name
   */
  end(): ToolCallDelta[];
  count(): number;
}

interface StreamedCall {
  /** Our index: the order of appearance, whatever index the provider uses. */
  index: number;
  id: string;
  providerId: string | undefined;
  name: string | undefined;
  /** Arguments that came before the name. */
  held: string;
  /** Pieces of the arguments of a function. */
  pieces: ArgumentPieces;
  /** Whether a piece of a custom tool's text has come. */
  hasText: boolean;
  /**
   * Whether it is a call of a custom tool, whose text becomes the arguments of the function that
   * represents the tool.
   */
  isCustom: boolean;
}

/** The fields of a fragment that say which call it belongs to. */
interface Fragment {
  providerIndex: number | undefined;
  providerId: string | undefined;
}

/** Collects the calls of choice number `choice` of a stream. */
export function createStreamedCalls(choice: number, provider: string): StreamedCalls {
  const calls: StreamedCall[] = [];
  const byProviderIndex = new Map<number, StreamedCall>();
  let characters = 0;

  const open = ({ providerIndex, providerId }: Fragment, chunk: JsonObject): StreamedCall => {
    if (calls.length >= CALLS_MAX) throw new MalformedReply('the stream holds too many calls');
    const index = calls.length;
    const id = providerId ?? madeCallId(chunk, choice, index);
    const call: StreamedCall = {
      index,
      id,
      providerId,
      name: undefined,
      held: '',
      pieces: new ArgumentPieces(),
      hasText: false,
      isCustom: false,
    };
    calls.push(call);
    if (providerIndex !== undefined) byProviderIndex.set(providerIndex, call);
    return call;
  };
  /**
   * The call of a fragment. A new id begins a new call even under a used index, because one
   * provider numbers all calls 0.
   */
  const find = ({ providerIndex, providerId }: Fragment): StreamedCall | undefined => {
    if (providerIndex !== undefined) {
      const known = byProviderIndex.get(providerIndex);
      const differs = providerId !== undefined && known?.providerId !== undefined;
      return differs && known.providerId !== providerId ? undefined : known;
    }
    return providerId === undefined
      ? calls.at(-1)
      : calls.find((call) => call.providerId === providerId);
  };
  const fragment = (item: unknown, chunk: JsonObject): ToolCallDelta | null => {
    const fields = asObject(item);
    const path = { providerIndex: indexOf(fields), providerId: asText(fields['id']) };
    const call = find(path) ?? open(path, chunk);
    const custom = isObject(fields['custom']) ? fields['custom'] : null;
    if (custom !== null && call.name === undefined) call.isCustom = true;
    const made = custom ?? asObject(fields['function']);
    const text = call.isCustom
      ? customFragment(call, asText(made['input']) ?? '')
      : fragmentText(made['arguments']);
    characters += text.length;
    if (characters > ARGUMENTS_CHARACTERS_MAX) throw new MalformedReply('arguments too long');
    call.hasText ||= text !== '';
    return deltaOf(call, {
      name: asText(made['name']),
      text: call.isCustom ? text : call.pieces.push(text),
      extra: callExtra(fields, provider),
    });
  };
  return {
    push: (items, chunk) => asList(items).flatMap((item) => fragment(item, chunk) ?? []),
    end: () => calls.flatMap((call) => owed(call) ?? []),
    count: () => calls.length,
  };
}

interface Piece {
  name: string | undefined;
  text: string;
  extra: Record<string, unknown> | undefined;
}

/** The first delta of a call carries id and name; until the name is known, no delta is sent. */
function deltaOf(call: StreamedCall, { name, text, extra }: Piece): ToolCallDelta | null {
  const extraPart = extra === undefined ? {} : { extra_content: extra };
  if (call.name !== undefined) {
    if (text === '' && extra === undefined) return null;
    return { index: call.index, function: { arguments: text }, ...extraPart };
  }
  call.held += text;
  if (name === undefined) return null;
  assertCallHead({ id: call.id, name });
  call.name = name;
  return {
    index: call.index,
    id: call.id,
    type: 'function',
    function: { name, arguments: call.held },
    ...extraPart,
  };
}

/** A piece of arguments; some providers send the whole object at once. */
function fragmentText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** A piece of a custom tool's text, as a piece of the arguments that hold it. */
function customFragment(call: StreamedCall, text: string): string {
  if (text === '') return '';
  return (call.hasText ? '' : INPUT_BEGINS) + JSON.stringify(text).slice(1, -1);
}

const [INPUT_BEGINS = '', INPUT_ENDS = ''] = toArguments('|').split('|');

function owed(call: StreamedCall): ToolCallDelta | null {
  if (call.name === undefined) throw new MalformedReply('a call names no function');
  if (call.isCustom) {
    const rest = call.hasText ? INPUT_ENDS : toArguments('');
    return { index: call.index, function: { arguments: rest } };
  }
  const text = call.pieces.end();
  return text === '' ? null : { index: call.index, function: { arguments: text } };
}

function indexOf(call: JsonObject): number | undefined {
  const index = toIndex(call['index']);
  if (index === undefined || index === null) return undefined;
  const usable = typeof index === 'number' && Number.isInteger(index);
  if (usable && index >= 0 && index <= CALL_INDEX_MAX) return index;
  throw new MalformedReply('a call has an impossible index');
}
