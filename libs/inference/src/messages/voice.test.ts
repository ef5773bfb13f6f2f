import { GatewayError } from '@tollgate/contract/errors';
import { createMessagesVoice } from './voice.ts';

const typesOf = (frames: string): string[] =>
  [...frames.matchAll(/^event: (\w+)$/gmu)].map(([, type]) => type ?? '');
const voiceOf = () => createMessagesVoice({ model: 'an/alias' }, { opId: 'a-b' });

test('silence before the answer begins the message, and the answer does not begin it again', () => {
  const voice = voiceOf();
  const first = voice.heartbeat();
  expect(typesOf(first)).toEqual(['message_start', 'ping']);
  expect(first).toContain('"model":"an/alias"');
  expect(typesOf(voice.heartbeat())).toEqual(['ping']);
  expect(voice.begin('a/model')).toBe('');
  expect(voice.told.map(typesOf)).toEqual([['message_start']]);
});

test('an answer without silence begins with the model that answers, and nothing is kept twice', () => {
  const voice = voiceOf();
  const start = voice.begin('a/model');
  expect(typesOf(start)).toEqual(['message_start']);
  expect(start).toContain('"model":"a/model"');
  expect(typesOf(voice.heartbeat())).toEqual(['ping']);
  expect(voice.told).toEqual([]);
});

test('an error behind silence follows a message that has begun', () => {
  const voice = voiceOf();
  const failure = new GatewayError('upstream_unavailable', 'The provider is overloaded.');
  const frames = voice.heartbeat() + voice.failure(failure, 'req_1');
  expect(typesOf(frames)).toEqual(['message_start', 'ping', 'error']);
});
