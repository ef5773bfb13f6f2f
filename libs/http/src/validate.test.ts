import { parseExactJson } from '@tollgate/contract/exact-json';
import { Type } from 'typebox';
import { inEnvelope, partValidator, ValidationError } from './validate.ts';
import type { ValidationFault } from './validate.ts';

const closed = { additionalProperties: false } as const;
const check = partValidator(
  Type.Object(
    {
      name: Type.String({ minLength: 1 }),
      mode: Type.Union([Type.Literal('live'), Type.Literal('test')]),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })),
      limit: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      amount: Type.Optional(
        Type.String({ pattern: '^[0-9]+$', description: 'Credits as a whole number' }),
      ),
      names: Type.Optional(Type.Array(Type.String(), { maxItems: 10 })),
    },
    closed,
  ),
  'body',
);

function faultsOf(body: unknown): readonly ValidationFault[] {
  try {
    check(body);
  } catch (error) {
    if (error instanceof ValidationError) return error.detail;
    throw error;
  }
  return [];
}

test('every fault of a body is told, and an enumeration with its values', () => {
  expect(faultsOf({ mode: 'both', days: 31, limit: 'many', surplus: 1 })).toEqual([
    { loc: ['body', 'name'], msg: 'is required', type: 'required' },
    { loc: ['body', 'surplus'], msg: 'is not known here', type: 'additionalProperties' },
    { loc: ['body', 'mode'], msg: 'must be "live" or "test"', type: 'anyOf' },
    { loc: ['body', 'days'], msg: 'must be 30 or less', type: 'maximum' },
    { loc: ['body', 'limit'], msg: 'must be a whole number', type: 'anyOf' },
  ]);
});

test('what a text must be like is told by its description', () => {
  expect(faultsOf({ name: 'a', mode: 'live', amount: 'x' })).toEqual([
    { loc: ['body', 'amount'], msg: 'must be credits as a whole number', type: 'pattern' },
  ]);
});

test('a body that could have very many faults is told one', () => {
  const names = Array.from({ length: 50_000 }, () => 1);
  expect(faultsOf({ name: 'x', mode: 'live', names })).toHaveLength(1);
  expect(faultsOf({ name: 'x', mode: 'live', names: names.slice(0, 500) })).toHaveLength(100);
});

/** A fault of each rule that a schema of ours may have, and the message that a person reads. */
const RULES: readonly [rule: Record<string, unknown>, value: unknown, words: string][] = [
  [{ format: 'email' }, 'x', 'must be an e-mail address such as ada@example.com'],
  [{ format: 'date-time' }, 'x', 'must be a moment such as 2026-12-31T00:00:00Z'],
  [{ format: 'date' }, 'x', 'must be a day such as 2026-12-31'],
  [{ format: 'uri' }, 'x', 'must be an address such as https://example.com'],
  [{ format: 'ipv4' }, 'x', 'must be an IPv4 address such as 203.0.113.7'],
  [{ format: 'hostname' }, '-', 'must be a text of the format hostname'],
  [{ pattern: '^a$' }, 'b', 'must fit the pattern ^a$'],
  [{ pattern: '^a$', description: 'The letter a' }, 'b', 'must be the letter a'],
  [{ minLength: 1 }, '', 'must not be empty'],
  [{ minLength: 2 }, 'a', 'must have 2 characters at least'],
  [{ maxLength: 1 }, 'ab', 'may have 1 character at most'],
  [{ maxItems: 0 }, [1], 'must be empty'],
  [{ maxItems: 1 }, [1, 2], 'may have 1 item at most'],
  [{ minItems: 2 }, [1], 'must have 2 items at least'],
  [
    { uniqueItems: true },
    ['a', 'b', 'a'],
    'must not have the same item twice: the items at 0 and 2 are equal',
  ],
  [{ minProperties: 1 }, {}, 'must not be empty'],
  [{ minProperties: 2 }, { a: 1 }, 'must have 2 entries at least'],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, 'may have 1 entry at most'],
  [{ multipleOf: 5 }, 3, 'must be a multiple of 5'],
  [{ exclusiveMinimum: 0 }, 0, 'must be more than 0'],
  [{ exclusiveMaximum: 5 }, 5, 'must be less than 5'],
  [{ not: { const: 'x' } }, 'x', 'must not be this value'],
  [
    { oneOf: [{ type: 'string' }, { minLength: 1 }] },
    'x',
    'fits several alternatives at once: leave out the fields of all but one',
  ],
  [{ type: 'null' }, 1, 'is not supported here: leave it out or send null'],
  [{ type: ['string', 'null'] }, 1, 'must be a string'],
];

test.each(RULES)('%j refuses %j in plain words', (rule, value, words) => {
  const judge = partValidator(Type.Object({ field: Type.Unsafe(rule) }), 'body');
  let reported: readonly ValidationFault[] = [];
  try {
    judge({ field: value });
  } catch (error) {
    reported = error instanceof ValidationError ? error.detail : [];
  }
  expect(reported.map(({ msg }) => msg)).toEqual([words]);
});

test.each([
  ['namess', 'names'],
  ['moed', undefined],
  ['amountt', 'amount'],
  ['surplus', undefined],
  ['x'.repeat(1_000), undefined],
])('the unknown field %s is near to %s', (name, near) => {
  const [fault] = faultsOf({ name: 'a', mode: 'live', [name]: 1 });
  expect(fault?.msg).toBe(
    near === undefined ? 'is not known here' : `is not known here; did you mean ${near}?`,
  );
});

test('routes that tell every fault in the envelope have one code and wording for unknown fields', () => {
  const reported = (body: unknown): unknown => {
    try {
      check(body);
    } catch (error) {
      return inEnvelope(error);
    }
    return undefined;
  };
  expect(reported({ name: 'a', mode: 'live', limits: 1 })).toMatchObject({
    code: 'unsupported_parameter',
    param: 'limits',
    message: 'limits is not a parameter of this route. Did you mean limit?',
  });
  expect(reported({ name: 'a', mode: 'live', surplus: 1 })).toMatchObject({
    code: 'unsupported_parameter',
    message: 'surplus is not a parameter of this route. Leave it out.',
  });
});

describe('a number that a double cannot hold', () => {
  const params = Type.Record(Type.String(), Type.String());
  const checkSteps = partValidator(Type.Object({ steps: Type.Array(params) }), 'body');
  const checkStep = partValidator(params, 'body');
  const checkFree = partValidator(Type.Object({ free: Type.Unknown() }), 'body');
  const document = parseExactJson('{"steps": [{"id": "1"}, 9007199254740993]}');

  test('is no object where one is wanted', () => {
    expect(() => checkSteps(document)).toThrow(ValidationError);
    expect(() => checkStep((document as { steps: unknown[] }).steps[1])).toThrow(ValidationError);
  });

  test('keeps its digits where any value is taken', () => {
    const text = '{"free":[9007199254740993]}';
    expect(JSON.stringify(checkFree(parseExactJson(text)))).toBe(text);
  });
});
