import type { ChatDelta, FinishReason } from '@tollgate/contract/chat';
import type { MappedEvent, StreamMapper, Endpoint, WireEvent } from '../../adapter/adapter.ts';
import { asObject, isObject, withoutNulls } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { tierEvents } from '../chat-completions/response.ts';
import { createStreamMapper, failed, onlyChoice, payloadOf, reported } from '../stream-mapper.ts';
import { readContent } from './content.ts';
import { failureInMessages } from './errors.ts';
import { isError, readEnd, toolRunIn } from './response.ts';
import { createStreamedBlocks } from './stream-blocks.ts';
import type { StreamedBlocks } from './stream-blocks.ts';
import { usageFromMessages } from './usage.ts';

/** The state of one stream. */
interface Course {
  endpoint: Endpoint;
  blocks: StreamedBlocks;
  /** The message as it began, with its end once that is known. */
  message: JsonObject;
  /** Later counts replace earlier ones, name by name; a null says nothing new. */
  usage: JsonObject;
  hasRole: boolean;
  isClosed: boolean;
}

/**
 * Maps the events of one message. The finish leaves with the provider's last event, since an error
 * may follow the stop reason. Of the first counts only those of the prompt are passed on: those of
 * the answer are placeholders.
 */
export function createMessageStream(endpoint: Endpoint): StreamMapper {
  const course: Course = {
    endpoint,
    blocks: createStreamedBlocks(),
    message: {},
    usage: {},
    hasRole: false,
    isClosed: false,
  };
  return createStreamMapper({
    read: (event) => read(course, event),
    finish: () => finish(course),
    state() {
      if (course.isClosed) return 'closed';
      return typeof course.message['stop_reason'] === 'string' ? 'answered' : 'open';
    },
  });
}

function read(course: Course, wireEvent: WireEvent): MappedEvent[] {
  const event = payloadOf(wireEvent);
  if (isError(event) || wireEvent.type === 'error') return failed(failureInMessages(event));
  switch (event['type']) {
    case 'message_start':
      course.message = asObject(event['message']);
      course.usage = asObject(course.message['usage']);
      return [...tierEvents(course.usage['service_tier']), ...promptOf(course)];
    case 'content_block_start':
      return [
        ...ranBy(event['content_block']),
        ...deltasOf(course, course.blocks.start(event, course.message)),
      ];
    case 'content_block_delta':
      return deltasOf(course, course.blocks.add(event));
    case 'content_block_stop':
      return deltasOf(course, course.blocks.stop(event));
    case 'message_delta':
      return readMessageDelta(course, event);
    case 'message_stop':
      course.isClosed = true;
      return [];
    default:
      return [];
  }
}

function ranBy(block: unknown): MappedEvent[] {
  const tool = toolRunIn(block);
  return tool === null ? [] : [{ kind: 'ran', tool }];
}

/** The prompt's part of the first counts; the answer's part is placeholders. */
function promptOf({ usage }: Course): MappedEvent[] {
  const { usage: reported } = usageFromMessages(usage);
  if (reported === null) return [];
  const { output: _, reasoning: __, ...prompt } = reported;
  return [{ kind: 'prompt', usage: prompt }];
}

function readMessageDelta(course: Course, event: JsonObject): MappedEvent[] {
  course.message = { ...course.message, ...asObject(event['delta']) };
  if (!isObject(event['usage'])) return [];
  const known = course.usage['service_tier'];
  course.usage = { ...course.usage, ...withoutNulls(event['usage']) };
  const named = course.usage['service_tier'];
  const tier = named === known ? [] : tierEvents(named);
  return [...tier, ...reported(usageFromMessages(course.usage))];
}

function finish(course: Course): MappedEvent[] | null {
  // A stream that was closed is whole, also where it names no reason.
  if (typeof course.message['stop_reason'] !== 'string' && !course.isClosed) return null;
  const owed = course.blocks.stopAll().flatMap((delta) => deltasOf(course, delta));
  const content = readContent(course.blocks.content(), course.message, course.endpoint);
  const { finish: reason, refusal, extra } = readEnd(course.message, content);
  const last = {
    ...(refusal === null ? {} : { refusal }),
    ...(extra === null ? {} : { extra_content: extra }),
  };
  return [...owed, chunk(course, last, reason)];
}

function deltasOf(course: Course, delta: ChatDelta): MappedEvent[] {
  const isSilent = Object.values(delta).every((value) => value === '');
  return isSilent ? [] : [chunk(course, delta, null)];
}

function chunk(course: Course, delta: ChatDelta, reason: FinishReason | null): MappedEvent {
  const first: ChatDelta = course.hasRole ? {} : { role: 'assistant' };
  course.hasRole = true;
  return onlyChoice({ ...first, ...delta }, reason);
}
