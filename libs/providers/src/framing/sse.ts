import { createParser } from 'eventsource-parser';
import { MalformedReply } from '../adapter/adapter.ts';
import type { WireEvent } from '../adapter/adapter.ts';
import { parseJson } from '../json.ts';
import type { Deframer } from './deframer.ts';

/** Server-sent events. Comments, ids and retry times are dropped. */
export function createSseDeframer(charactersMax: number): Deframer {
  const decoder = new TextDecoder();
  let events: WireEvent[] = [];
  let tooLong = false;
  const parser = createParser({
    maxBufferSize: charactersMax,
    onEvent(event) {
      if (event.data.length > charactersMax) tooLong = true;
      else events.push({ type: event.event ?? null, data: event.data });
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') tooLong = true;
    },
  });
  const feed = (text: string): WireEvent[] => {
    if (text !== '') parser.feed(text);
    if (tooLong) throw new MalformedReply('an event of the stream is too long');
    const taken = events;
    events = [];
    return taken;
  };
  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    // Some providers close without the empty line after their last event. A cut event is no JSON
    // and is dropped.
    end: () => feed(`${decoder.decode()}\n\n`).filter(isWhole),
  };
}

function isWhole(event: WireEvent): boolean {
  return event.data.trim() === '[DONE]' || parseJson(event.data) !== undefined;
}
