import {
  extraFaults,
  extraValueFault,
  mayBeExtra,
  notAdmitted,
  refusedExtraName,
} from './extra-parameters.ts';
import type { ParameterRule } from './request-contract.ts';

const WHOLE = { supported: true, type: 'integer', minimum: 1, maximum: 10 } as const;

describe('the name of an extra parameter', () => {
  test.each([
    'top_k top_a min_p typical_p repetition_penalty repeat_penalty length_penalty chat_template_kwargs guided_json guided_regex guided_choice',
    'structured_outputs enable_thinking thinking_budget include_reasoning separate_reasoning reasoning_format stop_token_ids skip_special_tokens',
    'bad_words mirostat mirostat_tau tfs_z xtc_probability dry_multiplier grammar ebnf regex json_schema include_stop_str_in_output',
  ])('may be one of: %s', (names) => {
    expect(names.split(' ').filter((name) => !mayBeExtra(name))).toEqual([]);
  });

  test.each([
    'max_tokens max_completion_tokens max_output_tokens max_new_tokens max_gen_toks max_length max_tokens_to_sample num_predict n_predict num_ctx min_tokens min_length min_new_tokens',
    'n best_of num_return_sequences num_beams use_beam_search beam_width candidate_count echo ignore_eos stream stream_options',
    'model models provider route plugins preset transforms extra_body extra_headers extra_query service_tier priority speed',
    'logit_bias logprobs prompt_logprobs top_logprobs messages input prompt system_prompt safe_prompt documents chat_template tools tool_choice',
    'temperature top_p seed stop stop_sequences thinking reasoning reasoning_effort text metadata user store modalities response_modalities',
    'file_ids session_id web_search_options background lora_request api_key api_base base_url timeout mm_processor_kwargs media_resolution constructor __proto__ Top_k',
  ])('is none of: %s', (names) => {
    expect(names.split(' ').filter((name) => refusedExtraName(name) === null)).toEqual([]);
  });
});

describe('the rule of an extra parameter', () => {
  test.each<[string, ParameterRule]>([
    ['top_k', WHOLE],
    ['min_p', { supported: true, type: 'number', values: [0.1, 0.2] }],
    ['guided_regex', { supported: true, type: 'string', max_characters: 500 }],
    ['reasoning_format', { supported: true, type: 'string', values: ['parsed', 'raw'] }],
    ['enable_thinking', { supported: true, type: 'boolean' }],
    ['chat_template_kwargs', { supported: true, type: 'object', max_characters: 1_000 }],
    ['guided_choice', { supported: true, type: 'array', max_characters: 1_000 }],
    ['top_k', { supported: false, type: 'integer' }],
  ])('is bounded: %s %j', (name, rule) => {
    expect(extraFaults(name, rule)).toEqual([]);
  });

  test.each<[string, ParameterRule, RegExp]>([
    ['top_k', { supported: true }, /needs a type/u],
    ['top_k', { supported: true, type: 'integer', minimum: 1 }, /minimum and a maximum/u],
    ['top_k', { ...WHOLE, minimum: 11 }, /minimum above/u],
    ['top_k', { ...WHOLE, values: ['a'] }, /other types/u],
    ['top_k', { ...WHOLE, required: true }, /cannot have required/u],
    ['guided_regex', { supported: true, type: 'string' }, /max_characters/u],
    ['guided_json', { supported: true, type: 'object' }, /max_characters/u],
    ['best_of', WHOLE, /what a call costs/u],
    ['max_tokens', WHOLE, /Tollgate sets itself/u],
  ])('is refused: %s %j', (name, rule, words) => {
    expect(extraFaults(name, rule)).toEqual([expect.stringMatching(words)]);
  });
});

test.each<[ParameterRule, unknown, RegExp | null]>([
  [WHOLE, 5, null],
  [WHOLE, 5.5, /type integer/u],
  [WHOLE, '5', /type integer/u],
  [WHOLE, 0, /1 or more/u],
  [WHOLE, 11, /10 or less/u],
  [{ supported: true, type: 'boolean' }, false, null],
  [{ supported: true, type: 'string', values: ['a'] }, 'b', /one of "a"/u],
  [{ supported: true, type: 'string', max_characters: 2 }, 'abc', /2 characters/u],
  [{ supported: true, type: 'object', max_characters: 9 }, { a: 'bcd' }, /9 characters/u],
  [{ supported: true, type: 'object', max_characters: 11 }, { a: 'bcd' }, null],
  [{ supported: true, type: 'object', max_characters: 99 }, [1], /type object/u],
  [{ supported: true, type: 'array', max_characters: 99 }, ['a'], null],
])('the rule %j judges %j', (rule, value, words) => {
  const fault = extraValueFault(rule, value);
  if (words === null) expect(fault).toBeNull();
  else expect(fault).toMatch(words);
});

test.each([
  [
    'top_k',
    'Leave it out, or have an administrator admit it for this model as an extra parameter.',
  ],
  ['temperatur', 'Did you mean temperature?'],
])('a request is told what to do about %s', (name, advice) => {
  expect(notAdmitted(name)).toBe(`${name} is not a parameter of this route. ${advice}`);
});
