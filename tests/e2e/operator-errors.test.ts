import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { dirname, join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { freePort } from '@tollgate/deploy/local/ports';
import { execa } from 'execa';
import got from 'got';
import { Client } from 'pg';
import { aDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { aRedis } from '../support/redis.ts';
import { aServiceEnvironment } from '../support/service-environment.ts';
import { startService } from '../support/service-process.ts';
import { aStateDir } from '../support/state-dir.ts';

const START_MS = 120_000;
const ROLE = 'operator_errors';
/** Nobody listens there. */
const NOWHERE = 9;

/** What can be wrong with the address of a database, and what is said of it. */
const BROKEN: readonly { change: (url: URL, strangersPort: number) => void; reported: string }[] = [
  {
    change: (url) => (url.password = 'wrong'),
    reported: 'it refuses the password of role tollgate_',
  },
  { change: (url) => (url.hostname = 'nowhere.invalid'), reported: 'its host name is not known' },
  {
    change: (url, port) => {
      url.port = String(port);
      url.searchParams.set('sslmode', 'verify-full');
    },
    reported: 'its certificate is not trusted',
  },
];

let database: TestDatabase;
let faults: { fault: string; url: string; reported: string }[];
let folder: string;
let stranger: Server;

async function asOwner(statement: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Begins TLS as PostgreSQL does, with a certificate that nobody has signed; clients leave before a
 * word of PostgreSQL is said.
 */
async function aStrangersServer(): Promise<Server> {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string];
  const made = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-keyout',
    key,
    '-out',
    cert,
  ];
  await execa('openssl', ['req', '-x509', '-nodes', '-subj', '/CN=127.0.0.1', ...made]);
  const options = { isServer: true, key: await readFile(key), cert: await readFile(cert) };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, options).on('error', () => undefined);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  return server;
}

beforeAll(async () => {
  database = await aDatabase();
  folder = join(await aStateDir(), 'operator-errors');
  await mkdir(folder, { recursive: true });
  stranger = await aStrangersServer();
  await asOwner(`create role ${ROLE} login password 'x'`);
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };
  const port = String(await freePort());
  faults = [
    { fault: 'port', url: changed((url) => (url.port = port)), reported: 'nothing listens there' },
    {
      fault: 'password',
      url: changed((url) => (url.password = 'wrong')),
      reported: 'it refuses the password of role',
    },
    {
      fault: 'host',
      url: changed((url) => (url.hostname = 'nowhere.invalid')),
      reported: 'its host name is not known',
    },
    {
      fault: 'database',
      url: changed((url) => (url.pathname = '/nothing')),
      reported: 'it has no database nothing',
    },
    {
      fault: 'TLS',
      url: changed((url) => url.searchParams.set('sslmode', 'verify-full')),
      reported: 'it has no TLS',
    },
    {
      fault: 'certificate',
      url: changed((url) => {
        url.port = String((stranger.address() as AddressInfo).port);
        url.searchParams.set('sslmode', 'verify-full');
      }),
      reported: 'its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
    },
  ];
}, START_MS);
afterAll(async () => {
  stranger.close();
  await asOwner(`drop role ${ROLE}`);
  await database.drop();
});

interface Ended {
  exitCode?: number;
  stdout: string;
  /** Without the line that names the database. */
  lines: string[];
}

async function run(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, args, {
    cwd: REPOSITORY_ROOT,
    env,
    reject: false,
  });
  const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('Database: '));
  return { ...(exitCode === undefined ? {} : { exitCode }), stdout, lines };
}

