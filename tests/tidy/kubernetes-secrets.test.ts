import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asSecrets, kubernetesSecrets } from '@tollgate/deploy/kubernetes/secrets';
import type { SecretValues } from '@tollgate/deploy/kubernetes/secrets';
import { DATABASE_ROLES, generateKeys } from '@tollgate/deploy/local/keys';
import { SERVICES } from '@tollgate/deploy/local/services';
import { SERVICE_CONFIGS } from '@tollgate/generators/docs/service-configs';
import { ExternalSecret } from '@kubernetes-models/external-secrets/external-secrets.io/v1';
import { loadConfig } from '@tollgate/runtime/config';
import { execa } from 'execa';
import { Secret } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from './source-files.ts';

/** Keys that a store of objects gives out, and the database that a restore fills. */
const OF_OTHERS = ['tollgate-media', 'tollgate-backup-s3', 'tollgate-restore'];
/** CloudNativePG reads this Secret under names of its own. */
const OF_THE_OPERATOR = ['postgres-app'];

interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
}

// oxlint-disable-next-line typescript/no-explicit-any -- documents of every shape.
type Document = any;
const manifests: Document[] = globSync('k8s/{base,components/*}/*.yaml', { cwd: ROOT })
  .filter((file) => !file.endsWith('kustomization.yaml'))
  .flatMap((file) => parseAllDocuments(readFileSync(join(ROOT, file), 'utf8')))
  .map((document) => document.toJS() as Document);
const variables = manifests.flatMap(({ metadata, spec }) => {
  const pod = (spec?.jobTemplate?.spec?.template ?? spec?.template)?.spec;
  const containers = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])];
  return containers.flatMap(({ env = [] }: Document) =>
    (env as Variable[]).map((variable) => ({ of: metadata.name as string, ...variable })),
  );
});

