import type { ChatRequest } from '@tollgate/contract/chat';
import { NO_LIMITS } from '@tollgate/money/limit-set';
import type { Caller } from '../caller/caller.ts';
import { ceilingsFor, ceilingsOf, decideOutput, MANAGED_OUTPUT_TOKENS } from './output-policy.ts';
import type { OutputCeilings } from './output-policy.ts';

const LIMITS = { context_tokens: 100_000, output_tokens: 32_000 };
const NONE: OutputCeilings = { key: null, user: null, hard: null, request: null };
const request = (fields: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
  ...fields,
});
const decide = (fields: Partial<ChatRequest>, ceilings = NONE, inputBound = 10) =>
  decideOutput(request(fields), LIMITS, { ceilings, inputBound });

test('without a field of the request the service sets the ceiling', () => {
  expect(decide({})).toEqual({ policy: 'managed', effectiveMaxTokens: MANAGED_OUTPUT_TOKENS });
});

test('the narrower owner of a ceiling goes first: key before user before service', () => {
  expect(decide({}, { ...NONE, key: 100, user: 200 }).effectiveMaxTokens).toBe(100);
  expect(decide({}, { ...NONE, user: 200 }).effectiveMaxTokens).toBe(200);
});

test('a field is explicit and goes before managed ceilings', () => {
  const explicit = decide({ max_tokens: 20_000 }, { ...NONE, key: 100, user: 200 });
  expect(explicit).toEqual({ policy: 'explicit', effectiveMaxTokens: 20_000 });
  expect(decide({ max_completion_tokens: 7 }).effectiveMaxTokens).toBe(7);
});

test('everything is clamped to the model, to the hard ceiling and to the room that is left', () => {
  expect(decide({ max_tokens: 1_000_000 }).effectiveMaxTokens).toBe(32_000);
  expect(decide({ max_tokens: 1_000_000 }, { ...NONE, hard: 500 }).effectiveMaxTokens).toBe(500);
  expect(decide({ max_tokens: 20_000 }, NONE, 90_000).effectiveMaxTokens).toBe(10_000);
});

test('the hard ceiling of a caller holds for every field, all choices together', () => {
  const hard = { ...NONE, key: 900, request: 600 };
  expect(decide({}, hard).effectiveMaxTokens).toBe(600);
  expect(decide({ max_tokens: 20_000 }, hard)).toEqual({
    policy: 'explicit',
    effectiveMaxTokens: 600,
  });
  expect(decide({ max_tokens: 20_000, n: 4 }, hard).effectiveMaxTokens).toBe(150);
  expect(decide({ n: 7 }, { ...NONE, request: 3 }).effectiveMaxTokens).toBe(1);
  expect(ceilingsFor(LIMITS, hard)).toEqual({ managed: 600, hard: 600 });
});

test('of the hard ceilings of a key and its user the lower one holds', () => {
  const of = (key: number | null, user: number | null) =>
    ceilingsOf(
      {
        key: {
          maxOutputTokens: 1,
          ownerMaxOutputTokens: 2,
          limits: { ...NO_LIMITS, outputTokensPerRequest: key },
          ownerLimits: { ...NO_LIMITS, outputTokensPerRequest: user },
        },
      } as Caller,
      9,
    );
  expect(of(5, 7)).toEqual({ key: 1, user: 2, hard: 9, request: 5 });
  expect([of(8, 7), of(null, 7), of(null, null)].map(({ request }) => request)).toEqual([
    7,
    7,
    null,
  ]);
});

test('a ceiling of null counts as no field', () => {
  expect(decide({ max_tokens: null }).policy).toBe('managed');
});

test('C26 a prompt at the edge gets the benefit of the doubt, one beyond doubt is refused', () => {
  expect(decide({}, NONE, 99_999).effectiveMaxTokens).toBe(1);
  expect(decide({}, NONE, 120_000).effectiveMaxTokens).toBeGreaterThan(0);
  expect(() => decide({}, NONE, 150_000)).toThrow(
    /^This model's maximum context length is \d+ tokens\. /,
  );
});

test('the model list shows the same two ceilings', () => {
  expect(ceilingsFor(LIMITS, { ...NONE, key: 9, hard: 40_000 })).toEqual({
    managed: 9,
    hard: 32_000,
  });
  expect(ceilingsFor(LIMITS, { ...NONE, hard: 5 })).toEqual({ managed: 5, hard: 5 });
});
