import type { StreamMapper, Endpoint } from '../../adapter/adapter.ts';
import { parseJson } from '../../json.ts';
import { createAnswerReader } from './answer.ts';

/**
 * Maps a stream. The finish reason leaves when the bytes are over: this wire has no end mark, and a
 * stream may go on after a reason, and give another one.
 */
export function createChatStream(endpoint: Endpoint): StreamMapper {
  const reader = createAnswerReader(endpoint);
  return {
    ...reader,
    push: ({ data }) => reader.push(parseJson(data)),
  };
}
