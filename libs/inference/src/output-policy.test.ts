import type { ChatRequest } from '@tollgate/contract/chat';
import { ceilingsFor, decideOutput, MANAGED_OUTPUT_TOKENS } from './output-policy.ts';
import type { OutputCeilings } from './output-policy.ts';

const LIMITS = { context_tokens: 100_000, output_tokens: 32_000 };
const NONE: OutputCeilings = { key: null, user: null, hard: null };
const request = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
  ...fields,
});
const decide = (fields: Partial<ChatRequest>, ceilings = NONE, inputBound = 10) =>
  decideOutput(request(fields), LIMITS, { ceilings, inputBound });

test('without a field the service manages', () => {
  expect(decide({})).toEqual({ policy: 'managed', effectiveMaxTokens: MANAGED_OUTPUT_TOKENS });
});

test('the narrower owner of a ceiling goes first: key before user before service', () => {
  expect(decide({}, { key: 100, user: 200, hard: null }).effectiveMaxTokens).toBe(100);
  expect(decide({}, { key: null, user: 200, hard: null }).effectiveMaxTokens).toBe(200);
});

test('a field is explicit and goes before managed ceilings', () => {
  const explicit = decide({ max_tokens: 20_000 }, { key: 100, user: 200, hard: null });
  expect(explicit).toEqual({ policy: 'explicit', effectiveMaxTokens: 20_000 });
  expect(decide({ max_completion_tokens: 7 }).effectiveMaxTokens).toBe(7);
});

test('everything is clamped to the model, to the hard ceiling and to the room that is left', () => {
  expect(decide({ max_tokens: 1_000_000 }).effectiveMaxTokens).toBe(32_000);
  expect(decide({ max_tokens: 1_000_000 }, { ...NONE, hard: 500 }).effectiveMaxTokens).toBe(500);
  expect(decide({ max_tokens: 20_000 }, NONE, 90_000).effectiveMaxTokens).toBe(10_000);
});

test('null is no field', () => {
  expect(decide({ max_tokens: null }).policy).toBe('managed');
});

test('C26 a prompt at the edge gets the benefit of the doubt, one beyond doubt is refused', () => {
  expect(decide({}, NONE, 99_999).effectiveMaxTokens).toBe(1);
  expect(decide({}, NONE, 120_000).effectiveMaxTokens).toBeGreaterThan(0);
  expect(() => decide({}, NONE, 150_000)).toThrow('does not fit');
});

test('the model list shows the same two ceilings', () => {
  expect(ceilingsFor(LIMITS, { key: 9, user: null, hard: 40_000 })).toEqual({
    managed: 9,
    hard: 32_000,
  });
  expect(ceilingsFor(LIMITS, { ...NONE, hard: 5 })).toEqual({ managed: 5, hard: 5 });
});
