import { Readable } from 'node:stream';

/** The options of got for a request with a body. */
export interface JsonBody {
  body?: Readable;
  /** In lower case, as they must be sent with the body. */
  headers: Record<string, string>;
}

/**
 * A JSON body for one try of got, in place of its `json` option; undefined is sent as no body at
 * all.
 *
 * Got (15.0.0 to 16.1.0) destroys a request whose answer begins before got has learnt that the last
 * of a text was written, as happens when the event loop is late, and the rest of the answer is
 * lost. Got ends a stream without destroying the request.
 */
export function jsonBody(value: unknown): JsonBody {
  if (value === undefined) return { headers: {} };
  const bytes = Buffer.from(JSON.stringify(value));
  return {
    body: Readable.from(bytes),
    headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
  };
}
