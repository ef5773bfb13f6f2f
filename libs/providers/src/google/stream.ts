import type { StreamMapper, Target } from '../adapter.ts';
import { parseJson } from '../json.ts';
import { createAnswerReader } from './answer.ts';

/**
 * Maps a stream. The finish reason leaves when the bytes are over: this wire has no end mark, and a stream
 * may go on after a reason, and give another one.
 */
export function createChatStream(target: Target): StreamMapper {
  const reader = createAnswerReader(target);
  return {
    ...reader,
    push: ({ data }) => reader.push(parseJson(data)),
  };
}
