import type { ChatDelta, FinishReason } from '@tollgate/contract/chat';
import { MalformedReply } from '../adapter.ts';
import type { Failure, MappedEvent, StreamMapper, Target, WireEvent } from '../adapter.ts';
import { asObject, isObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { failureMessage, toFailure } from '../wire/failures.ts';
import { readContent } from './content.ts';
import { failureInMessages } from './errors.ts';
import { isError, readEnd } from './response.ts';
import { createStreamedBlocks } from './stream-blocks.ts';
import type { StreamedBlocks } from './stream-blocks.ts';
import { usageFromMessages } from './usage.ts';

/** What one stream has told so far. */
interface Course {
  target: Target;
  blocks: StreamedBlocks;
  /** The message as it began, with its end once that is known. */
  message: JsonObject;
  /** Later counts replace earlier ones, name by name. */
  usage: JsonObject;
  hasRole: boolean;
  phase: 'open' | 'finished' | 'failed';
  isClosed: boolean;
}

/**
 * Maps the events of one message. The finish leaves with the provider's last event, since an error may
 * follow its reason. Of the first counts only those of the prompt are told: the answer's are placeholders.
 */
export function createMessageStream(target: Target): StreamMapper {
  const course: Course = {
    target,
    blocks: createStreamedBlocks(),
    message: {},
    usage: {},
    hasRole: false,
    phase: 'open',
    isClosed: false,
  };
  return {
    push: (event) => guarded(course, () => read(course, event)),
    end: () => guarded(course, () => finish(course)),
    state() {
      if (course.isClosed || course.phase === 'failed') return 'closed';
      return typeof course.message['stop_reason'] === 'string' ? 'answered' : 'open';
    },
  };
}

function guarded(course: Course, step: () => MappedEvent[]): MappedEvent[] {
  if (course.phase !== 'open') return [];
  try {
    return step();
  } catch (error) {
    if (!(error instanceof MalformedReply)) throw error;
    const message = failureMessage('malformed');
    return fail(course, { kind: 'malformed', message, detail: error.message });
  }
}

function fail(course: Course, failure: Failure): MappedEvent[] {
  course.phase = 'failed';
  return [{ kind: 'failure', failure }];
}

function read(course: Course, { data, type }: WireEvent): MappedEvent[] {
  const event = parseJson(data);
  if (!isObject(event)) throw new MalformedReply('an event of the stream is no JSON object');
  if (isError(event) || type === 'error') return fail(course, failureInMessages(event));
  switch (event['type']) {
    case 'message_start':
      course.message = asObject(event['message']);
      course.usage = asObject(course.message['usage']);
      return promptOf(course);
    case 'content_block_start':
      return told(course, course.blocks.start(event, course.message));
    case 'content_block_delta':
      return told(course, course.blocks.add(event));
    case 'content_block_stop':
      return told(course, course.blocks.stop(event));
    case 'message_delta':
      return readMessageDelta(course, event);
    case 'message_stop':
      course.isClosed = true;
      return finish(course);
    default:
      return [];
  }
}

/** What the first counts tell of the prompt. Those of the answer are placeholders. */
function promptOf({ usage }: Course): MappedEvent[] {
  const told = usageFromMessages(usage);
  if (told === null) return [];
  const { input, cache_read, cache_write } = told;
  return [{ kind: 'prompt', usage: { input, cache_read, cache_write } }];
}

function readMessageDelta(course: Course, event: JsonObject): MappedEvent[] {
  course.message = { ...course.message, ...asObject(event['delta']) };
  if (!isObject(event['usage'])) return [];
  course.usage = { ...course.usage, ...event['usage'] };
  const usage = usageFromMessages(course.usage);
  return usage === null ? [] : [{ kind: 'usage', usage }];
}

function finish(course: Course): MappedEvent[] {
  if (typeof course.message['stop_reason'] !== 'string') return fail(course, brokenOff());
  const owed = course.blocks.stopAll().flatMap((delta) => told(course, delta));
  const content = readContent(course.blocks.content(), course.message, course.target);
  const { finish: reason, refusal, extra } = readEnd(course.message, content);
  course.phase = 'finished';
  const last = {
    ...(refusal === null ? {} : { refusal }),
    ...(extra === null ? {} : { extra_content: extra }),
  };
  return [...owed, chunk(course, last, reason)];
}

function told(course: Course, delta: ChatDelta): MappedEvent[] {
  const isSilent = Object.values(delta).every((value) => value === '');
  return isSilent ? [] : [chunk(course, delta, null)];
}

function chunk(course: Course, delta: ChatDelta, reason: FinishReason | null): MappedEvent {
  const first: ChatDelta = course.hasRole ? {} : { role: 'assistant' };
  course.hasRole = true;
  return {
    kind: 'choices',
    choices: [{ index: 0, delta: { ...first, ...delta }, finish_reason: reason }],
  };
}

function brokenOff(): Failure {
  return {
    ...toFailure('malformed', { status: 200 }),
    message: "The provider's stream broke off before the answer was finished.",
  };
}
