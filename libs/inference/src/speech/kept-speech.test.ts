import { STORED_BODY_BYTES_MAX } from '@tollgate/requests/operations/idempotency';
import { keepSpeech } from './kept-speech.ts';

test('an answer is kept whole', () => {
  const kept = keepSpeech();
  kept.add(Buffer.from('one '));
  kept.add(Buffer.from('two'));
  expect(kept.whole()?.toString()).toBe('one two');
});

test('nothing is kept of an answer that is too long to be stored', () => {
  const kept = keepSpeech();
  kept.add(Buffer.alloc(STORED_BODY_BYTES_MAX));
  expect(kept.whole()).toHaveLength(STORED_BODY_BYTES_MAX);
  kept.add(Buffer.alloc(1));
  expect(kept.whole()).toBeNull();
  kept.add(Buffer.alloc(1));
  expect(kept.whole()).toBeNull();
});
