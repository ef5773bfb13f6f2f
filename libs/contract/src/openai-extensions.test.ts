import { isMistyped, mayExtend, mayStand } from './openai-extensions.ts';
import { refusedExtension } from './unknown-fields.ts';

/**
 * What thieves call fields that sell something beside tokens, keep state, fetch, multiply answers,
 * raise the ceiling or choose who answers.
 */
const PRICED = (
  'service_tier serviceTier service-tier ServiceTier serviceTIER web_search_options webSearchOptions websearch_options background run_in_background ' +
  'prediction predicted_output modalities output_modalities audio audio_config prompt_cache_retention promptCacheRetention cache_ttl moderation moderate_output ' +
  'store store_response stored previous_response_id previousResponseId conversation conversation_id conversationId session_id thread ' +
  'n n_answers num_answers_n best_of bestOf beam_width num_return_sequences candidate_count candidates samples num_generations completions max_output_tokens ' +
  'maxOutputTokens max_completion_tokens maxCompletionTokens max_new_tokens max_tokens maxtokens min_tokens min_new_tokens num_predict thinking_budget budget_tokens total_token_limit ' +
  'token_budget model models fallback_models fallbacks provider providers route routing transforms plugins preset functions function_plugin extra_body extraBody body tools tool_tools ' +
  'web_search file_search code_interpreter image_generation mcp mcp_servers computer_use container container_id file_ids vector_store_ids ' +
  'skills agent agents region inference_geo data_residency speed fast_mode turbo priority batch flex webhook callback_url url urls fetch browse online grounding stream ' +
  'stream_options streaming include_usage ignore_eos echo prompt_logprobs logprobs __proto__ constructor prototype toString.constructor chat_template system_prompt ' +
  'pro_mode prewarm state stateful retries attempts choices'
).split(' ');

describe.each(PRICED)('the priced name %s', (name) => {
  test('passes in no place', () => {
    for (const path of [name, `messages[0].${name}`, `tools[3].function.${name}`]) {
      expect([path, mayExtend(path, true)]).toEqual([path, false]);
    }
  });

  test('passes within no value', () => {
    for (const value of [
      JSON.parse(`{${JSON.stringify(name)}: 1}`) as unknown,
      [{ a: [{ [name]: null }] }],
      { type: name },
    ]) {
      const isType = !Array.isArray(value) && Object.hasOwn(value as object, 'type');
      const isTypeOnly = isType && !/_|[A-Z]/u.test(name);
      expect(mayExtend('novelty', value) && !isTypeOnly).toBe(false);
    }
  });

  test('is none of a part or an item', () => {
    const value = JSON.parse(`{"type": "novel_piece", ${JSON.stringify(name)}: 1}`) as object;
    expect(mayStand('part', { ...value })).toBe(false);
    expect(mayStand('item', { ...value })).toBe(false);
  });
});

test.each([
  'web_search',
  'web_search_preview_2027_01_01',
  'file_search',
  'code_interpreter',
  'image_generation',
  'mcp',
  'computer_use_preview',
  'container_auto',
])('a hosted tool of the type %s stands within no value', (type) => {
  expect(mayExtend('novelty', { options: [{ type }] })).toBe(false);
});

test.each([
  ['novelty', { level: [1, 'x', null] }],
  ['top_k', 5],
  ['min_p', 0.1],
  ['prompt_cache_options', { mode: 'explicit' }],
  ['messages[0].content[0].prompt_cache_breakpoint', { mode: 'explicit' }],
  ['input[0].content[0].prompt_cache_breakpoint', { mode: 'explicit' }],
  ['reasoning.context', 'all_turns'],
  ['reasoning.mode', 'standard'],
  ['tools[0].allowed_callers', ['direct']],
  ['tools[0].output_schema', { properties: { model: { type: 'string' } } }],
  ['input[2].caller', { type: 'direct' }],
])('%s costs tokens only', (path, value) => {
  expect(mayExtend(path, value)).toBe(true);
});

test.each([
  ['reasoning.mode', 'pro'],
  ['prompt_cache_options', { mode: 'explicit', ttl: '24h' }],
  ['prompt_cache_options', { prewarm: true }],
  ['novelty', { schemas: { tools: [] } }],
])('%s with %j does not', (path, value) => {
  expect(mayExtend(path, value)).toBe(false);
});

test.each([
  ['part', 'input_audio'],
  ['part', 'video_url'],
  ['part', 'output_text'],
  ['part', 'tool_result'],
  ['part', 'Novelty'],
  ['item', 'novel_call'],
  ['item', 'web_search_result'],
  ['item', 'item_refrence'],
  ['item', 'compaction_note'],
] as const)('a %s of the type %s is refused by its name', (kind, type) => {
  expect(mayStand(kind, { type })).toBe(false);
});

test('a part and an item of other types are text', () => {
  const value = { type: 'novel_piece', words: 'x', level: { a: 1 } };
  expect([mayStand('part', value), mayStand('item', value)]).toEqual([true, true]);
});

test('a name that is near to a known one is mistyped', () => {
  const known = ['max_tokens', 'temperature', 'content'];
  expect(['temprature', 'maxTokens', 'contents'].map((name) => isMistyped(name, known))).toEqual([
    true,
    true,
    true,
  ]);
  expect(isMistyped('novelty', known)).toBe(false);
});

test.each(['serviceTier', 'mcpServers', 'fileId', 'webSearch', 'vaultIds'])(
  'capitals part words for Claude too: %s',
  (name) => {
    expect(refusedExtension(name, 1)).not.toBeNull();
    expect(refusedExtension('novelty', { [name]: 1 })).not.toBeNull();
  },
);
