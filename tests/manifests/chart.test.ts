import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '@tollgate/deploy/local/paths';
import { CHART, writeChart } from '@tollgate/generators/helm/chart';
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
// The chart is never committed.
await writeChart(chart);
const PROXIES = { trustedProxies: ['10.244.0.0/16'] };

/** The overlay for production with components. */
const prodWith = (...names: string[]): KubeObject[] =>
  rendered('overlays/prod', {
    namespace: 'tollgate',
    components: names.map((name) => componentPath(name)),
  });

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
      operations: { enabled: true },
      backup: { kind: 'volume' },
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
      [
        'load-balancers',
        { loadBalancers: { publicCidrs: ['10.0.0.0/16'], internalCidrs: ['10.1.0.0/16'] } },
      ],
      ['openshift', { openshift: { enabled: true } }],
      ['istio', { istio: { enabled: true } }],
      ['adopt-spool', { spool: { adopt: 'inference-2' } }],
      ['webhooks', { webhooks: { enabled: true } }],
      ['rotation', { rotation: { enabled: true } }],
      ['keda', { keda: { enabled: true } }],
    ] as const
  ).map(([name, values]): [string, () => KubeObject[], object] => [
    `the component ${name}`,
    () => prodWith(name),
    { ...PROXIES, ...values },
  ]),
  [
    'the components operations and backup-s3',
    () => prodWith('operations', 'backup-s3'),
    { ...PROXIES, operations: { enabled: true }, backup: { kind: 'bucket' } },
  ],
];

/** Names that tell a content, without that part of them. */
const NAMED_BY_CONTENT = /(?<=^(?:valkey-scripts|valkey-proxy|tollgate-dashboards))-[a-z0-9]{10}$/u;
const plain = (text: string): string =>
  text.replace(NAMED_BY_CONTENT, '').replace(/^(migrate-[0-9-]+)-[0-9a-f]{8}$/u, '$1');

const byVariable = (a: { name: string }, b: { name: string }): number =>
  a.name.localeCompare(b.name);

