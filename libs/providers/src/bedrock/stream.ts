import type { ChatDelta, FinishReason } from '@tollgate/contract/chat';
import { MalformedReply } from '../adapter.ts';
import type { Failure, MappedEvent, StreamMapper, Target, WireEvent } from '../adapter.ts';
import { EXCEPTION_PREFIX } from '../framing/aws-event-stream.ts';
import { asObject, isObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { ARGUMENTS_CHARACTERS_MAX, CALLS_MAX } from '../wire/chat-completions/call-ids.ts';
import { failureMessage, toFailure } from '../wire/failures.ts';
import { BLOCKS_MAX, callHead } from './blocks.ts';
import { failureOfException } from './errors.ts';
import { finishFromWire } from './finish.ts';
import { isClientCall, keptContent } from './kept-content.ts';
import { modelFailed } from './response.ts';
import { createStreamedBlock } from './streamed-block.ts';
import type { StreamedBlock } from './streamed-block.ts';
import { usageFromWire } from './usage.ts';

/** A block under way; `call` is its place among the calls when it is one of ours. */
interface OpenBlock {
  block: StreamedBlock;
  call: number | null;
  hasArguments: boolean;
}

interface State {
  target: Target;
  blocks: Map<number, OpenBlock>;
  calls: number;
  characters: number;
  hasRole: boolean;
  /** The provider's word; held back until its usage has come, since an exception may still follow. */
  stop: string | null;
}

/**
 * Maps the events of ConverseStream. Text and reasoning begin without a start of their own, usage comes behind the
 * stop reason, and the last delta carries what has to go back to the provider.
 */
export function createConverseStream(target: Target): StreamMapper {
  const state: State = {
    target,
    blocks: new Map(),
    calls: 0,
    characters: 0,
    hasRole: false,
    stop: null,
  };
  let phase: 'open' | 'finished' | 'failed' = 'open';
  const fail = (failure: Failure): MappedEvent[] => {
    phase = 'failed';
    return [{ kind: 'failure', failure }];
  };
  const finish = (): MappedEvent[] => {
    if (phase !== 'open') return [];
    if (state.stop === null) return fail(brokenOff());
    const reason = finishFromWire(state.stop, state.calls > 0);
    if (reason === null) return fail(modelFailed(state.stop));
    const last = lastDelta(state);
    phase = 'finished';
    return [choice(last, reason)];
  };
  const read = (event: WireEvent): MappedEvent[] => {
    if (event.type?.startsWith(EXCEPTION_PREFIX) === true) {
      return fail(failureOfException(event.type.slice(EXCEPTION_PREFIX.length), event.data));
    }
    const payload = payloadOf(event);
    if (event.type === 'metadata') {
      const usage = usageFromWire(payload['usage']);
      return [...(usage === null ? [] : [{ kind: 'usage', usage } as const]), ...finish()];
    }
    return readPart(state, event.type, payload).map((delta) => choice(delta, null));
  };
  return {
    push: (event) => (phase === 'open' ? guarded(fail, () => read(event)) : []),
    end: () => guarded(fail, finish),
    state() {
      if (phase !== 'open') return 'closed';
      return state.stop === null ? 'open' : 'answered';
    },
  };
}

function readPart(state: State, type: string | null, payload: JsonObject): ChatDelta[] {
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
      // What we do not know yet carries nothing of an answer.
      return [];
  }
}

function startBlock(state: State, payload: JsonObject): ChatDelta[] {
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

function addToBlock(state: State, payload: JsonObject): ChatDelta[] {
  const open = blockAt(state, indexOf(payload));
  const delta = asObject(payload['delta']);
  state.characters += JSON.stringify(delta).length;
  if (state.characters > ARGUMENTS_CHARACTERS_MAX)
    throw new MalformedReply('the answer is too long');
  open.block.add(delta);
  const { text, reasoningContent, toolUse } = delta;
  const deltas: ChatDelta[] = [];
  if (hasText(text)) deltas.push({ content: text });
  const thought = asObject(reasoningContent)['text'];
  if (hasText(thought)) deltas.push({ reasoning_content: thought });
  const { input } = asObject(toolUse);
  if (open.call !== null && hasText(input)) {
    open.hasArguments = true;
    deltas.push({ tool_calls: [{ index: open.call, function: { arguments: input } }] });
  }
  return deltas;
}

/** A call without arguments brings no fragment, or an empty one. */
function stopBlock(open: OpenBlock | undefined): ChatDelta[] {
  if (open === undefined || open.call === null || open.hasArguments) return [];
  open.hasArguments = true;
  return [{ tool_calls: [{ index: open.call, function: { arguments: '{}' } }] }];
}

function stopMessage(state: State, payload: JsonObject): ChatDelta[] {
  const reason = payload['stopReason'];
  if (typeof reason !== 'string') throw new MalformedReply('the stream has no stop reason');
  state.stop = reason;
  return withRole(state, [...state.blocks.values()].flatMap(stopBlock));
}

/** The first delta names the role. */
function withRole(state: State, deltas: ChatDelta[]): ChatDelta[] {
  const [first, ...rest] = deltas;
  if (state.hasRole || first === undefined) return deltas;
  state.hasRole = true;
  return [{ role: 'assistant', content: '', ...first }, ...rest];
}

function lastDelta(state: State): ChatDelta {
  const ordered = [...state.blocks].toSorted(([left], [right]) => left - right);
  const extra = keptContent(
    ordered.map(([, { block }]) => block.whole()),
    state.target,
  );
  const [delta = {}] = state.hasRole ? [] : withRole(state, [{}]);
  return extra === undefined ? delta : { ...delta, extra_content: extra };
}

function blockAt(state: State, index: number): OpenBlock {
  const known = state.blocks.get(index);
  if (known !== undefined) return known;
  const fresh = { block: createStreamedBlock(), call: null, hasArguments: false };
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

function choice(delta: ChatDelta, finish: FinishReason | null): MappedEvent {
  return { kind: 'choices', choices: [{ index: 0, delta, finish_reason: finish }] };
}

function payloadOf(event: WireEvent): JsonObject {
  const payload = parseJson(event.data);
  if (!isObject(payload)) throw new MalformedReply('an event of the stream is no JSON object');
  return payload;
}

function brokenOff(): Failure {
  return {
    ...toFailure('malformed', { status: 200 }),
    message: "The provider's stream broke off before the answer was finished.",
  };
}

function guarded(
  fail: (failure: Failure) => MappedEvent[],
  step: () => MappedEvent[],
): MappedEvent[] {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof MalformedReply)) throw error;
    return fail({ kind: 'malformed', message: failureMessage('malformed'), detail: error.message });
  }
}
