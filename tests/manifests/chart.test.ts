import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { CHART } from '@tollgate/generators/helm/chart';
import { execa } from 'execa';
import { anApiServer, manifestPrograms } from './support/api-server.ts';
import type { ApiServer } from './support/api-server.ts';
import { componentPath, kept, parsed, podsOf, rendered } from './support/objects.ts';
import type { KubeObject } from './support/objects.ts';

const START_MS = 600_000;
const HELM_MS = 120_000;
const programs = await manifestPrograms();
const charting = programs === undefined ? describe.skip : describe;
const chart = join(REPOSITORY_ROOT, CHART);
const PROXIES = { trustedProxies: ['10.244.0.0/16'] };

/** What an overlay or a component says, and the values that say the same. */
const SAME: [string, () => KubeObject[], object][] = [
  ['the overlay prod', () => rendered('overlays/prod'), PROXIES],
  [
    'the overlay complete',
    () => rendered('overlays/complete'),
    {
      ...PROXIES,
      postgres: { enabled: true },
      valkey: { enabled: true },
      monitoring: { enabled: true },
      media: { kind: 'volume' },
    },
  ],
  ...(
    [
      ['media-s3', { media: { kind: 'bucket' } }],
      [
        'ingress-nginx',
        { ingress: { kind: 'nginx', publicClass: 'nginx', internalClass: 'nginx-internal' } },
      ],
      ['gateway', { ingress: { kind: 'gateway' } }],
      ['telemetry', { telemetry: { enabled: true } }],
      ['models', { models: { enabled: true } }],
      [
        'oidc',
        {
          oidc: {
            enabled: true,
            issuer: 'https://id.example.com',
            clientId: 'tollgate',
            roles: { owner: ['platform-owners'], viewer: ['staff'] },
          },
        },
      ],
      ['other-ports', { otherPorts: { enabled: true } }],
      ['adopt-spool', { spool: { adopt: 'inference-2' } }],
      ['keda', { keda: { enabled: true } }],
    ] as const
  ).map(([name, values]): [string, () => KubeObject[], object] => [
    `the component ${name}`,
    () => rendered('overlays/prod', { namespace: 'tollgate', components: [componentPath(name)] }),
    { ...PROXIES, ...values },
  ]),
];

/** Names that tell a content, without that part of them. */
const NAMED_BY_CONTENT = /(?<=^(?:valkey-scripts|valkey-proxy|tollgate-dashboards))-[a-z0-9]{10}$/u;
const plain = (text: string): string =>
  text.replace(NAMED_BY_CONTENT, '').replace(/^(migrate-[0-9-]+)-[0-9a-f]{8}$/u, '$1');

const byVariable = (a: { name: string }, b: { name: string }): number =>
  a.name.localeCompare(b.name);

/** An object for comparison: empty annotations are none, names of contents are cut, and variables stand in the order of their names. */
function bare(value: unknown): unknown {
  if (typeof value === 'string') return plain(value);
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, is]: [string, unknown]): [string, unknown] => [
    key,
    bare(key === 'env' && Array.isArray(is) ? is.toSorted(byVariable) : is),
  ]);
  return Object.fromEntries(
    entries.filter(
      ([key, is]) => is !== null && !(key === 'annotations' && Object.keys(is ?? {}).length === 0),
    ),
  );
}

const byName = (objects: readonly KubeObject[]): Record<string, unknown> =>
  Object.fromEntries(
    objects
      .filter(({ kind }) => kind !== 'Namespace')
      .map((one) => [`${one.kind} ${plain(one.metadata.name)}`, bare(one)]),
  );

