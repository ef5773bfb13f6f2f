import { jsonReply, type Reply } from './reply.ts';
import type { Call } from './wire.ts';

const RANGE = /^bytes=(\d+)-$/u;
/** Where the connection of a video breaks that is cut. */
const CUT_BYTES = 100_000;
const CUT_AFTER_MS = 20;

/**
 * The file of a video, from the byte on that the call asks for.
 * @param isCut whether the connection breaks on the way, when the file is fetched from its
 *   beginning
 */
export function fileReply(call: Call, whole: Buffer, isCut: boolean): Reply {
  const from = Number(RANGE.exec(call.headers['range'] ?? '')?.[1] ?? 0);
  const rest = whole.subarray(from);
  const range =
    from === 0 ? {} : { 'content-range': `bytes ${from}-${whole.length - 1}/${whole.length}` };
  return {
    status: from === 0 ? 200 : 206,
    headers: { 'content-type': 'video/mp4', 'content-length': String(rest.length), ...range },
    steps:
      isCut && from === 0
        ? [
            { kind: 'raw', bytes: rest.subarray(0, CUT_BYTES) },
            { kind: 'wait', ms: CUT_AFTER_MS },
            { kind: 'cut' },
          ]
        : [{ kind: 'raw', bytes: rest }],
    stream: false,
    served: null,
  };
}

/** Leads to another address. */
export function leadTo(location: string): Reply {
  const reply = jsonReply(302, {});
  return { ...reply, headers: { ...reply.headers, location } };
}
