import { Type } from 'typebox';
import { partValidator, ValidationError } from './validate.ts';
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
