import type { ChatDelta } from '@tollgate/contract/chat';
import type { MappedEvent, StreamMapper, Endpoint, WireEvent } from '../../adapter/adapter.ts';
import { asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { assertExtraFits } from '../chat-completions/content.ts';
import { tierEvents } from '../chat-completions/response.ts';
import {
  createStreamMapper,
  failed,
  firstDelta,
  isDone,
  onlyChoice,
  payloadOf,
  reported,
} from '../stream-mapper.ts';
import { finishOf, responseFailure, responsesUsage } from './output.ts';
import { keptItems } from './replay.ts';
import { StreamedRuns, withRuns } from './runs.ts';
import { StreamedOutput } from './stream-output.ts';

/**
 * Maps a stream of events. The items have to come back as each of them ended: some providers leave
 * them out of the last event, or seal them again there.
 */
export function createResponsesStream(endpoint: Endpoint): StreamMapper {
  const output = new StreamedOutput();
  const runs = new StreamedRuns();
  let hasRole = false;
  let last: JsonObject | null = null;

  const asEvent = (delta: ChatDelta): MappedEvent => {
    if (hasRole) return onlyChoice(delta, null);
    hasRole = true;
    return onlyChoice(firstDelta(delta), null);
  };
  const readPiece = (type: string, payload: JsonObject): MappedEvent[] => {
    const deltas = deltasOf(type, payload, output);
    for (const { content } of deltas) if (content) runs.noteText(payload, content);
    return [...runs.read(type, payload), ...deltas.map(asEvent)];
  };
  const read = (event: WireEvent): MappedEvent[] => {
    if (isDone(event)) {
      // Some providers close a stream with this mark, and without an event that ends the response.
      if (hasRole) last ??= {};
      return [];
    }
    const payload = payloadOf(event);
    const type = asText(payload['type']) ?? event.type ?? '';
    if (type === 'error' || isObject(payload['error'])) {
      return failed(responseFailure(payload['error'] ?? payload));
    }
    if (!ENDS.has(type)) return readPiece(type, payload);
    const response = asObject(payload['response']);
    // Earlier events name the tier that was asked for.
    const usage = [
      ...tierEvents(response['service_tier']),
      ...reported(withRuns(responsesUsage(response['usage']), response)),
    ];
    if (type === 'response.failed')
      return [...usage, ...failed(responseFailure(response['error']))];
    last = response;
    const deltas = output.close(response['output']).map(asEvent);
    return [...runs.close(response['output']), ...deltas, ...usage];
  };
  const ending = (response: JsonObject): MappedEvent => {
    const extra = keptItems(output.items, endpoint);
    if (extra !== undefined) assertExtraFits(extra);
    const delta = extra === undefined ? {} : { extra_content: extra };
    return onlyChoice(
      hasRole ? delta : firstDelta(delta),
      finishOf(response, { hasCalls: output.hasCalls, holdsSomething: hasRole }),
    );
  };
  return createStreamMapper({
    read,
    finish: () => (last === null ? null : [ending(last)]),
    state: () => (last === null ? 'open' : 'closed'),
  });
}

const ENDS: ReadonlySet<string> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
]);

type EventReader = (payload: JsonObject, output: StreamedOutput) => ChatDelta | ChatDelta[];

const reasoningReader: EventReader = (payload, output) => output.text(payload, 'reasoning_content');
const argumentsReader: EventReader = (payload, output) => output.arguments(payload);
const argumentsEndReader: EventReader = (payload, output) => output.argumentsEnd(payload);

/** The events that add something; all others repeat what these say. */
const READERS: ReadonlyMap<string, EventReader> = new Map<string, EventReader>([
  ['response.output_item.added', (payload, output) => output.begin(payload)],
  ['response.output_item.done', (payload, output) => output.end(payload)],
  ['response.output_text.delta', (payload, output) => output.text(payload, 'content')],
  ['response.refusal.delta', (payload, output) => output.text(payload, 'refusal')],
  ['response.reasoning_summary_text.delta', reasoningReader],
  ['response.reasoning_text.delta', reasoningReader],
  ['response.function_call_arguments.delta', argumentsReader],
  ['response.custom_tool_call_input.delta', argumentsReader],
  ['response.function_call_arguments.done', argumentsEndReader],
  ['response.custom_tool_call_input.done', argumentsEndReader],
]);

function deltasOf(type: string, payload: JsonObject, output: StreamedOutput): ChatDelta[] {
  const made = READERS.get(type)?.(payload, output) ?? [];
  return [made].flat().filter((delta) => Object.keys(delta).length > 0);
}
