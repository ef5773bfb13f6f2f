import { MalformedReply } from '../adapter/adapter.ts';
import type { WireEvent } from '../adapter/adapter.ts';
import { parseJson } from '../json.ts';
import type { Deframer } from './deframer.ts';

/** One JSON document a line; empty lines are dropped. */
export function createNdjsonDeframer(charactersMax: number): Deframer {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let held = 0;
  const hold = (text: string): void => {
    pieces.push(text);
    held += text.length;
    if (held > charactersMax) throw new MalformedReply('a line of the stream is too long');
  };
  const take = (): WireEvent[] => {
    const line = pieces.join('').trim();
    pieces = [];
    held = 0;
    return line === '' ? [] : [{ type: null, data: line }];
  };
  const feed = (text: string): WireEvent[] => {
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    const events = lines.flatMap((line) => {
      hold(line);
      return take();
    });
    hold(last);
    return events;
  };
  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end: () => {
      hold(decoder.decode());
      return take().filter((event) => parseJson(event.data) !== undefined);
    },
  };
}
