import { ChatChunk, ChatCompletion } from '@tollgate/contract/chat';
import { Ajv } from 'ajv';
import { closed } from '../fuzz/closed.ts';
import type { Hit } from './unhurt.ts';

/** Names that an answer of inference may have at the public listener. */
const HEADERS: ReadonlySet<string> = new Set(
  (
    'cache-control connection content-length content-type date keep-alive retry-after transfer-encoding vary ' +
    'x-content-type-options x-accel-buffering x-request-id x-should-retry x-idempotent-replay x-svc-provider ' +
    'x-svc-model x-svc-catalog-revision x-svc-output-policy x-svc-effective-max-tokens ' +
    'x-svc-default-effort-left-out x-svc-ignored x-svc-charged'
  ).split(' '),
);
const ID = /^chatcmpl-[0-9a-f]{32}$/;

const ajv = new Ajv({ strict: false, allErrors: false });
const isCompletion = ajv.compile(closed(ChatCompletion));
const isChunk = ajv.compile(closed(ChatChunk));

/** A document or a frame in our shape, with our id, our time and the model that was asked. */
function expectDocument(document: Record<string, unknown>, model: string): void {
  const seconds = Math.floor(Date.now() / 1_000);
  const { id, created } = document;
  expect({ id, model: document['model'] }).toEqual({ id: expect.stringMatching(ID), model });
  expect(Math.abs(Number(created) - seconds)).toBeLessThan(3_600);
}

/** Whatever a provider said: the head is ours, and the body is one document or frames of ours. */
export function expectOurs(hit: Hit, model: string): void {
  expect(Object.keys(hit.headers).filter((name) => !HEADERS.has(name))).toEqual([]);
  expect(hit.headers['x-request-id']).toMatch(/^req_/);
  if (hit.status !== 200) return;
  expect(hit.headers['x-svc-model']).toBe(model);
  if (hit.headers['content-type'] === 'text/event-stream') return expectFrames(hit.text, model);
  const document = JSON.parse(hit.text) as Record<string, unknown>;
  // An answer that had begun with blanks has status 200 whatever comes.
  if ('error' in document) return;
  expect({ fits: isCompletion(document), why: isCompletion.errors }).toEqual({
    fits: true,
    why: null,
  });
  expectDocument(document, model);
}

/** Each frame is one line of ours; the end mark comes last, once, and never behind an error. */
function expectFrames(text: string, model: string): void {
  expect(text.endsWith('\n\n')).toBe(true);
  expect(text).not.toContain('\r');
  const frames = text.slice(0, -2).split('\n\n');
  frames.forEach((frame, index) => {
    const isLast = index === frames.length - 1;
    if (frame === ': ping') return;
    expect(frame).toMatch(/^data: [^\n]+$/);
    const data = frame.slice('data: '.length);
    if (data === '[DONE]') return expect(isLast).toBe(true);
    const document = JSON.parse(data) as Record<string, unknown>;
    if ('error' in document) return expect(isLast).toBe(true);
    expect({ fits: isChunk(document), why: isChunk.errors }).toEqual({ fits: true, why: null });
    expectDocument(document, model);
  });
  expect(frames.at(-1)).toMatch(/^data: (?:\[DONE\]|\{"error":)/);
}