charting('the chart', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-chart-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const helm = async (args: readonly string[], values: object = {}) => {
    const file = join(folder, 'values.json');
    await writeFile(file, JSON.stringify(values));
    const env = { HOME: folder, PATH: process.env['PATH'] ?? '' };
    const told = args[0] === 'uninstall' ? [] : ['-f', file];
    return execa(programs?.helm ?? '', [...args, ...told], { env, reject: false });
  };
  const template = async (values: object): Promise<KubeObject[]> => {
    const args = ['template', 'tollgate', chart, '--namespace', 'tollgate'];
    const { exitCode, stdout, stderr } = await helm(args, values);
    if (exitCode !== 0) throw new Error(stderr);
    return parsed(stdout).filter((one) => one !== null);
  };

  test('is as helm lint wants it', async () => {
    const { exitCode, stdout } = await helm(['lint', chart, '--strict'], PROXIES);
    expect([exitCode, stdout.includes('0 chart(s) failed')]).toEqual([0, true]);
  });

  test.each(SAME)(
    'makes of its values what kustomize makes: %s',
    async (_name, objects, values) => {
      const made = byName(await template(values));
      expect(Object.keys(made).length).toBeGreaterThan(40);
      expect(made).toEqual(byName(objects()));
    },
    HELM_MS,
  );

  const WORKLOADS = ['edge', 'inference', 'account', 'admin', 'billing', 'worker', 'docs'];
  test('puts registry, tag, places, hosts and further variables where they belong', async () => {
    const made = await template({
      image: { registry: 'registry.example.org/', tag: '1.2.3', pullSecrets: ['registry'] },
      hosts: { public: 'api.example.org' },
      nodeSelector: { pool: 'gateway' },
      tolerations: [{ key: 'gateway', operator: 'Exists' }],
      extraEnv: [{ name: 'LOG_LEVEL', value: 'debug' }],
      services: { edge: { maxReplicas: 40, extraEnv: [{ name: 'CORS_ORIGINS', value: 'x' }] } },
      secrets: { billing: 'my-billing' },
      spool: { storageClass: 'fast', size: '2Gi' },
    });
    for (const name of [...WORKLOADS, 'migrate-1-2-3']) {
      const one = made.find(
        ({ spec, metadata }) => spec?.template !== undefined && plain(metadata.name) === name,
      );
      const pod = one?.spec.template.spec;
      const image = name.split('-')[0] ?? '';
      expect(pod.containers[0].image).toBe(`registry.example.org/tollgate/${image}:1.2.3`);
      expect(pod.nodeSelector).toEqual({ pool: 'gateway' });
      expect(pod.tolerations).toHaveLength(1);
      expect(pod.imagePullSecrets).toEqual([{ name: 'registry' }]);
      const names = (pod.containers[0].env as { name: string }[]).map((variable) => variable.name);
      expect(names.includes('LOG_LEVEL')).toBe(image !== 'migrate');
      expect(names.includes('CORS_ORIGINS')).toBe(image === 'edge');
    }
    const text = JSON.stringify(made);
    expect(text).toContain('"https://api.example.org"');
    expect(text).not.toMatch(/tollgate-billing|"gateway\.example\.com/u);
    expect(text).toContain('"storageClassName":"fast"');
    const scaler = made.find(
      ({ kind, metadata }) => kind === 'HorizontalPodAutoscaler' && metadata.name === 'edge',
    );
    expect(scaler?.spec.maxReplicas).toBe(40);
  });

  const WRONG: [string, object, RegExp][] = [
    ['a value that nobody reads', { imagee: {} }, /imagee/u],
    ['a tag that moves', { image: { tag: 'latest' } }, /tag/u],
    [
      'sign-in by OpenID without a provider',
      { oidc: { enabled: true } },
      /oidc\.issuer is needed/u,
    ],
    [
      'sign-in by OpenID without groups',
      { oidc: { enabled: true, issuer: 'https://id.example.com', clientId: 'x' } },
      /oidc\.roles is needed/u,
    ],
    ['a variable of the chart', { extraEnv: [{ name: 'PORT', value: '1' }] }, /extraEnv: PORT/u],
  ];
  test.each(WRONG)('refuses %s and names it', async (_name, values, says) => {
    const { exitCode, stderr } = await helm(['template', 'tollgate', chart], values);
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(says);
  });

  test('other values of the same version make another Job', async () => {
    const nameOf = async (values: object): Promise<string | undefined> =>
      (await template(values)).find(({ kind }) => kind === 'Job')?.metadata.name;
    const first = await nameOf(PROXIES);
    expect(first).toMatch(/^migrate-/u);
    expect(await nameOf(PROXIES)).toBe(first);
    expect(await nameOf({ nodeSelector: { pool: 'x' } })).not.toBe(first);
  });

  describe('at an API server', () => {
    let server: ApiServer;
    beforeAll(async () => {
      server = await anApiServer(programs?.server ?? '');
    }, START_MS);
    afterAll(() => server?.stop());

    const COMPLETE = SAME[1]?.[2] ?? {};
    const inCluster = ['--namespace', 'tollgate', '--kubeconfig'];

    test(
      'is installed, upgraded and taken away, and tells the first call',
      async () => {
        const made = rendered('overlays/prod').filter(({ kind }) => kind === 'Namespace');
        await server.kubectl(['apply', '--server-side', '-f', '-'], JSON.stringify(made[0]));
        const at = [...inCluster, server.env['KUBECONFIG'] ?? ''];
        const installed = await helm(['install', 'tollgate', chart, ...at], COMPLETE);
        expect([installed.exitCode, installed.stderr]).toEqual([0, '']);
        expect(installed.stdout).toContain('curl https://gateway.example.com/v1/chat/completions');
        const objects = await template(COMPLETE);
        for (const pod of podsOf(await kept(server, objects))) {
          const { stderr } = await server.ask(['create', '-f', '-'], JSON.stringify(pod));
          expect([pod.metadata.name, stderr]).toEqual([pod.metadata.name, '']);
        }
        const next = { ...COMPLETE, image: { tag: '0.2.0' }, nodeSelector: { pool: 'gateway' } };
        const upgraded = await helm(['upgrade', 'tollgate', chart, ...at], next);
        expect([upgraded.exitCode, upgraded.stderr]).toEqual([0, '']);
        const jobs = await server.kubectl(['-n', 'tollgate', 'get', 'job', '-o', 'name']);
        expect(jobs).toMatch(/migrate-0-2-0-/u);
        const gone = await helm(['uninstall', 'tollgate', ...at]);
        expect(gone.exitCode).toBe(0);
      },
      HELM_MS,
    );
  });
});
