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
};
