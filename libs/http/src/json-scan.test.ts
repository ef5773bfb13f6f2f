import type { GatewayError } from '@tollgate/contract/error-codes';
import { assertJsonIsSane, JSON_DEPTH_MAX, JSON_TOKENS_MAX } from './body.ts';

function codeOf(text: string | Buffer): string | null {
  try {
    assertJsonIsSane(Buffer.from(text as string));
    return null;
  } catch (error) {
    return (error as GatewayError).code;
  }
}

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('assertJsonIsSane', () => {
  test.each([
    '{}',
    '{"a":1,"b":{"a":2}}',
    '[{"a":1},{"a":2}]',
    '{"a":"\\"a\\":1,{[","b":"\\\\"}',
    '{"a":"🙂","ä":"\\u0000"}',
    nested(JSON_DEPTH_MAX),
  ])('lets %j pass', (text) => expect(codeOf(text)).toBeNull());

  test('C04 refuses bytes that are not UTF-8', () => {
    expect(codeOf(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]))).toBe('invalid_json');
  });

  test('C07 refuses deep nesting without recursion', () => {
    expect(codeOf(nested(JSON_DEPTH_MAX + 1))).toBe('json_too_deep');
    expect(codeOf('['.repeat(1_000_000))).toBe('json_too_deep');
    expect(codeOf('{"a":'.repeat(100_000))).toBe('json_too_deep');
  });

  test('takes as many token ids as embedding models do', () => {
    const input = `[${'100000,'.repeat(199)}1]`;
    expect(codeOf(`{"input":[${`${input},`.repeat(1_499)}${input}]}`)).toBeNull();
  });

  test('C08 refuses floods of values', () => {
    expect(codeOf(`[${'1,'.repeat(4 * JSON_TOKENS_MAX + 4)}1]`)).toBe('invalid_json');
    for (const value of ['""', '{}', '[1]', 'null', '{"a":1}']) {
      expect(codeOf(`[${`${value},`.repeat(JSON_TOKENS_MAX + 1)}1]`)).toBe('invalid_json');
    }
  });

  test.each([['{"__proto__":{}}'], ['{"\\u005f_proto__":{}}'], ['{"a":{"b":[{"__proto__":1}]}}']])(
    'C09 refuses %j',
    (text) => expect(codeOf(text)).toBe('invalid_json'),
  );

  test.each([['{"a":1,"a":2}'], ['{"a":1,"\\u0061":2}'], ['{"x":{"a":1,"b":{"a":1},"a":3}}']])(
    'C14 refuses the repeated key of %j',
    (text) => expect(codeOf(text)).toBe('invalid_json'),
  );

  test('refuses a body that ends inside a string', () => {
    expect(codeOf('{"a":"')).toBe('invalid_json');
    expect(codeOf('{"a":"\\"')).toBe('invalid_json');
  });
});
