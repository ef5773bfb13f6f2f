import type { Failure } from '@tollgate/providers/adapter/adapter';

/**
 * An error as a family's provider tells it: the family, the status, the document, and for Bedrock
 * the class in its header.
 */
export type ErrorDocument = readonly [family: string, status: number, body: unknown];

export const openai = (message: string, more: object = {}): object => ({
  error: { message, ...more },
});
export const anthropic = (type: string, message: string): object => ({
  type: 'error',
  error: { type, message },
});
const google = (code: number, status: string, message: string): object => ({
  error: { code, status, message },
});
const bedrock = (type: string, message: string): object => ({ __type: type, message });
const local = (code: number, message: string, type = 'server_error'): object => ({
  error: { code, message, type },
});
const mistral = (code: string, type: string, message: string): object => ({
  object: 'error',
  message,
  type,
  param: null,
  code,
});
export const REQUEST = 'invalid_request_error';
const NOT_THERE = 'The model `x-1` does not exist or you do not have access to it.';

/** The request is at fault: only its caller can mend it. */
export const REJECTED: readonly ErrorDocument[] = [
  ['openai', 400, openai("Invalid 'temperature'", { code: 'decimal_above_max_value' })],
  ['openai', 403, openai('Your input was flagged by the moderation', { type: REQUEST })],
  ['openai', 404, openai("Item with id 'rs_1' not found.", { type: REQUEST, code: null })],
  ['openai-compatible', 500, local(500, 'image input is not supported - hint: provide the mmproj')],
  ['openai-compatible', 500, local(500, 'Cannot use both json_schema and grammar')],
  ['openai-compatible', 500, local(500, 'tools param requires --jinja flag')],
  ['openai-compatible', 500, local(500, 'Failed to parse grammar')],
  ['openai-compatible', 501, local(501, 'This feature is not supported', 'not_supported_error')],
  ['openai-compatible', 404, openai('No endpoints found that support tool use.', { code: 404 })],
  ['openai-compatible', 400, openai('The model `x-1` does not support tools.', { type: REQUEST })],
  ['openai-compatible', 400, openai('Tool `the model does not exist` has no name.')],
  [
    'openai-compatible',
    400,
    openai('Tool call validation failed', {
      code: 'tool_use_failed',
      failed_generation: '{"a":1}',
    }),
  ],
  ['anthropic', 400, anthropic(REQUEST, 'a: Extra inputs are not permitted')],
  ['anthropic', 404, anthropic('not_found_error', 'File not found: file_1')],
  ['google', 400, google(400, 'INVALID_ARGUMENT', 'Budget 0 is invalid.')],
  [
    'bedrock',
    400,
    bedrock('ValidationException', 'The model returned the following errors: tool id not found'),
  ],
  ['ollama', 400, { error: 'model does not support tools' }],
  ['ollama', 500, { error: 'model does not support image input' }],
];

/** The prompt is too long. */
export const TOO_LONG: readonly ErrorDocument[] = [
  ['openai-compatible', 400, openai('Too many tokens', { code: 'too_many_prompt_tokens' })],
  ['openai-compatible', 400, openai('x', { type: 'too_many_prompt_tokens' })],
  ['openai-compatible', 422, openai('prompt is too long: 9 tokens')],
  ['openai-compatible', 500, local(500, 'the request exceeds the available context size')],
  [
    'openai-compatible',
    500,
    local(500, 'input (4002 tokens) is too large to process. increase the physical batch size'),
  ],
  [
    'openai',
    400,
    openai('Your input exceeds the context window', { code: 'context_length_exceeded' }),
  ],
  ['anthropic', 400, anthropic(REQUEST, 'prompt is too long: 210000 tokens > 200000 maximum')],
  ['bedrock', 400, bedrock('ValidationException', 'Input is too long for requested model.')],
  [
    'google',
    400,
    google(
      400,
      'INVALID_ARGUMENT',
      'The input token count (9) exceeds the maximum number of tokens',
    ),
  ],
  ['ollama', 500, { error: 'the input length exceeds the context length' }],
];

/**
 * The target is gone, in each provider's own words: unknown, retired, not for this account, not in
 * this region.
 */
