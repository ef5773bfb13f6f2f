import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { answerWord, holderOf } from './answer-words.ts';

const ajv = new Ajv({ strict: false });
addFormats.default(ajv);

/** Texts that fit one pattern or another; the first that fits is taken. */
const TEXTS = [
  'Example',
  'example',
  '12.5',
  '12.500000000',
  'get_weather',
  '1',
  '0123456789abcdef'.repeat(4),
  'data:image/png;base64,iVBORw0KGgo=',
  '2026-12-31T00:00:00Z',
  'ada@example.com',
];

const ID = '01jd0000000000000000000000';

/** What a field of this name usually holds. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  email: 'ada@example.com',
  password: 'correct horse battery staple',
  current_password: 'correct horse battery staple',
  new_password: 'another horse battery staple',
  name: 'Ada',
  model: 'sandbox/echo',
  user_id: `usr_${ID}`,
  organization_id: `usr_${ID}`,
  key_id: `key_${ID}`,
  grant_id: `grt_${ID}`,
  session_id: 'b5b7e8c0-0000-7000-8000-000000000000',
  model_id: `mdl_${ID}`,
  alias_id: `als_${ID}`,
  administrator_id: `adm_${ID}`,
  token_id: `tok_${ID}`,
  credential_id: `cred_${ID}`,
  op_id: `op_${ID}`,
  operation_id: `op_${ID}`,
  request_id: `req_${ID}`,
  public_id: `req_${ID}`,
  purge_id: `prg_${ID}`,
  video_id: `vid_${ID}`,
  media_id: `med_${ID}`,
  file_id: `file_${ID}`,
  input_file_id: `file_${ID}`,
  output_file_id: `file_${ID}`,
  error_file_id: `file_${ID}`,
  batch_id: `batch_${ID}`,
  lease_id: `cfl_${ID}`,
  reconciliation_id: `rcn_${ID}`,
  webhook_id: `whk_${ID}`,
  message_id: `msg_${ID}`,
  spool_id: `spl_${ID}`,
  queue: 'maintenance',
  job_id: 'repeat:sweep-ledger:1790000000000',
  category: 'request_records',
  address: '203.0.113.7',
  expires_at: '2030-01-01T00:00:00Z',
  amount: '12.5',
  action: 'suspend',
  created: 1_790_000_000,
  token: 't'.repeat(43),
  access_token: '<access token>',
  secret: '<shown once>',
};

interface Schema {
  type?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  minProperties?: number;
  format?: string;
}

/**
 * A value that fits a schema.
 * @param whole with the optional properties, as an answer has them; else with the least that will
 *   do
 * @param holder the holder of the value: a field, or the last word of a path
 */
export function sample(given: object, whole: boolean, name = '', holder = ''): unknown {
  const schema = given as Schema;
  const fits = (value: unknown): boolean => ajv.validate(given, value);
  const known = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  const reported = whole ? answerWord(name, holder) : undefined;
  const candidates = [
    ...(schema.examples ?? []),
    schema.default,
    known,
    reported,
    schema.const,
  ].filter((one) => one !== undefined);
  for (const value of [...candidates, ...(schema.enum ?? [])]) if (fits(value)) return value;
  const branch = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  if (branch !== undefined) return sample(branch, whole, name, holder);
  return ofType(schema, { whole, name, holder, fits });
}

interface Position {
  whole: boolean;
  name: string;
  holder: string;
  fits: (value: unknown) => boolean;
}

function ofType(schema: Schema, { whole, name, holder, fits }: Position): unknown {
  switch (schema.type) {
    case 'object':
      return objectOf(schema, whole, holderOf(name, holder));
    case 'array': {
      const count = Math.max(schema.minItems ?? 0, schema.items === undefined ? 0 : 1);
      return Array.from({ length: count }, () =>
        sample(schema.items ?? {}, whole, whole ? name : '', holder),
      );
    }
    case 'string': {
      const text = TEXTS.find(fits);
      if (text === undefined) {
        throw new Error(
          `no example fits, give the schema one in "examples": ${JSON.stringify(schema)}`,
        );
      }
      return text;
    }
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case undefined:
    default:
      return null;
  }
}

function objectOf(
  { properties = {}, required = [], minProperties = 0 }: Schema,
  whole: boolean,
  holder: string,
): unknown {
  const names = Object.keys(properties);
  const optional = names.filter((name) => !required.includes(name));
  const surplus = whole
    ? optional
    : optional.slice(0, Math.max(0, minProperties - required.length));
  return Object.fromEntries(
    names
      .filter((name) => required.includes(name) || surplus.includes(name))
      .map((name) => [name, sample(properties[name] ?? {}, whole, name, holder)]),
  );
}