/** As the Makefile runs them. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  migrate: ['deploy/with-env.ts', 'migrate', 'deploy/migrate.ts'],
  'verify-ledger': ['deploy/with-env.ts', 'billing', 'services/billing/src/verify.ts'],
  'verify-audit': ['deploy/with-env.ts', 'admin', 'services/admin/src/verify-audit.ts'],
  backup: ['deploy/with-env.ts', 'migrate', 'deploy/operations/backup.ts', '.tollgate/never-made'],
};

describe('a database that cannot be connected to', () => {
  test.each(Object.entries(COMMANDS))(
    'make %s says in one line what is wrong and fails',
    async (_name, args) => {
      const ended = await Promise.all(
        faults.map(({ url }) => run(args, { DATABASE_URL: url, DATABASE_ROLE_PASSWORDS: '{}' })),
      );
      for (const [at, { fault, reported }] of faults.entries()) {
        const lines = [expect.stringContaining(reported)];
        expect([fault, ended[at]]).toEqual([fault, { exitCode: 1, stdout: '', lines }]);
        expect(ended[at]?.lines[0]).toMatch(/^No connection to PostgreSQL at /);
      }
    },
    START_MS,
  );
});

describe('a service whose database cannot be connected to', () => {
  test.each(['account', 'admin', 'billing', 'inference', 'worker'])(
    '%s listens and says in one line of its log what is wrong',
    async (name) => {
      const redis = await aRedis();
      const ports = { billing: NOWHERE, public: NOWHERE, internal: NOWHERE };
      const environment = await aServiceEnvironment(name, { database, redis, ports });
      try {
        for (const { change, reported } of BROKEN) {
          const url = new URL(environment['DATABASE_URL'] ?? '');
          change(url, (stranger.address() as AddressInfo).port);
          const env = { ...environment, DATABASE_URL: url.href };
          const service = await startService(name, env, '/health/startup');
          try {
            const { statusCode, body } = await got(`${service.url}/health/ready`, {
              throwHttpErrors: false,
              retry: { limit: 0 },
            });
            expect([statusCode, body]).toEqual([503, expect.stringContaining('database')]);
            const line = new RegExp(
              `"part":"database","msg":"not ready: No connection to PostgreSQL at [^"]*${reported}[^"]*"`,
              'u',
            );
            await eventually(
              async () => line.test(await service.logs()),
              `${name} never says: ${reported}`,
            );
            expect(await service.logs()).not.toContain('pool is probably full');
          } finally {
            await service.drop();
          }
        }
      } finally {
        await redis.drop();
      }
    },
    START_MS,
  );
});

describe('make migrate', () => {
  const migrate = (env: Record<string, string>): Promise<Ended> =>
    run(COMMANDS['migrate'] ?? [], { DATABASE_URL: database.url, ...env });

  test('says which right its role lacks', async () => {
    const url = Object.assign(new URL(database.url), { username: ROLE, password: 'x' }).href;
    const ended = await migrate({ DATABASE_URL: url, DATABASE_ROLE_PASSWORDS: '{}' });
    const reported = expect.stringContaining(`alter role ${ROLE} createrole`) as string;
    expect(ended).toEqual({ exitCode: 1, stdout: '', lines: [reported] });
  });

  test('says what passwords have to look like', async () => {
    const ended = await migrate({ DATABASE_ROLE_PASSWORDS: 'secret' });
    const reported = expect.stringContaining('DATABASE_ROLE_PASSWORDS is no JSON.') as string;
    expect(ended).toEqual({ exitCode: 1, stdout: '', lines: [reported] });
  });
});

describe('make backup, verify-backup and restore', () => {
  const at = (script: string): string => `deploy/operations/${script}.ts`;
  const NOWHERE = { BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9', BACKUP_S3_ACCESS_KEY_ID: 'a-key' };
  const cases: [string, string[], Record<string, string>, string][] = [
    ['backup', [''], {}, 'make backup TO='],
    ['backup', ['/dev/null/x'], {}, '/dev/null/x cannot be used'],
    ['backup', ['deploy'], {}, 'exists and is left as it is'],
    ['backup', ['ftp://host/x'], {}, 'TO is neither a folder nor s3://bucket/prefix'],
    ['backup', ['s3://bucket'], {}, 'TO needs a prefix behind the bucket'],
    ['backup', ['s3://bucket/one'], NOWHERE, 'BACKUP_S3_SECRET_ACCESS_KEY belong together'],
    [
      'backup',
      ['s3://bucket/one'],
      { ...NOWHERE, BACKUP_S3_SECRET_ACCESS_KEY: 'kQ7vR2mZx9LpT4wYb8Nc' },
      's3://bucket/one cannot be used: the server does not answer. Check BACKUP_S3_ENDPOINT',
    ],
    ['backup', [], { BACKUP_IN: 'x', BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be >= 1'],
    ['backup', ['x'], { DATABASE_URL: 'nonsense' }, 'DATABASE_URL is no address of the form'],
    ['verify-backup', [''], {}, 'make verify-backup FROM='],
    ['verify-backup', ['deploy'], {}, 'it has no manifest.json.'],
    ['restore', [''], {}, 'make restore FROM='],
    ['restore', ['deploy'], {}, 'it has no manifest.json.'],
    [
      'restore',
      ['deploy'],
      { DATABASE_ROLE_PASSWORDS: 'x' },
      'DATABASE_ROLE_PASSWORDS is no JSON.',
    ],
    ['restore', ['deploy'], { DATABASE_ROLE_PASSWORDS: '{"a":1}' }, 'no password of a.'],
  ];

  test.each(cases)(
    '%s %j with %j says in one line what is wrong',
    async (script, args, env, reported) => {
      const ended = await run([at(script), ...args], { DATABASE_URL: database.url, ...env });
      const lines = [expect.stringContaining(reported) as string];
      expect(ended).toEqual({ exitCode: 1, stdout: '', lines });
    },
  );
});

describe('make images', () => {
  const images = (env: Record<string, string>): Promise<Ended> => run(['deploy/images.ts'], env);

  test.each([
    [{ PUSH: '1' }, 'PUSH needs REGISTRY'],
    [{ PUSH: 'yes' }, 'PUSH has to be 1, or nothing.'],
    [{ VERSION: 'a b' }, 'VERSION has to be a tag'],
    [{ PLATFORMS: 'windows/amd64' }, 'PLATFORMS has to be platforms'],
    [{ NPM_REGISTRY: 'https://me:secret@host/' }, 'NPM_REGISTRY has to be an address without'],
    [{ CA: '/nowhere' }, 'CA names no file: /nowhere'],
    [{ PATH: '/nowhere' }, 'docker is missing: install'],
  ])('with %j says in one line what is wrong', async (env, reported) => {
    const lines = [expect.stringContaining(reported) as string];
    expect(await images(env)).toEqual({ exitCode: 1, stdout: '', lines });
  });

  test('prints and runs one command for both processors, which lends files and attests what was made', async () => {
    const bin = join(folder, 'images');
    const ca = join(bin, 'ca.pem');
    await mkdir(bin, { recursive: true });
    const digest = `sha256:${'a'.repeat(64)}`;
    await writeFile(
      join(bin, 'docker'),
      `#!/bin/sh\n[ "$2" = bake ] && env > "$0.env"; [ "$2" = imagetools ] && echo ${digest}; exit 0\n`,
    );
    await chmod(join(bin, 'docker'), 0o755);
    await writeFile(ca, '');
    const ended = await images({
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      PUSH: '1',
      REGISTRY: 'registry.example.com/tollgate',
      VERSION: '1.2.3',
      CA: ca,
    });
    expect(ended).toMatchObject({ exitCode: 0, lines: [] });
    expect(ended.stdout).toContain(
      `> docker buildx bake --file deploy/docker-bake.json --metadata-file .tollgate/images.json --push --provenance mode=max --sbom true --set *.platform=linux/amd64,linux/arm64 --allow fs.read=${bin} --set *.secrets=id=ca,src=${ca}\n`,
    );
    const reported = await readFile(join(bin, 'docker.env'), 'utf8');
    expect(reported).toMatch(/^REGISTRY=registry\.example\.com\/tollgate$/mu);
    expect(reported).toMatch(/^VERSION=1\.2\.3$/mu);
    expect(reported).toMatch(/^REVISION=[0-9a-f]{40}$/mu);
    expect(reported).toMatch(new RegExp(`^NODE_IMAGE=\\S+@${digest}$`, 'mu'));
    expect(reported).toMatch(new RegExp(`^RUNTIME_IMAGE=\\S+@${digest}$`, 'mu'));
  });

  test('refuses to push on a base whose digest nobody knows, and says what to give', async () => {
    const bin = join(folder, 'unpinned');
    await mkdir(bin, { recursive: true });
    await writeFile(
      join(bin, 'docker'),
      '#!/bin/sh\n[ "$2" = imagetools ] && { echo "no such tag" >&2; exit 1; }; exit 0\n',
    );
    await chmod(join(bin, 'docker'), 0o755);
    const ended = await images({
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      PUSH: '1',
      REGISTRY: 'registry.example.com/tollgate',
    });
    expect(ended.exitCode).toBe(1);
    expect(ended.lines).toEqual([
      expect.stringMatching(
        /^NODE_IMAGE: the digest of \S+ was not found; give it as NODE_IMAGE=\S+@sha256:… no such tag$/u,
      ),
    ]);
  });
});

describe('make compose', () => {
  const compose = (path: string): Promise<Ended> =>
    run(['deploy/compose/run.ts', 'up'], { PATH: path });

  /** A docker that answers as the real one does, and the folder that it is in. */
  async function aDocker(name: string, script: string): Promise<string> {
    const file = join(folder, name, 'docker');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
    return dirname(file);
  }

  test.each([
    ['docker is absent', 'none', null, 'docker is missing: install'],
    [
      'docker has no plugin',
      'bare',
      `echo "docker: 'compose' is not a docker command." >&2; exit 1`,
      'docker has no Compose plugin: install docker-compose-plugin',
    ],
    [
      'the engine does not run',
      'stopped',
      '[ "$1" = compose ] || { echo "Cannot connect to the Docker daemon" >&2; exit 1; }',
      'start it, or get the right to use it. Cannot connect to the Docker daemon',
    ],
    [
      'docker compose fails',
      'failing',
      'case "$*" in *up*) exit 17;; esac',
      'docker compose up failed; it says why above.',
    ],
  ])('says in one line what to do when %s', async (_when, name, script, reported) => {
    const path = script === null ? join(folder, name) : await aDocker(name, script);
    expect(await compose(path)).toEqual({
      exitCode: 1,
      stdout: '',
      lines: [expect.stringContaining(reported)],
    });
  });
});
