import type { CatalogCredential } from '@tollgate/catalog/snapshot';
import { createCredentialPool } from '@tollgate/inference/credential-pool';
import type { Failure } from '@tollgate/providers/adapter';
import { familyById } from '@tollgate/providers/families';

type Told = readonly [family: string, status: number, body: unknown];
const openai = (message: string, more: object = {}): object => ({ error: { message, ...more } });
const local = (code: number, message: string, type = 'server_error'): object => ({
  error: { code, message, type },
});

/** What providers say to requests that only their caller can mend, with the statuses under which they say it. */
const REJECTED: readonly Told[] = [
  ['openai', 400, openai("Invalid 'temperature'", { code: 'decimal_above_max_value' })],
  [
    'openai',
    403,
    openai('Project `proj_abc` does not have access to model `gpt-5`', { code: 'model_not_found' }),
  ],
  ['openai', 403, openai('You are not allowed to sample from this model')],
  ['openai', 404, openai('The model `x` does not exist', { code: 'model_not_found' })],
  ['openai-compatible', 500, local(500, 'image input is not supported - hint: provide the mmproj')],
  ['openai-compatible', 500, local(500, 'Cannot use both json_schema and grammar')],
  ['openai-compatible', 500, local(500, 'tools param requires --jinja flag')],
  ['openai-compatible', 500, local(500, 'Failed to parse grammar')],
  ['openai-compatible', 501, local(501, 'This feature is not supported', 'not_supported_error')],
  [
    'openai-compatible',
    400,
    openai('Tool call validation failed', {
      code: 'tool_use_failed',
      failed_generation: '{"a":1}',
    }),
  ],
  [
    'anthropic',
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'a: Extra inputs are not permitted' },
    },
  ],
  [
    'anthropic',
    403,
    {
      type: 'error',
      error: { type: 'permission_error', message: 'Your key has no access to this model' },
    },
  ],
  [
    'bedrock',
    400,
    { __type: 'ValidationException', message: 'The provided model identifier is invalid.' },
  ],
  [
    'bedrock',
    403,
    {
      __type: 'AccessDeniedException',
      message: "You don't have access to the model with the specified model ID.",
    },
  ],
  [
    'google',
    400,
    { error: { code: 400, message: 'Budget 0 is invalid.', status: 'INVALID_ARGUMENT' } },
  ],
  [
    'google',
    403,
    {
      error: {
        code: 403,
        message: 'You do not have permission to access the model x.',
        status: 'PERMISSION_DENIED',
      },
    },
  ],
  ['ollama', 400, { error: 'model does not support tools' }],
  ['ollama', 500, { error: 'model does not support image input' }],
];
const TOO_LONG: readonly Told[] = [
  ['openai-compatible', 400, openai('Too many tokens', { code: 'too_many_prompt_tokens' })],
  ['openai-compatible', 400, openai('x', { type: 'too_many_prompt_tokens' })],
  ['openai-compatible', 422, openai('prompt is too long: 9 tokens')],
  ['openai-compatible', 500, local(500, 'the request exceeds the available context size')],
  [
    'openai',
    400,
    openai('Your input exceeds the context window', { code: 'context_length_exceeded' }),
  ],
];
/** What speaks against the credential or the provider all the same. */
const OTHERS: readonly (readonly [...Told, Failure['kind']])[] = [
  ['openai', 403, openai('Country, region, or territory not supported'), 'credential'],
  ['openai', 401, openai('Incorrect API key provided'), 'credential'],
  ['openai-compatible', 500, local(500, 'Internal server error'), 'unavailable'],
  ['openai-compatible', 503, local(503, 'Loading model', 'unavailable_error'), 'overloaded'],
  [
    'bedrock',
    403,
    { __type: 'AccessDeniedException', message: 'User is not authorized' },
    'credential',
  ],
  [
    'anthropic',
    403,
    { error: { type: 'permission_error', message: 'Your key is disabled' } },
    'credential',
  ],
];

function failureOf([id, status, body]: Told): Failure {
  const family = familyById(id);
  if (family === undefined) throw new Error(`no family ${id}`);
  return family.failure(status, {}, body);
}

test.each(REJECTED)('%s %i: the request was at fault', (...told) => {
  expect(failureOf(told).kind).toBe('rejected');
});

test.each(TOO_LONG)('%s %i: the prompt was too long', (...told) => {
  expect(failureOf(told).kind).toBe('context_length');
});

test.each(OTHERS)('%s %i: the request was not at fault', (...told) => {
  const [id, status, body, kind] = told;
  expect(failureOf([id, status, body]).kind).toBe(kind);
});

test('bad requests of two callers, a hundred in a row of each, never shut a credential', () => {
  const credential = { id: 'one' } as CatalogCredential;
  const pool = createCredentialPool(() => 0);
  for (const told of [...REJECTED, ...TOO_LONG]) {
    for (let time = 0; time < 100; time += 1) {
      for (const owner of ['mallory', 'oscar']) {
        pool.failed(credential.id, owner, failureOf(told));
        expect(pool.order([credential], owner)).toEqual([credential]);
      }
    }
  }
  expect(pool.standing()).toEqual({ paused: 0, shut: 0 });
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
  expect(failureOf(['openai', 404, openai(`The model ${name} is not there`)]).message).toContain(
    name,
  );
});

test.each([
  'claude0123456789abcdef0123456789abcdef',
  'gpt-4o-Zx81kQ09PmLw77vTqR3sUuBn44',
  'abcdef-0123456789-ghijklmnop-4',
])('a key that looks like a name is none: %s', (key) => {
  expect(failureOf(['openai', 400, openai(`Wrong: ${key}`)]).message).not.toContain(key);
});
