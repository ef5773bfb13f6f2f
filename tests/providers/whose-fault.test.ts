import type { CatalogCredential } from '@tollgate/catalog/snapshot';
import { createCredentialPool } from '@tollgate/inference/credentials/credential-pool';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import { familyById } from '@tollgate/providers/families';
import { GONE, REJECTED, REQUEST, TABLE, TOO_LONG, anthropic, openai } from './error-documents.ts';
import type { ErrorDocument } from './error-documents.ts';

function failureOf([id, status, body]: ErrorDocument): Failure {
  const family = familyById(id);
  if (family === undefined) throw new Error(`no family ${id}`);
  return family.failure(status, {}, body);
}

describe.each(TABLE)('the table of whose fault an error is: %s', (kind, documents) => {
  test.each(documents)('%s %i %j', (...reported) => expect(failureOf(reported).kind).toBe(kind));
});

test.each<[string, string, string]>([
  [
    'OpenAI',
    'openai',
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
  ],
  ['Anthropic', 'anthropic', 'prompt is too long: 9000 tokens > 8192 maximum'],
  [
    'llama.cpp',
    'openai-compatible',
    'request (9,000 tokens) exceeds the available context size (8,192 tokens)',
  ],
])(
  'a prompt that is too long for %s is told in the words that clients know',
  (_who, id, message) => {
    const body =
      id === 'anthropic'
        ? anthropic(REQUEST, message)
        : openai(message, { code: 'context_length_exceeded' });
    expect(failureOf([id, 400, body])).toMatchObject({
      param: 'messages',
      message:
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. Please reduce the length of the messages.",
    });
  },
);

test('where a provider tells no numbers, an overflow begins with the words that clients know', () => {
  for (const reported of TOO_LONG) {
    expect(failureOf(reported).message).toContain("This model's maximum context length is ");
  }
});

test.each<[string, Record<string, string>, object, number | undefined]>([
  ['a header', { 'retry-after': '300' }, {}, 300],
  ['a header beyond an hour', { 'retry-after': '6480' }, {}, 3_600],
  ['headers of the provider behind', {}, { metadata: { headers: { 'Retry-After': '42' } } }, 42],
  [
    'the end of the limit by the clock of the provider',
    { date: 'Thu, 26 Nov 2026 11:00:00 GMT' },
    { metadata: { headers: { 'X-RateLimit-Reset': String(Date.UTC(2026, 10, 26, 11, 0, 30)) } } },
    30,
  ],
  [
    'an end of the limit that has passed',
    { date: 'Thu, 26 Nov 2026 11:00:00 GMT' },
    { metadata: { headers: { 'X-RateLimit-Reset': '1' } } },
    undefined,
  ],
])('the wait of a provider is read from %s', (_where, headers, more, seconds) => {
  const body = openai('Rate limit exceeded', { code: 429, ...more });
  const failure = familyById('openai-compatible')?.failure(429, headers, body);
  expect(failure).toMatchObject({ kind: 'rate_limited' });
  expect(failure?.retryAfterSeconds).toBe(seconds);
});

test('bad requests and targets that are gone, a hundred in a row of two callers, never shut a credential', () => {
  const credential = { id: 'one' } as CatalogCredential;
  const modelId = 'asked';
  const pool = createCredentialPool(() => 0);
  for (const reported of [...REJECTED, ...TOO_LONG, ...GONE]) {
    for (let time = 0; time < 100; time += 1) {
      for (const owner of ['mallory', 'oscar']) {
        pool.failed({ credentialId: credential.id, modelId }, owner, failureOf(reported));
        const orders = [modelId, 'other'].map((asked) =>
          pool.order([credential], { ownerId: owner, modelId: asked }),
        );
        expect(orders).toEqual(orders.map(() => ({ first: [credential], last: [] })));
      }
    }
  }
  // A model that is gone lets another credential go first, where there is one.
  expect(pool.standing()).toMatchObject({ shut: 0 });
  expect(pool.leftAlone().filter(({ modelId: about }) => about === null)).toEqual([]);
});

test('an unusable answer of a model is told to the caller', () => {
  const body = openai('Failed to call a function.', { failed_generation: '<function=x>' });
  expect(failureOf(['openai-compatible', 400, body]).message).toContain('<function=x>');
});

test.each([
  'claude-sonnet-4-5-20250929-v1',
  'gpt-4o-mini-search-preview-2025-03-11',
  'llama-4-maverick-17b-128e-instruct-fp8',
  'gemini-2-5-flash-preview-native-audio-dialog',
])('the name of a model is no key: %s', (name) => {
  expect(failureOf(['openai', 400, openai(`Not for ${name}`)]).message).toContain(name);
});

test.each([
  'claude0123456789abcdef0123456789abcdef',
  'gpt-4o-Zx81kQ09PmLw77vTqR3sUuBn44',
  'abcdef-0123456789-ghijklmnop-4',
])('a key that looks like a name is none: %s', (key) => {
  expect(failureOf(['openai', 400, openai(`Wrong: ${key}`)]).message).not.toContain(key);
});
