import { toMessagesError } from '@tollgate/contract/error-codes';
import type { StreamFrames } from '../call.ts';
import { UNCOUNTED, messageId } from './messages-document.ts';

/** The frame of one event. */
export function frameOf(type: string, data: string): string {
  return `event: ${type}\ndata: ${data}\n\n`;
}

const PING = frameOf('ping', '{"type":"ping"}');

/**
 * How one stream of messages begins, bridges silence and reports an error, over all targets that
 * are tried. Clients wait for `message_start` before anything else, so silence that has to be
 * bridged sends it first.
 */
export interface MessagesFrames extends StreamFrames {
  /** The frames that silence made, which belong to an answer that is kept. */
  readonly frames: string[];
  /** Whether `message_start` has left. */
  hasBegun(): boolean;
  /** The frame of `message_start`, once. @param model the public id of the model that answers */
  begin(model: string): string;
  /** Notes that `message_start` leaves as the provider sent it. */
  noteBegun(): void;
}

/**
 * The frames that one call adds by itself. Until a target answers, the model is the one that the
 * caller named.
 */
export function createMessagesFrames(
  { model: asked }: { model: string },
  { opId }: { opId: string },
): MessagesFrames {
  const sent: string[] = [];
  let isBegun = false;
  const begin = (model: string): string => {
    if (isBegun) return '';
    isBegun = true;
    const message = {
      id: messageId(opId),
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: UNCOUNTED,
    };
    return frameOf('message_start', JSON.stringify({ type: 'message_start', message }));
  };
  return {
    frames: sent,
    hasBegun: () => isBegun,
    begin,
    noteBegun: () => void (isBegun = true),
    heartbeat() {
      const start = begin(asked);
      if (start !== '') sent.push(start);
      return start + PING;
    },
    failure: (error, requestId) =>
      frameOf('error', JSON.stringify(toMessagesError(error, requestId))),
    reportsAtOnce: () => false,
  };
}
