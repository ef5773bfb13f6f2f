import type { ChatChunkChoice, ChatDelta } from '@tollgate/contract/chat';
import { MalformedReply } from '../../adapter/adapter.ts';
import type {
  MappedEvent,
  StreamMapper,
  StreamState,
  Endpoint,
  WireEvent,
} from '../../adapter/adapter.ts';
import { asList, asObject, asText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { unfinished } from '../failures.ts';
import {
  createStreamMapper,
  failed,
  firstDelta,
  isDone,
  payloadOf,
  reported,
} from '../stream-mapper.ts';
import { contentFromWire, repliedSources, unknownFields } from './content.ts';
import type { Dialect } from './dialect.ts';
import { errorIn, failureInReply } from './errors.ts';
import {
  finishFromWire,
  CHOICES_MAX,
  callsIn,
  choiceIndex,
  logprobsOf,
  tierEvents,
  wordsOfEnd,
} from './response.ts';
import { createStreamedCalls } from './stream-calls.ts';
import type { StreamedCalls } from './stream-calls.ts';
import { createNewReasoning } from './new-reasoning.ts';
import type { NewReasoning } from './new-reasoning.ts';
import { createStreamedExtra } from './stream-extra.ts';
import type { StreamedExtra } from './stream-extra.ts';
import { usageFromWire } from './usage.ts';

interface ChoiceState {
  index: number;
  hasRole: boolean;
  /** The provider's finish reason; held back until nothing can contradict it any more. */
  finish: string | null;
  /** How the provider explains the end, with the word of the provider behind it. */
  ending: string;
  /** Whether text, reasoning, a refusal or a call has come. */
  hasContent: boolean;
  calls: StreamedCalls;
  extra: StreamedExtra;
  /** Null where reasoning comes as a text of its own. */
  newReasoning: NewReasoning | null;
}

/**
 * Maps a stream of chunks. The finish reason is sent when the provider closes: until then an error
 * may follow, a provider may repeat the reason, and it is not certain whether there are calls. A
 * stream that the provider closes without a reason, after content, is taken as stopped: some
 * providers name no reason. One that ends without being closed broke off.
 */
export function createChatStream(endpoint: Endpoint, dialect: Dialect): StreamMapper {
  const choices = new Map<number, ChoiceState>();
  let isClosed = false;
  let lastTier: unknown;

  const choiceAt = (index: number): ChoiceState => {
    const known = choices.get(index);
    if (known !== undefined) return known;
    const fresh = newChoice(index, endpoint.provider, dialect);
    choices.set(index, fresh);
    return fresh;
  };
  const finish = (): MappedEvent[] | null => {
    const states = [...choices.values()];
    const isOver = (state: ChoiceState): boolean =>
      state.finish !== null || (isClosed && state.hasContent);
    if (states.length === 0 || !states.every(isOver)) return null;
    const last = states.map(lastOf);
    const broken = states[last.indexOf(null)];
    if (broken !== undefined) return failed(unfinished(broken.ending));
    return [{ kind: 'choices', choices: last.filter((choice) => choice !== null) }];
  };
  const usageIn = (chunk: JsonObject): MappedEvent[] => {
    const usage = usageOf(chunk);
    return reported(usageFromWire(usage, dialect.usage));
  };
  const read = (event: WireEvent): MappedEvent[] => {
    isClosed = isDone(event);
    if (isClosed) return [];
    const chunk = payloadOf(event);
    const error = errorIn(chunk) ?? (event.type === 'error' ? chunk : undefined);
    if (error !== undefined) return failed(failureInReply(error));
    const named = chunk['service_tier'];
    const tier = named === lastTier ? [] : tierEvents(named);
    lastTier = named;
    const usage = [...tier, ...usageIn(chunk)];
    const deltas = itemsOf(chunk).flatMap((item) => readChoice(item, chunk, choiceAt));
    return deltas.length === 0 ? usage : [{ kind: 'choices', choices: deltas }, ...usage];
  };
  return createStreamMapper({
    read,
    finish,
    state: () => (isClosed ? 'closed' : stateOf(choices)),
    readLate: (event) => (isDone(event) ? [] : usageIn(payloadOf(event))),
  });
}

/**
 * Where providers report usage: beside the choices, in a member of their own, or within the first
 * choice.
 */
function usageOf(chunk: JsonObject): unknown {
  const [choice] = asList(chunk['choices']);
  return chunk['usage'] ?? asObject(chunk['x_groq'])['usage'] ?? asObject(choice)['usage'];
}

function stateOf(choices: ReadonlyMap<number, ChoiceState>): StreamState {
  if (choices.size === 0) return 'open';
  for (const state of choices.values()) if (state.finish === null) return 'open';
  return 'answered';
}

function newChoice(index: number, provider: string, { reasoning }: Dialect): ChoiceState {
  return {
    index,
    hasRole: false,
    finish: null,
    ending: '',
    hasContent: false,
    calls: createStreamedCalls(index, provider),
    extra: createStreamedExtra(provider),
    newReasoning: reasoning === 'details' ? createNewReasoning() : null,
  };
}

function itemsOf(chunk: JsonObject): unknown[] {
  const items = chunk['choices'] ?? [];
  if (!Array.isArray(items) || items.length > CHOICES_MAX) {
    throw new MalformedReply('the choices of an event are no usable list');
  }
  return items as unknown[];
}

function readChoice(
  item: unknown,
  chunk: JsonObject,
  choiceAt: (index: number) => ChoiceState,
): ChatChunkChoice[] {
  const fields = asObject(item);
  const state = choiceAt(choiceIndex(fields['index'], 0));
  // Some providers send the pieces of a stream as messages; where both are there, the message
  // repeats everything so far.
  const delta = deltaOf(state, asObject(fields['delta'] ?? fields['message']));
  noteEnd(state, fields);
  const { text, reasoning, others } = contentFromWire(delta);
  const unknown = unknownFields(delta, others);
  state.extra.add(delta['extra_content'], { ...unknown, ...sourcesFor(state, chunk) });
  const calls = state.calls.push(callsIn(delta), chunk);
  const refusal = asText(delta['refusal']);
  const mapped: ChatDelta = {
    ...(text === null || text === '' ? {} : { content: text }),
    ...(reasoning === null ? {} : { reasoning_content: reasoning }),
    ...(refusal === undefined ? {} : { refusal }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  state.hasContent ||= Object.keys(mapped).length > 0;
  const logprobs = logprobsOf(fields);
  const isSilent = Object.keys(mapped).length === 0 && logprobs === null;
  if (isSilent && state.hasRole) return [];
  return [
    {
      index: state.index,
      delta: withRole(state, mapped),
      finish_reason: null,
      ...(logprobs === null ? {} : { logprobs }),
    },
  ];
}

function deltaOf({ newReasoning }: ChoiceState, sent: JsonObject): JsonObject {
  return newReasoning === null ? sent : newReasoning.of(sent);
}

function noteEnd(state: ChoiceState, fields: JsonObject): void {
  const word = asText(fields['finish_reason']);
  if (word === undefined) return;
  state.finish = word;
  state.ending = wordsOfEnd(fields, word);
}

/** Providers repeat all sources in each event, so the last event's sources replace earlier ones. */
function sourcesFor(state: ChoiceState, chunk: JsonObject): JsonObject {
  return state.index === 0 && state.finish !== null ? repliedSources(chunk) : {};
}

function withRole(state: ChoiceState, delta: ChatDelta): ChatDelta {
  if (state.hasRole) return delta;
  state.hasRole = true;
  return firstDelta(delta);
}

/**
 * The last delta of a choice: what is still missing, and the finish reason. Null when the provider
 * failed.
 */
function lastOf(state: ChoiceState): ChatChunkChoice | null {
  const finish = finishFromWire(state.finish ?? '', state.calls.count() > 0);
  if (finish === null) return null;
  const calls = state.calls.end();
  const extra = state.extra.take();
  const delta = {
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(extra === undefined ? {} : { extra_content: extra }),
  };
  return { index: state.index, delta, finish_reason: finish };
}
