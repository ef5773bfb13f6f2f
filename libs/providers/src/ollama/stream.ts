import type { ChatDelta } from '@tollgate/contract/chat';
import { MalformedReply } from '../adapter.ts';
import type { Failure, MappedEvent, StreamMapper, WireEvent } from '../adapter.ts';
import { isObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { createStreamedExtra } from '../wire/chat-completions/stream-extra.ts';
import { failureMessage, toFailure } from '../wire/failures.ts';
import { failureInReply } from './errors.ts';
import {
  EXTRA_NAME,
  createCallReader,
  finishFromWire,
  hasError,
  messageIn,
  textIn,
  unknownFields,
} from './response.ts';
import { usageFromWire } from './usage.ts';

/** Maps the lines of a stream. The line that is `done` is the last one and brings finish and usage. */
export function createOllamaStream(): StreamMapper {
  const calls = createCallReader();
  const extra = createStreamedExtra(EXTRA_NAME);
  let phase: 'open' | 'closed' | 'failed' = 'open';
  let hasRole = false;

  const fail = (failure: Failure): MappedEvent[] => {
    phase = 'failed';
    return [{ kind: 'failure', failure }];
  };
  const withRole = (delta: ChatDelta): ChatDelta => {
    if (hasRole) return delta;
    hasRole = true;
    return Object.keys(delta).length === 0
      ? { role: 'assistant', content: '' }
      : { role: 'assistant', ...delta };
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
  const readLine = (line: JsonObject): MappedEvent[] => {
    if (hasError(line)) return fail(failureInReply(line));
    const message = messageIn(line);
    const isDone = line['done'] === true;
    if (message === null && !isDone) throw new MalformedReply('a line holds no message');
    const delta = message === null ? {} : deltaOf(message, line);
    if (isDone) return lastEvents(delta, line);
    const isSilent = Object.keys(delta).length === 0 && hasRole;
    return isSilent ? [] : [choice(withRole(delta), null)];
  };
  const lastEvents = (delta: ChatDelta, line: JsonObject): MappedEvent[] => {
    phase = 'closed';
    const kept = extra.take();
    const last = { ...delta, ...(kept === undefined ? {} : { extra_content: kept }) };
    const usage = usageFromWire(line);
    const finish = finishFromWire(line, calls.count() > 0);
    return [
      choice(hasRole ? last : withRole(last), finish),
      ...(usage === null ? [] : [{ kind: 'usage', usage } as const]),
    ];
  };
  return {
    push: (event) => (phase === 'open' ? guarded(fail, () => readLine(lineOf(event))) : []),
    end: () => (phase === 'open' ? fail(brokenOff()) : []),
    state: () => (phase === 'open' ? 'open' : 'closed'),
  };
}

function choice(delta: ChatDelta, finish: ReturnType<typeof finishFromWire> | null): MappedEvent {
  return { kind: 'choices', choices: [{ index: 0, delta, finish_reason: finish }] };
}

function lineOf(event: WireEvent): JsonObject {
  const line = parseJson(event.data);
  if (!isObject(line)) throw new MalformedReply('a line of the stream is no JSON object');
  return line;
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

function brokenOff(): Failure {
  return {
    ...toFailure('malformed', { status: 200 }),
    message: "The provider's stream broke off before the answer was finished.",
  };
}
