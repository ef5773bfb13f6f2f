import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { execa } from 'execa';
import { anApiServer, manifestPrograms } from './support/api-server.ts';
import type { ApiServer } from './support/api-server.ts';
import { applied, componentPath, rendered } from './support/objects.ts';

const START_MS = 600_000;
const EXCHANGE_MS = 240_000;
const NAMESPACE = 'rotated';
const PAGE = 'services/docs/content/operations.md';
/** The documented command that starts a Job of one step. */
const COMMAND = /^kubectl -n tollgate create job .+$/mu;
const programs = await manifestPrograms();
const rotating = programs === undefined ? describe.skip : describe;

interface Variable {
  name: string;
  value?: string;
  valueFrom?: { fieldRef: { fieldPath: string } };
}

rotating('the component rotation at an API server', () => {
  let server: ApiServer;
  let folder: string;
  let documented: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-rotation-'));
    documented = COMMAND.exec(await readFile(join(REPOSITORY_ROOT, PAGE), 'utf8'))?.[0] ?? '';
    server = await anApiServer(programs?.server ?? '');
    const more = { namespace: NAMESPACE, components: [componentPath('rotation')] };
    await applied(server, rendered('overlays/prod', more));
    const file = join(folder, 'secrets.yaml');
    const env = { ...server.env, NAMESPACE };
    await execa(process.execPath, ['deploy/k8s-secrets.ts', file], { cwd: REPOSITORY_ROOT, env });
    await server.kubectl(['create', '-f', file]);
  }, START_MS);
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  const inNamespace = (args: readonly string[]): Promise<string> =>
    server.kubectl(['-n', NAMESPACE, ...args]);
  const valueOf = async (secret: string, key: string): Promise<string> => {
    const path = `jsonpath={.data.${key}}`;
    const text = await inNamespace(['get', 'secret', secret, '-o', path]);
    return Buffer.from(text, 'base64').toString('utf8');
  };

  /**
   * Starts a Job by the documented command, and does what its pod would do, with the token and the
   * environment of the pod.
   */
  async function rotate(secret: string, step: string, service = '') {
    const job = `rotate-${secret}-${step}-${service}1`.toLowerCase().replaceAll('_', '-');
    const command = documented
      .replaceAll('-n tollgate', `-n ${NAMESPACE}`)
      .replace('rotate-pepper-add', job)
      .replace('SECRET=KEY_PEPPER STEP=add', `SECRET=${secret} STEP=${step} SERVICE=${service}`);
    await execa('bash', ['-ec', `set -o pipefail; ${command}`], { env: server.env });
    const made = JSON.parse(await inNamespace(['get', 'job', job, '-o', 'json']));
    const { serviceAccountName, containers } = made.spec.template.spec;
    const [{ args, env }] = containers as [{ args: string[]; env: Variable[] }];
    const tokenFile = join(folder, 'token');
    const token = await inNamespace(['create', 'token', serviceAccountName, '--duration=10m']);
    await writeFile(tokenFile, token, { mode: 0o600 });
    const config = server.env['KUBECONFIG'] ?? '';
    const { clusters } = JSON.parse(await readFile(config, 'utf8'));
    const { hostname, port } = new URL(clusters[0].cluster.server as string);
    const reported = env.map(({ name, value, valueFrom }) => {
      const isNamespace = valueFrom?.fieldRef.fieldPath === 'metadata.namespace';
      return [name, isNamespace ? NAMESPACE : (value ?? '')];
    });
    return execa(process.execPath, args, {
      cwd: REPOSITORY_ROOT,
      extendEnv: false,
      reject: false,
      env: {
        ...(Object.fromEntries(reported) as Record<string, string>),
        NODE_EXTRA_CA_CERTS: join(dirname(config), 'certificates/apiserver.crt'),
        KUBERNETES_SERVICE_HOST: hostname,
        KUBERNETES_SERVICE_PORT: port,
        TOKEN_FILE: tokenFile,
      },
    });
  }

  test(
    'a Job takes each step of the exchange in every Secret that has the variable, and shows no value',
    async () => {
      const before = await valueOf('tollgate-worker', 'WEBHOOK_KEY');
      const versions: string[][] = [];
      for (const step of ['add', 'use', 'retire']) {
        const { exitCode, stdout, stderr } = await rotate('WEBHOOK_KEY', step);
        expect([exitCode, stderr]).toEqual([0, '']);
        expect(stdout).toMatch(
          /^tollgate-account: .*\ntollgate-admin: .*\ntollgate-worker: .*\nRestart/u,
        );
        expect(stdout.includes('start the job reseal')).toBe(step === 'use');
        const holders = ['account', 'admin', 'worker'].map((name) => `tollgate-${name}`);
        const values = await Promise.all(holders.map((name) => valueOf(name, 'WEBHOOK_KEY')));
        expect(new Set(values).size).toBe(1);
        const { current, keys } = JSON.parse(values[0] ?? '');
        versions.push([current, ...Object.keys(keys as object)]);
        for (const key of Object.values<string>(keys)) expect(stdout).not.toContain(key);
      }
      const [first] = Object.keys(JSON.parse(before).keys as object) as [string];
      const [added = ''] = versions[0]?.filter((name) => name !== first) ?? [];
      expect(versions).toEqual([
        [first, first, added],
        [added, first, added],
        [added, added],
      ]);
    },
    EXCHANGE_MS,
  );

  test(
    "a service's key is exchanged with what the others trust",
    async () => {
      for (const step of ['add', 'use', 'retire']) {
        const { exitCode, stderr } = await rotate('SERVICE_SIGNING_KEY', step, 'edge');
        expect([exitCode, stderr]).toEqual([0, '']);
      }
      const { kid, x } = JSON.parse(await valueOf('tollgate-edge', 'SERVICE_SIGNING_KEY'));
      expect(kid).toBe('edge.2');
      for (const name of ['account', 'billing', 'docs']) {
        const { keys } = JSON.parse(await valueOf(`tollgate-${name}`, 'SERVICE_TRUST_KEYS'));
        const ofEdge = (keys as { kid: string; x: string; d?: string }[]).filter((one) =>
          one.kid.startsWith('edge'),
        );
        expect(ofEdge).toEqual([expect.objectContaining({ kid, x })]);
        expect(ofEdge[0]?.d).toBeUndefined();
      }
    },
    EXCHANGE_MS,
  );

  test(
    'what does not follow, and what another program writes, is refused in one line and changes nothing',
    async () => {
      const before = await valueOf('tollgate-admin', 'KEY_PEPPER');
      const use = await rotate('KEY_PEPPER', 'use');
      expect([use.exitCode, use.stderr]).toEqual([1, expect.stringMatching(/add one first/u)]);
      const owner = { apiVersion: 'external-secrets.io/v1', kind: 'ExternalSecret', name: 'x' };
      const patch = { metadata: { ownerReferences: [{ ...owner, uid: 'a' }] } };
      const patched = ['patch', 'secret', 'tollgate-worker', '-p', JSON.stringify(patch)];
      await inNamespace([...patched, '--type=merge']);
      const add = await rotate('KEY_PEPPER', 'add');
      expect([add.exitCode, add.stderr.split('\n')]).toEqual([
        1,
        ['Secret tollgate-worker is written by ExternalSecret x: change that.'],
      ]);
      expect(await valueOf('tollgate-admin', 'KEY_PEPPER')).toBe(before);
    },
    EXCHANGE_MS,
  );

  test.each([
    ['get', 'secret/tollgate-admin', 'yes'],
    ['patch', 'secret/tollgate-edge', 'yes'],
    ['delete', 'secret/tollgate-admin', 'no'],
    ['list', 'secrets', 'no'],
    ['get', 'secret/tollgate-migrate', 'no'],
    ['create', 'pods', 'no'],
  ])('its account may %s %s: %s', async (verb, what, may) => {
    const as = ['--as', `system:serviceaccount:${NAMESPACE}:rotate`];
    const said = await server.ask(['-n', NAMESPACE, 'auth', 'can-i', verb, what, ...as]);
    expect(said.stdout).toBe(may);
  });
});