/**
 * An object for comparison: empty annotations are none, names of contents are cut, and variables
 * stand in the order of their names.
 */
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
    const reported = args[0] === 'uninstall' ? [] : ['-f', file];
    return execa(programs?.helm ?? '', [...args, ...reported], { env, reject: false });
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
      expect(names).toContain('LOG_LEVEL');
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

  test('puts what clusters ask of pods into every pod, and what is for ours into ours alone', async () => {
    const made = await template({
      ...PROXIES,
      valkey: {
        enabled: true,
        size: '7Gi',
        storageClass: 'fast',
        image: 'mirror.example/valkey:8',
      },
      postgres: { enabled: true, size: '1Ti', storageClass: 'fast', instances: 5 },
      operations: {
        enabled: true,
        schedules: { backup: '15 3 * * *' },
        extraEnv: [{ name: 'BACKUP_S3_ENDPOINT', value: 'https://s3.example.org' }],
        serviceAccountAnnotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/backup' },
      },
      backup: { kind: 'bucket' },
      affinity: { nodeAffinity: {} },
      priorityClassName: 'gateway',
      podLabels: { team: 'platform' },
      podAnnotations: { 'sidecar.istio.io/inject': 'false' },
      extraVolumes: [{ name: 'authority', configMap: { name: 'authority' } }],
      extraVolumeMounts: [{ name: 'authority', mountPath: '/etc/authority', readOnly: true }],
      nodeSelector: { pool: 'gateway' },
      ingress: { internalAnnotations: { 'example.com/whitelist': '10.0.0.0/8' } },
      services: {
        edge: { targetCpuPercent: 55, podLabels: { team: 'edge' }, affinity: { podAffinity: {} } },
        inference: { serviceAccountAnnotations: { 'iam.gke.io/gcp-service-account': 'videos' } },
        migrate: { extraEnv: [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/authority/ca.crt' }] },
      },
    });
    const templates = made.flatMap(({ metadata: { name }, spec }) => {
      const one = spec?.jobTemplate?.spec.template ?? spec?.template;
      return one?.spec === undefined ? [] : [{ name, ...one }];
    });
    const [ours, theirs] = [true, false].map((isOurs) =>
      templates.filter(
        ({ spec }) => (spec.containers[0].image as string).startsWith('tollgate/') === isOurs,
      ),
    );
    expect(ours?.length).toBeGreaterThan(13);
    expect(theirs?.length).toBeGreaterThan(1);
    for (const { name, metadata, spec } of ours ?? []) {
      const isEdge = name === 'edge';
      expect([name, spec.affinity]).toEqual([
        name,
        isEdge ? { podAffinity: {} } : { nodeAffinity: {} },
      ]);
      expect([name, metadata.labels.team]).toEqual([name, isEdge ? 'edge' : 'platform']);
      expect(metadata.annotations).toMatchObject({ 'sidecar.istio.io/inject': 'false' });
      expect(spec).toMatchObject({
        priorityClassName: 'gateway',
        nodeSelector: { pool: 'gateway' },
      });
      const named = (list: { name: string }[]): string[] => list.map((one) => one.name);
      expect([name, named(spec.volumes)]).toEqual([name, expect.arrayContaining(['authority'])]);
      expect(named(spec.containers[0].volumeMounts)).toContain('authority');
      expect(named(spec.volumes)).not.toContain('backups');
    }
    expect(JSON.stringify(theirs)).not.toMatch(/authority|nodeAffinity/u);
    for (const { spec } of theirs ?? []) {
      expect(spec).toMatchObject({
        priorityClassName: 'gateway',
        nodeSelector: { pool: 'gateway' },
      });
    }
    const find = (kind: string, name: string): KubeObject =>
      made.find((one) => one.kind === kind && plain(one.metadata.name).startsWith(name)) ??
      ({} as KubeObject);
    expect(find('HorizontalPodAutoscaler', 'edge').spec.metrics[0].resource.target).toEqual({
      type: 'Utilization',
      averageUtilization: 55,
    });
    expect(find('Cluster', 'postgres').spec).toMatchObject({
      instances: 5,
      priorityClassName: 'gateway',
      affinity: { enablePodAntiAffinity: true, nodeSelector: { pool: 'gateway' } },
      storage: { size: '1Ti', storageClass: 'fast' },
      walStorage: { size: '20Gi', storageClass: 'fast' },
    });
    const { volumeClaimTemplates, template: store } = find('StatefulSet', 'valkey').spec;
    expect(volumeClaimTemplates[0].spec).toMatchObject({
      storageClassName: 'fast',
      resources: { requests: { storage: '7Gi' } },
    });
    expect(store.spec.containers[0].image).toBe('mirror.example/valkey:8');
    expect(find('Ingress', 'internal').metadata.annotations).toEqual({
      'example.com/whitelist': '10.0.0.0/8',
    });
    expect(find('ServiceAccount', 'inference').metadata.annotations).toEqual({
      'iam.gke.io/gcp-service-account': 'videos',
    });
    expect(find('ServiceAccount', 'backup').metadata.annotations).toHaveProperty([
      'eks.amazonaws.com/role-arn',
    ]);
    expect(find('CronJob', 'backup').spec.schedule).toBe('15 3 * * *');
    expect(find('CronJob', 'verify-ledger').spec.schedule).toBe('0 5 * * *');
    expect(find('Job', 'migrate').spec.template.spec.containers[0].env).toContainEqual({
      name: 'NODE_EXTRA_CA_CERTS',
      value: '/etc/authority/ca.crt',
    });
    expect(made.filter(({ kind }) => kind === 'PersistentVolumeClaim')).toEqual([]);
  });

  test('puts ports and networks of the stores into every policy that leads to them', async () => {
    const made = await template({
      ...PROXIES,
      operations: { enabled: true },
      otherPorts: { enabled: true, database: [25060, 6543], redis: [10000] },
      networkPolicies: { databaseCidrs: ['10.9.0.0/24'], redisCidrs: ['10.9.1.0/24', 'fd00::/8'] },
      loadBalancers: { publicCidrs: ['10.0.0.0/16'] },
      services: { migrate: { deadlineSeconds: 7200 } },
    });
    const policy = (name: string): KubeObject['spec'] =>
      made.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name)?.spec;
    const database = [{ ipBlock: { cidr: '10.9.0.0/24' } }];
    const redis = [{ ipBlock: { cidr: '10.9.1.0/24' } }, { ipBlock: { cidr: 'fd00::/8' } }];
    expect(policy('services-use-the-database').egress).toEqual([
      { ports: [{ port: 5432 }], to: database },
    ]);
    expect(policy('operations-use-the-database').egress).toEqual([
      { ports: [{ port: 5432 }], to: database },
    ]);
    expect(policy('services-use-a-pooler').egress).toEqual([
      { ports: [{ port: 25060 }, { port: 6543 }], to: database },
    ]);
    expect(policy('services-use-redis').egress).toEqual([{ ports: [{ port: 6379 }], to: redis }]);
    expect(policy('services-use-redis-with-tls').egress).toEqual([
      { ports: [{ port: 10000 }], to: redis },
    ]);
    expect(policy('edge-serves-public-load-balancer').ingress[0].from).toEqual([
      { ipBlock: { cidr: '10.0.0.0/16' } },
    ]);
    // No list of peers would let everybody in.
    expect(policy('edge-serves-internal-load-balancer')).toBeUndefined();
    expect(made.find(({ kind }) => kind === 'Job')?.spec.activeDeadlineSeconds).toBe(7200);
  });

  test('gives monitors and rules the labels of the values, and rules the namespace of the release', async () => {
    const made = await template({
      ...PROXIES,
      monitoring: {
        enabled: true,
        labels: { release: 'kube-prometheus-stack' },
        interval: '30s',
        scrapeTimeout: '20s',
      },
      valkey: { enabled: true, exporterImage: 'mirror.example/redis_exporter:1' },
    });
    const monitors = made.filter(({ kind }) => kind === 'PodMonitor');
    const rules = made.find(({ kind }) => kind === 'PrometheusRule');
    expect(monitors.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'postgres',
      'tollgate',
      'valkey',
    ]);
    for (const { metadata, spec } of monitors) {
      expect(metadata.labels).toEqual({ release: 'kube-prometheus-stack' });
      const [endpoint] = spec.podMetricsEndpoints;
      expect(endpoint).toEqual({ port: 'metrics', interval: '30s', scrapeTimeout: '20s' });
    }
    expect(rules?.metadata.labels).toEqual({ release: 'kube-prometheus-stack' });
    const other = await helm(['template', 'x', chart, '--namespace', 'gateway-eu'], {
      ...PROXIES,
      monitoring: { enabled: true },
    });
    const elsewhere = parsed(other.stdout).find((one) => one?.kind === 'PrometheusRule');
    const groups = (elsewhere?.spec.groups ?? []) as {
      rules: { expr: string; labels: object }[];
    }[];
    const all = groups.flatMap((group) => group.rules);
    expect(all.length).toBeGreaterThan(30);
    for (const { expr, labels } of all) {
      expect(labels).toMatchObject({ namespace: 'gateway-eu' });
      const asked = [...expr.matchAll(/\b[a-z]+_[a-z0-9_]+\{(?<first>[^,}]+)/gu)];
      expect(asked.length).toBeGreaterThan(0);
      expect(new Set(asked.map((one) => one.groups?.['first']))).toEqual(
        new Set(['namespace="gateway-eu"']),
      );
    }
    const store = made.find(
      ({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'valkey',
    );
    expect(store?.spec.template.spec.containers[1].image).toBe('mirror.example/redis_exporter:1');
  });

  test('has no network policy where these are off', async () => {
    const everything = {
      ...PROXIES,
      networkPolicies: { enabled: false },
      postgres: { enabled: true },
      valkey: { enabled: true },
      operations: { enabled: true },
      backup: { kind: 'bucket' },
      rotation: { enabled: true },
      otherPorts: { enabled: true },
      telemetry: { enabled: true },
      models: { enabled: true },
      webhooks: { enabled: true },
      openshift: { enabled: true },
      istio: { enabled: true },
      ingress: { kind: 'gateway' },
      loadBalancers: { publicCidrs: ['10.0.0.0/16'], internalCidrs: ['10.1.0.0/16'] },
      spool: { adopt: 'worker-1' },
    };
    const made = await template(everything);
    expect(made.filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([]);
    expect(made.length).toBeGreaterThan(60);
  });

  test('lets the migration and every command trust the authority that services trust', async () => {
    const authority = { name: 'NODE_EXTRA_CA_CERTS', value: '/etc/authority/ca.crt' };
    const made = await template({
      ...PROXIES,
      operations: { enabled: true },
      backup: { kind: 'volume' },
      rotation: { enabled: true },
      extraEnv: [authority],
      extraVolumes: [{ name: 'authority', configMap: { name: 'authority' } }],
      extraVolumeMounts: [{ name: 'authority', mountPath: '/etc/authority', readOnly: true }],
    });
    const pods = made.flatMap(({ metadata: { name }, spec }) => {
      const pod = spec?.jobTemplate?.spec.template.spec ?? spec?.template?.spec;
      return pod === undefined ? [] : [{ name, pod }];
    });
    expect(pods.map(({ name }) => plain(name))).toEqual(
      expect.arrayContaining(['backup', 'verify-backup', 'restore', 'verify-ledger', 'reseal']),
    );
    // The exchange of secrets trusts the cluster's authority alone.
    for (const { name, pod } of pods.filter((one) => one.name !== 'rotate')) {
      const [{ env, volumeMounts }] = pod.containers;
      expect([name, env]).toEqual([name, expect.arrayContaining([authority])]);
      expect([name, JSON.stringify(volumeMounts)]).toEqual([
        name,
        expect.stringContaining('/etc/authority'),
      ]);
    }
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
    [
      'a variable of a command',
      {
        operations: { enabled: true, extraEnv: [{ name: 'DATABASE_URL', value: 'x' }] },
        backup: { kind: 'volume' },
      },
      /extraEnv: DATABASE_URL of \S+ is set/u,
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
