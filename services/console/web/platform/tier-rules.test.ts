import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import { admittedTiers, approvalWithTiers, dimensionsOfTiers, withTiers } from './tier-rules.ts';

const MODEL = {
  limits: { context_tokens: 8_000, output_tokens: 2_000 },
  dimensions: ['input', 'cache_read', 'output', 'flex_input', 'flex_cache_read', 'flex_output'],
  hard_output_tokens: 1_000,
  first_byte_seconds: null,
  total_seconds: 60,
  parameter_overrides: {
    temperature: { supported: true, minimum: 0, maximum: 1 },
    service_tier: { supported: true, values: ['default', 'flex'] },
  },
} as unknown as PlatformModelOut;

describe('the service tiers of an approval', () => {
  test('are those with prices of their own among the values of the rule', () => {
    expect(admittedTiers(MODEL)).toEqual(['flex']);
    expect(admittedTiers({ ...MODEL, parameter_overrides: {} })).toEqual([]);
  });

  test('replace one another and leave every other rule and value', () => {
    expect(withTiers(MODEL.parameter_overrides, ['priority'])).toEqual({
      temperature: { supported: true, minimum: 0, maximum: 1 },
      service_tier: { supported: true, values: ['default', 'priority'] },
    });
    expect(withTiers(MODEL.parameter_overrides, [])).toMatchObject({
      service_tier: { supported: true, values: ['default'] },
    });
    expect(withTiers({}, [])).toEqual({});
    expect(withTiers({}, ['flex', 'priority'])).toEqual({
      service_tier: { supported: true, values: ['default', 'flex', 'priority'] },
    });
  });

  test('have the dimensions of tokens that the model has', () => {
    expect(dimensionsOfTiers(MODEL, ['flex', 'priority'])).toEqual([
      'flex_input',
      'flex_cache_read',
      'flex_output',
      'priority_input',
      'priority_cache_read',
      'priority_output',
    ]);
  });

  test('change nothing else of what was approved before', () => {
    expect(approvalWithTiers(MODEL, ['flex', 'priority'])).toEqual({
      limits: MODEL.limits,
      parameters: withTiers(MODEL.parameter_overrides, ['flex', 'priority']),
      dimensions: ['input', 'cache_read', 'output'],
      hard_output_tokens: 1_000,
      first_byte_seconds: null,
      total_seconds: 60,
    });
  });
});
