import type { ChatDelta } from '@tollgate/contract/chat';
import { MalformedReply } from '../../adapter/adapter.ts';
import { asText, isObject, parseJson } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import {
  ARGUMENTS_CHARACTERS_MAX,
  ArgumentPieces,
  CALLS_MAX,
  assertCallHead,
  madeCallId,
} from '../chat-completions/call-ids.ts';
import { BLOCKS_MAX, blockOf, toolNameOf } from './content.ts';
import { isJsonAnswer } from './json-answer.ts';
import type { WireBlock } from './types.ts';

/** Characters of all text of one stream that is kept to be handed back. */
const TEXT_CHARACTERS_MAX = 8_388_608;

/** Puts the blocks of a stream together and says what each event adds to our message. */
export interface StreamedBlocks {
  /** @throws MalformedReply when the event does not fit */
  start(event: JsonObject, message: JsonObject): ChatDelta;
  add(event: JsonObject): ChatDelta;
  stop(event: JsonObject): ChatDelta;
  /** The missing deltas of blocks that were not stopped, in their order. */
  stopAll(): ChatDelta[];
  /** The blocks as a whole reply would have them. */
  content(): WireBlock[];
}

interface BlocksState {
  block: WireBlock;
  /** The position of the call in our message; null for blocks that are no calls. */
  call: number | null;
  /** The JSON of a tool's input that has arrived so far; null until the first piece. */
  json: string;
  /** The JSON of the tool's input on its way to the caller. */
  pieces: ArgumentPieces;
  isOpen: boolean;
}

/** Makes the collection of blocks of one stream, empty at first. */
export function createStreamedBlocks(): StreamedBlocks {
  const states = new Map<number, BlocksState>();
  let calls = 0;
  let characters = 0;
  const stateAt = (event: JsonObject): BlocksState => {
    const state = states.get(indexOf(event));
    if (state === undefined) throw new MalformedReply('an event is about no block');
    return state;
  };
  return {
    start(event, message) {
      const index = indexOf(event);
      if (states.has(index)) throw new MalformedReply('a block began twice');
      const block = { ...blockOf(event['content_block']) };
      const isCall = block.type === 'tool_use' && !isJsonAnswer(block);
      const pieces = new ArgumentPieces();
      const state: BlocksState = {
        block,
        call: isCall ? calls : null,
        json: '',
        pieces,
        isOpen: true,
      };
      states.set(index, state);
      if (!isCall) return textOf(block);
      block['id'] = asText(block['id']) ?? madeCallId(message, 0, calls);
      calls += 1;
      if (calls > CALLS_MAX) throw new MalformedReply('the reply holds too many calls');
      return startOfCall(state);
    },
    add(event) {
      const state = stateAt(event);
      const delta = isObject(event['delta']) ? event['delta'] : {};
      characters += lengthOf(delta);
      if (characters > TEXT_CHARACTERS_MAX) throw new MalformedReply('the content is too long');
      return addTo(state, delta);
    },
    stop: (event) => stopped(stateAt(event)),
    stopAll: () => [...states.values()].map(stopped),
    content: () =>
      [...states.entries()]
        .toSorted(([left], [right]) => left - right)
        .map(([, state]) => state.block),
  };
}

function indexOf(event: JsonObject): number {
  const index = event['index'];
  const usable = typeof index === 'number' && Number.isInteger(index);
  if (usable && index >= 0 && index < BLOCKS_MAX) return index;
  throw new MalformedReply('a block has an impossible index');
}

/** The text in the start event of a block. */
function textOf(block: WireBlock): ChatDelta {
  const text = block.type === 'text' ? asText(block['text']) : undefined;
  const thinking = block.type === 'thinking' ? asText(block['thinking']) : undefined;
  return {
    ...(text === undefined ? {} : { content: text }),
    ...(thinking === undefined ? {} : { reasoning_content: thinking }),
  };
}

function startOfCall({ block, call }: BlocksState): ChatDelta {
  const name = toolNameOf(block);
  const id = asText(block['id']) ?? '';
  assertCallHead({ id, name });
  return {
    tool_calls: [{ index: call ?? 0, id, type: 'function', function: { name, arguments: '' } }],
  };
}

function addTo(state: BlocksState, delta: JsonObject): ChatDelta {
  const { block } = state;
  switch (delta['type']) {
    case 'text_delta':
      return { content: append(block, 'text', delta['text']) };
    case 'thinking_delta':
      return { reasoning_content: append(block, 'thinking', delta['thinking']) };
    case 'signature_delta':
      append(block, 'signature', delta['signature']);
      return {};
    case 'input_json_delta':
      return addJson(state, asText(delta['partial_json']) ?? '');
    case 'citations_delta':
      block['citations'] = [...listOf(block['citations']), delta['citation']];
      return {};
    default:
      addUnknown(block, delta);
      return {};
  }
}

/** Adds text to a member of a block and gives the text. */
function append(block: WireBlock, member: string, text: unknown): string {
  const before = block[member];
  const more = typeof text === 'string' ? text : '';
  block[member] = (typeof before === 'string' ? before : '') + more;
  return more;
}

function addJson(state: BlocksState, piece: string): ChatDelta {
  state.json += piece;
  if (state.json.length > ARGUMENTS_CHARACTERS_MAX) throw new MalformedReply('arguments too long');
  return inputDelta(state, piece);
}

/** A piece of a call's arguments, or of a JSON answer in the form of a call. */
function inputDelta(state: BlocksState, piece: string): ChatDelta {
  if (state.call !== null) return argumentsDelta(state.call, state.pieces.push(piece));
  return piece !== '' && isJsonAnswer(state.block) ? { content: piece } : {};
}

function argumentsDelta(index: number, text: string): ChatDelta {
  return text === '' ? {} : { tool_calls: [{ index, function: { arguments: text } }] };
}

/** A delta of a kind that this code does not know: text is appended, other values replace. */
function addUnknown(block: WireBlock, delta: JsonObject): void {
  for (const [member, value] of Object.entries(delta)) {
    if (member === 'type') continue;
    if (typeof value === 'string' && typeof block[member] === 'string') {
      append(block, member, value);
    } else block[member] = value;
  }
}

/** A call without arguments comes without pieces, or with empty ones. */
function stopped(state: BlocksState): ChatDelta {
  if (!state.isOpen) return {};
  state.isOpen = false;
  const { block, json } = state;
  if (!('input' in block)) return {};
  if (json !== '') {
    block['input'] = parseJson(json) ?? {};
    return state.call === null ? {} : argumentsDelta(state.call, state.pieces.end());
  }
  return inputDelta(state, JSON.stringify(block['input'] ?? {}));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function lengthOf(delta: JsonObject): number {
  try {
    return JSON.stringify(delta).length;
  } catch (error) {
    throw new MalformedReply('an event is nested too deeply', { cause: error });
  }
}
