import { NONE, between, oneOf } from '../contract/contract.ts';
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
    ['sonar-pro', HERE],
    ['kimi-k2.7-code', HERE],
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
    ['mistral-medium-latest', HERE, ['none', 'high']],
    ['moonshotai/Kimi-K3.1-Pro', HERE, ['low', 'high', 'max']],
    ['accounts/fireworks/models/kimi-k3p1-pro', HERE, ['low', 'high', 'max']],
    ['zai-org/GLM-5.3', HERE, ['low', 'high', 'max']],
    ['glm-5.2', HERE, ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']],
    ['sonar-deep-research', HERE, ['minimal', 'low', 'medium', 'high']],
    ['qwen-3.8-27b', HERE, ['none', 'low', 'medium', 'high']],
    [
      'accounts/fireworks/models/deepseek-v4-pro-0813',
      HERE,
      ['none', 'low', 'medium', 'high', 'xhigh'],
    ],
    ['gemini-2.5-flash', GEMINI, ['none', 'minimal', 'low', 'medium', 'high']],
  ])('is known for %s', (model, at, efforts) => {
    expect(contractAt(model, at)?.parameters['reasoning_effort']?.values).toEqual(efforts);
  });
});

test.each([
  ['kimi-k3', 'https://api.moonshot.ai/v1', 'temperature', oneOf(1)],
  ['kimi-k2.6', 'https://api.moonshot.cn/v1', 'top_p', NONE],
  ['moonshot-v1-32k', 'https://api.moonshot.ai/v1', 'temperature', between(0, 2)],
  ['moonshotai/Kimi-K3', 'https://api.together.xyz/v1', 'temperature', between(0, 2)],
  ['glm-5.3', 'https://api.z.ai/api/paas/v4', 'tool_choice', oneOf('auto')],
])('%s at %s has its own rule of %s', (model, baseUrl, parameter, rule) => {
  expect(contractAt(model, { provider: 'any', baseUrl })?.parameters[parameter]).toEqual(rule);
});

test.each([
  ['rerank-v4.0-pro', 'api.cohere.com', 32_768, 'search_unit'],
  ['rerank-v5.0-pro', 'api.cohere.com', 32_768, 'input'],
  ['rerank-v6.0-fast', 'api.cohere.com', undefined, 'input'],
  ['rerank-3-lite', 'api.voyageai.com', 32_000, 'input'],
])('%s at %s reads %s tokens and is billed by %s', (model, host, context, dimension) => {
  const draft = contractAt(model, { provider: 'any', baseUrl: `https://${host}/v2` });
  expect(draft).toMatchObject({ capability: 'rerank', dimensions: [dimension] });
  expect(draft?.limits.context_tokens).toBe(context);
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
