/** An image of two by two pixels, which takes no more room here than it has to. */
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACAQMAAABIeJ9nAAAAA1BMVEUBAgMNh2TVAAAADElEQVR4nGNgYGAAAAAEAAH2FzhVAAAAAElFTkSuQmCC';

/** Request bodies that say more than a sample of their schema would. */
export const REQUEST_EXAMPLES: Readonly<Record<string, unknown>> = {
  'POST /api/webhooks': { url: 'https://example.com/hooks', events: ['credit.low'] },
  'PATCH /api/webhooks/{webhook_id}': { events: ['credit.low', 'operation.ended'] },
  'PUT /api/credits/threshold': { threshold: '10' },
  'POST /api/platform/webhooks': { url: 'https://example.com/alerts', events: ['spool.alarm'] },
  'PATCH /api/platform/webhooks/{webhook_id}': { status: 'active' },
  'POST /v1/chat/completions': {
    model: 'sandbox/echo',
    messages: [{ role: 'user', content: 'Say hello.' }],
    max_completion_tokens: 64,
  },
  'POST /v1/chat/completions/quote': {
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
  'POST /v1/messages': {
    model: 'sandbox/echo',
    system: 'Answer in one word.',
    messages: [{ role: 'user', content: 'Say hello.' }],
    max_tokens: 64,
  },
  'POST /v1/messages/count_tokens': {
    model: 'sandbox/echo',
    messages: [{ role: 'user', content: 'Say hello.' }],
  },
  'POST /v1/embeddings': { model: 'sandbox/embedding', input: ['first text', 'second text'] },
  'POST /v1/images/generations': {
    model: 'sandbox/picture',
    prompt: 'A red fox in the snow.',
    size: '256x256',
  },
  'POST /v1/images/edits': {
    model: 'sandbox/picture',
    prompt: 'The same fox at night.',
    images: [{ image_url: DOT }],
    size: '256x256',
  },
  'POST /v1/rerank': {
    model: 'sandbox/ranker',
    query: 'Where do foxes sleep?',
    documents: ['Owls hunt at night.', 'Foxes sleep in a den, or in the open.'],
    top_n: 1,
  },
  'POST /v1/moderations': {
    model: 'sandbox/moderator',
    input: 'A walk in the park.',
  },
  'POST /v1/audio/speech': {
    model: 'sandbox/speech',
    input: 'A red fox in the snow.',
    voice: 'alloy',
    response_format: 'wav',
  },
  'POST /v1/audio/transcriptions': {
    model: 'sandbox/listener',
    file: 'data:audio/wav;base64,UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==',
  },
  'POST /v1/audio/translations': {
    model: 'sandbox/listener',
    file: 'data:audio/wav;base64,UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==',
  },
  'POST /v1/batches': {
    input_file_id: 'file_01jd0000000000000000000000',
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
    metadata: { job: 'nightly' },
  },
  'POST /v1/videos': {
    model: 'sandbox/film',
    prompt: 'A calm sea at dusk.',
    seconds: 4,
    size: '1280x720',
  },
  'POST /v1/videos/quote': {
    model: 'sandbox/film',
    prompt: 'A calm sea at dusk.',
    seconds: 4,
    size: '1280x720',
  },
  'POST /api/setup': {
    email: 'ada@example.com',
    password: 'correct horse battery staple',
    name: 'Ada',
    setup_token: 'the SETUP_TOKEN of this installation',
  },
  'POST /api/platform/setup': {
    email: 'ada@example.com',
    password: 'correct horse battery staple',
    name: 'Ada',
    setup_token: 'the PLATFORM_SETUP_TOKEN of this installation',
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
    name: 'Example provider',
    base_url: 'https://api.example.com/v1',
    credential: { api_key: 'secret-of-the-provider' },
  },
  'PATCH /api/platform/provider-credentials/{credential_id}': { name: 'Example provider, renamed' },
  'DELETE /api/platform/provider-credentials/{credential_id}': {
    confirm_name: 'Example provider, renamed',
    accept_unroutable_models: true,
    reason: 'contract ended',
  },
  'POST /api/platform/models/{model_id}/approval': {
    limits: { context_tokens: 128_000, output_tokens: 16_384 },
    reason: 'reviewed',
  },
  'POST /api/platform/models/{model_id}/prices': {
    prices: { input: '2.5', cache_read: '0.25', output: '10', reasoning: '10' },
    long_context: [{ above_input_tokens: 200_000, prices: { input: '5', output: '15' } }],
  },
  'POST /api/platform/models/{model_id}/prices/what-if': {
    prices: { input: '3', cache_read: '0.3', output: '12', reasoning: '12' },
    days: 30,
  },
  'POST /api/platform/users/{user_id}/pricing-uplift/what-if': { uplift_bp: 2_000, days: 30 },
  'POST /api/platform/administrators': {
    email: 'grace@example.com',
    name: 'Grace',
    password: 'correct horse battery staple',
  },
  'PATCH /api/platform/administrators/{administrator_id}': { status: 'disabled', reason: 'left' },
  'POST /api/platform/aliases': {
    name: 'fast',
    strategy: 'ordered',
    targets: [{ model_id: 'mdl_01jd0000000000000000000000', retries: 1 }],
  },
  'PUT /api/platform/retention-policies/{category}': { days: 400 },
};
