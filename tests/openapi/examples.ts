/** Request bodies that say more than a sample of their schema would. */
export const REQUEST_EXAMPLES: Readonly<Record<string, unknown>> = {
  'POST /v1/chat/completions': {
    model: 'sandbox/echo',
    messages: [{ role: 'user', content: 'Say hello.' }],
    max_completion_tokens: 64,
  },
  'POST /v1/responses': {
    model: 'sandbox/echo',
    instructions: 'Answer in one word.',
    input: 'Say hello.',
    max_output_tokens: 64,
  },
  'POST /v1/embeddings': { model: 'sandbox/embedding', input: ['first text', 'second text'] },
  'POST /api/setup': {
    email: 'ada@example.com',
    password: 'correct horse battery staple',
    name: 'Ada',
    setup_token: 'the SETUP_TOKEN of this installation',
  },
  'POST /api/keys': { name: 'my agent', mode: 'test' },
  'PATCH /api/keys/{key_id}': { name: 'my agent, renamed' },
  'POST /api/platform/users/{user_id}/keys': { name: 'issued key', mode: 'test' },
  'POST /api/platform/users': {
    email: 'grace@example.com',
    name: 'Grace',
    password: 'correct horse battery staple',
  },
  'PATCH /api/platform/users/{user_id}': { name: 'Ada Lovelace' },
  'POST /api/platform/users/{user_id}/credit-grants': { amount: '25', reason: 'welcome' },
  'PUT /api/platform/users/{user_id}/limits': { requests_per_minute: 600, credits_per_day: '10' },
  'PUT /api/platform/users/{user_id}/keys/{key_id}/limits': { concurrent_requests: 20 },
  'PUT /api/platform/users/{user_id}/pricing-uplift': { uplift_bp: 1_500, reason: 'reseller' },
  'PUT /api/platform/users/{user_id}/models/{model_id}/pricing': { uplift_bp: 500 },
  'POST /api/platform/users/{user_id}/keys/{key_id}/{action}': { reason: 'leaked' },
  'POST /api/platform/credit-grants/{grant_id}/revoke': { amount: '5', reason: 'by mistake' },
  'POST /api/platform/provider-credentials': {
    family: 'openai-compatible',
    provider: 'example',
    name: 'Example vendor',
    base_url: 'https://api.example.com/v1',
    credential: { api_key: 'secret-of-the-vendor' },
  },
  'PATCH /api/platform/provider-credentials/{credential_id}': { name: 'Example vendor, renamed' },
  'DELETE /api/platform/provider-credentials/{credential_id}': {
    confirm_name: 'Example vendor, renamed',
    accept_unroutable_models: true,
    reason: 'contract ended',
  },
  'POST /api/platform/models/{model_id}/approval': {
    limits: { context_tokens: 128_000, output_tokens: 16_384 },
    reason: 'reviewed',
  },
  'POST /api/platform/models/{model_id}/prices': {
    prices: { input: '2.5', cache_read: '0.25', output: '10', reasoning: '10' },
  },
  'POST /api/platform/aliases': {
    name: 'fast',
    strategy: 'ordered',
    targets: [{ model_id: 'mdl_01jd0000000000000000000000', retries: 1 }],
  },
  'PUT /api/platform/retention-policies/{category}': { days: 400 },
};
