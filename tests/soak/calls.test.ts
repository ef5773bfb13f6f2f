import { outcomeOf } from './calls.ts';
import type { Seen } from './client.ts';

const STREAM = 'text/event-stream';
const JSON_TYPE = 'application/json; charset=utf-8';
const FAILED = '{"error":{"code":"upstream_timeout"}}';

function seen(contentType: string, text: string, more: Partial<Seen> = {}): Seen {
  return { status: 200, headers: { 'content-type': contentType }, text, end: 'whole', ...more };
}

test.each([
  ['200', seen(STREAM, 'data: {}\n\ndata: [DONE]\n\n')],
  ['200', seen(STREAM, ': ping\n\ndata: {}\n\ndata: [DONE]\n\n')],
  ['200 broken off', seen(STREAM, `data: {}\n\ndata: ${FAILED}\n\n`)],
  ['200 broken off', seen(STREAM, `: ping\n\n: ping\n\ndata: ${FAILED}\n\n`)],
  ['200', seen(JSON_TYPE, '  {"id":"a"}')],
  ['200 with an error', seen(JSON_TYPE, `  ${FAILED}`)],
  ['200 cut', seen(JSON_TYPE, ' ', { end: 'cut' })],
  ['cut', seen('', '', { status: 0, end: 'cut' })],
  ['503', seen(JSON_TYPE, FAILED, { status: 503 })],
])('%s: %j', (outcome, given) => {
  expect(outcomeOf(given)).toBe(outcome);
});
