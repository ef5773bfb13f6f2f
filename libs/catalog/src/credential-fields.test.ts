import { Type } from 'typebox';
import { assertCredentialFields, lastFour, secretFieldsOf } from './credential-fields.ts';
import { InputError } from './input-error.ts';

const schema = Type.Object(
  {
    region: Type.String({ pattern: '^[a-z-]+$' }),
    secret_key: Type.String({ minLength: 1, maxLength: 100, secret: true }),
    session: Type.Optional(Type.String({ secret: true })),
  },
  { additionalProperties: false },
);
const good = { region: 'eu-west', secret_key: 'a-long-secret-WXYZ' };

const faultsOf = (fields: Record<string, string>): string[] => {
  try {
    assertCredentialFields(schema, fields);
  } catch (error) {
    if (error instanceof InputError) return error.faults.map(({ path }) => path.join('.'));
    throw error;
  }
  return [];
};

test('fields that the schema of a credential allows are taken', () => {
  expect(faultsOf(good)).toEqual([]);
  expect(secretFieldsOf(schema)).toEqual(['secret_key', 'session']);
});

test.each([
  [{ ...good, region: 'EU' }, 'credential.region'],
  [{ ...good, secret_key: 'x'.repeat(101) }, 'credential.secret_key'],
  [{ ...good, secret_key: 'a\r\nx-evil: 1' }, 'credential.secret_key'],
  [{ ...good, secret_key: 'ä' }, 'credential.secret_key'],
  [{ ...good, secret_key: ' a' }, 'credential.secret_key'],
  [{ ...good, toString: 'x' }, 'credential.toString'],
  [{ ...good, host: 'evil' }, 'credential.host'],
])('V02, V25: %j', (fields, fault) => {
  expect(faultsOf(fields as unknown as Record<string, string>)).toContain(fault);
});

test('a fault never repeats the value', () => {
  const fields = { ...good, secret_key: 'canary\u0000' };
  expect(() => assertCredentialFields(schema, fields)).not.toThrow(/canary/);
});

test('four characters of a long secret, none of a short one', () => {
  expect(lastFour(schema, good)).toBe('WXYZ');
  expect(lastFour(schema, { ...good, secret_key: 'short' })).toBe('');
});
