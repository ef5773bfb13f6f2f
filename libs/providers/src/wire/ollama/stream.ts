import type { ChatDelta } from '@tollgate/contract/chat';
import { MalformedReply } from '../../adapter/adapter.ts';
import type { MappedEvent, StreamMapper } from '../../adapter/adapter.ts';
import type { JsonObject } from '../../json.ts';
import { createStreamedExtra } from '../chat-completions/stream-extra.ts';
import {
  createStreamMapper,
  failed,
  firstDelta,
  onlyChoice,
  payloadOf,
  reportedParts,
} from '../stream-mapper.ts';
import { failureInReply } from './errors.ts';
import {
  EXTRA_NAME,
  createCallReader,
  finishFromWire,
  hasError,
  hasMadeNothing,
  messageIn,
  notGenerated,
  textIn,
  unknownFields,
} from './response.ts';
import { usageFromWire } from './usage.ts';

/**
 * Maps the lines of a stream. The line that is `done` is the last one and brings finish and usage.
 */
export function createOllamaStream(): StreamMapper {
  const calls = createCallReader();
  const extra = createStreamedExtra(EXTRA_NAME);
  let last: { delta: ChatDelta; line: JsonObject } | null = null;
  let hasRole = false;
  let hasContent = false;

  const withRole = (delta: ChatDelta): ChatDelta => {
    if (hasRole) return delta;
    hasRole = true;
    return firstDelta(delta);
  };
  const deltaOf = (message: JsonObject, line: JsonObject): ChatDelta => {
    const content = textIn(message, 'content');
    const thinking = textIn(message, 'thinking');
    const first = calls.count();
    const made = calls.read(message['tool_calls'], line);
    extra.add(undefined, unknownFields(message));
    return {
      ...(content === '' ? {} : { content }),
      ...(thinking === '' ? {} : { reasoning_content: thinking }),
      ...(made.length === 0
        ? {}
        : { tool_calls: made.map((call, offset) => ({ index: first + offset, ...call })) }),
    };
  };
  const end = (delta: ChatDelta, line: JsonObject): MappedEvent[] => {
    if (!hasContent && hasMadeNothing(line)) return failed(notGenerated());
    last = { delta, line };
    return [];
  };
  const read = (line: JsonObject): MappedEvent[] => {
    if (hasError(line)) return failed(failureInReply(line));
    const message = messageIn(line);
    const isDone = line['done'] === true;
    if (message === null && !isDone) throw new MalformedReply('a line holds no message');
    const delta = message === null ? {} : deltaOf(message, line);
    const isEmpty = Object.keys(delta).length === 0;
    hasContent ||= !isEmpty;
    if (isDone) return end(delta, line);
    return isEmpty && hasRole ? [] : [onlyChoice(withRole(delta), null)];
  };
  const finish = (): MappedEvent[] | null => {
    if (last === null) return null;
    const { delta, line } = last;
    const kept = extra.take();
    const whole = { ...delta, ...(kept === undefined ? {} : { extra_content: kept }) };
    const reason = finishFromWire(line, calls.count() > 0);
    return [onlyChoice(withRole(whole), reason), ...reportedParts(usageFromWire(line))];
  };
  return createStreamMapper({
    read: (event) => read(payloadOf(event, 'a line')),
    finish,
    state: () => (last === null ? 'open' : 'closed'),
  });
}
