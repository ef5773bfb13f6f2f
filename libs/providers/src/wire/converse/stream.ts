import type { ChatDelta } from '@tollgate/contract/chat';
import { MalformedReply } from '../../adapter/adapter.ts';
import type { MappedEvent, StreamMapper, Endpoint, WireEvent } from '../../adapter/adapter.ts';
import { EXCEPTION_PREFIX } from '../../framing/aws-event-stream.ts';
import { asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import {
  ARGUMENTS_CHARACTERS_MAX,
  ArgumentPieces,
  CALLS_MAX,
} from '../chat-completions/call-ids.ts';
import { createStreamMapper, failed, onlyChoice, payloadOf, reported } from '../stream-mapper.ts';
import { BLOCKS_MAX, callHead } from './content.ts';
import { failureOfException } from './errors.ts';
import { finishFromWire } from './finish.ts';
import { isClientCall, keptContent } from './replay.ts';
import { unfinished } from '../failures.ts';
import { WHOLE } from './response.ts';
import { createStreamedBlock } from './stream-blocks.ts';
import type { StreamedBlock } from './stream-blocks.ts';
import { usageFromWire } from './usage.ts';

/** A block under way; `call` is its index among the calls when it is one of ours. */
interface OpenBlock {
  block: StreamedBlock;
  call: number | null;
  pieces: ArgumentPieces;
}

interface ConverseStream {
  endpoint: Endpoint;
  blocks: Map<number, OpenBlock>;
  calls: number;
  characters: number;
  hasRole: boolean;
  /**
   * The provider's stop reason; held back until the usage has come, since an exception may still
   * follow.
   */
  stop: string | null;
  isClosed: boolean;
}

/**
 * Maps the events of ConverseStream. Text and reasoning begin without a start of their own, usage
 * comes behind the stop reason, and the last delta carries what has to go back to the provider.
 */
export function createConverseStream(endpoint: Endpoint): StreamMapper {
  const state: ConverseStream = {
    endpoint,
    blocks: new Map(),
    calls: 0,
    characters: 0,
    hasRole: false,
    stop: null,
    isClosed: false,
  };
  return createStreamMapper({
    read: (event) => read(state, event),
    finish: () => finish(state),
    state() {
      if (state.isClosed) return 'closed';
      return state.stop === null ? 'open' : 'answered';
    },
  });
}

function read(state: ConverseStream, event: WireEvent): MappedEvent[] {
  if (event.type?.startsWith(EXCEPTION_PREFIX) === true) {
    return failed(failureOfException(event.type.slice(EXCEPTION_PREFIX.length), event.data));
  }
  const payload = payloadOf(event);
  if (event.type !== 'metadata') {
    return readPart(state, event.type, payload).map((delta) => onlyChoice(delta, null));
  }
  state.isClosed = true;
  return reported(usageFromWire(payload['usage']));
}

function finish(state: ConverseStream): MappedEvent[] | null {
  if (state.stop === null) return null;
  const reason = finishFromWire(state.stop, state.calls > 0);
  if (reason === null) return failed(unfinished(state.stop));
  return [onlyChoice(lastDelta(state), reason)];
}

function readPart(state: ConverseStream, type: string | null, payload: JsonObject): ChatDelta[] {
  switch (type ?? '') {
    case 'messageStart':
      return [];
    case 'contentBlockStart':
      return withRole(state, startBlock(state, payload));
    case 'contentBlockDelta':
      return withRole(state, addToBlock(state, payload));
    case 'contentBlockStop':
      return withRole(state, stopBlock(state.blocks.get(indexOf(payload))));
    case 'messageStop':
      return stopMessage(state, payload);
    default:
      // Events that we do not know carry no part of an answer.
      return [];
  }
}

function startBlock(state: ConverseStream, payload: JsonObject): ChatDelta[] {
  const open = blockAt(state, indexOf(payload));
  const start = asObject(payload['start']);
  open.block.start(start);
  const { toolUse } = start;
  if (!isObject(toolUse) || !isClientCall(toolUse)) return [];
  const { id, name } = callHead(toolUse);
  if (state.calls >= CALLS_MAX) throw new MalformedReply('the reply holds too many calls');
  open.call = state.calls;
  state.calls += 1;
  const head = { index: open.call, id, type: 'function' } as const;
  return [{ tool_calls: [{ ...head, function: { name, arguments: '' } }] }];
}

function addToBlock(state: ConverseStream, payload: JsonObject): ChatDelta[] {
  const open = blockAt(state, indexOf(payload));
  const delta = asObject(payload['delta']);
  state.characters += JSON.stringify(delta).length;
  if (state.characters > ARGUMENTS_CHARACTERS_MAX)
    throw new MalformedReply('the answer is too long');
  open.block.add(delta);
  const { text, reasoningContent, toolUse } = delta;
  const deltas: ChatDelta[] = [];
  if (hasText(text)) deltas.push({ content: text });
  const reasoning = asObject(reasoningContent)['text'];
  if (hasText(reasoning)) deltas.push({ reasoning_content: reasoning });
  const { input } = asObject(toolUse);
  if (open.call !== null && hasText(input)) {
    deltas.push(...argumentsDelta(open.call, open.pieces.push(input)));
  }
  return deltas;
}

/** Gives `{}` to a call without arguments, which brings no fragment or an empty one. */
function stopBlock(open: OpenBlock | undefined): ChatDelta[] {
  if (open === undefined || open.call === null) return [];
  return argumentsDelta(open.call, open.pieces.end());
}

function argumentsDelta(index: number, text: string): ChatDelta[] {
  return text === '' ? [] : [{ tool_calls: [{ index, function: { arguments: text } }] }];
}

function stopMessage(state: ConverseStream, payload: JsonObject): ChatDelta[] {
  const reason = asText(payload['stopReason']) ?? (state.blocks.size > 0 ? WHOLE : undefined);
  if (reason === undefined) throw new MalformedReply('the stream has no stop reason');
  state.stop = reason;
  return withRole(state, [...state.blocks.values()].flatMap(stopBlock));
}

/** The first delta names the role. */
function withRole(state: ConverseStream, deltas: ChatDelta[]): ChatDelta[] {
  const [first, ...rest] = deltas;
  if (state.hasRole || first === undefined) return deltas;
  state.hasRole = true;
  return [{ role: 'assistant', content: '', ...first }, ...rest];
}

function lastDelta(state: ConverseStream): ChatDelta {
  const ordered = [...state.blocks].toSorted(([left], [right]) => left - right);
  const extra = keptContent(
    ordered.map(([, { block }]) => block.whole()),
    state.endpoint,
  );
  const [delta = {}] = state.hasRole ? [] : withRole(state, [{}]);
  return extra === undefined ? delta : { ...delta, extra_content: extra };
}

function blockAt(state: ConverseStream, index: number): OpenBlock {
  const known = state.blocks.get(index);
  if (known !== undefined) return known;
  const fresh = { block: createStreamedBlock(), call: null, pieces: new ArgumentPieces() };
  state.blocks.set(index, fresh);
  return fresh;
}

function indexOf(payload: JsonObject): number {
  const index = payload['contentBlockIndex'];
  const usable = typeof index === 'number' && Number.isInteger(index);
  if (!usable || index < 0 || index >= BLOCKS_MAX) throw new MalformedReply('a block has no place');
  return index;
}

function hasText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
