import type { ChatChunkChoice } from '@tollgate/contract/chat';
import { createDelivered, deliveredWhole } from './delivered.ts';

const PLAIN = { digits: 3, scale: 1 } as const;
const PROSE = 'People who wrote letters had to wait several weeks before an answer arrived. ';

const piece = (delta: ChatChunkChoice['delta'], index = 0): ChatChunkChoice => ({
  index,
  delta,
  finish_reason: null,
});

test.each([1, 3, 7, 50_000])('a text costs the same in pieces of %d characters', (size) => {
  const text = PROSE.repeat(200);
  const whole = createDelivered(PLAIN);
  whole.take([piece({ content: text })]);
  const pieces = createDelivered(PLAIN);
  for (let at = 0; at < text.length; at += size) {
    pieces.take([piece({ content: text.slice(at, at + size) })]);
  }
  expect(pieces.counted()).toEqual(whole.counted());
  expect(pieces.owed().output).toBeGreaterThanOrEqual(whole.owed().output);
  expect(pieces.owed().output).toBeLessThan(whole.owed().output * 1.01);
});

test('everything that was generated counts: text, refusals, names and arguments of calls; reasoning apart', () => {
  const all = createDelivered(PLAIN);
  expect(all.counted()).toEqual({ output: 0, reasoning: 0 });
  let before = 0;
  for (const delta of [
    { content: 'several words of text' },
    { refusal: 'several words of a refusal' },
    { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'a_name_of_a_tool' } }] },
    { tool_calls: [{ index: 0, function: { arguments: '{"some":"words"}' } }] },
  ]) {
    all.take([piece(delta)]);
    expect(all.counted().output).toBeGreaterThan(before);
    before = all.counted().output;
  }
  expect(all.hasReasoned()).toBe(false);
  all.take([piece({ reasoning_content: 'a reason' })]);
  expect(all.hasReasoned()).toBe(true);
  expect(all.counted()).toEqual({ output: before, reasoning: 2 });
});

test('a signature alone shows that there was reasoning', () => {
  const signed = createDelivered(PLAIN);
  signed.take([piece({ extra_content: { google: { thought_signature: 'c2ln' } } })]);
  expect(signed.hasReasoned()).toBe(true);
});

test('a whole answer counts as the same in a stream', () => {
  const message = { role: 'assistant' as const, content: PROSE, refusal: null };
  const whole = deliveredWhole(PLAIN, [
    { index: 0, message, finish_reason: 'stop', logprobs: null },
  ]);
  const stream = createDelivered(PLAIN);
  stream.take([piece({ content: PROSE })]);
  expect(whole.counted()).toEqual(stream.counted());
  expect(whole.owed()).toEqual(stream.owed());
});

test('who stops an answer owes prose by its count, anything else by its upper bound, and never less than the usual count', () => {
  const prose = createDelivered(PLAIN);
  prose.take([piece({ content: PROSE.repeat(10) })]);
  expect(prose.owed().output).toBe(prose.counted().output);
  const code = createDelivered(PLAIN);
  code.take([piece({ content: 'xqzvbnmkwrtpd'.repeat(60) })]);
  expect(code.owed().output).toBeGreaterThan(500);
  const scaled = createDelivered({ digits: 3, scale: 2, prose: 1.5 });
  scaled.take([piece({ content: PROSE.repeat(10) })]);
  expect(scaled.owed().output).toBe(Math.ceil(prose.counted().output * 1.5));
});
