import { GatewayError } from '@tollgate/contract/error-codes';
import { createMessagesFrames } from './stream-frames.ts';

const typesOf = (frames: string): string[] =>
  [...frames.matchAll(/^event: (\w+)$/gmu)].map(([, type]) => type ?? '');
const framesOf = () => createMessagesFrames({ model: 'an/alias' }, { opId: 'a-b' });

test('silence before the answer begins the message, and the answer does not begin it again', () => {
  const streamFrames = framesOf();
  const first = streamFrames.heartbeat();
  expect(typesOf(first)).toEqual(['message_start', 'ping']);
  expect(first).toContain('"model":"an/alias"');
  expect(typesOf(streamFrames.heartbeat())).toEqual(['ping']);
  expect(streamFrames.begin('a/model')).toBe('');
  expect(streamFrames.frames.map(typesOf)).toEqual([['message_start']]);
});

test('an answer without silence begins with the model that answers, and nothing is kept twice', () => {
  const streamFrames = framesOf();
  const start = streamFrames.begin('a/model');
  expect(typesOf(start)).toEqual(['message_start']);
  expect(start).toContain('"model":"a/model"');
  expect(typesOf(streamFrames.heartbeat())).toEqual(['ping']);
  expect(streamFrames.frames).toEqual([]);
});

test('an error behind silence follows a message that has begun', () => {
  const streamFrames = framesOf();
  const failure = new GatewayError('upstream_unavailable', 'The provider is overloaded.');
  const frames = streamFrames.heartbeat() + streamFrames.failure(failure, 'req_1');
  expect(typesOf(frames)).toEqual(['message_start', 'ping', 'error']);
});
