import { generateKeys } from '@tollgate/deploy/local/keys';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { SERVICES, serviceEnvironment } from '@tollgate/deploy/local/services';
import { loadConfig } from '@tollgate/runtime/config';
import { execa } from 'execa';
import type { TObject } from 'typebox';
import { configSchema as account } from '../../services/account/src/config.ts';
import { configSchema as admin } from '../../services/admin/src/config.ts';
import { BillingConfig as billing } from '../../services/billing/src/config.ts';
import { configSchema as console } from '../../services/console/src/config.ts';
import { configSchema as docs } from '../../services/docs/src/config.ts';
import { EdgeConfig as edge } from '../../services/edge/src/config.ts';
import { configSchema as inference } from '../../services/inference/src/config.ts';
import { configSchema as worker } from '../../services/worker/src/config.ts';

const SCHEMAS: Readonly<Record<string, TObject>> = {
  account,
  admin,
  billing,
  console,
  docs,
  edge,
  inference,
  worker,
};
const NAMES_A_SECRET =
  /KEY(?!_ID$)|TOKEN|SECRET|PEPPER|PASSWORD|DATABASE_URL$|^REDIS_URL$|^HTTPS_PROXY$/u;

type Environment = Record<string, string>;
const environments: Record<string, Environment> = {};
beforeAll(async () => {
  const keys = await generateKeys();
  const ports = Object.fromEntries(
    SERVICES.flatMap((service) => Object.keys(service.ports).map((name) => [name, 1])),
  );
  const context = {
    keys,
    ports,
    stateDir: '/tmp/none',
    databaseUrl: `postgres://tollgate_owner:${keys.postgresPassword}@127.0.0.1:1/tollgate`,
    redisServiceUrl: `redis://tollgate:${keys.redisServicePassword}@127.0.0.1:1`,
  };
  for (const service of SERVICES) {
    const input = { service, replica: 1, context, timerScale: 1, env: {} };
    environments[service.name] = serviceEnvironment(input);
  }
});

const marked = (schema: TObject): [string, string][] =>
  Object.entries(schema.properties).flatMap(([name, property]) => {
    const { secret } = property as { secret?: string };
    return secret === undefined ? [] : [[name, secret] as [string, string]];
  });

const repeated = Buffer.alloc(32, 'ab').toString('base64');
const weakKey = (d: string): string =>
  JSON.stringify({ kty: 'OKP', crv: 'Ed25519', kid: 'x', d, x: repeated });
/** What nobody should start with, by kind. */
const WEAK: Readonly<Record<string, readonly string[]>> = {
  'signing-keys': [
    '{',
    'a-canary-that-is-no-json',
    '{"keys":[]}',
    '{"keys":[7]}',
    weakKey('c2hvcnQ'),
    `{"keys":[${weakKey(Buffer.alloc(32).toString('base64url'))}]}`,
    weakKey('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A'),
  ],
  'signing-key': [
    '{',
    'a-canary-that-is-no-json',
    '{"kty":"RSA","kid":"x"}',
    weakKey(''),
    weakKey('c2hvcnQ'),
    weakKey(Buffer.alloc(32).toString('base64url')),
    weakKey('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A'),
  ],
  'trust-keys': [
    '{',
    'a-canary-that-is-no-json',
    '{"keys":[]}',
    `{"keys":[${weakKey('c2hvcnQ')}]}`,
  ],
  'key-ring': [
    '{',
    'a-canary-that-is-no-json',
    '{"current":"v1","keys":{"v1":""}}',
    '{"current":"v1","keys":{"v1":"c2hvcnQ="}}',
    `{"current":"v1","keys":{"v1":"${repeated}"}}`,
  ],
  bytes: ['c2hvcnQ=', repeated, Buffer.alloc(64).toString('base64'), 'x'.repeat(60)],
  phrase: [
    'short',
    'a'.repeat(30),
    'minioadmin',
    'changeme-changeme',
    'Password123',
    'secretsecretsecret1',
  ],
  address: ['redis://:changeme@127.0.0.1:6379', 'postgres://postgres:postgres@127.0.0.1/tollgate'],
};

test('every service has its table', () => {
  expect(Object.keys(SCHEMAS).toSorted()).toEqual(SERVICES.map(({ name }) => name).toSorted());
});

describe.each(Object.entries(SCHEMAS))('D04: %s', (service, schema) => {
  const start = (changes: Environment): unknown =>
    loadConfig(schema, { ...environments[service], ...changes });

  test('D04: marks each variable that is a secret', () => {
    const named = Object.keys(schema.properties).filter((name) => NAMES_A_SECRET.test(name));
    expect(
      marked(schema)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(named.toSorted());
  });

  test('D04: starts with what the local stack makes', () => {
    expect(() => start({})).not.toThrow();
  });

  const required = marked(schema).filter(
    ([name]) => schema.required.includes(name) && !('default' in (schema.properties[name] ?? {})),
  );
  test.each(required)('D04: refuses to start with %s missing or empty, and names it', (name) => {
    expect(() => start({ [name]: '' })).toThrow(`${name} is required`);
    const { [name]: _left, ...others } = environments[service] ?? {};
    expect(() => loadConfig(schema, others)).toThrow(`${name} is required`);
  });

  test.each(marked(schema))(
    'D04: refuses to start with a short or a default %s, and names it without its value',
    (name, kind) => {
      const values = WEAK[kind] ?? [];
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) {
        let reported = 'nothing';
        try {
          start({ [name]: value });
        } catch (error) {
          reported = String(error);
        }
        expect({ value, reported }).toEqual({ value, reported: expect.stringContaining(name) });
        if (value.length > 10) expect(reported).not.toContain(value);
      }
    },
  );
});

test.each(SERVICES.map(({ name, entry }) => [name, entry]))(
  'D04: the process of %s ends at once, names every variable and shows no value',
  async (name, entry) => {
    const schema = SCHEMAS[name];
    if (schema === undefined) throw new Error(`there is no schema of ${name}`);
    const weak = Object.fromEntries(
      marked(schema).map(([variable, kind]) => [variable, WEAK[kind]?.at(1) ?? '']),
    );
    const ended = await execa(process.execPath, [entry], {
      cwd: REPOSITORY_ROOT,
      env: { ...environments[name], ...weak },
      extendEnv: false,
      reject: false,
    });
    expect(ended.exitCode).toBe(1);
    const reported = ended.stdout + ended.stderr;
    for (const [variable, value] of Object.entries(weak)) {
      expect(reported).toContain(variable);
      expect(reported).not.toContain(value);
    }
  },
);
