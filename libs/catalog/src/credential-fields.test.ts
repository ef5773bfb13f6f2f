import { familyById } from '@tollgate/providers/families';
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

describe('a credential of Bedrock', () => {
  const key = { region: 'us-east-1', api_key: 'an-api-key-of-bedrock' };
  const pair = { region: 'us-east-1', access_key_id: 'AKID', secret_access_key: 'the-secret' };
  const bucket = { batch_s3_uri: 's3://the-bucket/of/batches' };
  const role = { batch_role_arn: 'arn:aws:iam::123456789012:role/service/batches' };

  const messageOf = (fields: Record<string, string>): string[] => {
    try {
      assertCredentialFields(familyById('bedrock')?.credential ?? schema, fields);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return error.faults.map(({ path, message }) => `${path.join('.')} ${message}`);
    }
    return [];
  };

  it('may have a bucket, a role and its owner, beside a pair of keys', () => {
    const owner = { batch_bucket_owner: '123456789012' };
    expect(messageOf({ ...pair, ...bucket, ...role, ...owner })).toEqual([]);
    expect(messageOf({ ...pair, ...role, batch_s3_uri: 's3://bucket/' })).toEqual([]);
    expect([messageOf(pair), messageOf(key)]).toEqual([[], []]);
  });

  it.each([
    [{ ...key, ...bucket, ...role }, 'credential.batch_s3_uri needs batch_role_arn and access_key'],
    [{ ...key, output_s3_uri: 's3://bucket' }, 'credential.output_s3_uri needs access_key_id'],
    [{ ...pair, ...bucket }, 'credential.batch_s3_uri needs batch_role_arn'],
    [{ ...pair, ...role }, 'credential.batch_role_arn needs batch_s3_uri beside it'],
    [{ ...pair, batch_bucket_owner: '123456789012' }, 'credential.batch_bucket_owner needs batch'],
    [{ ...pair, ...role, batch_s3_uri: 'https://bucket' }, 'credential.batch_s3_uri must be a'],
    [{ ...pair, ...role, batch_s3_uri: 's3://bucket/../x' }, 'credential.batch_s3_uri must be a'],
    [{ ...pair, ...role, batch_s3_uri: 's3://bucket/a b' }, 'credential.batch_s3_uri must be a'],
    [
      { ...pair, ...bucket, batch_role_arn: 'arn:aws:iam::1:user/x' },
      'credential.batch_role_arn must',
    ],
    [
      { ...pair, ...bucket, ...role, batch_bucket_owner: '12' },
      'credential.batch_bucket_owner must',
    ],
  ])('V02: %j', (fields, wanted) => {
    const messages = messageOf(fields as unknown as Record<string, string>);
    expect(messages).toContainEqual(expect.stringContaining(wanted));
  });
});
