import { toMessagesError } from '@tollgate/contract/errors';
import type { StreamVoice } from '../call.ts';

/** The frame of one event. */
export function frameOf(type: string, data: string): string {
  return `event: ${type}\ndata: ${data}\n\n`;
}

const PING = frameOf('ping', '{"type":"ping"}');

/** How a stream of messages bridges silence and tells of an error: clients read over a `ping` wherever it stands. */
export const MESSAGES_VOICE: StreamVoice = {
  heartbeat: () => PING,
  failure: (error, requestId) =>
    frameOf('error', JSON.stringify(toMessagesError(error, requestId))),
  tellsAtOnce: () => false,
};
