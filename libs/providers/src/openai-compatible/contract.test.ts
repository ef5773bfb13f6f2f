import { familyById } from '../families.ts';
import { contractAt } from './contract.ts';
import { responsesContract } from '../openai-responses/contract.ts';

const HERE = { provider: 'any', baseUrl: 'https://models.example/v1' };
const ROUTER = { provider: 'any', baseUrl: 'https://openrouter.ai/api/v1' };
const GEMINI = {
  provider: 'any',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
};

test.each(['black-forest-labs/flux.2-pro', 'bytedance-seed/seedream-4.5', 'openai/gpt-image-1.5'])(
  'a model that makes images is not offered where these have another interface: %s',
  (model) => {
    expect(contractAt(model, ROUTER)).toBeNull();
    expect(contractAt(model, HERE)?.capability).toBe('image');
  },
);

describe('the source of a contract', () => {
  test.each([
    ['mistral-large', 'assumed'],
    ['bge-m3', 'assumed'],
    ['kling-v2', 'assumed'],
    ['sora-2', 'published'],
    ['gpt-5.6', 'published'],
  ])('of %s is %s', (model, source) => {
    expect(contractAt(model, HERE)?.source).toBe(source);
  });

  test.each([
    ['some-model', 'assumed'],
    ['gpt-5.2', 'published'],
  ])('of %s over the Responses wire is %s', (model, source) => {
    expect(responsesContract(model)?.source).toBe(source);
  });
});

describe('an effort', () => {
  test.each([
    ['mistral-large', HERE],
    ['grok-4.20-0309-reasoning', HERE],
    ['gpt-4o', HERE],
    ['llama-3.3-70b', HERE],
  ])('is not assumed for %s', (model, at) => {
    expect(contractAt(model, at)?.parameters['reasoning_effort']?.supported).toBe(false);
    expect(responsesContract(model)?.parameters['reasoning_effort']?.supported).toBe(false);
  });

  test.each([
    ['openai/gpt-oss-120b', HERE, ['low', 'medium', 'high']],
    ['o3', HERE, ['low', 'medium', 'high']],
    ['qwen/qwen3-32b', ROUTER, ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']],
    ['grok-4.3', HERE, ['none', 'low', 'medium', 'high']],
    ['grok-4.5', HERE, ['low', 'medium', 'high']],
    ['xai/grok-4.6', HERE, ['low', 'medium', 'high', 'xhigh']],
    ['mistral-large-4', HERE, ['low', 'medium', 'high']],
    ['gemini-2.5-flash', GEMINI, ['none', 'minimal', 'low', 'medium', 'high']],
  ])('is known for %s', (model, at, efforts) => {
    expect(contractAt(model, at)?.parameters['reasoning_effort']?.values).toEqual(efforts);
  });
});

test.each([
  ['openai-compatible', 'gpt-4o', 'messages'],
  ['openai-compatible', 'openai/gpt-4o', 'messages'],
  ['openai-responses', 'gpt-5.2', 'messages'],
  ['openai-compatible', 'mistral-large', null],
  ['openai-responses', 'any-model', null],
])('%s %s and a JSON object that no message asks for: %s', (id, model, param) => {
  const family = familyById(id);
  const endpoint = {
    family: id,
    provider: 'x',
    upstreamModel: model,
    baseUrl: 'https://x.example',
  };
  const asking = (content: string) => ({
    model,
    messages: [{ role: 'user' as const, content }],
    response_format: { type: 'json_object' as const },
  });
  expect(family?.foreignContent?.(asking('Hello.'), endpoint)?.param ?? null).toBe(param);
  expect(family?.foreignContent?.(asking('Hello in JSON.'), endpoint) ?? null).toBeNull();
});