export const GONE: readonly ErrorDocument[] = [
  ['openai', 404, openai(NOT_THERE, { type: REQUEST, code: 'model_not_found' })],
  ['openai', 400, openai('The requested model is not there', { code: 'model_not_found' })],
  ['openai', 403, openai('Project does not have access to model', { code: 'model_not_found' })],
  ['openai', 403, openai('You are not allowed to sample from this model')],
  ['openai', 404, openai('The model `x` has been deprecated, learn more here', { code: null })],
  ['openai', 404, openai('This is not a chat model and thus not supported here', { code: null })],
  ['openai-compatible', 410, openai('Gone')],
  ['openai-compatible', 404, '404 page not found'],
  [
    'openai-compatible',
    400,
    openai('The model `x` has been decommissioned', { code: 'model_decommissioned' }),
  ],
  ['openai-compatible', 400, openai('See the console', { code: 'model_terms_required' })],
  ['openai-compatible', 404, openai('No endpoints found for maker/x-1.', { code: 404 })],
  ['openai-compatible', 400, openai('maker/x-1 is not a valid model ID', { code: 400 })],
  ['openai-compatible', 400, mistral('1500', 'invalid_model', 'Invalid model: x-1')],
  ['openai-compatible', 400, { code: 'invalid-argument', error: 'Model not found: grok-0' }],
  [
    'openai-compatible',
    404,
    { code: 'not-found', error: 'The model grok-0 does not exist or your team has no access.' },
  ],
  ['openai-compatible', 404, { error: 'Specified model not found: x. Did you mean: y?' }],
  [
    'openai-compatible',
    404,
    openai('The API deployment for this resource does not exist.', { code: 'DeploymentNotFound' }),
  ],
  ['openai-compatible', 400, openai('Unknown model: x', { code: 'unknown_model' })],
  ['openai-compatible', 400, openai('Unable to access non-serverless model x.', { type: REQUEST })],
  [
    'openai-compatible',
    400,
    openai("Invalid model 'x'. Permitted models are listed", { type: 'invalid_model', code: 400 }),
  ],
  ['deepseek', 400, openai('Model Not Exist', { type: REQUEST, code: REQUEST })],
  [
    'deepseek',
    400,
    openai('The supported API model names are a or b, but you passed c.', { code: REQUEST }),
  ],
  ['anthropic', 404, anthropic('not_found_error', 'model: claude-x')],
  ['anthropic', 403, anthropic('permission_error', 'Your key has no access to this model')],
  ['google', 404, google(404, 'NOT_FOUND', 'models/x is not found for API version v1beta')],
  [
    'google',
    403,
    google(403, 'PERMISSION_DENIED', 'You do not have permission to access the model x.'),
  ],
  [
    'bedrock',
    404,
    bedrock('ResourceNotFoundException', 'This model version has reached the end of its life.'),
  ],
  ['bedrock', 400, bedrock('ValidationException', 'The provided model identifier is invalid.')],
  [
    'bedrock',
    400,
    bedrock(
      'ValidationException',
      'Invocation of model ID maker.x-v1:0 with on-demand throughput isn’t supported.',
    ),
  ],
  [
    'bedrock',
    403,
    bedrock('AccessDeniedException', "You don't have access to the model with this model ID."),
  ],
  [
    'bedrock',
    403,
    bedrock(
      'AccessDeniedException',
      'User: u is not authorized to perform: bedrock:InvokeModel on resource: arn:aws:bedrock:r::foundation-model/m',
    ),
  ],
  ['ollama', 404, { error: "model 'x' not found, try pulling it first" }],
  ['ollama', 410, { error: 'this model was retired' }],
];

/** The provider has no room, whatever type and status it says so under. */
const OVERLOADED: readonly ErrorDocument[] = [
  [
    'openai',
    500,
    openai('Selected model is at capacity. Try another one.', {
      type: REQUEST,
      code: 'server_error',
    }),
  ],
  ['openai', 400, openai('Selected model is at capacity.', { type: REQUEST })],
  ['openai-compatible', 500, openai('overloaded', { type: REQUEST })],
  ['openai-compatible', 503, local(503, 'Loading model', 'unavailable_error')],
  ['openai-compatible', 503, openai('x', { code: 'slow_down' })],
  ['anthropic', 529, anthropic('overloaded_error', 'Overloaded')],
  ['google', 503, google(503, 'UNAVAILABLE', 'The model is overloaded.')],
  ['bedrock', 503, bedrock('ServiceUnavailableException', 'Too many at once')],
  ['ollama', 503, { error: 'server busy, please try again. maximum pending requests exceeded' }],
];

/**
 * The provider has no answer and does not say that the request is why; a type alone does not make
 * it the caller's.
 */
const UNAVAILABLE: readonly ErrorDocument[] = [
  ['openai', 500, openai('internal error', { type: REQUEST })],
  ['openai', 500, openai('The server had an error', { type: REQUEST, code: 'server_error' })],
  ['openai-compatible', 500, local(500, 'Internal server error')],
  ['anthropic', 500, anthropic(REQUEST, 'Internal server error')],
  ['google', 500, google(500, 'INTERNAL', 'An internal error has occurred.')],
  ['bedrock', 500, bedrock('InternalServerException', 'x')],
  ['ollama', 500, { error: 'model runner has unexpectedly stopped' }],
];

/** The credential, its account or its place. */
const CREDENTIAL: readonly ErrorDocument[] = [
  ['openai', 403, openai('Country, region, or territory not supported')],
  ['openai', 401, openai('Incorrect API key provided')],
  ['openai', 429, openai('You exceeded your current quota', { code: 'insufficient_quota' })],
  ['openai-compatible', 400, { code: 'invalid-argument', error: 'Incorrect API key provided.' }],
  ['bedrock', 403, bedrock('AccessDeniedException', 'User is not authorized')],
  ['bedrock', 403, bedrock('ExpiredTokenException', 'The security token is expired')],
  ['anthropic', 403, anthropic('permission_error', 'Your key is disabled')],
  ['anthropic', 400, anthropic(REQUEST, 'Your credit balance is too low')],
];

const RATE_LIMITED: readonly ErrorDocument[] = [
  ['openai', 429, openai('Rate limit reached', { code: 'rate_limit_exceeded' })],
  ['anthropic', 429, anthropic('rate_limit_error', 'Slow down')],
  [
    'google',
    429,
    google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, see billing'),
  ],
  ['bedrock', 429, bedrock('ThrottlingException', 'Too many requests')],
];

export const TABLE: readonly (readonly [Failure['kind'], readonly ErrorDocument[]])[] = [
  ['rejected', REJECTED],
  ['context_length', TOO_LONG],
  ['model_unavailable', GONE],
  ['overloaded', OVERLOADED],
  ['unavailable', UNAVAILABLE],
  ['credential', CREDENTIAL],
  ['rate_limited', RATE_LIMITED],
];