let values: SecretValues;
let folder: string;
beforeAll(async () => {
  values = kubernetesSecrets(await generateKeys(), {});
  folder = await mkdtemp(join(tmpdir(), 'tollgate-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

const command = (args: string[], env: Record<string, string> = {}) =>
  execa(process.execPath, ['deploy/k8s-secrets.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    extendEnv: false,
    reject: false,
    all: true,
  });
const documentsOf = async (file: string): Promise<Document[]> =>
  parseAllDocuments(await readFile(file, 'utf8')).map((one) => one.toJS() as Document);

test('what is made is what the manifests ask for, no more and no less', () => {
  const asked = variables.flatMap(({ valueFrom }) =>
    valueFrom?.secretKeyRef === undefined
      ? []
      : [`${valueFrom.secretKeyRef.name} ${valueFrom.secretKeyRef.key}`],
  );
  const made = Object.entries(values)
    .filter(([name]) => !OF_THE_OPERATOR.includes(name))
    .flatMap(([name, value]) => Object.keys(value).map((key) => `${name} ${key}`));
  const ours = asked.filter((one) => !OF_OTHERS.includes(one.split(' ')[0] ?? ''));
  expect(new Set(made)).toEqual(new Set(ours));
});

test.each(SERVICES.map(({ name }) => name))('D03: %s starts with what is made', (name) => {
  const environment = Object.fromEntries(
    variables
      .filter(({ of }) => of === name)
      .map(({ name: variable, value, valueFrom }) => {
        const { name: secret = '', key = '' } = valueFrom?.secretKeyRef ?? {};
        return [variable, value ?? values[secret]?.[key] ?? ''];
      }),
  );
  const schema = SERVICE_CONFIGS[name];
  if (schema === undefined) throw new Error(`${name} has no configuration`);
  expect(() => loadConfig(schema, environment)).not.toThrow();
});

test('the owner, the roles and the parts of the cluster know the same passwords', () => {
  const { 'postgres-app': owner, 'tollgate-migrate': migrate, 'tollgate-valkey': valkey } = values;
  const ownerUrl = new URL(migrate?.['DATABASE_URL'] ?? '');
  expect([ownerUrl.username, ownerUrl.password]).toEqual([
    owner?.['username'],
    owner?.['password'],
  ]);
  const passwords = JSON.parse(migrate?.['DATABASE_ROLE_PASSWORDS'] ?? '') as object;
  const reported = DATABASE_ROLES.map((role) => {
    const url = new URL(values[role.replace('tollgate_', 'tollgate-')]?.['DATABASE_URL'] ?? '');
    expect(url.host + url.pathname).toBe(ownerUrl.host + ownerUrl.pathname);
    return [url.username, url.password];
  });
  expect(Object.fromEntries(reported)).toEqual(passwords);
  const redis = new URL(values['tollgate-worker']?.['REDIS_URL'] ?? '');
  expect([redis.username, redis.password]).toEqual(['tollgate', valkey?.['SERVICE_PASSWORD']]);
  const cluster = manifests.find(({ kind }) => kind === 'Cluster');
  expect(cluster.spec.bootstrap.initdb).toMatchObject({ secret: { name: 'postgres-app' } });
});

test('a database and a Redis that are there already keep their owner and their address', async () => {
  const databaseUrl = 'postgres://boss:a%2Fb-long-password@db.example:6432/tg?sslmode=require';
  const redisUrl = 'rediss://tg:another-long-password@redis.example:6380';
  const found = kubernetesSecrets(await generateKeys(), { databaseUrl, redisUrl });
  expect(Object.keys(found)).toEqual(
    Object.keys(values).filter((name) => !['postgres-app', 'tollgate-valkey'].includes(name)),
  );
  expect(found['tollgate-migrate']).toMatchObject({ DATABASE_URL: databaseUrl });
  expect(found['tollgate-inference']?.['REDIS_URL']).toBe(redisUrl);
  expect(found['tollgate-billing']?.['DATABASE_URL']).toMatch(
    /^postgres:\/\/tollgate_billing:[\w-]{24}@db\.example:6432\/tg\?sslmode=require$/u,
  );
});

test('the secret of the client at the OpenID provider is written where the component oidc reads it', async () => {
  const { patches } = parse(
    readFileSync(join(ROOT, 'k8s/components/oidc/kustomization.yaml'), 'utf8'),
  ) as Document;
  const [wanted] = (parse(patches[0].patch) as Document[])
    .flatMap(({ value }) => value.valueFrom?.secretKeyRef ?? [])
    .filter(({ optional }) => optional !== true);
  const file = join(folder, 'with-oidc.yaml');
  const given = { OIDC_CLIENT_SECRET: 'canary-of-a-client' };
  const { exitCode, all } = await command([file], given);
  expect([exitCode, all.includes('canary')]).toEqual([0, false]);
  const made = await documentsOf(file);
  expect(made.map(({ metadata }) => metadata.name)).toEqual([...Object.keys(values), wanted.name]);
  expect(made.at(-1)?.stringData).toEqual({ [wanted.key]: given.OIDC_CLIENT_SECRET });
  const external = join(folder, 'external-with-oidc.yaml');
  expect((await command([external, 'vault'], given)).exitCode).toBe(0);
  expect(await readFile(external, 'utf8')).not.toContain('canary');
  expect((await documentsOf(external)).at(-1)?.spec.data[0].secretKey).toBe(wanted.key);
});

test('D03: the command writes Secrets for one pair of eyes, shows no value and replaces no file', async () => {
  const file = join(folder, 'secrets.yaml');
  const first = await command([file], { NAMESPACE: 'elsewhere', ADMIN_EMAIL: 'me@example.org' });
  expect([first.exitCode, (await stat(file)).mode & 0o777]).toEqual([0, 0o600]);
  const made = await documentsOf(file);
  for (const one of made) expect(() => new Secret(one).validate()).not.toThrow();
  expect(made.map(({ metadata }) => metadata.namespace)).toEqual(made.map(() => 'elsewhere'));
  const written = made.flatMap(({ stringData }) => Object.entries<string>(stringData));
  expect(written).toContainEqual(['PLATFORM_ADMIN_EMAIL', 'me@example.org']);
  const hidden = written.filter(([key]) => key !== 'username' && key !== 'PLATFORM_ADMIN_EMAIL');
  expect(hidden.filter(([, value]) => first.all.includes(value))).toEqual([]);
  const before = await readFile(file);
  const second = await command([file]);
  expect([second.exitCode, second.all]).toEqual([1, expect.stringContaining('is left as it is')]);
  expect((await readFile(file)).equals(before)).toBe(true);
});

test('D03: ExternalSecrets hold the same names, and no value', async () => {
  const file = join(folder, 'external.yaml');
  expect(await command([file, 'vault'])).toMatchObject({ exitCode: 0 });
  const made = await documentsOf(file);
  for (const one of made) expect(() => new ExternalSecret(one).validate()).not.toThrow();
  const names = made.map(({ metadata: { name }, spec }) => [
    name,
    spec.data.map(({ secretKey }: Document) => secretKey),
  ]);
  expect(names).toEqual(Object.entries(values).map(([name, value]) => [name, Object.keys(value)]));
  const kinds = made.map(({ spec }) => spec.target.template.type);
  expect(kinds).toEqual(asSecrets(values, 'x').map((one) => (one as Document).type));
  const words = JSON.stringify(made).match(/[\w+/=-]{20,}/gu) ?? [];
  const known = new Set(Object.values(values).flatMap((value) => Object.keys(value)));
  const plain = /^[a-z-]+$|^app\.|^(?:io|external-secrets)\b/u;
  expect(words.filter((word) => !known.has(word) && !plain.test(word))).toEqual([]);
});

test.each([
  ['no file', [], {}, 'make k8s-secrets TO='],
  ['a wrong namespace', ['x'], { NAMESPACE: 'Not One' }, 'NAMESPACE'],
  ['a wrong store', ['x', 'a b'], {}, 'STORE'],
  ['a wrong database', ['x'], { DATABASE_URL: 'mysql://a:canary-pw@h/x' }, 'DATABASE_URL'],
  ['an owner without a password', ['x'], { DATABASE_URL: 'postgres://a@h/x' }, 'DATABASE_URL'],
  ['a wrong Redis', ['x'], { REDIS_URL: 'canary-pw' }, 'REDIS_URL'],
  ['a folder that is not there', ['none/x'], {}, 'cannot be written (ENOENT)'],
])(
  '%s ends in one line that names the fault and nothing else',
  async (_what, args, env, reported) => {
    const [file, ...others] = args;
    const paths = file === undefined ? [] : [join(folder, file)];
    const ended = await command([...paths, ...others], env as Record<string, string>);
    expect(ended).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining(reported),
    });
    expect(ended.stderr.split('\n')).toHaveLength(1);
    expect(ended.stderr).not.toContain('canary');
  },
);

test('every workload with a secret is restarted when that changes', () => {
  const workloads = manifests.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind));
  const unmarked = workloads
    .filter(({ metadata }) => SERVICES.some(({ name }) => name === metadata.name))
    .filter(({ metadata }) => metadata.annotations?.['reloader.stakater.com/auto'] !== 'true');
  expect(unmarked.map(({ metadata }) => metadata.name)).toEqual([]);
});
